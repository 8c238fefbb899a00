#!/bin/bash
# real.sh - what a multiply-add (a product and a sum) of each number format costs, beside the same loop in plain C over
# the library, and what a term of an exact dot product costs. Writes build/bench/real.csv, real.png.
. "$(dirname "$0")/lib.sh"

make -s -C "$top" "${build#"$top/"}/bench/real"
start_results real "what,nanoseconds,plain_nanoseconds,ratio"
"$build/bench/real" | tee -a "$csv" | awk -F, '
    $3 != "" { printf "%-34s %8.1f ns   plain loop %8.1f ns   %.2f x\n", $1, $2, $3, $4 }
    $3 == "" { printf "%-34s %8.1f ns\n", $1, $2 }'

gnuplot <<END
set terminal pngcairo size 900,450
set output "$results/real.png"
set datafile separator ","
set datafile commentschars "#"
set style data histograms
set style fill solid 0.6
set logscale y
set ylabel "ns"
set title "multiply-add of the precision unit, and of a plain C loop; a term of an exact dot product"
set xtics rotate by -40
set rmargin 12
set key top left
plot "$csv" every ::1 using 2:xtic(1) title "unit", "" every ::1 using 3 title "plain loop"
END
