#!/bin/bash
# experiment.sh FOLDER quick|full - flips bits of all elements of a product with checksums: how many are found and mended; and what
# the check costs.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
[ "$size" = full ] && step=1 || step=61
program=$programs/checked_product/checked_product.o
"$programs/checked_product/checked_product_host" 8 expected.words
runs=0 mended=0
for ((k = 0; k < 81 * 32; k += step)); do
    echo "flip 0 199000 c[$((k / 32))] $((k % 32))" >flip.faults
    pramsim -q -p64 --faults=flip.faults "$program" 8 got.words >said
    runs=$((runs + 1))
    cmp -s expected.words got.words && grep -q 'is mended' said && mended=$((mended + 1))
done
header mended.csv n flips mended
line mended.csv 8 $runs $mended
header cost.csv n pps product check
for n in 8 16 32 64; do
    for p in 1 64 1024; do
        line cost.csv $n $p "$(pramsim -q -p$p "$program" $n | sed 's/.*product \([0-9]*\) cycles, check \([0-9]*\)/\1,\2/')"
    done
done
rm -f flip.faults got.words expected.words said
cat mended.csv cost.csv
[ $runs = $mended ]
