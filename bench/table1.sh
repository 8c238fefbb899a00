#!/bin/bash
# shellcheck disable=SC2154 # top, build, results, scratch, csv, seconds, hash come from lib.sh and measure_once
# table1.sh - the paper's Table 1: relative speedup (time on one thread / time) of the three Laplace solvers at each
# graining level, and their real speedup (time of the reference engine / time): medians of paired runs.
#
#   bench/table1.sh [-r RUNS] [-w SECONDS] [-m] [-s SOLVERS] [-a] all|THREADS ...     thread counts; all: 1 2
#
# -w  how long a run takes on one thread at level 4 (default 0.35); the iterations are chosen by it
# -m  keeps i, j, k in memory as the paper's compiler did: then levels 1 and 2 have more to do than 3 and 4
# -s  some of them: "async_64 async async_rows sync semisync"; -a adds to the results that there are
#
# Writes build/bench/table1.csv, table1.md (the table) and table1.png. The mesh has 64 x 64 inner cells; as in the paper
# async_64 runs on 64 PPs, the others on 4096. Of the 4096 PPs of `async` 64 have a row to work on, the others wait;
# `async_rows` has 4096 rows. The reference engine runs a tenth of the iterations, and time per simulated cycle is compared.
# A result is `invalid` if memory at the end is not what level 0 makes of it, which is exact.
. "$(dirname "$0")/lib.sh"

runs=${RUNS:-3}
wanted=0.35
solvers="async_64 async async_rows sync semisync"
options=()
add=
while getopts r:w:ms:a option; do
    case $option in
    r) runs=$OPTARG ;;
    w) wanted=$OPTARG ;;
    m) options+=('-Dpr=pr volatile') ;;
    s) solvers=$OPTARG ;;
    a) add=1 ;;
    *) usage_error ;;
    esac
done
shift $((OPTIND - 1))
threads=("$@")
[ $# -gt 0 ] || usage_error
[ "$*" != all ] || threads=(1 2)
[ "${threads[0]}" = 1 ] || threads=(1 "${threads[@]}")

compile() { # SOLVER ITERATIONS FILE
    local source=${1%%_*} shape=()
    [ "$1" = async_rows ] && shape=(-DROWS=4098)
    fcc -w -I "$top/bench" -DK="$2" "${shape[@]}" "${options[@]}" -o "$scratch/$3" "$top/bench/sim/laplace_$source.fork"
}

measure_once() { # FILE OPTION ...: sets seconds, cycles and hash
    pramsim -q --stats-json "$scratch/run.json" "${@:2}" "$scratch/$1"
    # shellcheck disable=SC2034
    read -r seconds cycles hash <<<"$(jq -r '"\(.wall_seconds.run) \(.cycles) \(.hash)"' "$scratch/run.json")"
}

median() { # FILE
    sort -g "$1" | sed -n "$(((runs + 1) / 2))p"
}

quotient() {
    awk "BEGIN { printf \"%.2f\", $1 / $2 }"
}

csv=$results/table1.csv
if [ -z "$add" ] || [ ! -e "$csv" ]; then
    start_results table1 solver,pps,level,threads,iterations,seconds,relative_speedup,real_speedup,result
fi
for solver in $solvers; do
    pps=4096
    [ "$solver" = async_64 ] && pps=64
    compile "$solver" 200 trial.o
    measure_once trial.o -g4 -p$pps -t1
    iterations=$(awk "BEGIN { print int(200 * $wanted / $seconds) + 1 }")
    compile "$solver" "$iterations" long.o
    compile "$solver" $((iterations / 10 + 1)) short.o
    measure_once long.o -p$pps -t1 -g0
    right=$hash
    rm -f "$scratch"/seconds.*
    for ((i = 0; i < runs; i++)); do # in turns, so that a change of the host's load meets all alike
        measure_once short.o -p$pps --engine=reference
        awk "BEGIN { print $seconds / $cycles }" >>"$scratch/seconds.reference"
        for level in 0 1 2 3 4 5; do
            for count in "${threads[@]}"; do
                measure_once long.o -p$pps -g$level -t"$count"
                echo "$seconds" >>"$scratch/seconds.$level.$count"
                [ "$hash" = "$right" ] || touch "$scratch/seconds.$level.invalid"
            done
        done
    done
    measure_once long.o -g4 -p$pps -t1
    reference=$(awk "BEGIN { print $(median "$scratch/seconds.reference") * $cycles }")
    for level in 0 1 2 3 4 5; do
        result=right
        [ -e "$scratch/seconds.$level.invalid" ] && result=invalid
        one=$(median "$scratch/seconds.$level.1")
        for count in "${threads[@]}"; do
            seconds=$(median "$scratch/seconds.$level.$count")
            echo "$solver,$pps,$level,$count,$iterations,$seconds,$(quotient "$one" "$seconds"),$(quotient "$reference" "$seconds"),$result" >>"$csv"
        done
    done
done

# a row a level, two columns a solver: relative speedup with the most threads, real speedup with each number of them
grep -v '^#' "$csv" | awk -F, -v most="${threads[-1]}" -v counts="${threads[*]}" '
    NR == 1 { next }
    { if (!($1 in pps)) { pps[$1] = $2; order[++solvers] = $1 }
      relative[$1, $3, $4] = $7; real[$1, $3, $4] = $8; result[$1, $3] = $9 }
    END {
        split(counts, count, " ")
        line = "| level |"; rule = "|---|"
        for (s = 1; s <= solvers; s++) {
            line = line " " order[s] ", " pps[order[s]] " PPs: relative | real |"; rule = rule "---:|---:|"
        }
        print line; print rule
        for (level = 0; level <= 5; level++) {
            line = "| " level " |"
            for (s = 1; s <= solvers; s++) {
                text = ""
                for (c = 1; c in count; c++) text = text (c > 1 ? " / " : "") real[order[s], level, count[c]]
                mark = result[order[s], level] == "right" ? "" : " (invalid result)"
                line = line " " relative[order[s], level, most] mark " | " text " |"
            }
            print line
        }
        print ""
        print "relative: time on 1 thread / time on " most "; real: time of the reference / time, with " counts " threads"
    }' | tee "$results/table1.md"

gnuplot <<END
set terminal pngcairo noenhanced size 900,420
set output "$results/table1.png"
set datafile separator ","
set datafile commentschars "#"
set style data linespoints
set xlabel "graining level"
set xrange [-0.3:5.3]
set xtics 1
set ylabel "real speedup, ${threads[-1]} threads"
set logscale y
set grid
set key outside right
set title "the Laplace solvers: reference time / time"
plot for [solver in "$(grep -v '^#' "$csv" | tail -n +2 | cut -d, -f1 | uniq | tr '\n' ' ')"] \
    sprintf("<grep -v '^#' $csv | awk -F, '\$1 == \"%s\" && \$4 == ${threads[-1]} { print \$3 \",\" \$8 }'", solver) \
    using 1:2 title solver
END
