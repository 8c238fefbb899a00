# conversions.sh - conversions between pairs of types, of values at the borders of each type: compiled code at -O0 and
# -O1, constants that fcc computes, and the rule of docs/fork.md, section 7, agree. Sourced by conversions.long.test and
# conversions.slow.test:   conversions FORMAT TYPE ...   from those types to all others
# shellcheck shell=bash disable=SC2154
gcc -std=c17 -Wall -Werror -O1 -o generate "$top/tests/fcc/conversions/generate.c" -lm || exit 1

conversions() {
    local format=$1 level
    shift
    ./generate "$@" >some.fork 2>expected
    for level in -O0 -Og -O1; do
        ok "from types $*, $level: compiles" fcc -w $level -o some.o some.fork
        is "from types $*, $level, $format" "$(cat expected)" "$(pramsim -q -p1 "--real=$format" some.o 2>&1)"
    done
}
