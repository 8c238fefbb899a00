#!/bin/bash
# experiment.sh FOLDER quick|full - how far standing waves are from the exact solution of the scheme, energy up to the limit of
# stability and beyond, cycles by PPs.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
[ "$size" = full ] && n=200 steps=2000 || n=48 steps=300
program=$programs/wave/wave
header standing.csv n steps courant k l largest_error periods
for courant in 100 250 500; do
    for k in 1 3 9; do
        pramsim -q -p1024 "$program.o" standing $n $steps $courant got.words $k 2 >said
        line standing.csv $n $steps $courant $k 2 \
            "$("${program}_host" standing $n $steps $courant got.words $k 2 | sed 's/largest error \(.*\), \(.*\) periods/\1,\2/')"
    done
done
header energy.csv n steps courant energy at_last
for courant in 100 250 400 490 500 510 520 550; do
    pramsim -q -p1024 "$program.o" drop $n $steps $courant got.words >said
    "${program}_host" drop $n $steps $courant expected.words
    [ $courant -gt 500 ] || cmp expected.words got.words
    line energy.csv $n $steps $courant "$(sed 's/.*energy \(.*\), at last \(.*\): .*/\1,\2/' said)"
done
header cycles.csv n steps pps cycles
for p in 1 16 256 4096; do
    line cycles.csv $n 20 $p "$(pramsim -q -p$p "$program.o" drop $n 20 | sed 's/.*: \([0-9]*\) cycles/\1/')"
done
rm -f said got.words expected.words
cat standing.csv energy.csv cycles.csv
