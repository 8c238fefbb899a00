# real.sh - compares random programs with reals with the host's compiler, whose double, long double and __float128 are
# what the formats of these names are, rounding for rounding. Sourced by real_random.long.test and real_random.slow.test:
#   random_reals FIRST COUNT BATCH
# shellcheck shell=bash disable=SC2154

gcc -std=c17 -O1 -o generate "$top"/tests/fcc/random/generate/*.c || exit 1

# compare_reals NAME EXPECTED-FILE FCC-OPTIONS PPS PRAMSIM-OPTIONS: compiles batch.fork and runs it
compare_reals() {
    local name=$1 expected=$2 options=$3 pps=$4 run=$5
    # shellcheck disable=SC2086
    if ! fcc $options -o program.o batch.fork 2>messages; then
        report 1 "$name" "fcc failed" "$(head -20 messages)"
    elif ! pramsim -q $run --max-cycles=1000000000 -p "$pps" program.o >got 2>messages; then
        report 1 "$name" "pramsim failed" "$(head -5 messages)"
    elif cmp -s "$expected" got; then
        report 0 "$name"
    else
        report 1 "$name" "number, PP, checksum: expected < and got >" "$(diff "$expected" got | head -10)"
    fi
}

random_reals() {
    local first=$1 batch=$3 end=$(($1 + $2)) at pps format number root
    for ((at = first; at < end; at += batch)); do
        ./generate "$at" "$batch" real >batch.fork
        number=0
        for format in double ldouble float128; do
            number=$((number + 1))
            root= # the host's sqrtq is wrong in the last place now and then
            [ $format = float128 ] && root=-DNO_SQRT
            local label="random programs $at to $((at + batch - 1)), $format"
            if ! pramsim --real=$format --help >/dev/null 2>&1; then
                continue # built without it
            fi
            for pps in 1 3 33; do
                gcc -std=gnu17 -fwrapv -ffp-contract=off -w -O0 $root -DREAL=$number -DWHO=$pps -x c batch.fork -o host -lm -lquadmath &&
                    ./host >expected.$pps
            done
            compare_reals "$label, asynchronous, -O0" expected.1 "$root -O0 -DWHO=1" 1 "--engine=reference --real=$format"
            compare_reals "$label, asynchronous, -O1" expected.1 "$root -O1 -DWHO=1" 1 "--engine=reference --real=$format"
            compare_reals "$label, 3 PPs synchronous" expected.3 "$root -DSYNC -DWHO=3" 3 \
                "--engine=reference --check --real-cost=words --real=$format"
            compare_reals "$label, 33 PPs synchronous, parallel engine" expected.33 "$root -DSYNC -DWHO=33" 33 "-t2 --real=$format"
        done
    done
}
