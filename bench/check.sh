#!/bin/bash
# check.sh - what --check costs: runs of programs of the project, not checked and checked, on the reference engine and on
# the parallel engine at level 0.
#
#   RUNS=5 bench/check.sh all      writes build/bench/check.csv and check.md
. "$(dirname "$0")/lib.sh"
[ "$*" = all ] || usage_error

runs=${RUNS:-5}
start_results check program,pps,reference,reference_checked,level_0,level_0_checked
table=$results/check.md
{
    describe_machine | sed -n '1,2s/^# //p' | paste -sd';' | sed 's/;/; /'
    echo
    echo '| program | PPs | reference | checked | level 0 | checked | checked: reference / level 0 |'
    echo '|---|---:|---:|---:|---:|---:|---:|'
} >"$table"

measure_row() { # PPS PROGRAM ARGUMENT ...
    local pps=$1 name=$2 program=$build/programs/$2/$2.o plain seen level level_seen
    shift 2
    in_turns "$runs" <<END
reference --engine=reference -p$pps $program $*
reference_checked --check --engine=reference -p$pps $program $*
level_0 --engine=bsp -g0 -t1 -p$pps $program $*
level_0_checked --check --engine=bsp -p$pps $program $*
END
    result reference && plain=$seconds
    result reference_checked && seen=$seconds
    result level_0 && level=$seconds
    result level_0_checked && level_seen=$seconds
    echo "$name,$pps,$plain,$seen,$level,$level_seen" >>"$csv"
    awk -v name="$name" -v pps="$pps" -v a="$plain" -v b="$seen" -v c="$level" -v d="$level_seen" \
        'BEGIN { printf "| %s | %d | %.0f ms | %.0f ms | %.0f ms | %.0f ms | %.2f |\n", name, pps, 1e3 * a, 1e3 * b, 1e3 * c, 1e3 * d, b / d }' |
        tee -a "$table"
}

for pps in 4 256 4096; do
    measure_row $pps prefix_sums 6000
    measure_row $pps matrix_multiply 24
    measure_row $pps merge_sort 3000
    measure_row $pps quicksort 1000
done
