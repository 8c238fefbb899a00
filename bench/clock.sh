#!/bin/bash
# shellcheck disable=SC2154 # the arrays come from tests/matrix/lib.sh
# clock.sh - how far the clocks of the parallel engine are off: cycles of every program of the project at levels 0 to 4
# against the reference engine. The cycles of a run are the largest cycle counter of a PP, what a getct of its last
# instruction gives. Writes build/bench/getct.csv, keeps it in bench/results, and puts the table into docs/internals/clock.md; none
# depends on the machine that this runs on. No picture: nearly all deviations are 0. tests/matrix keeps the deviation at what programs.table says: 0, or at most 1 %.
#
#   bench/clock.sh all
. "$(dirname "$0")/lib.sh"
[ "$*" = all ] || usage_error
rm -rf "$scratch" # the next line makes another one
# shellcheck source=tests/matrix/lib.sh
. "$top/tests/matrix/lib.sh"
set +eu
read_table
set_up

# Fork programs that are synchronous from start to its end: nothing of theirs enters an asynchronous region.
mode_of() { # SOURCE PROGRAM
    case $1 in
    *.s) echo assembly ;;
    *) prdis "$2" | awk '
        /\.loc "fork-rt\// { exit }
        /call __fork_start,/ { starts = 1 }
        /shint .*async_enter$/ { parts = 1 }
        END { print starts && !parts ? "synchronous" : "asynchronous" }' ;;
    esac
}

start_results getct program,mode,pps,reference,level_0,level_1,level_2,level_3,level_4
for row in "${!sources[@]}"; do
    build_program "${sources[row]}" 2>errors || { cat errors >&2 && exit 1; }
    mode=$(mode_of "${sources[row]}" "$program")
    for p in ${pps[row]}; do
        observe "$program" "${words[row]}" --engine=reference -p"$p"
        right=$cycles
        line="${sources[row]},$mode,$p,$right"
        for level in 0 1 2 3 4; do
            if [ "${oracles[row]}" = reference ] || { [ "${oracles[row]}" = level-0 ] && [ $level != 0 ]; }; then
                line+=,-
            else
                observe "$program" "${words[row]}" -t2 -g$level -p"$p"
                line+=,$cycles
            fi
        done
        echo "$line" >>"$csv"
    done
done

# A line a program: the largest deviation of its runs, in percent.
grep -v '^#' "$csv" | awk -F, '
    NR == 1 {
        print "| program | mode | PPs | level 0 | 1 | 2 | 3 | 4 |"
        print "|---|---|---|---:|---:|---:|---:|---:|"
        next
    }
    !($1 in mode) { order[++programs] = $1; mode[$1] = $2 }
    {
        if (index(" " pps[$1] ",", " " $3 ",") == 0) pps[$1] = pps[$1] (pps[$1] == "" ? "" : ", ") $3
        for (k = 5; k <= 9; k++) {
            d = $k == "-" ? 0 : 100 * ($k - $4) / $4
            if ($k == "-") none[$1, k] = 1
            if ((d < 0 ? -d : d) > (most[$1, k] < 0 ? -most[$1, k] : most[$1, k])) most[$1, k] = d
        }
    }
    END {
        for (n = 1; n <= programs; n++) {
            line = "| " order[n] " | " mode[order[n]] " | " pps[order[n]]
            for (k = 5; k <= 9; k++) {
                d = most[order[n], k]
                line = line " | " (none[order[n], k] ? "-" : d == 0 ? "0" : sprintf("%+.2f %%", d))
            }
            print line " |"
        }
    }' >"$results/getct.md"

cp "$results/getct.csv" "$results/getct.md" "$top/bench/results" # the same on every host
"$top/bench/page.sh" all
awk -F'|' 'NR > 2 { all++; exact += ($5 $6 $7 $8 $9 !~ /%/) } END { print exact " of " all " programs take the same cycles at levels 0 to 4" }' "$results/getct.md"
grep % "$results/getct.md"
