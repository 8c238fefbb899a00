#!/bin/bash
# experiment.sh FOLDER quick|full - how many centres are found to a pixel, against noise; cycles by PPs.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
[ "$size" = full ] && pictures=50 n=256 || pictures=10 n=128
program=$programs/circles/circles
header found.csv noise pictures discs found
for noise in 0 2 5 10 20 30; do
    found=0
    for ((seed = 1; seed <= pictures; seed++)); do
        "${program}_host" truth $n 3 $seed >truth
        "${program}_host" find $n 3 $seed $noise >said
        found=$((found + $(awk 'NR == FNR { x[NR] = $2; y[NR] = $3 + 0; next }
            /^centre/ { for (k in x) if ((x[k] - $2) ^ 2 <= 1 && (y[k] - $3) ^ 2 <= 1) { print; delete x[k]; break } }' truth said | wc -l)))
    done
    line found.csv $noise $pictures $((3 * pictures)) $found
done
header cycles.csv n pps cycles
"${program}_host" find $n 3 1 5 expected.words >said
for p in 1 16 256 4096; do
    pramsim -q -p$p "$program.o" $n 3 1 5 got.words >got
    cmp expected.words got.words
    [ "$(sed '$s/: .*//' got)" = "$(cat said)" ]
    line cycles.csv $n $p "$(sed -n 's/.*circles: \([0-9]*\) cycles/\1/p' got)"
done
rm -f truth said got expected.words got.words
cat found.csv cycles.csv
