# random.sh - compares random programs with the host's compiler. Sourced by random.test and random.slow.test, which
# say how many:   random_programs FIRST COUNT BATCH
# Asynchronous mode on one PP, without and with optimisation; synchronous mode on 3 and 64 PPs, whose conditions and
# loops divide the group in every way.
# shellcheck shell=bash disable=SC2154

gcc -std=c17 -O1 -o generate "$top"/tests/fcc/random/generate/*.c || exit 1

# compare NAME EXPECTED-FILE FCC-OPTIONS PPS: compiles batch.fork and runs it
compare() {
    local name=$1 expected=$2 options=$3 pps=$4
    # shellcheck disable=SC2086
    if ! fcc $options -o program.o batch.fork 2>messages; then
        report 1 "$name" "fcc failed" "$(head -20 messages)"
    elif ! pramsim -q --engine=reference --max-cycles=1000000000 -p "$pps" program.o >got 2>messages; then
        report 1 "$name" "pramsim failed" "$(head -5 messages)"
    elif cmp -s "$expected" got; then
        report 0 "$name"
    else
        report 1 "$name" "number, PP, checksum: expected < and got >" "$(diff "$expected" got | head -10)"
    fi
}

random_programs() {
    local first=$1 batch=$3 end=$(($1 + $2)) at pps
    for ((at = first; at < end; at += batch)); do
        local label="random programs $at to $((at + batch - 1))"
        ./generate "$at" "$batch" >batch.fork
        for pps in 1 3 64; do
            gcc -std=gnu17 -fwrapv -ffp-contract=off -w -O0 -DWHO=$pps -x c batch.fork -o host && ./host >expected.$pps
        done
        compare "$label, asynchronous, -O0" expected.1 "-O0 -DWHO=1" 1
        compare "$label, asynchronous, -Og" expected.1 "-Og -DWHO=1" 1
        compare "$label, asynchronous, -O1" expected.1 "-O1 -DWHO=1" 1
        compare "$label, 3 PPs synchronous" expected.3 "-DSYNC -DWHO=3" 3
        compare "$label, 64 PPs synchronous" expected.64 "-DSYNC -DWHO=64" 64
        compare "$label, 64 PPs synchronous, -Og" expected.64 "-Og -DSYNC -DWHO=64" 64
    done
}
