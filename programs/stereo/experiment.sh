#!/bin/bash
# experiment.sh FOLDER quick|full - disparities that are right by the census transform and by greys, against noise and brightness;
# cycles by PPs.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
[ "$size" = full ] && n=256 || n=64
program=$programs/stereo/stereo
header right.csv n noise gain census greys
for words in "0 0" "10 0" "20 0" "40 0" "80 0" "0 20" "0 60" "0 100" "20 60" "40 100"; do
    read -r noise gain <<<"$words"
    "${program}_host" census $n 1 $noise $gain expected.words >expected
    pramsim -q -p1024 "$program.o" $n 1 $noise $gain got.words >said
    cmp expected.words got.words
    share='s/.*: \([0-9]*\) of \([0-9]*\) disp.*/\1 \2/'
    line right.csv $n "$noise" "$gain" "$(sed "$share" said | awk '{ printf "%.1f", 100 * $1 / $2 }')" \
        "$("${program}_host" greys $n 1 $noise $gain | sed "$share" | awk '{ printf "%.1f", 100 * $1 / $2 }')"
done
header cycles.csv n pps cycles
for p in 1 16 256 4096; do
    line cycles.csv 64 $p "$(pramsim -q -p$p "$program.o" 64 | sed 's/.*: \([0-9]*\) cycles/\1/')"
done
rm -f said expected got.words expected.words
cat right.csv cycles.csv
