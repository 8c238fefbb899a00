#!/bin/bash
# experiment.sh FOLDER quick|full - a relaxation that does not notice dead PPs: errors and sweeps against the share of dead cells,
# scattered against clustered. The oracle draws many; some are run on the machine, with --faults, and must agree bit for bit.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
[ "$size" = full ] && draws=10 n=62 shares="1 5 10 30" || draws=3 n=16 shares="1 5 10 20 30"
host=$programs/relaxation/relaxation_host

# columns WAY SHARE: a line for each draw from what the oracle prints
columns() {
    sed -n "s/^\([0-9]*\) of [0-9]* cells are dead: \([0-9]*\) sweeps, mean error \([0-9.]*\), largest \([0-9.]*\)/$1,$2,\1,\2,\3,\4/p"
}
header draws.csv way percent dead sweeps mean_error largest_error
for percent in 0 0.1 1 5 10 15 20 25 30 $([ "$size" = quick ] || echo 35 38); do
    for ((seed = 1; seed <= draws; seed++)); do
        "$host" draw $percent $seed 62 2000000 | columns scattered $percent >>draws.csv
    done
done
for side in 4 8 16 24; do
    percent=$(awk "BEGIN { print 100 * $side * $side / 3844 }")
    for ((seed = 1; seed <= draws; seed++)); do
        "$host" cluster $side $seed 62 | columns cluster "$percent" >>draws.csv
        "$host" draw "$percent" $((100 + seed)) 62 | columns as_many_scattered "$percent" >>draws.csv
    done
done
awk -F, -v OFS=, 'NR > 1 {
        k = $1 OFS $2
        if (!(k in count)) order[++keys] = k
        count[k]++; dead[k] += $3; sweeps[k] += $4; mean[k] += $5; square[k] += $5 ^ 2; largest[k] += $6
    }
    END {
        print "way,percent,draws,dead,sweeps,mean_error,scatter,largest_error"
        for (i = 1; i <= keys; i++) {
            k = order[i]; c = count[k]; m = mean[k] / c; v = square[k] / c - m * m
            printf "%s,%d,%.1f,%.0f,%.5f,%.5f,%.4f\n", k, c, dead[k] / c, sweeps[k] / c, m, sqrt(v > 0 ? v : 0), largest[k] / c
        }
    }' draws.csv >means.csv

header machine.csv n percent dead sweeps cycles
for percent in $shares; do
    printf 'seed 11\nhalt %s%% 5000-6000\n' "$percent" >dead.faults
    pramsim -q --faults=dead.faults -p $((n * n)) "$programs/relaxation/relaxation.o" $n 100000000 out.words >said
    "$host" check out.words >checked
    line machine.csv $n "$percent" "$(sed 's/ of .*: \([0-9]*\) sweeps, \([0-9]*\) cycles/,\1,\2/' said)"
    [ "$(sed 's/,.*//' said)" = "$(sed 's/,.*//' checked)" ]
done
rm -f said checked out.words dead.faults
cat means.csv machine.csv
draw relaxation 1000 420 <<END
set multiplot layout 1,2
set xlabel "dead cells [%]"
set key top left
set xrange [0:41]
set logscale y
set ylabel "error"
plot "< grep ^scattered means.csv" using 2:6:7 with yerrorlines title "mean", "< grep ^scattered means.csv" using 2:8 with linespoints title "largest", \
     "< grep ^cluster means.csv" using 2:6 with linespoints title "mean, one square of dead cells"
set ylabel "sweeps"
plot "< grep ^scattered means.csv" using 2:5 with linespoints title "scattered", "< grep ^cluster means.csv" using 2:5 with linespoints title "one square"
END
