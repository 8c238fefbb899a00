# lib.sh - for the runtime's tests: assemble, link, run on the reference engine.
#
#   program NAME            makes NAME.prog of NAME.s in this folder, with check.s
#   source_program NAME     the same from standard input: the body of main
#   run PPS [OPTION ...]    runs the program made last
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
here=$top/tests/fork-rt

assemble() { # NAME SOURCE
    made=$1
    prasm -g -I "$build/fork-rt" -o "$1.o" "$2" && prasm -g -I "$build/fork-rt" -o check.o "$here/check.s" &&
        prlink -o "$1.prog" "$1.o" check.o "$lib/libfork.a" || report 1 "$1 can be assembled and linked"
}

program() {
    assemble "$1" "$here/$1.s"
}

source_program() {
    { printf '%s\n' '    .extern __fork_start, __fork_start_end, __fork_split_many, __fork_split_part, __fork_split_all' \
        '    .global main' '    .func' 'main:'
      cat; } >"$1.s"
    assemble "$1" "$1.s"
}

run() {
    local p=$1
    shift
    pramsim -q --engine=reference --max-cycles=10000000 -p"$p" "$@" "$made.prog"
}
