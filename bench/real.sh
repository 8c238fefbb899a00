#!/bin/bash
# real.sh - what a multiply-add (a product and a sum) of each number format costs, beside the same loop in plain C over
# the library, and what a term of an exact dot product costs. Writes build/bench/real.csv, real_engine.csv, real.png.
. "$(dirname "$0")/lib.sh"

make -s -C "$top" "${build#"$top/"}/bench/real"
start_results real "what,nanoseconds,plain_nanoseconds,ratio"
"$build/bench/real" | tee -a "$csv" | awk -F, '
    $3 != "" { printf "%-34s %8.1f ns   plain loop %8.1f ns   %.2f x\n", $1, $2, $3, $4 }
    $3 == "" { printf "%-34s %8.1f ns\n", $1, $2 }'

# The same through the machine: a loop of products and sums on 64 PPs. The host's seconds of user time, so that other
# loads do not count.
{
    printf '        .global _start\n_start: getlo 7,R3\n        xfromi R3,X1\n        xsqrt X1,X1\n        getlo 3,R3\n'
    printf '        xfromi R3,X2\n        xsqrt X2,X2\n        set 5000,R5\nloop:\n'
    for ((i = 0; i < 16; i++)); do printf '        xmul X1,X2,X3\n        xadd X4,X3,X4\n'; done
    printf '        sub R5,1,R5\n        subs R5,0,R0\n        bne loop\n        halt\n'
} >"$scratch/madd.s"
prasm -o "$scratch/madd.o" "$scratch/madd.s"
prlink -o "$scratch/madd" "$scratch/madd.o"
start_results real_engine "format,nanoseconds,plain_nanoseconds,ratio"
TIMEFORMAT=%U
for format in mpfr:128 mpfr:256 mpfr:512 arf:128 arf:256 arf:512 mpf:256 qd; do
    for ((i = 0; i < 3; i++)); do
        { time pramsim --engine=reference -q -p64 --real=$format "$scratch/madd"; } 2>&1
    done | sort -g | awk -F, -v format=$format '
        FILENAME == "-" { if (++line == 2) ns = $1 * 1e9 / (64 * 5000 * 16); next }
        $1 == format { printf "%s,%.1f,%s,%.2f\n", format, ns, $3, ns / $3 }' - "$results/real.csv"
done | tee -a "$csv" | awk -F, '
    { printf "%-34s %8.1f ns   plain loop %8.1f ns   %.2f x   on the reference engine\n", $1, $2, $3, $4 }'

csv=$results/real.csv
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
