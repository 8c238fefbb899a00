# alike.sh - for tests of plain C: the same text, compiled by fcc and by the host's compiler.
# shellcheck shell=bash

# alike NAME FILE OPTION ...: FILE prints the same here, with and without optimisation, as compiled by the host for
# $host_c (gnu89 if unset)
alike() {
    local name=$1 file=$2 level
    shift 2
    gcc -std="${host_c:-gnu89}" -w -O0 -fwrapv -funsigned-char -o host -x c "$file" ||
        report 1 "$name: the host compiles it" ''
    ./host >expected
    for level in -O0 -Og -O1; do
        ok "$name: compiles ($level)" fcc -w $level "$@" -o program "$file"
        runs "$name: runs ($level)" 0 "$(<expected)" pramsim -q -p1 program
    done
    is "$name: --check finds nothing" '' "$(pramsim -q -p1 --check program 2>&1 >/dev/null)"
}
