# aggregates.sh - compares random initial values and bit-fields with the host's compiler. Sourced by
# aggregates_random.test and aggregates_random.slow.test:   random_aggregates FIRST COUNT BATCH
# One PP, without and with optimisation.
# shellcheck shell=bash disable=SC2154

gcc -std=c17 -O1 -o aggregates "$top/tests/fcc/random/aggregates.c" || exit 1

random_aggregates() {
    local first=$1 batch=$3 end=$(($1 + $2)) at level
    for ((at = first; at < end; at += batch)); do
        ./aggregates "$at" "$batch" >batch.fork
        gcc -std=gnu17 -fwrapv -funsigned-char -w -O0 -x c batch.fork -o host && ./host >expected
        for level in -O0 -Og -O1; do
            local label="random aggregates $at to $((at + batch - 1)), $level"
            if ! fcc -w $level -o program.o batch.fork 2>messages; then
                report 1 "$label" "fcc failed" "$(head -20 messages)"
            elif ! pramsim -q -p1 program.o >got 2>messages; then
                report 1 "$label" "pramsim failed" "$(head -5 messages)"
            elif [ -s expected ] && cmp -s expected got; then
                report 0 "$label"
            else
                report 1 "$label" "number, checksum: expected < and got >" "$(diff expected got | head -10)"
            fi
        done
    done
}
