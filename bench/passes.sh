#!/bin/bash
# shellcheck disable=SC2154 # top, scratch, results, csv come from lib.sh
# passes.sh - what each pass of the compiler is good for: cycles of programs and of library algorithms when the pass is left out
# (fcc -fno-PASS), as a share of those with all passes. More than 100 means that the pass saves time; no program may take more
# than 1 % longer with a pass than without it. Cycles do not depend on the machine that this runs on.
#
#   bench/passes.sh all       writes build/bench/passes.csv and prints a table
#   bench/passes.sh PASS ...  the same for these passes only
. "$(dirname "$0")/lib.sh"
mapfile -t passes < <(sed -n 's/^PASS(\([a-z_]*\), \(LOWER\|OPT\|BACK\),.*/\1/p' "$top/fcc/ir/pass.def")
if [ "$*" != all ]; then
    for pass in "$@"; do
        [[ " ${passes[*]} " == *" $pass "* ]] || usage_error
    done
    passes=("$@")
fi

# name, PPs, source, arguments of the program
programs='list_ranking 64 programs/list_ranking/list_ranking.fork
prefix_sums 4096 programs/prefix_sums/prefix_sums.fork
prefix_sums 64 programs/prefix_sums/prefix_sums.fork 4096
merge_sort 64 programs/merge_sort/merge_sort.fork 2048
quicksort 1 programs/quicksort/quicksort.fork 2048
matrix_multiply 64 programs/matrix_multiply/matrix_multiply.fork 12
hilbert 64 programs/hilbert/hilbert.fork 8
queens 1 programs/queens/queens.fork
sandpile 64 programs/sandpile/sandpile.fork sync 16 60
stripes 64 programs/stripes/stripes.fork sum 700 5
laplace_sync 64 bench/codegen/laplace_sync.fork
laplace_async 3 bench/codegen/laplace_async.fork
pad_merge_sort 64 bench/pad/measure.fork merge_sort 2000
pad_quick_sort 64 bench/pad/measure.fork quick_sort 2000
pad_prefix 64 bench/pad/measure.fork prefix 2000
pad_list_rank 64 bench/pad/measure.fork list_rank 2000'

# build NAME SOURCE OPTIONS ...: library algorithms are compiled with the program
build() {
    local name=$1 source=$2 library=()
    shift 2
    case $source in bench/pad/*) mapfile -t library < <(find "$top/fork-rt/pad" -name '*.fork' | sort) ;; esac
    (cd "$scratch" && fcc -w "$@" -DN=18 -DK=4 -I "$top/programs" -I "$top/bench" -o "$name.o" "$top/$source" "${library[@]}")
}

# cycles of one run, 0: it did not end well
cycles_of() {
    local program=$1 p=$2
    shift 2
    (cd "$scratch" && pramsim -q -p"$p" --stats-json=run.json "$program" "$@" >/dev/null 2>&1 || echo 0
        sed -n 's/.*"cycles": *\([0-9]*\).*/\1/p' run.json | head -1) | head -1
}

start_results passes "program,pps,cycles,$(IFS=,; echo "${passes[*]}")"
while read -r name p source arguments; do
    build whole "$source"
    # shellcheck disable=SC2086
    whole=$(cycles_of whole.o "$p" $arguments)
    line=$name,$p,$whole
    for pass in "${passes[@]}"; do
        build part "$source" "-fno-$pass"
        # shellcheck disable=SC2086
        line+=,$(awk -v part="$(cycles_of part.o "$p" $arguments)" -v whole="$whole" 'BEGIN { printf "%.1f", 100 * part / whole }')
    done
    echo "$line" | tee -a "$csv"
done <<<"$programs"
