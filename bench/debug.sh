#!/bin/bash
# shellcheck disable=SC2154 # top, build, csv, scratch come from lib.sh
# debug.sh - what the debugger costs: a run under --debug beside the same run alone, without breakpoints and with one that
# is hit at the very end; evaluations a second of a condition in a hot line; a watchpoint beside the observing engine; steps
# back on 4096 PPs after a run of 10 seconds. Runs that are compared take turns; medians of processor time.
#
#   RUNS=5 bench/debug.sh all      writes build/bench/debug.csv
. "$(dirname "$0")/lib.sh"
[ "$*" = all ] || usage_error

runs=${RUNS:-5}
pps=4096 rounds=${ROUNDS:-400000}
make -s -C "$top" "${build#"$top/"}/bench/debug"
start_results debug "what,seconds,number"
fcc -w -o "$scratch/debug.o" "$top/bench/sim/debug.fork"
cold=$(grep -n 'cold = r' "$top/bench/sim/debug.fork" | cut -d: -f1)
hot=$(grep -n 'r == rounds' "$top/bench/sim/debug.fork" | cut -d: -f1)

time_run() { # COMMAND ...: seconds of processor time
    local TIMEFORMAT='%U %S'
    { time "$@" >"$scratch/there" 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}
middle() { # FILE
    sort -g "$1" | sed -n "$((($(wc -l <"$1") + 1) / 2))p"
}

printf 'run\n' >"$scratch/plain"
printf 'break %d\nrun\ncontinue\n' "$cold" >"$scratch/cold"
for ((i = 0; i < runs; i++)); do
    time_run pramsim -q -p$pps "$scratch/debug.o" "$rounds" >>"$scratch/alone.s"
    for kind in plain cold; do
        time_run pramsim -q --debug --batch -x "$scratch/$kind" -p$pps "$scratch/debug.o" "$rounds" >>"$scratch/$kind.s"
    done
done
alone=$(middle "$scratch/alone.s")
echo "a run alone,$alone,1" | tee -a "$csv"
echo "the same under --debug,$(middle "$scratch/plain.s"),$(quotient "$(middle "$scratch/plain.s")" "$alone" 2)" | tee -a "$csv"
echo "with a breakpoint at its end,$(middle "$scratch/cold.s"),$(quotient "$(middle "$scratch/cold.s")" "$alone" 2)" | tee -a "$csv"

"$build/bench/debug" condition "$scratch/debug.o" $pps "$hot" 20000 | sed 's/^/hot condition: /' | tee -a "$csv"
"$build/bench/debug" watch "$scratch/debug.o" $pps cold 20000 | sed 's/^/watchpoint: /' | tee -a "$csv"
"$build/bench/debug" back "$scratch/debug.o" $pps 10 | sed 's/^/after 10 s: /' | tee -a "$csv"
