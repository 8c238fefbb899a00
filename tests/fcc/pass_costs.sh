# pass_costs.sh - no program takes more than 1 % longer with a pass of the compiler than without it. Sourced by pass_costs.test
# and pass_costs.slow.test:
#   costs PPS PASS ...   the lines of bench/passes.sh, of algorithms on PPS PPs, that say that one does; those of `known` are left
#                        out, rows of a pass, an algorithm, and what is certain of it
# shellcheck shell=bash disable=SC2154

# one element a PP: what these lose is 1 and 4 cycles of a whole run (docs/measurements.md says where)
known='hold compact 98.5
constants integer_sort 98.5'

costs() {
    { PPS=$1 "$top/bench/passes.sh" "${@:2}" || echo "bench/passes.sh ends with $?"; } | awk -v known="$known" -v pps="$1" '
        BEGIN {
            count = split(known, rows, "\n")
            for (i = 1; i <= count; i++) {
                split(rows[i], row, " ")
                least["pad_" row[2], row[1]] = row[3]
            }
        }
        { bound = pps >= 2000 && ($1, $NF) in least ? least[$1, $NF] : 99 }
        /^bench/ || $5 < bound'
}
