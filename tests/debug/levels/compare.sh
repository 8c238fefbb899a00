# compare.sh - what a debugger sees of a program at two levels of optimisation.
#
#   compare_levels ROW BASE OTHER   compiles a row of programs.table with the options BASE, and with OTHER, and runs both. Sets
#                                   `name`, `text` (all that levels.c prints), visits, foreign, left, values, known, base, wrong
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # results are for the caller; top and build come from it
compare_levels() {
    local source pps ignored arguments parts
    IFS='|' read -r source pps ignored arguments <<<"$1"
    read -r source <<<"$source"
    read -r arguments <<<"$arguments"
    name="$(basename "$source")${arguments:+ $arguments}"
    parts=("$top/$source")
    [[ $source != */places/* ]] || parts+=("$top/tests/debug/places/see.fork")
    # shellcheck disable=SC2086
    fcc -w -g $2 -I "$top/programs" -o base.o "${parts[@]}" && fcc -w -g $3 -I "$top/programs" -o other.o "${parts[@]}" || return 1
    # shellcheck disable=SC2086
    text=$("$build/tests/debug/levels" $pps "$(basename "$source")" $ignored base.o other.o $arguments)
    read -r _ visits _ foreign _ left _ values _ known _ base _ wrong <<<"$(tail -1 <<<"$text")"
}
