#!/bin/bash
# real.sh - what a multiply-add (a product and a sum) of each number format costs, beside the same loop in plain C over
# the library, and what a term of an exact dot product costs. Writes build/bench/real.csv, real_engine.csv, real.png.
. "$(dirname "$0")/lib.sh"

make -s -C "$top" "${build#"$top/"}/bench/real"
start_results real "what,nanoseconds,plain_nanoseconds,ratio"
"$build/bench/real" | tee -a "$csv" | awk -F, '
    $3 != "" { printf "%-34s %8.1f ns   plain loop %8.1f ns   %.2f x\n", $1, $2, $3, $4 }
    $3 == "" { printf "%-34s %8.1f ns\n", $1, $2 }'

# The same through the machine: loops on 64 PPs, on the reference engine and on the parallel one with one and two threads.
# ratio is that of one thread to the plain loop, speedup what the second thread brings. Median seconds of runs in turns.
rounds=1500
# program NAME CODE: a loop of $rounds rounds of the code, X1 and X2 with full significands
program() {
    {
        printf '        .global _start\n_start: getlo 7,R3\n        xfromi R3,X1\n        xsqrt X1,X1\n        getlo 3,R3\n'
        printf '        xfromi R3,X2\n        xsqrt X2,X2\n        set %d,R5\nloop:\n%s' $rounds "$2"
        printf '        sub R5,1,R5\n        subs R5,0,R0\n        bne loop\n        halt\n'
    } >"$scratch/$1.s"
    prasm -o "$scratch/$1.o" "$scratch/$1.s"
    prlink -o "$scratch/$1" "$scratch/$1.o"
}
repeat() { # repeat TIMES LINE
    local i
    for ((i = 0; i < $1; i++)); do printf '%b' "$2"; done
}
program madd "$(repeat 16 '        xmul X1,X2,X3\n        xadd X4,X3,X4\n')
"
program dot "        xaclr
$(repeat 64 '        xacmul X1,X2\n')
        xacround X3
"
engines=(--engine=reference "-t1" "-t2")
start_results real_engine "what,plain,reference,bsp_1,bsp_2,ratio,speedup"
time_engines() { # time_engines LABEL PLAIN FORMAT PROGRAM TERMS: a line of the CSV; TERMS in a round
    local engine i
    for ((i = 0; i < 5; i++)); do
        for engine in 0 1 2; do
            run_pramsim -q -p64 "--real=$3" "${engines[engine]}" "$scratch/$4"
            echo "$engine $seconds"
        done
    done | sort -k1,1n -k2,2g | awk -v label="$1" -v plain="$2" -v terms="$((64 * rounds * $5))" '
        { time[$1, ++runs[$1]] = $2 * 1e9 / terms }
        END {
            middle = int((runs[0] + 1) / 2)
            one = time[1, middle]
            printf "%s,%s,%.1f,%.1f,%.1f,%s,%.2f\n", label, plain, time[0, middle], one, time[2, middle],
                plain != "" ? sprintf("%.2f", one / plain) : "", one / time[2, middle] }'
}
{
    for format in mpfr:128 mpfr:256 mpfr:512 arf:128 arf:256 arf:512 mpf:128 mpf:256 mpf:512 qd; do
        plain=$(awk -F, -v format=$format '$1 == format { print $3 }' "$results/real.csv")
        time_engines "$format" "$plain" "$format" madd 16
    done
    time_engines "term of an exact dot of doubles" "" double dot 64
} | tee -a "$csv" | awk -F, '
    { printf "%-32s", $1 }
    $2 != "" { printf " plain loop %6.1f ns (%s x)", $2, $6 }
    { printf "   reference %6.1f   1 thread %6.1f   2 threads %6.1f (speedup %s)\n", $3, $4, $5, $7 }'

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
