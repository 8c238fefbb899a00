# nth.sh - for nth.long.test and nth.slow.test: the n-th allocation, mmap, pthread_create, open or write of each program
# fails (fail_nth.c), once or from then on, and the program must behave:
#   - it ends by itself, with a documented status: no signal, no status of another library, no hanging
#   - with 0 all its output is that of an undisturbed run; otherwise there is a message, and standard output is the
#     beginning of that,
#     each file is whole or not there (or the old one)
#   - if memory fails, the message is "out of memory" (alloc, mmap)
#   - no temporary file is left
#
#   setup                 makes what the programs work on
#   each_case FUNCTION    calls FUNCTION NAME KINDS PROGRAM STATUSES ARGUMENT ... for each case, or for those that the
#                         script's own arguments name: nth.slow.test linker
#   try_case HOW-MANY NAME KINDS PROGRAM STATUSES ARGUMENT ...   HOW-MANY places of each kind (all: every one)
# shellcheck shell=bash
# shellcheck source=../lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
library=$build/tests/hostile/fail_nth.so
chosen=" $* "
every="alloc mmap thread open write"
# names so long that a line with one does not fit the buffers that lines usually fit
long_name=$(printf 'n%.0s' {1..1000})
long_path=inputs/$(printf '%0200d/' 1 2 3 4 5 6)program

setup() {
    mkdir -p inputs right
    cp "$top/fork-rt/number.fork" "$top/programs/size_argument.h" inputs
    cp "$top/programs/prefix_sums/prefix_sums.fork" "$top/fork-rt/string.fork" inputs
    {
        printf '    .set N, 12\n    .include "more.s"\n    .data\ntable: .word 1, 2, table+3, N*2\n    .float 1.5\n    .string "text"\n'
        printf '    .text\n    .global _start\n_start: getpn R7\n    set table,R8\n    ldg R8,0,R9\n    nop\nagain: subs R9,1,R9\n'
        printf '    bne again\n    call more,R30\n    halt\n    .bss\n    .space 100\n'
    } >inputs/source.s
    printf '    .text\n    .global more\nmore: nop\n    jmp R30\n' >inputs/more.s
    prasm -g -I inputs -o inputs/source.o inputs/source.s
    pushd inputs >/dev/null || exit 1
    fcc -g -c prefix_sums.fork string.fork && fcc -g -o program prefix_sums.fork
    printf '    .global %s\n%s: halt\n' "$long_name" "$long_name" >long.s
    mkdir -p "../${long_path%/*}"
    prasm -o long.o long.s && prlink -e "$long_name" -o "../$long_path" long.o
    cat >files.fork <<'END'
#include <assert.h>
#include <io.h>
int main(void)
{
    start {
        seq {
            int i, file = open("made.txt", OPEN_WRITE);
            for (i = 0; i < 3000; i++)
                fprintf(file, "line %d\n", i);
            assert(close(file) == 0);
            for (i = 0; i < 2000; i++)
                printf("%d of %d\n", i, #);
        }
    }
    return 0;
}
END
    cat >real.fork <<'END'
#include <io.h>
#include <real.h>
sh real sum[64];
int main(void)
{
    start (64) {
        int k;
        real x = 1.0 / ($ + 3);
        for (k = 0; k < 20; k++)
            x = x * x + 1.0 / (k + 3);
        sum[$] = x;
        seq printf("%.30R\n", exact_sum(sum, 64));
    }
    return 0;
}
END
    cat >sweeps.fork <<'END'
#include <io.h>
sh int cells[4098], next[4098];
int main(void)
{
    start {
        int k;
        for (k = 0; k < #; k++) {
            next[$ + 1] = (cells[$] + cells[$ + 2] + $ + k) / 2;
            cells[$ + 1] = next[$ + 1];
        }
        seq printf("%d\n", cells[7]);
    }
    return 0;
}
END
    fcc -o files files.fork && fcc -o sweeps sweeps.fork && fcc -mreal=256 -o real real.fork
    popd >/dev/null || exit 1
}

each_case() {
    local call=$1
    a_case() {
        [[ $chosen == "  " || $chosen == *" $1 "* ]] && "$call" "$@"
    }
    a_case assembler "$every" prasm "1 3" -S -g -I inputs -o out inputs/source.s
    a_case linker "$every" prlink "1 3" -o out -M map inputs/prefix_sums.o inputs/string.o inputs/long.o "$lib/libfork.a"
    a_case disassembler "$every" prdis "1 3" -s inputs/program
    a_case listing "$every" prdis "1 3" -o out "$long_path"
    a_case compiler "$every" fcc "1 3 4" -O1 -g -o out -I inputs inputs/prefix_sums.fork inputs/string.fork
    a_case text "$every" fcc "1 3 4" --safe -S -o out -I inputs inputs/string.fork
    a_case simulator "$every" pramsim "3 4 12 13 16 18 19" -t2 -p1000 --hash --stats-json=stats.json inputs/files
    a_case team thread pramsim "" -t2 -p"$(is_hostile && echo 64 || echo 4096)" --stats-json=stats.json inputs/sweeps
    a_case reference "$every" pramsim "3 4 12 13 16 18 19" --engine=reference -p16 --memory=1M inputs/files
    a_case checker "$every" pramsim "3 4 12 13 16 18 19" --check -p16 --memory=1M inputs/files
    a_case reals "$every" pramsim "3 4 12 13 16 18 19" -t2 -p64 --real=mpfr:256 --memory=1M inputs/real
}

# same FILE FILE: alike, except for times and for counts of what threads did
same() {
    if [[ $1 == *.json ]]; then
        cmp -s <(jq -S '{p, cycles, instructions, work, "end", hash}' "$1" 2>&1) <(jq -S '{p, cycles, instructions, work, "end", hash}' "$2")
    else
        cmp -s "$1" "$2"
    fi
}

# disturbed KIND NTH [AFTER]: the case runs in an empty folder; sets status, and the files said and printed
disturbed() {
    local variables=(FAIL_PROGRAM="$program" FAIL_KIND="$1" FAIL_NTH="$2" FAIL_COUNT="$scratch/calls" LD_PRELOAD="$library")
    [ -z "${3:-}" ] || variables+=(FAIL_AFTER=1)
    rm -rf case && mkdir case && ln -s ../inputs case/inputs
    rm -f calls
    for _ in 1 2 3; do # 98: the C library came to lie where fail_nth.c's filter cannot say it
        (cd case && env "${variables[@]}" TMPDIR="$scratch/case" timeout -k 1 60 "$program" "${arguments[@]}") \
            >printed 2>said </dev/null
        status=$?
        [ $status -eq 98 ] || break
    done
}

# what is wrong with the disturbed run: empty if nothing is
judge() { # KIND
    local file name
    if [ $status -ne 0 ] && [[ " $statuses " != *" $status "* ]]; then
        echo "status $status: $(head -c 300 said)"
        return
    fi
    for file in case/* case/.[!.]*; do
        name=${file##*/}
        [ -e "$file" ] && [ "$name" != inputs ] || continue
        if [ ! -e "right/$name" ]; then
            echo "left: $name (status $status)"
        elif ! same "$file" "right/$name" && [[ $status == 0 || $name != stats.json ]]; then
            echo "file $name is neither whole nor absent (status $status)"
        fi
    done
    if [ $status -eq 0 ]; then
        for file in right/*; do
            name=${file##*/}
            [ "$name" = '*' ] || [ -e "case/$name" ] || echo "status 0 without $name: $(head -c 300 said)"
        done
        cmp -s printed right/.printed || echo "status 0 and other output: $(head -c 300 said)"
        return
    fi
    [ -s said ] || echo "status $status without a word"
    head -c "$(stat -c %s printed)" right/.printed | cmp -s - printed || echo "status $status and wrong output"
    if [ "$1" = alloc ] && { ! grep -qi 'memory' said || [[ " $short " != *" $status "* ]]; }; then
        echo "does not say that it is out of memory (status $status): $(head -c 300 said)"
    fi
}

