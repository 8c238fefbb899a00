#!/bin/bash
# experiment.sh FOLDER quick|full - a sparse product with rows dealt evenly and in weighted stripes, on as many PPs as stripes;
# and what moves when a PP is lost.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
[ "$size" = full ] && n=40000 || n=10000
program=$programs/stripes/stripes.o

header product.csv n stripes borders even weighted
for stripes in 1 4 16 64 256 1024; do
    pramsim -q -p $stripes "$program" product $n $stripes >said
    read -r even weighted < <(sed -n 's/.*evenly \([0-9]*\) cycles, weighted \([0-9]*\)$/\1 \2/p' said)
    line product.csv $n $stripes "$(sed -n 's/.* rows: \([0-9]*\) cycles/\1/p' said)" "$even" "$weighted"
done

header lost.csv n stripes lost way moved_share largest_over_mean
for stripes in 4 16 64; do
    for lost in 0 $((stripes / 4)) $((stripes / 2)) $((stripes - 1)); do
        pramsim -q -p64 "$program" lost $n $stripes $lost | awk -v OFS=, -v n=$n -v q=$stripes -v l=$lost -F'[:, ]+' '
            / move/ {
                for (i = 1; i <= NF; i++) {
                    if ($i == "of") { moved = $(i - 1); all = $(i + 1) }
                    if ($i == "load") largest = $(i + 1)
                }
                way = /anew/ ? "anew" : "neighbours"
                printf "%d,%d,%d,%s,%.4f,%.3f\n", n, q, l, way, moved / all, largest * (q - 1) / all
            }' >>lost.csv
    done
done
rm said
draw product <<END
set logscale xy
set xlabel "stripes = PPs"
set ylabel "cycles"
set title "sparse matrix of $n rows times a vector"
plot "product.csv" using 2:4 skip 1 with linespoints title "rows dealt evenly", \
     "product.csv" using 2:5 skip 1 with linespoints title "weighted stripes", \
     "product.csv" using 2:3 skip 1 with linespoints title "finding the borders"
END
cat product.csv lost.csv
