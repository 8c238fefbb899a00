#!/bin/bash
# experiment.sh FOLDER quick|full - avalanche sizes of the sandpile: one line for each class of sizes, whose ends grow by half,
# the exponent fitted over three decades, and the figure. The pile is checked against the oracle's.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
[ "$size" = full ] && n=128 grains=40000 skipped=8000 || n=64 grains=12000 skipped=2000
pramsim -q -p $((n * n)) "$programs/sandpile/sandpile.o" sizes $n $grains 2 1 pile.words
"$programs/sandpile/sandpile_host" sizes $n $grains 2 1 expected.words
cmp pile.words expected.words

# the least squares line through the logarithms of the density from 2 to 2000
words pile.words $((2 * n * n + skipped)) $((grains - skipped)) | awk -v n=$n '
    $1 > 0 { avalanches++; sum += $1; class[int(log($1 + 0.5) / log(1.5) + 1e-9)]++ }
    $1 > most { most = $1 }
    END {
        print "from,to,avalanches,density"
        for (k = 0; k < 40; k++) {
            from = int(1.5 ^ k); if (from < 1.5 ^ k) from++
            to = int(1.5 ^ (k + 1)); if (to == 1.5 ^ (k + 1)) to--
            if (!(k in class) || to < from) continue
            density = class[k] / (to - from + 1) / avalanches
            printf "%d,%d,%d,%.4g\n", from, to, class[k], density
            if (from >= 2 && to <= 2000) { x = log(from * to) / 2; y = log(density); m++; sx += x; sy += y; sxx += x * x; sxy += x * y }
        }
        slope = (m * sxy - sx * sy) / (m * sxx - sx * sx)
        printf "%d,%d,%.1f,%d,%.3f,%.5f\n", n, avalanches, sum / NR, most, -slope, exp((sy - slope * sx) / m) >"fit.tmp"
    }' >sizes.csv
header fit.csv n avalanches mean_topplings largest exponent factor
cat fit.tmp >>fit.csv
rm fit.tmp
IFS=, read -r _ avalanches mean largest exponent factor < <(tail -1 fit.csv)
draw sizes <<END
set logscale xy
set xlabel "topplings of an avalanche"
set ylabel "share of the avalanches, per toppling"
set title "sandpile of $n x $n cells, $avalanches avalanches"
plot "sizes.csv" using (sqrt(\$1 * \$2)):4 with points pointtype 7 pointsize 0.6 title "measured", \
     [2:2000] $factor * x ** -$exponent title "exponent $exponent"
END
echo "$n x $n cells: $avalanches avalanches, mean $mean topplings a grain, largest $largest, exponent $exponent"
