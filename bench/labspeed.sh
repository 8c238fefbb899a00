#!/bin/bash
# shellcheck disable=SC2154 # build, results, scratch, csv, seconds come from lib.sh
# labspeed.sh - how fast machines of a lab's size are: work (instructions outside barriers) a second of the
# reference engine, of the parallel one with --native=off, and of the default, one thread, in turns; medians. Four programs on
# 1 to 4096 PPs.
#
#   RUNS=3 bench/labspeed.sh all|PPS ...      writes build/bench/labspeed.csv and labspeed.png
. "$(dirname "$0")/lib.sh"
[[ "$*" != -* ]] || usage_error

runs=${RUNS:-3}
[ "$*" != all ] || set -- 1 4 16 64 256 1024 4096
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

start_results labspeed program,pps,reference_giga,interpreted_giga,native_giga,interpreted_ratio,native_ratio
(cd "$scratch" && laplace_generate -n 66 -k 100 -b sine -o large.mesh)
for pps; do
    while read -r name arguments; do
        in_turns "$runs" <<END
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

for name in "${names[@]}"; do
    grep "^$name," "$csv" >"$scratch/$name.curve"
done
gnuplot <<END
set terminal pngcairo noenhanced size 900,640
set output "$results/labspeed.png"
set datafile separator ","
set multiplot layout 2,2 title "G instructions a second, one thread"
set logscale xy
set xtics (1, 4, 16, 64, 256, 1024, 4096)
set yrange [0.004:30]
set grid
set xlabel "PPs"
set key top right
do for [name in "${names[*]}"] {
    set title name
    plot "$scratch/".name.".curve" using 2:3 with linespoints title "reference", \
        "" using 2:4 with linespoints title "--native=off", "" using 2:5 with linespoints title "default"
}
END
