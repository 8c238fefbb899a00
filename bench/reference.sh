#!/bin/bash
# reference.sh - the honest baseline: PP instructions a second of the reference engine on the Laplace programs, and
# the memory it needs for a PP.
#
#   RUNS=5 bench/reference.sh all      writes build/bench/reference.csv, reference.png, reference_memory.csv
. "$(dirname "$0")/lib.sh"
[ "$*" = all ] || usage_error

runs=${RUNS:-5}
instructions_wanted=300000000 # of one run: about a second

# Iterations that make about the wanted number of instructions; 15 to 17 a cell and iteration, waiting PPs besides.
iterations_for() { # PPS SIZE INSTRUCTIONS_A_CELL
    local cells=$((($2 - 2) * ($2 - 2)))
    local busy=$((cells > $1 ? cells : $1))
    echo $((instructions_wanted / (busy * $3) + 1))
}

start_results reference program,pps,size,iterations,instructions,cycles,seconds,giga_instructions_per_second
while read -r program pps size cost; do
    iterations=$(iterations_for "$pps" "$size" "$cost")
    laplace_generate -n "$size" -k "$iterations" -o "$scratch/in"
    measure "$runs" --engine=reference -p"$pps" "$build/programs/laplace/$program.o" in out
    rate=$(awk "BEGIN { printf \"%.3f\", $instructions / $seconds / 1e9 }")
    echo "$program,$pps,$size,$iterations,$instructions,$cycles,$seconds,$rate" >>"$csv"
    printf '%-14s %5d PPs  %3d x %-3d  %6d iterations  %6.2f s  %s G PP instructions/s\n' \
        "$program" "$pps" "$size" "$size" "$iterations" "$seconds" "$rate"
done <<'END'
laplace_sync 4096 66 11
laplace_sync 64 66 17
laplace_sync 64 514 17
laplace_async 4096 66 1020
laplace_async 64 66 15
laplace_async 64 514 15
END

gnuplot <<END
set terminal pngcairo size 800,400
set output "$results/reference.png"
set datafile separator ","
set datafile commentschars "#"
set style fill solid 0.6
set boxwidth 0.6
set yrange [0:*]
set ylabel "G PP instructions / s"
set title "reference engine, one core"
set xtics rotate by -20
set rmargin 10
plot "$csv" every ::1 using 0:8:xtic(sprintf("%s p=%s n=%s", strcol(1)[9:], strcol(2), strcol(3))) with boxes notitle
END

# Memory of whole runs of hello, as the kernel accounts it; a PP's share is what it adds.
start_results reference_memory pps,kib,bytes_per_pp
base=0
for pps in 1 1024 65536 1048576; do
    (cd "$scratch" && command time -f %M -o peak \
        pramsim --engine=reference -q -p"$pps" "$build/programs/hello/hello.o" >/dev/null)
    kib=$(tail -1 "$scratch/peak")
    [ "$pps" = 1 ] && base=$kib
    share=$((pps > 1 ? (kib - base) * 1024 / (pps - 1) : 0))
    echo "$pps,$kib,$share" >>"$csv"
    printf 'hello with %7d PPs: %7d KiB, %4d bytes a PP\n' "$pps" "$kib" "$share"
done
