# threads.sh - for the slow matrix tests that build a simulator of their own to run the programs of the matrix on:
#
#   simulator FOLDER OPTION ...   builds pramsim alone in that folder of build/; sets `runner` to it
#   rows PPS OPTIONS ...          every row whose list of PPs has PPS, unless it takes so long there that such a build, with
#                                 segments of some instructions, would need minutes for each run
#   levels LEVEL ...              sets the array `options` to these levels with 1 to 4 threads
#
# PART=K/N in the environment: only each Nth row of programs.table, from the Kth (0 to N - 1) on, for several that share the work.
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

most_instructions=1000000000 # a test may set another number

takes_too_long() { # ROW P
    local runner=pramsim
    observe "$program" "${words[$1]}" -p"$2"
    [ "$(stats_of json instructions)" -gt $most_instructions ]
}

rows() {
    local row p=$1 part=${PART:-0/1}
    shift
    for row in "${!sources[@]}"; do
        [ $((row % ${part#*/})) = "${part%/*}" ] || continue
        [[ " ${pps[row]} ${more_pps[row]} " = *" $p "* ]] || continue
        build_program "${sources[row]}" 2>errors || { report 1 "${sources[row]} can be built" "$(cat errors)" && continue; }
        if takes_too_long "$row" "$p"; then
            skip "${sources[row]} -p$p" "it takes more than $most_instructions instructions"
            continue
        fi
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
