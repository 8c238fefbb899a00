#!/bin/bash
# shellcheck disable=SC2154 # build, results, scratch, csv come from lib.sh
# speedup.sh - how much faster the parallel engine is than the reference: seconds and rate of both, real speedup
# (reference time / time) and relative speedup (time of the first thread count / time), medians of paired runs.
#
#   bench/speedup.sh [-p PPS] [-t "1 2"] [-g LEVEL] [-r RUNS] PROGRAM [ARGUMENT ...]   a table for this program
#   bench/speedup.sh [-p PPS] [-t "1 2"] [-g LEVEL] [-r RUNS]   the Laplace programs: build/bench/speedup.csv, .png
#
# Output and final memory of all runs must be the same; if not, it says so and fails.
. "$(dirname "$0")/lib.sh"

pps=4096
threads="1 2"
level=4
runs=${RUNS:-3}
while getopts p:t:g:r: option; do
    case $option in
    p) pps=$OPTARG ;;
    t) threads=$OPTARG ;;
    g) level=$OPTARG ;;
    r) runs=$OPTARG ;;
    *) sed -n 's/^#   //p' "$0" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
read -r -a thread_counts <<<"$threads"

# One run in the current folder: adds a line "seconds instructions" to $scratch/ENGINE. Its output and memory must be
# those of the first run.
run_once() { # ENGINE "OPTIONS" PPS PROGRAM [ARGUMENT ...]
    local engine=$1 found options
    read -r -a options <<<"$2"
    pramsim -q -p"$3" "${options[@]}" --stats-json "$scratch/run.json" "${@:4}" >"$scratch/output" || {
        echo "speedup.sh: $4 has failed ($engine)" >&2
        exit 1
    }
    jq -r '"\(.wall_seconds.run) \(.instructions)"' "$scratch/run.json" >>"$scratch/$engine"
    found="$(jq -r .hash "$scratch/run.json") $(cksum <"$scratch/output")"
    if [ "${first:=$found}" != "$found" ]; then
        echo "speedup.sh: $4 has another output or memory on $engine than on the reference" >&2
        exit 1
    fi
}

# Runs a program on everything, in turns, so that a change of the host's load meets all alike; the times lie in $scratch.
measure_paired() { # PPS PROGRAM [ARGUMENT ...]
    local i count
    first=
    rm -f "$scratch"/reference "$scratch"/bsp-*
    for ((i = 0; i < runs; i++)); do
        run_once reference --engine=reference "$@"
        for count in "${thread_counts[@]}"; do
            run_once "bsp-$count" "-t$count -g$level" "$@"
        done
    done
}

# A line of medians for each engine: engine threads seconds giga_instructions_per_second real relative
report() {
    local engine
    for engine in reference "${thread_counts[@]/#/bsp-}"; do
        echo "$engine $(sort -g "$scratch/$engine" | sed -n "$(((runs + 1) / 2))p")"
    done | awk '
        { split($1, part, "-") }
        NR == 1 { reference = $2 }
        NR == 2 { one = $2 }
        { print part[1], part[2] ? part[2] : 1, $2, $3 / $2 / 1e9, reference / $2, NR == 1 ? "-" : one / $2 }'
}

print_table() {
    echo "                       seconds   G instructions/s   real speedup   relative"
    report | awk '{
        name = $1 == "bsp" ? $1 ", " $2 " thread" ($2 == 1 ? "" : "s") : $1
        printf "%-18s %11.4f %18.3f %14.1f%s\n", name, $3, $4, $5, $6 == "-" ? "" : sprintf("%11.2f", $6) }'
    echo "Output and memory were the same in all runs."
}

if [ $# -gt 0 ]; then
    measure_paired "$pps" "$@"
    print_table
    exit
fi

start_results speedup program,pps,engine,threads,level,seconds,giga_instructions_per_second,real_speedup,relative_speedup
cd "$scratch" || exit
laplace_generate -n 66 -k "${ITERATIONS:-1000}" -b sine -o in
while read -r program program_pps; do
    measure_paired "$program_pps" "$build/programs/laplace/$program.o" in out
    report | awk -v OFS=, -v program="$program" -v pps="$program_pps" -v level="$level" '{
        printf "%s,%d,%s,%d,%s,%.6f,%.3f,%.2f,%s\n", program, pps, $1, $2, $1 == "bsp" ? level : "", $3, $4, $5,
            $6 == "-" ? "" : sprintf("%.3f", $6) }' >>"$csv"
    echo "$program, $program_pps PPs:"
    print_table
done <<END
laplace_sync $pps
laplace_async $pps
laplace_async 64
END

gnuplot <<END
set terminal pngcairo noenhanced size 800,420
set output "$results/speedup.png"
set datafile separator ","
set datafile commentschars "#"
set style data histograms
set style histogram clustered gap 1
set style fill solid 0.7
set boxwidth 0.9
set yrange [0:*]
set grid y
set ylabel "real speedup: reference time / time"
set title "the parallel engine, level $level, against the reference"
set key top right
plot for [count in "$threads"] \
    sprintf("<awk -F, '\$3 == \"bsp\" && \$4 == %s { print \$1 \" p=\" \$2 \",\" \$8 }' $csv", count) \
    using 2:xtic(1) title count.(count eq "1" ? " thread" : " threads")
END
