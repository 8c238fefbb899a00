#!/bin/bash
# experiment.sh FOLDER quick|full - an iteration without barriers: the 1/q law, and cycles against the version with barriers, with a
# straggler and with PPs that fail for some time. What is left is proven on the host.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
[ "$size" = full ] && seeds=10 || seeds=2
program=$programs/async_iteration/async_iteration.o
host=$programs/async_iteration/async_iteration_host

"$host" solve solution.words 62
header ticks.csv percent seed ticks cycles
for percent in 100 90 70 50 30; do
    for ((seed = 1; seed <= seeds; seed++)); do
        line ticks.csv $percent $seed \
            "$(pramsim -q -p3844 "$program" ticks solution.words $percent $seed | sed 's/ ticks: \([0-9]*\) cycles/,\1/')"
    done
done

# one WAY SLOW WHAT [OPTION ...]: 30 x 30 cells on 15 PPs
one() {
    pramsim -q -p15 "${@:4}" "$program" "$1" 30 "$2" field.words >said
    line stragglers.csv "$1" "$2" "$3" "$(sed 's/.*cells: \([0-9]*\) cycles, \([0-9]*\) sweeps.*/\1,\2/' said)" \
        "$("$host" prove field.words 30 | sed 's/residual \(.*\), error \(.*\)/\1,\2/')"
}
header stragglers.csv way slow failures cycles sweeps residual error
for slow in 1 2 5 10; do
    one barrier $slow none
    one free $slow none
done
# two of the 15 PPs fail every `period` cycles, and come back after `down` cycles
for period in 100000 40000; do
    for down in 5000 20000; do
        awk -v period=$period -v down=$down 'BEGIN { srand(7); for (c = period; c < 6000000; c += period) for (k = 0; k < 2; k++) print "pause", int(15 * rand()), c, down }' >two.faults
        one barrier 1 "2 every $period for $down" --faults=two.faults
        one free 1 "2 every $period for $down" --faults=two.faults
    done
done
rm -f said field.words two.faults solution.words
draw async_stragglers <<END
set style data linespoints
set xlabel "slowdown of PP 0"
set ylabel "cycles until no cell changes"
set xrange [0.5:10.5]
set yrange [0:*]
set key top left
plot "< grep '^barrier,[0-9]*,none' stragglers.csv" using 2:4 title "barriers", \
     "< grep '^free,[0-9]*,none' stragglers.csv" using 2:4 title "without barriers"
END
cat ticks.csv stragglers.csv
