#!/bin/bash
# shellcheck disable=SC2154 # build, results, scratch, csv, seconds come from lib.sh
# labspeed.sh - how fast machines of a lab's size are: work (instructions outside barriers) a second of the
# reference engine, of the parallel one with --native=off, and of the default, one thread, in turns; medians. Four programs on
# 1 to 4096 PPs.
#
#   RUNS=3 bench/labspeed.sh all|PPS ...     writes build/bench/labspeed.csv and labspeed.png
#   bench/labspeed.sh draw CSV               writes labspeed.png only, of figures that there are
. "$(dirname "$0")/lib.sh"
[[ "$*" != -* ]] || usage_error

programs=$build/programs
names=(laplace_async quicksort merge_sort matrix_multiply)

list_programs() {
    cat <<END
laplace_async $programs/laplace/laplace_async_fork.o large.mesh out.mesh
quicksort $programs/quicksort/quicksort.o 20000
merge_sort $programs/merge_sort/merge_sort.o 20000
matrix_multiply $programs/matrix_multiply/matrix_multiply.o 64
END
}

rate() { # SECONDS WORK
    awk -v seconds="$1" -v work="$2" 'BEGIN { printf "%.3f", work / seconds / 1e9 }'
}

measure_all() { # PPS ...
    local pps name arguments work line engine
    start_results labspeed program,pps,reference_giga,interpreted_giga,native_giga,interpreted_ratio,native_ratio
    (cd "$scratch" && laplace_generate -n 66 -k 100 -b sine -o large.mesh)
    for pps; do
        while read -r name arguments; do
            in_turns "${RUNS:-3}" <<END
reference --engine=reference -p$pps $arguments
off -t1 --native=off -p$pps $arguments
auto -t1 --native=auto -p$pps $arguments
END
            work=$(jq .work "$scratch/run.json") # the same in all: each is exact
            line=$name,$pps
            for engine in reference off auto; do
                result $engine
                line+=,$(rate "$seconds" "$work")
            done
            awk -F, -v OFS=, '{ print $0, sprintf("%.2f", $4 / $3), sprintf("%.2f", $5 / $3) }' <<<"$line" | tee -a "$csv"
        done < <(list_programs)
    done
}

case $1 in
draw)
    [ -r "${2-}" ] || usage_error
    csv=$2
    ;;
all) measure_all 1 4 16 64 256 1024 4096 ;;
*) measure_all "$@" ;;
esac

for name in "${names[@]}"; do
    grep "^$name," "$csv" >"$scratch/$name.curve"
done
gnuplot <<END
set terminal pngcairo noenhanced size 900,1200
set output "$results/labspeed.png"
set datafile separator ","
set multiplot layout 4,2 title "One thread: G instructions a second (left), and times the reference engine (right)"
set logscale xy
set xrange [0.8:5200]
set xtics (1, 4, 16, 64, 256, 1024, 4096)
set grid
set xlabel "PPs"
set key top right
do for [name in "${names[*]}"] {
    curve = "$scratch/".name.".curve"
    set yrange [0.004:400]
    set title name.", G/s"
    plot curve using 2:3 with linespoints linetype 1 title "reference", \
        "" using 2:4 with linespoints linetype 2 title "--native=off", \
        "" using 2:5 with linespoints linetype 3 title "default"
    set yrange [1:1000]
    set title name.", times the reference"
    plot curve using 2:6 with linespoints linetype 2 title "--native=off", \
        "" using 2:7 with linespoints linetype 3 title "default"
}
END
