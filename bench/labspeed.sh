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

{
    printf '\treference\t--native=off\tthe default\n'
    for name in "${names[@]}"; do
        echo "$name"
        awk -F, -v OFS='\t' -v name="$name" '$1 == name { print $2, $3, $4, $5 }' "$csv"
    done
} | draw_lines labspeed "Machines of a lab's size, one thread" PPs '10⁹ instructions a second' log
