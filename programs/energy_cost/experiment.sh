#!/bin/bash
# experiment.sh FOLDER quick|full - what the budget heuristic saves by deadline, prices and power; its gap to the cheapest frequencies
# on tiny graphs; cycles by PPs. Some plans run on the machine and must agree with the oracle in every word.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
[ "$size" = full ] && graphs=50 tiny=50 || graphs=10 tiny=15
program=$programs/energy_cost/energy_cost
host=${program}_host

# saved: percent of what the oracle or the program prints
saved() {
    sed 's/.*cost \(is \)*\([0-9]*\), at full speed \([0-9]*\).*/\2 \3/' | awk '{ printf "%.3f\n", 100 * (1 - $1 / $2) }'
}
# means: the mean and scatter of column 5 for each value of the columns before
means() {
    awk -F, -v OFS=, 'NR == 1 { next }
        {
            k = $1 OFS $2 OFS $3
            if (!(k in count)) order[++keys] = k
            count[k]++; sum[k] += $5; square[k] += $5 ^ 2
            if ($5 > most[k]) most[k] = $5
        }
        END {
            for (i = 1; i <= keys; i++) {
                k = order[i]; m = sum[k] / count[k]; v = square[k] / count[k] - m * m
                printf "%s,%d,%.2f,%.2f,%.2f\n", k, count[k], m, sqrt(v > 0 ? v : 0), most[k]
            }
        }' "$1"
}

header runs.csv prices power stretch graph saved
for prices in flat increasing alternating; do
    for power in -1 20; do
        for stretch in 0 5 10 20 30 50 100; do
            for ((graph = 1; graph <= graphs; graph++)); do
                "$host" make plan.words $graph 40 6 $stretch $prices $power >/dev/null
                line runs.csv $prices $power $stretch $graph "$("$host" follow plan.words 1000 | saved)"
            done
        done
    done
done
for stretch in 0 5 10 20 30; do # few PEs, which are nearly always busy
    for ((graph = 1; graph <= graphs; graph++)); do
        "$host" make plan.words $graph 60 3 $stretch flat >/dev/null
        line runs.csv flat_busy -1 $stretch $graph "$("$host" follow plan.words 1000 | saved)"
    done
done
header saved.csv prices power stretch graphs saved scatter most
means runs.csv >>saved.csv

header gaps.csv prices pes stretch graph gap
for prices in flat increasing alternating; do
    for pes in 2 3; do
        for stretch in 0 20 50; do
            for ((graph = 1; graph <= tiny; graph++)); do
                "$host" make plan.words $graph $((3 * pes)) $pes $stretch $prices >/dev/null
                line gaps.csv $prices $pes $stretch $graph "$({ "$host" follow plan.words; "$host" least plan.words; } |
                    sed 's/.*cost \(is \)*\([0-9]*\), at.*/\2/' | paste - - | awk '{ printf "%.3f", 100 * ($1 / $2 - 1) }')"
            done
        done
    done
done
header gap.csv prices pes stretch graphs gap scatter most
means gaps.csv >>gap.csv

header machine.csv prices stretch pps budgets cycles saved
for prices in flat increasing alternating; do
    for stretch in 0 20; do
        "$host" make plan.words 1 40 6 $stretch $prices >/dev/null
        "$host" follow plan.words 1000 expected.words >/dev/null
        for p in 1 10 100 1000; do
            [ $p -ge 100 ] || [ $prices$stretch = flat0 ] || continue
            pramsim -q -p$p "$program.o" plan.words 1000 got.words >said
            cmp expected.words got.words
            line machine.csv $prices $stretch $p 1000 "$(sed 's/.*: \([0-9]*\) cycles/\1/' said)" "$(saved <said)"
        done
    done
done
rm -f plan.words expected.words got.words said
cat saved.csv gap.csv machine.csv
draw energy_cost <<END
set xlabel "deadline later than the least [%]"
set ylabel "cost saved against full speed [%]"
set key bottom right
set yrange [0:100]
set xrange [-3:103]
plot for [prices in "flat increasing alternating"] "< grep ^".prices.",-1 saved.csv" using 3:5:6 with yerrorlines title prices, \
     for [prices in "flat increasing alternating"] "< grep ^".prices.",20 saved.csv" using 3:5:6 with yerrorlines dashtype 2 title prices.", static share"
END
