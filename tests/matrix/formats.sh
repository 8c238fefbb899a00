# formats.sh - for formats.test and formats.slow.test: the programs of programs.table that use the precision unit, in
# several number formats.
#
#   compare_formats FORMATS SIZES OPTIONS ...   each program in each format, at the numbers of PPs that its row allows
#                                                too; options in the array machine_more are those of all runs
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
read_table
set_up
machine_more=()

# Whether a source may have instructions of the unit, before it is built; and whether the program has.
may_use_units() {
    grep -Eqw 'real|xld|xst|xfromi' "$top/$1"
}

uses_units() {
    prdis "$1" | grep -E '[[:space:]]x(ld|st|add|mul|fma|acmul|fromi)[[:space:]]' >/dev/null
}

compare_formats() {
    local formats=$1 sizes=$2 row p format
    shift 2
    for row in "${!sources[@]}"; do
        may_use_units "${sources[row]}" || continue
        build_program "${sources[row]}" 2>errors || { report 1 "${sources[row]} can be built" "$(cat errors)" && continue; }
        uses_units "$program" || continue
        for p in $sizes; do
            [[ " ${pps[row]} ${more_pps[row]} " = *" $p "* ]] || continue
            for format in $formats; do
                machine=("--real=$format" "${machine_more[@]}")
                compare_row "$row" "$p" "$@"
            done
        done
    done
}
