#!/bin/bash
# shellcheck disable=SC2154 # build, results, scratch, csv come from lib.sh
# speedup.sh - how much faster the parallel engine is than the reference: seconds and rate of both, real speedup
# (reference time / time) and relative speedup (time of the first thread count / time), medians of paired runs.
#
#   bench/speedup.sh [-p PPS] [-t "1 2"] [-g LEVEL] [-r RUNS] PROGRAM [ARGUMENT ...]   a table for this program
#   bench/speedup.sh [-t "1 2"] [-g LEVEL] [-r RUNS] [-n NAMES] [-z SIZES] [-a] all   the programs of programs/ on machines
#       of 4096, 256 and 64 PPs. Writes build/bench/speedup.csv and speedup.png
#
# -p  number of PPs (4096)                         -n  only the programs whose names match, "quicksort|queens"
# -t  numbers of threads ("1 2")                   -z  numbers of PPs ("4096 256 64")
# -g  graining level (4)                           -a  adds to the results that there are
# -r  runs of which the median is taken (3)
#
# Says whether output and final memory of all runs were the same: those of programs whose results depend on the timing of
# asynchronous code need not be.
. "$(dirname "$0")/lib.sh"

pps=4096
threads="1 2"
level=4
runs=${RUNS:-3}
names=".*"
sizes="4096 256 64"
add=
while getopts p:t:g:r:n:z:a option; do
    case $option in
    p) pps=$OPTARG ;;
    t) threads=$OPTARG ;;
    g) level=$OPTARG ;;
    r) runs=$OPTARG ;;
    n) names=$OPTARG ;;
    z) sizes=$OPTARG ;;
    a) add=1 ;;
    *) usage_error ;;
    esac
done
shift $((OPTIND - 1))
read -r -a thread_counts <<<"$threads"
declare -A first same

# One run in the current folder: adds a line "seconds instructions" to $scratch/ENGINE.
run_once() { # ENGINE "OPTIONS" PPS PROGRAM [ARGUMENT ...]
    local engine=$1 options
    read -r -a options <<<"$2"
    pramsim -q -p"$3" "${options[@]}" --stats-json "$scratch/run.json" "${@:4}" >"$scratch/output" || {
        echo "speedup.sh: ${*:4} has failed ($engine)" >&2
        exit 1
    }
    jq -r '"\(.wall_seconds.run) \(.instructions)"' "$scratch/run.json" >>"$scratch/$engine"
    note_difference output "$(cksum <"$scratch/output")"
    note_difference memory "$(jq -r .hash "$scratch/run.json")"
}

# Remembers the first run's output or memory and whether all others had the same.
note_difference() { # output|memory VALUE
    [ "${first[$1]:=$2}" = "$2" ] || same[$1]=no
}

# Runs a program on everything, in turns, so that a change of the host's load meets all alike; the times lie in $scratch.
measure_paired() { # PPS PROGRAM [ARGUMENT ...]
    local i count
    first=()
    same=([output]=yes [memory]=yes)
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
    case ${same[output]}${same[memory]} in
    yesyes) echo "Output and memory were the same in all runs." ;;
    yesno) echo "Output was the same in all runs; memory was not: something in it depends on timing." ;;
    *) echo "Output was not the same in all runs: it depends on timing." ;;
    esac
}

[ $# -gt 0 ] || usage_error
if [ "$*" != all ]; then
    measure_paired "$pps" "$@"
    print_table
    exit
fi

csv=$results/speedup.csv
if [ -z "$add" ] || [ ! -e "$csv" ]; then
    start_results speedup program,pps,engine,threads,level,seconds,giga_instructions_per_second,real_speedup,relative_speedup
fi
cd "$scratch" || exit

# program PPs folder options arguments, of each program for each size of machine; the synchronous Laplace solvers want a PP a cell
list_programs() {
    local size side large
    for size in $sizes; do
        large=$((size > 1000)) # a problem that is worth so many PPs
        side=$(awk "BEGIN { print sqrt($size) + 2 }")
        for solver in sync semisync; do # compiled for the mesh
            fcc -DN="$side" -o "laplace_${solver}_fork.$size" "$top/programs/laplace/laplace_$solver.fork" "$top/programs/laplace/mesh_io.fork"
        done
        laplace_generate -n "$side" -k $((4000000 / size)) -b sine -o "in.$size"
        laplace_generate -n 66 -k $((size > 1000 ? 50 : 200)) -b sine -o "in.async.$size"
        "$build/programs/lanczos/matgen" -n 24 --alpha 0.5 --seed 3 -b 256 -o matrix >/dev/null
        cat <<END
laplace_sync_fork $size laplace - in.$size out
laplace_semisync_fork $size laplace - in.$size out
laplace_async_fork $size laplace - in.async.$size out
laplace_sync $size laplace - in.$size out
laplace_async $size laplace - in.async.$size out
prefix_sums $size prefix_sums - 100000
list_ranking $size list_ranking - $size
matrix_multiply $size matrix_multiply - $((large ? 128 : 64))
quicksort $size quicksort - 16384
merge_sort $size merge_sort - $((large ? 65536 : 16384))
queens $size queens - $((large ? 10 : 8))
hello_fork $size hello -
pi $size pi --real=mpfr:256 2000
hilbert $size hilbert --real=mpfr:256 24
lanczos $size lanczos --real=mpfr:128 matrix.matrix matrix.vector out modified
END
    done | grep -E "^($names) "
}

while read -r program program_pps folder option arguments; do
    read -r -a words <<<"$arguments"
    file=$build/programs/$folder/$program.o
    [ -e "$program.$program_pps" ] && file=$program.$program_pps
    [ "$option" = - ] && measure_paired "$program_pps" "$file" "${words[@]}"
    [ "$option" = - ] || measure_paired "$program_pps" "$option" "$file" "${words[@]}"
    report | awk -v OFS=, -v program="$program" -v pps="$program_pps" -v level="$level" '{
        printf "%s,%d,%s,%d,%s,%.6f,%.3f,%.2f,%s\n", program, pps, $1, $2, $1 == "bsp" ? level : "", $3, $4, $5,
            $6 == "-" ? "" : sprintf("%.3f", $6) }' >>"$csv"
    echo "$program $arguments, $program_pps PPs:"
    print_table
done < <(list_programs)

gnuplot <<END
set terminal pngcairo noenhanced size 1000,480
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
set title "4096 PPs, level $level"
set key top right
set xtics rotate by -25 noenhanced
set rmargin 12
plot for [count in "$threads"] \
    sprintf("<awk -F, '\$2 == 4096 && \$3 == \"bsp\" && \$4 == %s { print \$1 \",\" \$8 }' $csv", count) \
    using 2:xtic(1) title count.(count eq "1" ? " thread" : " threads")
END
