#!/bin/bash
# experiment.sh FOLDER quick|full - whether the clouds are found, against how wide they are; cycles by points and PPs.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
[ "$size" = full ] && draws=30 most=512 || draws=10 most=128
program=$programs/linkage/linkage
header clouds.csv points spread draws right
for spread in 100 200 300 350 400 500; do
    right=0
    for ((seed = 1; seed <= draws; seed++)); do
        "${program}_host" 40 $seed $spread | grep -q 'are the clouds' && right=$((right + 1))
    done
    line clouds.csv 40 $spread $draws $right
done
header cycles.csv points pps cycles
for ((n = 32; n <= most; n *= 2)); do
    [ $n -gt 128 ] || "${program}_host" $n 1 100 expected.words >expected
    for p in 1 16 128 512; do
        pramsim -q -p$p "$program.o" $n 1 100 got.words >said
        [ $n -gt 128 ] || cmp expected.words got.words
        line cycles.csv $n $p "$(sed 's/.*: \([0-9]*\) cycles/\1/' said)"
    done
done
rm -f said expected got.words expected.words
cat clouds.csv cycles.csv
