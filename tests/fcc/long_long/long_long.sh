# long_long.sh - random expressions of long long and shorter integers: the host's compiler and fcc agree. Sourced by
# long_long.test and long_long.slow.test:   expressions SEED COUNT
# Asynchronously on one PP each expression is printed; 5 PPs in synchronous mode print a checksum each.
# shellcheck shell=bash disable=SC2154
gcc -std=c17 -Wall -Wextra -Werror -O1 -o generate "$top/tests/fcc/long_long/generate.c" || exit 1

host() { # host PPS: what the host's compiler makes of the program
    gcc -std=gnu17 -fwrapv -ffp-contract=off -w -O0 "-DPPS=$1" -o host program.c && ./host
}

compare() { # compare NAME EXPECTED-FILE PPS SOURCE OPTION ...
    local name=$1 expected=$2 pps=$3 engine
    shift 3
    if ! fcc -w -fverify -o program.o "${@:2}" "$1" 2>messages; then
        report 1 "$name" "fcc failed" "$(head -20 messages)"
        return
    fi
    for engine in reference bsp; do
        pramsim -q "--engine=$engine" "-p$pps" program.o 2>&1 | LC_ALL=C sort >got
        is "$name, $engine" '' "$(LC_ALL=C sort "$expected" | diff - got | head -10)"
    done
}

expressions() {
    local level
    ./generate "$1" "$2" >program.c
    cp program.c program.fork
    host 1 >expected
    host 5 >expected.5
    ok "seed $1: the host prints results" test -s expected -a -s expected.5
    for level in -O0 -Og -O1; do
        compare "seed $1, $2 expressions, $level" expected 1 program.c "$level"
        compare "seed $1, $2 expressions, synchronous, $level" expected.5 5 program.fork -DSYNC -DPPS=5 "$level"
    done
}
