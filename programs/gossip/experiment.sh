#!/bin/bash
# experiment.sh FOLDER quick|full - rounds until all nodes know the average to a thousandth, against their number; the error that is
# left if messages get lost.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
[ "$size" = full ] && draws=50 || draws=10
program=$programs/gossip/gossip
header rounds.csv nodes draws rounds scatter per_doubling
before=
for n in 4 16 64 256 1024 4096 16384 65536; do
    for ((seed = 1; seed <= draws; seed++)); do
        "${program}_host" $n $seed | sed 's/.*: \([0-9]*\) rounds,.*/\1/'
    done | awk -v n=$n -v before="$before" '{ sum += $1; square += $1 ^ 2 }
        END { printf "%d,%d,%.1f,%.1f,%s\n", n, NR, sum / NR, sqrt(square / NR - (sum / NR) ^ 2),
              before == "" ? "" : sprintf("%.2f", (sum / NR - before) / 2) }' >>rounds.csv
    before=$(tail -1 rounds.csv | cut -d, -f3)
done
header lost.csv nodes lost draws mean_error
for n in 64 1024; do
    for lost in 1 5 10 30; do
        for ((seed = 1; seed <= draws; seed++)); do
            "${program}_host" $n $seed $lost 60 | sed 's/.*average \([0-9.]*\):.*error \([0-9.]*\)/\1 \2/'
        done | awk -v n=$n -v lost=$lost '{ sum += 100 * $2 / $1 } END { printf "%d,%d,%d,%.2f\n", n, lost, NR, sum / NR }' >>lost.csv
    done
done
header cycles.csv nodes pps rounds cycles
for p in 1 16 256 4096; do
    pramsim -q -p$p "$program.o" 4096 1 0 100 got.words >said
    "${program}_host" 4096 1 0 100 expected.words >expected
    cmp expected.words got.words
    line cycles.csv 4096 $p "$(sed 's/.*: \([0-9]*\) rounds.*: \([0-9]*\) cycles/\1,\2/' said)"
done
rm -f said expected got.words expected.words
cat rounds.csv lost.csv cycles.csv
