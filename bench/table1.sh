#!/bin/bash
# shellcheck disable=SC2154 # top, build, results, scratch, csv come from lib.sh
# table1.sh - the paper's Table 1: relative speedup (time on one thread / time) of the three Laplace solvers at each
# graining level, and their real speedup (time of the reference engine / time): medians of paired runs.
#
#   bench/table1.sh [-r RUNS] [-i ITERATIONS] [-m] [THREADS ...]     thread counts, default 1 2
#
# -m keeps i, j, k in memory as the paper's compiler did: then levels 1 and 2 have more to do than 3 and 4.
# Writes build/bench/table1.csv, table1.md (the table) and table1.png. The mesh has 64 x 64 inner cells; as in the paper the
# asynchronous solver runs on 64 PPs, the others on 4096. `async 4096` is the asynchronous one on as many: 64 PPs
# have work, the others wait. A small machine runs on one thread, whatever is asked for.
. "$(dirname "$0")/lib.sh"

runs=${RUNS:-3}
iterations=100
options=()
while getopts r:i:m option; do
    case $option in
    r) runs=$OPTARG ;;
    i) iterations=$OPTARG ;;
    m) options+=('-Dpr=pr volatile') ;;
    *) sed -n 's/^#   //p' "$0" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
threads=("$@")
[ $# -gt 0 ] || threads=(1 2)
[ "${threads[0]}" = 1 ] || threads=(1 "${threads[@]}")
solvers=("async 64" "async 4096" "sync 4096" "semisync 4096")

cd "$scratch" || exit
laplace_generate -n 66 -k "$iterations" -b sine -o in
laplace_host in expected
for name in async sync semisync; do
    fcc -w -DN=66 "${options[@]}" -o $name.o "$top/programs/laplace/laplace_$name.fork" "$top/programs/laplace/mesh_io.fork"
done

run() { # SOLVER PPS OPTION ...: prints the seconds
    pramsim -q -p"$2" --stats-json run.json "${@:3}" "$1.o" in out >said
    jq .wall_seconds.run run.json
}

median() { # FILE
    sort -g "$1" | sed -n "$(((runs + 1) / 2))p"
}

quotient() {
    awk "BEGIN { printf \"%.2f\", $1 / $2 }"
}

start_results table1 solver,pps,level,threads,seconds,relative_speedup,real_speedup,result
for solver in "${solvers[@]}"; do
    read -r name pps <<<"$solver"
    for level in 0 1 2 3 4 5; do
        rm -f seconds.*
        result=right
        for ((i = 0; i < runs; i++)); do # in turns, so that a change of the host's load meets all alike
            run "$name" "$pps" --engine=reference >>seconds.reference
            for count in "${threads[@]}"; do
                run "$name" "$pps" -g$level -t"$count" >>"seconds.$count"
                cmp -s expected out || result=invalid
            done
        done
        one=$(median seconds.1)
        reference=$(median seconds.reference)
        for count in "${threads[@]}"; do
            seconds=$(median "seconds.$count")
            echo "$name,$pps,$level,$count,$seconds,$(quotient "$one" "$seconds"),$(quotient "$reference" "$seconds"),$result" >>"$csv"
        done
    done
done

# a row a level, two columns a solver: relative speedup with the most threads, real speedup with each number of them
grep -v '^#' "$csv" | awk -F, -v most="${threads[-1]}" -v counts="${threads[*]}" '
    NR == 1 { next }
    { key = $1 " " $2; if (!(key in seen)) { seen[key] = 1; order[++solvers] = key }
      relative[key, $3, $4] = $6; real[key, $3, $4] = $7; result[key, $3] = $8 }
    END {
        split(counts, count, " ")
        line = "| level |"; rule = "|---|"
        for (s = 1; s <= solvers; s++) { line = line " " order[s] " PPs: relative | real |"; rule = rule "---:|---:|" }
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
set key left top
set title "the Laplace solvers: reference time / time"
plot for [solver in "async:64 async:4096 sync:4096 semisync:4096"] \
    sprintf("<grep -v '^#' $csv | awk -F, '\$1 \":\" \$2 == \"%s\" && \$4 == ${threads[-1]} { print \$3 \",\" \$7 }'", solver) \
    using 1:2 title solver
END
