# check.sh - --check prints the same on both engines for every program of the project, and the runs are the same:
# output, files, exit status, final memory, cycles, statistics. Each with the first number of PPs of its row. If
# `all_rows` is set, every program, and every fourth one with all its numbers of PPs in matrix.test; otherwise every
# thirteenth program.
# shellcheck shell=bash
# shellcheck source=tests/matrix/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
read_table
set_up
found=0

numbers() { # ROW
    [ -n "${all_rows-}" ] && [ $(($1 % 4)) = 2 ] && echo "${pps[$1]}" || echo "${pps[$1]%% *}"
}

for row in "${!sources[@]}"; do
    [ -n "${all_rows-}" ] || [ $((row % 13)) = 7 ] || continue
    build_program "${sources[row]}" 2>errors || { report 1 "${sources[row]} can be built" "$(cat errors)" && continue; }
    : >differ
    for p in $(numbers "$row"); do
        observe "$program" "${words[row]}" --check --engine=reference -p"$p"
        mv seen expected
        right=$cycles
        told=$work
        grep -q '^pramsim: \(warning\|fault\)' said && found=$((found + 1))
        grep -E '^pramsim: warning: .*(was never written|of a block of|a block of [0-9]+ words?,|, beyond |that PP [0-9]+ has made)' said | sed "s|^|${sources[row]}: |" >>words
        observe "$program" "${words[row]}" --check --engine=cycle -p"$p"
        { cmp -s expected seen && [ "$cycles" = "$right" ] && [ "$work" = "$told" ]; } ||
            echo "-p$p: $cycles $work, reference $right $told $(diff expected seen | head -8)" >>differ
    done
    is "${sources[row]} under --check on all engines" '' "$(cat differ)"
done
ok "there was something to say" test $found -gt 0
is "no program uses words that were never written, words outside of its blocks and variables, or private addresses of other PPs" '' "$(cat words 2>/dev/null)"
finish