# The places of a kind that are tried: all, or the first few and then fewer and fewer.
places() { # COUNT HOW-MANY
    if [ "$2" = all ] || [ "$1" -le "$2" ]; then
        seq 1 "$1"
    else
        { seq 1 $(($2 / 3)); for ((i = 1; i <= $2 - $2 / 3; i++)); do echo $((i * $1 / ($2 - $2 / 3))); done; } | sort -nu
    fi
}

# A run whose threads would never pay gets no team: a host that lets this process have a core and a half has none to give.
# The hostile build tries teams whether they pay or not.
never() {
    if is_hostile; then
        report 1 "$1" "it was never called"
    else
        skip "$1" "it was never called: the host has no idle core"
    fi
}

try_case() {
    local how_many=$1 name=$2 program=$4 statuses=$5 kind calls nth after wrong found
    local arguments=("${@:6}") short=3
    [ "$program" != pramsim ] || short="4 13 19" # a file may be what lacks memory
    for kind in $3; do
        disturbed "$kind" 0
        if [ $status -ne 0 ]; then
            report 1 "$name: $kind: an undisturbed run" "status $status: $(cat said)"
            continue
        fi
        calls=$(cat calls)
        rm -rf right && mv case right && rm right/inputs && cp printed right/.printed
        wrong=
        for nth in $(places "$calls" "$how_many"); do
            for after in "" after; do
                disturbed "$kind" "$nth" $after
                found=$(judge "$kind")
                [ -z "$found" ] || wrong+="$kind $nth of $calls${after:+ and all after}: $found"$'\n'
            done
        done
        if [ "$kind" = "$3" ] && [ "$calls" = 0 ]; then # a case of this kind alone
            never "$name: each $kind may fail"
            continue
        fi
        is "$name: each $kind may fail ($calls)" "" "$(head -40 <<<"$wrong")"
    done
}

# The sanitizers have an allocator of their own.
begin() {
    if [[ $build == */san || $build == */tsan ]]; then
        skip "the n-th call fails" "sanitizers replace malloc themselves"
        finish
    fi
    setup
}
