#!/bin/bash
# shellcheck disable=SC2154 # made, csv, scratch, instructions, seconds, least come from lib.sh
# huge.sh - many PPs: rate of the synchronous Laplace solver, one PP a cell, on 4096, 65,536 and 1,048,576 PPs, and the
# memory that a PP costs: what the run's resident memory grows by from the smallest machine on. Medians of runs in turns, those of one
# thread before those of two.
#
#   RUNS=3 bench/huge.sh all      writes build/bench/huge.csv and huge.png
. "$(dirname "$0")/lib.sh"
[ "$*" = all ] || usage_error

runs=${RUNS:-3}
sizes=(4096 65536 1048576)
resident() { # OPTION ... PROGRAM: KiB
    (cd "$scratch" && command time -f %M -o peak pramsim -q "$@" >/dev/null)
    tail -1 "$scratch/peak"
}

start_results huge pps,threads,iterations,instructions,seconds,giga_instructions_per_second,part_of_the_smallest,resident_kib,bytes_per_pp,least_seconds,part_by_least
for pps in "${sizes[@]}"; do
    side=$(awk "BEGIN { print sqrt($pps) }")
    iterations=$((300000000 / pps))
    compile "huge$pps" laplace_sync -DSQRT_P="$side" -DK="$iterations"
done
for threads in 1 2; do
    for pps in "${sizes[@]}"; do
        echo "$pps.$threads -g4 -p$pps -t$threads $made/huge$pps.prog"
    done >"$scratch/wanted"
    in_turns "$runs" <"$scratch/wanted"
    for pps in "${sizes[@]}"; do mv "$scratch/times.$pps.$threads" "$scratch/keep.$pps.$threads"; done
done
for times in "$scratch"/keep.*; do mv "$times" "${times/keep/times}"; done
compile tiny laplace_sync -DSQRT_P=8 -DK=10
base=$(resident -g4 -p64 -t1 "$made/tiny.prog")
for threads in 1 2; do
    smallest='' least_smallest=''
    for pps in "${sizes[@]}"; do
        result "$pps.$threads"
        rate=$(quotient "$instructions" "$seconds"e9)
        least_rate=$(quotient "$instructions" "$least"e9)
        smallest=${smallest:-$rate} least_smallest=${least_smallest:-$least_rate}
        kib=$(resident -g4 -p"$pps" -t$threads "$made/huge$pps.prog")
        share=$(((kib - base) * 1024 / (pps - 64)))
        echo "$pps,$threads,$((300000000 / pps)),$instructions,$seconds,$rate,$(quotient "$rate" "$smallest"),$kib,$share,$least,$(quotient "$least_rate" "$least_smallest")" >>"$csv"
        printf '%7d PPs, %d thread(s): %6.2f G PP instructions/s, %8d KiB, %5d bytes a PP\n' "$pps" $threads "$rate" "$kib" $share
    done
done

gnuplot <<END
set terminal pngcairo size 700,380
set output "$results/huge.png"
set datafile separator ","
set datafile commentschars "#"
set style data linespoints
set logscale x 2
set yrange [0:*]
set grid
set xlabel "PPs"
set ylabel "G PP instructions / s"
set title "synchronous Laplace, level 4"
plot for [count in "1 2"] sprintf("<awk -F, '\$2 == %s' $csv", count) using 1:6 title count.(count eq "1" ? " thread" : " threads")
END
