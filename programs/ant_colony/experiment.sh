#!/bin/bash
# experiment.sh FOLDER quick|full - the colony against the optimum of small instances and against rules; by ants and rounds; cycles.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
[ "$size" = full ] && jobs=20 instances=20 || jobs=15 instances=5
program=$programs/ant_colony/ant_colony
header optimum.csv jobs tightness range instances optimal mean_gap gap_of_first_round
for tightness in 40 60 80; do
    for range in 20 60 100; do
        for ((seed = 1; seed <= instances; seed++)); do
            echo "$("${program}_host" least $jobs $seed $tightness $range | grep -o '[0-9]*$')" \
                "$("${program}_host" ants $jobs $seed $tightness $range | sed 's/.*tardiness \([0-9]*\), of the first round \([0-9]*\)/\1 \2/')"
        done | awk -v head="$jobs,$tightness,$range" '$1 > 0 { n++; gap += $2 / $1 - 1; first += $3 / $1 - 1 }
            { optimal += $1 == $2 }
            END { printf "%s,%d,%d,%.3f,%.3f\n", head, NR, optimal, n ? 100 * gap / n : 0, n ? 100 * first / n : 0 }' >>optimum.csv
    done
done
header rules.csv jobs seed due_dates time_over_weight urgency ants_1 ants_16 ants_256
for ((seed = 1; seed <= instances; seed++)); do
    row=$("${program}_host" rules 40 $seed | sed 's/[^0-9,]//g')
    for ants in 1 16 256; do
        row+=,$("${program}_host" ants 40 $seed 60 40 $ants 30 | sed 's/.*tardiness \([0-9]*\),.*/\1/')
    done
    line rules.csv 40 $seed "$row"
done
header cycles.csv jobs ants rounds pps cycles
"${program}_host" ants 40 1 60 40 256 5 expected.words >expected
for p in 1 16 256; do
    pramsim -q -p$p "$program.o" 40 1 60 40 256 5 got.words >said
    cmp expected.words got.words
    line cycles.csv 40 256 5 $p "$(sed 's/.*: \([0-9]*\) cycles/\1/' said)"
done
rm -f said expected got.words expected.words
cat optimum.csv rules.csv cycles.csv
