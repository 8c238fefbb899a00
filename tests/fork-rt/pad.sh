# pad.sh - the PRAM algorithms of pad.h: the programs in pad/ compare them with sequential ones, or with what the result must
# be, for many sizes and kinds of data, n = 0, 1, 2 included; all under --write-policy=common. With few PPs they run
# under --check: groups must stay together, and no outcome may depend on timing. The matrix runs them on all engines.
#   counts   numbers of PPs; checked   those of runs under --check
# shellcheck shell=bash
# shellcheck disable=SC2154 # top comes from lib.sh, counts and with_check from the test
. "$(dirname "${BASH_SOURCE[0]}")/library.sh"
here=$top/tests/fork-rt/pad

on() { # PPS OPTION ...
    pramsim -q --max-cycles=100000000 --write-policy=common -p"$1" "${@:2}" "$made.prog"
}

for source in "$here"/*.fork; do
    name=$(basename "$source" .fork)
    library_program "$name"
    for p in $counts; do
        runs "$name, $p PPs" 0 ok on $p
    done
    for p in $with_check; do
        in_turn 3 || continue # the dearest runs
        runs "$name, $p PPs, checked" 0 ok on $p --check
    done
done
finish
