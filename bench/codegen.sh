#!/bin/bash
# shellcheck disable=SC2154 # top, scratch, build, csv come from lib.sh
# codegen.sh - quality of fcc's code: instructions per inner iteration of the three Laplace solvers, of matrix multiplication
# and of a partition of random numbers, compiled against hand-written assembly (bench/codegen/). Each program runs with two
# numbers of repetitions; the difference leaves out start and end. What both print must be the same. The goal is a ratio of
# at most 1.5.
#
#   bench/codegen.sh all      prints a table: program, instructions per inner iteration hand-written and compiled, their ratio
. "$(dirname "$0")/lib.sh"
[ "$*" = all ] || usage_error
source=$top/bench/codegen

# count MAKER FILE PPS SIZE REPETITIONS: instructions of one run. Assembly without a main is the part of the program of the same
# name that this leaves out with BY_HAND.
count() {
    local maker=$1 file=$2 pps=$3 size=$4 repetitions=$5 rest=()
    if [ "$maker" = fcc ]; then
        fcc -o "$scratch/x.o" -DN="$size" -DK="$repetitions" "$source/$file.fork"
    else
        prasm -D N="$size" -D K="$repetitions" -o "$scratch/part.o" "$source/$file.s"
        grep -q '^main:' "$source/$file.s" || {
            fcc -c -o "$scratch/rest.o" -DBY_HAND -DN="$size" -DK="$repetitions" "$source/$file.fork"
            rest=("$scratch/rest.o")
        }
        prlink -o "$scratch/x.o" "$scratch/part.o" "${rest[@]}" "$build/lib/libfork.a"
    fi
    pramsim -q --engine=reference --stats-json "$scratch/run.json" -p "$pps" "$scratch/x.o" >"$scratch/said.$maker"
    jq .instructions "$scratch/run.json"
}

# per_iteration MAKER FILE PPS SIZE INNER: INNER inner iterations a repetition, all PPs together
per_iteration() {
    local few many
    few=$(count "$1" "$2" "$3" "$4" 4)
    many=$(count "$1" "$2" "$3" "$4" 12)
    awk "BEGIN { printf \"%.2f\", ($many - $few) / 8 / $5 }"
}

# compare FORK ASSEMBLY PPS SIZE INNER
compare() {
    local hand compiled
    hand=$(per_iteration prasm "$2" "$3" "$4" "$5")
    compiled=$(per_iteration fcc "$1" "$3" "$4" "$5")
    cmp "$scratch/said.prasm" "$scratch/said.fcc"
    awk -v name="$1" -v hand="$hand" -v compiled="$compiled" \
        'BEGIN { printf "%s,%s,%s,%.2f\n", name, hand, compiled, compiled / hand }' | tee -a "$csv"
}

start_results codegen program,hand_written,compiled,ratio
compare laplace_async laplace_async 1 66 4096
compare laplace_sync laplace_sync 64 10 64
compare laplace_semisync laplace_sync 64 10 64
compare matrix_multiply matrix_multiply 1 24 13824
compare partition partition 1 1000 1000
compare partition_pointers partition 1 1000 1000
