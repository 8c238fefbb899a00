#!/bin/bash
# seeds.sh BIN FOLDER - makes seed inputs for the fuzzers from what the repository has: FOLDER/prasm sources,
# FOLDER/prlink objects and archives, FOLDER/prdis objects and programs, FOLDER/fcc preprocessed Fork sources, FOLDER/preprocess macros,
# FOLDER/trace timelines, FOLDER/dwarf programs with debug information, FOLDER/commands of the debugger and FOLDER/dap
# messages to it, about FOLDER/debugged.o. BIN is where the tools lie.
set -eu
bin=$(realpath "$1")
folder=$(realpath -m "$2")
cd "$(dirname "$0")/../.."
rm -rf "$folder"
mkdir -p "$folder/prasm" "$folder/prlink" "$folder/prdis" "$folder/fcc" "$folder/preprocess" "$folder/trace" "$folder/dwarf" "$folder/commands" "$folder/dap"
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
# commands and conditions as sessions have them; messages as an editor sends them
"$bin/fcc" -w -o "$folder/debugged.o" tests/debug/typed.fork
for session in tests/debug/*.session; do
    sed -n 's/^(pram) //p' "$session" | split -l 12 - "$folder/commands/$(basename "$session" .session)-"
done
# message JSON: a request with its head
message() {
    number=$((number + 1))
    local text="{\"seq\":$number,\"type\":\"request\",\"command\":$1}"
    printf 'Content-Length: %d\r\n\r\n%s' "${#text}" "$text"
}
begin() {
    number=0
    message '"initialize","arguments":{"adapterID":"pramsim","linesStartAt1":true}'
    message '"launch","arguments":{"program":"debugged.o","pps":4,"stopOnEntry":true}'
}
{
    begin
    message '"setBreakpoints","arguments":{"source":{"path":"typed.fork"},"breakpoints":[{"line":31,"condition":"n > 1"},{"line":32,"logMessage":"{n}"},{"line":33,"hitCondition":"% 2"}]}'
    message '"setFunctionBreakpoints","arguments":{"breakpoints":[{"name":"sum"}]}'
    message '"setExceptionBreakpoints","arguments":{"filters":["fault","end"]}'
    message '"configurationDone"'
    message '"threads"'
    message '"stackTrace","arguments":{"threadId":1,"startFrame":0,"levels":20}'
    message '"scopes","arguments":{"frameId":1}'
    message '"variables","arguments":{"variablesReference":1,"start":0,"count":10}'
    message '"evaluate","arguments":{"expression":"total + n","frameId":1,"context":"watch"}'
    message '"next","arguments":{"threadId":1}'
    message '"stepBack","arguments":{"threadId":1,"granularity":"instruction"}'
    message '"continue","arguments":{"threadId":1}'
    message '"disconnect"'
} >"$folder/dap/stops"
{
    begin
    message '"configurationDone"'
    message '"dataBreakpointInfo","arguments":{"name":"total"}'
    message '"setDataBreakpoints","arguments":{"breakpoints":[{"dataId":"total","accessType":"write"}]}'
    message '"setInstructionBreakpoints","arguments":{"breakpoints":[{"instructionReference":"0x10"}]}'
    message '"readMemory","arguments":{"memoryReference":"0x1000","count":64}'
    message '"writeMemory","arguments":{"memoryReference":"0x1000","data":"AAECAw=="}'
    message '"setVariable","arguments":{"variablesReference":2,"name":"total","value":"7"}'
    message '"disassemble","arguments":{"memoryReference":"0x10","instructionCount":8}'
    message '"completions","arguments":{"text":"to","column":3}'
    message '"source","arguments":{"sourceReference":1}'
    message '"pramGroups"'
    message '"pramLocks"'
    message '"reverseContinue","arguments":{"threadId":1}'
    message '"restart"'
    message '"terminate"'
} >"$folder/dap/memory"
{ begin && message '"evaluate","arguments":{"expression":"break sum if n == 2","context":"repl"}' && message '"configurationDone"' &&
    message '"pause"' && message '"stepIn"' && message '"stepOut"'; } >"$folder/dap/console"
