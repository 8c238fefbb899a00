#!/bin/bash
# shellcheck disable=SC2154 # the arrays come from tests/matrix/lib.sh
# getct.sh - how far the clocks of the parallel engine are off: cycles of every program of the project at levels 0 to 5
# against the reference engine. The cycles of a run are the largest cycle counter of a PP, what a getct of its last
# instruction gives. Writes build/bench/getct.csv and getct.md, where programs that are exact at all levels are counted
# only. tests/matrix keeps the deviation of levels 0 to 4 at what programs.table says: 0, or at most 1 % where it says near.
. "$(dirname "$0")/lib.sh"
rm -rf "$scratch" # the next line makes another one
# shellcheck source=tests/matrix/lib.sh
. "$top/tests/matrix/lib.sh"
set +eu
read_table
set_up

start_results getct program,pps,reference,level_0,level_1,level_2,level_3,level_4,level_5
deviation() { # CYCLES REFERENCE: in percent
    awk -v got="$1" -v right="$2" 'BEGIN { d = 100 * (got - right) / right; if (d == 0) print 0; else printf "%+.2f\n", d }'
}
for row in "${!sources[@]}"; do
    case ${oracles[row]} in level-0 | reference) continue ;; esac
    build_program "${sources[row]}"
    for p in ${pps[row]}; do
        observe "$program" "${words[row]}" --engine=reference -p"$p"
        right=$cycles
        line="${sources[row]},$p,$right"
        for level in 0 1 2 3 4 5; do
            observe "$program" "${words[row]}" -t2 -g$level -p"$p"
            line+=,$(deviation "$cycles" "$right")
        done
        echo "$line" >>"$csv"
    done
done

grep -v '^#' "$csv" | awk -F, '
    NR == 1 { print "| program | PPs | cycles | level 0 | 1 | 2 | 3 | 4 | 5 |"; print "|---|---:|---:|---:|---:|---:|---:|---:|---:|"; next }
    { exact = 1; for (k = 4; k <= 9; k++) exact = exact && $k == 0; all++ }
    exact { same++; next }
    { line = "| " $1; for (k = 2; k <= 9; k++) line = line " | " $k (k > 3 && $k != 0 ? " %" : ""); print line " |" }
    END { print ""; print same " of " all " runs take the same number of cycles at every level." }' | tee "$results/getct.md"
