#!/bin/bash
# shellcheck disable=SC2154 # build, made, scratch, csv come from lib.sh
# jit_cold.sh - what native code costs a run while it is made: the default against --native=off on one core (taskset), without a
# cache on disk, pairs of runs in turns. Runs that take about a second without native code: processor time, for on one core the thread
# in the background has the time of the run. Runs of less than 20 ms: time from start to end. Medians of the quotients of pairs, and
# their middle half.
#
#   bench/jit_cold.sh draw [CSV]                  table and picture only
#   RUNS=5 bench/jit_cold.sh all|PROGRAM ...      writes build/bench/jit_cold.csv, .md and .png
. "$(dirname "$0")/lib.sh"
[[ "$*" != -* ]] || usage_error

show() {
    grep -v '^#' "$csv" | awk -F, '
        NR == 1 { print "| program | kind | off, s | auto, s | auto / off | middle half |\n|---|---|---:|---:|---:|---|"; next }
        { printf "| %s | %s | %.4f | %.4f | %.2f | %.2f to %.2f |\n", $1, $2, $4, $5, $6, $7, $8 }' >"$results/jit_cold.md"
    awk -F, -v OFS='\t' '/^#/ { next } $1 == "program" { print "", "quotient"; next }
        $2 != kind { kind = $2; print kind == "long" ? "Runs of a second: processor time" : "Runs of milliseconds: wall time" } { print $1, $6 }' "$csv" |
        draw_bars jit_cold 'The JIT in the first run, on one core' 'time with --native=auto / time with --native=off' one
}
if [ "$1" = draw ]; then
    csv=${2:-$top/bench/results/jit_cold.csv}
    show
    exit
fi

runs=${RUNS:-5}
programs=$build/programs
[ "$*" != all ] || set -- laplace_sync laplace_async merge_sort quicksort quicksort_4096 diverged lanes hello hello_4096 prefix_sums

# what is run, and how: `long` by processor time, `short` by the clock
arguments_of() {
    case $1 in
    laplace_sync) compile sync laplace_sync -DSQRT_P=128 -DK=50000 && echo "long -g4 -p16384 $made/sync.prog" ;;
    laplace_async) compile async laplace_async -DROWS=4098 -DK=800 && echo "long -g4 -p4096 $made/async.prog" ;;
    merge_sort) echo "long -p1024 $programs/merge_sort/merge_sort.o 300000" ;;
    quicksort) echo "long -p256 $programs/quicksort/quicksort.o 480000" ;;
    quicksort_4096) echo "long -p4096 $programs/quicksort/quicksort.o 110000" ;;
    diverged) assemble diverged diverged ITERATIONS=18000 && echo "long -g4 -p4096 $made/diverged.prog" ;;
    lanes) echo "long -p1 $programs/merge_sort/merge_sort.o 300000" ;;
    hello) echo "short -p64 $programs/hello/hello_fork.o" ;;
    hello_4096) echo "short -p4096 $programs/hello/hello_fork.o" ;;
    prefix_sums) echo "short -p256 $programs/prefix_sums/prefix_sums.o 1000" ;;
    *) usage_error ;;
    esac
}

core=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
run_with() { # MODE KIND ARGUMENTS ...: sets microseconds
    local TIMEFORMAT='%U %S' start=${EPOCHREALTIME/./}
    (cd "$scratch" && time taskset -c "$core" pramsim -q -t1 --native="$1" "${@:3}" >/dev/null) 2>"$scratch/time"
    microseconds=$((${EPOCHREALTIME/./} - start))
    [ "$2" = short ] || microseconds=$(tail -1 "$scratch/time" | awk '{ printf "%d", 1e6 * ($1 + $2) }')
}

start_results jit_cold program,kind,pairs,off_seconds,auto_seconds,quotient,middle_half_from,middle_half_to
for name; do
    read -ra words <<<"$(arguments_of "$name")"
    pairs=$runs
    [ "${words[0]}" = long ] || pairs=$((runs * 40))
    rm -f "$scratch/pairs"
    for ((i = 0; i < pairs; i++)); do
        run_with off "${words[@]}"
        off=$microseconds
        run_with auto "${words[@]}"
        echo "$off $microseconds" >>"$scratch/pairs"
    done
    middle() { sort -g | sed -n "$((($1 * (pairs - 1)) / 4 + 1))p"; } # QUARTERS
    off=$(cut -d' ' -f1 "$scratch/pairs" | middle 2)
    auto=$(cut -d' ' -f2 "$scratch/pairs" | middle 2)
    awk '{ printf "%.4f\n", $2 / $1 }' "$scratch/pairs" >"$scratch/quotients"
    echo "$name,${words[0]},$pairs,$(quotient "$off" 1e6 4),$(quotient "$auto" 1e6 4),$(middle 2 <"$scratch/quotients"),$(middle 1 <"$scratch/quotients"),$(middle 3 <"$scratch/quotients")" | tee -a "$csv"
done
show
