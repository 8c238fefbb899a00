# threads.sh - for the slow matrix tests that build a simulator of their own to run the programs of the matrix on:
#
#   simulator FOLDER OPTION ...   builds pramsim alone in that folder of build/; sets `runner` to it
#   rows PPS OPTIONS ...          every row whose list of PPs has PPS
#   levels LEVEL ...              sets the array `options` to these levels with 1 to 4 threads
# shellcheck shell=bash
# shellcheck source=tests/matrix/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
read_table
set_up

simulator() {
    export PRAMSIM_UNDER_TEST=$build/$1/bin/pramsim
    runner=$top/tests/tsan/pramsim
    make -s -C "$top" BUILD="${build#"$top/"}/$1" "${@:2}" "${PRAMSIM_UNDER_TEST#"$top/"}" >make.log 2>&1 ||
        report 1 "$1 can be built" "$(tail -20 make.log)"
}

rows() {
    local row p=$1
    shift
    for row in "${!sources[@]}"; do
        [[ " ${pps[row]} ${more_pps[row]} " = *" $p "* ]] || continue
        build_program "${sources[row]}" 2>errors || { report 1 "${sources[row]} can be built" "$(cat errors)" && continue; }
        compare_row "$row" "$p" "$@"
    done
}

levels() {
    local level threads
    options=()
    for level in "$@"; do
        for threads in 1 2 3 4; do
            options+=("-g$level -t$threads")
        done
    done
}
