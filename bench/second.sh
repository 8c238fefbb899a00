#!/bin/bash
# shellcheck disable=SC2154 # made, scratch, csv come from lib.sh
# second.sh - what code that is kept from run to run brings (--native-cache): programs of PPs in lockstep that run for some
# tenths of a second, without native code, for the first time, and for the second time; in turns, medians of the time of the
# whole process, in milliseconds; and of `hello`, which is over before anything is looked for.
#
#   RUNS=9 bench/second.sh all      writes build/bench/second.csv
. "$(dirname "$0")/lib.sh"
[[ "$*" == all ]] || usage_error

runs=${RUNS:-9}
repeat=1
one() { # LABEL OPTION ...: the seconds that the process takes
    local TIMEFORMAT=%R k
    { time for ((k = 0; k < repeat; k++)); do pramsim -q -t1 "${@:2}" >/dev/null; done; } 2>>"$scratch/times.$1"
}
middle() { # LABEL: milliseconds
    sort -g "$scratch/times.$1" | awk -v repeat=$repeat '{ all[NR] = $1 } END { printf "%.2f", all[int((NR + 1) / 2)] * 1000 / repeat }'
}
in_turn() { # NAME OPTIONS PROGRAM
    local name=$1 k line
    shift
    rm -rf "$scratch"/times.* "$scratch"/kept
    for ((k = 0; k < runs; k++)); do
        one off --native=off "$@"
        one without --native-cache=none "$@"
        rm -rf "$scratch/kept"
        one first --native-cache="$scratch/kept" "$@"
        one second --native-cache="$scratch/kept" "$@"
        one third --native-cache="$scratch/kept" "$@"
    done
    pramsim -q -t1 --native-cache="$scratch/kept" --stats-json="$scratch/run.json" "$@" >/dev/null
    line=$name
    for label in off without first second third; do line+=,$(middle $label); done
    echo "$line,$(jq .native.cached "$scratch/run.json")" | tee -a "$csv"
}

start_results second program,off_ms,without_ms,first_ms,second_ms,third_ms,blocks
for iterations in 2000 20000 100000; do
    assemble "registers$iterations" registers ITERATIONS=$iterations
    in_turn "registers $iterations" -g4 -p4096 "$made/registers$iterations.prog"
done
for rounds in 4000 10000 40000; do
    compile "sync$rounds" laplace_sync -DK=$rounds
    in_turn "synchronous Laplace $rounds" -g4 -p4096 "$made/sync$rounds.prog"
done
repeat=50
in_turn hello -p64 "$build/programs/hello/hello.o"
