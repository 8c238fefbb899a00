# library.sh - for the library's tests: compile with fcc, run on the reference engine.
#
#   library_program NAME [OPTION] makes NAME.prog of NAME.fork in this folder, without warnings
#   fork_source NAME LINE ...     makes NAME.prog of these lines
#   run PPS [ARGUMENT ...]        runs the program made last; options for pramsim in $options and $checked
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
here=$top/tests/fork-rt/library
made=none
options=()
checked=()

library_program() {
    made=$1
    fcc -Werror "${@:2}" -o "$1.prog" "$here/$1.fork" || report 1 "$1.fork can be compiled"
}

fork_source() {
    made=$1
    printf '%s\n' "${@:2}" >"$1.fork"
    fcc -o "$1.prog" "$1.fork" || report 1 "$1.fork can be compiled"
}

run() {
    local p=$1
    shift
    pramsim -q --engine=reference --max-cycles=50000000 -p"$p" "${options[@]}" "${checked[@]}" "$made.prog" "$@"
}
