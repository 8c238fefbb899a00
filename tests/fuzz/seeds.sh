#!/bin/bash
# seeds.sh BIN FOLDER - makes seed inputs for the fuzzers from what the repository has: FOLDER/prasm sources,
# FOLDER/prlink objects and archives, FOLDER/prdis objects and programs, FOLDER/fcc preprocessed Fork sources, FOLDER/preprocess macros,
# FOLDER/trace timelines, FOLDER/dwarf programs with debug information. BIN is
# where the tools lie.
set -eu
bin=$(realpath "$1")
folder=$(realpath -m "$2")
cd "$(dirname "$0")/../.."
rm -rf "$folder"
mkdir -p "$folder/prasm" "$folder/prlink" "$folder/prdis" "$folder/fcc" "$folder/preprocess" "$folder/trace" "$folder/dwarf"
number=0
while IFS= read -r source; do
    number=$((number + 1))
    name=$number-$(basename "$source" .s)
    cp "$source" "$folder/prasm/$name.s"
    # names that come from includes and the command line: whatever they are, here they are 1
    mapfile -t definitions < <("$bin/prasm" -o /dev/null <(grep -v '\.include' "$source") 2>&1 |
        sed -n "s/.*undefined symbol '\([A-Za-z_]*\)'.*/-D\1/p")
    "$bin/prasm" -g "${definitions[@]}" -o "$folder/prlink/$name.o" <(grep -v '\.include' "$source") 2>/dev/null || continue
    cp "$folder/prlink/$name.o" "$folder/prdis/$name.o"
    "$bin/prlink" -o "$folder/prdis/$name.program.o" "$folder/prlink/$name.o" 2>/dev/null || true
done < <(find ./* -path ./build -prune -o -name '*.s' -print | cut -c3- | sort)
# every message of the assembler has a source that provokes it
awk -v folder="$folder/prasm" '/^=== /{ number++; file = folder "/error-" number ".s"; next }
    /^---$/{ file = ""; next } file != "" { print > file }' tests/asm/assembler_errors.cases
objects=("$folder"/prlink/*.o)
ar rcs "$folder/prlink/few.a" "${objects[@]:0:3}"
ar rcs "$folder/prlink/more.a" "${objects[@]:3:4}"
# every Fork source, and what provokes the messages of the compiler
number=0
while IFS= read -r source; do
    number=$((number + 1))
    "$bin/fcc" -E -w -DN=8 -DK=3 -o "$folder/fcc/$number-$(basename "$source" .fork).i" "$source" 2>/dev/null || true
done < <(find ./* -path ./build -prune -o -name '*.fork' -print | cut -c3- | sort)
awk -v folder="$folder/fcc" '/^=== /{ number++; file = folder "/error-" number ".i"; next }
    /^---$/{ file = ""; next } file != "" { print > file }' tests/fcc/front_errors.cases tests/fcc/absent_errors.cases tests/fcc/c_errors.cases
# the C part: each case of its own
awk -v folder="$folder/fcc" '/^=== /{ if (number++) print "}" > file; file = folder "/language-" number ".i"; next }
    /^---$/{ print "int main(void) {" > file; next } { print > file } END { print "}" > file }' tests/fcc/language/*.cases
# macros: the standard's examples, random ones, headers, and what provokes messages
cp tests/fcc/preprocess/standard.text "$folder/preprocess/standard.c"
gcc -std=c17 -O1 -o "$folder/generate" tests/fcc/preprocess/generate.c
for seed in 1 2 3 4 5 6 7 8; do
    "$folder/generate" $seed >"$folder/preprocess/random-$seed.c"
done
rm "$folder/generate"
cp fork-rt/include/fork.h fork-rt/include/io.h "$folder/preprocess/"
grep -l '^ *#' "$folder"/fcc/error-*.i | while IFS= read -r source; do
    cp "$source" "$folder/preprocess/"
done
# timelines: groups, barriers, marks, locks, PPs, an array over time
cat >"$folder/trace.fork" <<'END'
#include <fork.h>
#include <locks.h>
#include <trace.h>
sh int sum[4];
sh fair_lock turn;
int main(void)
{
    start {
        trace_enter(1);
        if ($ % 2)
            barrier;
        else
            sum[2] = 1;
        trace_leave(1);
        farm {
            fair_lockup(&turn);
            sum[1] += $;
            fair_unlock(&turn);
        }
    }
    return 0;
}
END
"$bin/fcc" -o "$folder/trace.o" "$folder/trace.fork"
for p in 1 3; do
    "$bin/pramsim" -q -p$p --trace="$folder/trace/$p.pftrace" --trace-pps=all --trace-locks --trace-watch=sum \
        --trace-counters --trace-strands "$folder/trace.o"
done
for o in 0 1; do
    "$bin/fcc" -O$o -c -o "$folder/dwarf/$o.o" "$folder/trace.fork" # objects: small, and every section at its beginning
done
cp "$folder/trace.o" "$folder/dwarf/program.o"
rm "$folder/trace.fork" "$folder/trace.o"
