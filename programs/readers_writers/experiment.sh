#!/bin/bash
# experiment.sh FOLDER quick|full - what readers and writers wait under four kinds of locks, for mixes of them and numbers of PPs.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
[ "$size" = full ] && operations=40000 pps="1 4 16 64 256 1024" || operations=4000 pps="1 16 64 256"
program=$programs/readers_writers/readers_writers.o

header waiting.csv lock pps percent operations cycles read_mean read_longest write_mean write_longest
# one LOCK PPS PERCENT
one() {
    pramsim -q -p"$2" "$program" "$1" $operations "$3" >said
    grep -q 'torn reads 0$' said
    line waiting.csv "$1" "$2" "$3" $operations "$(sed -n \
        's/^\([0-9]*\) cycles; a read waits \([0-9.]*\), at most \([0-9]*\); a write \([0-9.]*\), at most \([0-9]*\)/\1,\2,\3,\4,\5/p' said)"
}
for lock in preference fair queue library; do
    for p in $pps; do
        one $lock "$p" 0
        one $lock "$p" 1
    done
    for percent in 2 5 10 20 50 80; do
        one $lock 64 $percent
    done
done
rm said
draw readers_writers 1000 420 <<END
set multiplot layout 1,2
set style data linespoints
set logscale y
set xlabel "writes [%], 64 PPs"
set ylabel "cycles that an operation waits"
data(lock) = sprintf("< grep '^%s,64,' waiting.csv | sort -t, -n -k3", lock)
set key bottom right
plot for [lock in "preference fair queue library"] data(lock) using 3:6 title "read, ".lock, \
     for [lock in "preference queue"] data(lock) using 3:8 dashtype 2 title "write, ".lock
set logscale xy
set key top left
set xlabel "PPs, reads only"
set ylabel "cycles for $operations reads, times PPs"
plot for [lock in "preference fair queue library"] sprintf("< grep '^%s,[0-9]*,0,' waiting.csv", lock) using 2:(\$5 * \$2) title lock
END
cat waiting.csv
