#!/bin/bash
# experiment.sh FOLDER quick|full - collisions of 30,000 keys against the formula, and cycles of an insert on 1 to 4096 PPs.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
[ "$size" = full ] && seeds=10 || seeds=3
program=$programs/hash_table/hash_table.o
host=$programs/hash_table/hash_table_host

header collisions.csv n places seed collisions expected sigma off_in_sigmas
for places in 100000 200000 400000 800000 1600000; do
    read -r expected sigma < <("$host" expected 30000 $places)
    for ((seed = 1; seed <= seeds; seed++)); do
        collisions=$(pramsim -q -p1024 "$program" insert 30000 $places $seed | sed -n 's/.*: \([0-9]*\) collisions;.*/\1/p')
        line collisions.csv 30000 $places $seed "$collisions" "$expected" "$sigma" \
            "$(awk "BEGIN { printf \"%.2f\", ($collisions - $expected) / $sigma }")"
    done
done
header inserts.csv pps places cycles cycles_an_insert
for p in 1 4 16 64 256 1024 4096; do
    for places in 10000 100000; do
        line inserts.csv $p $places "$(pramsim -q -p$p "$program" insert 30000 $places | sed -n 's/.*; \([0-9]*\) cycles, \([0-9.]*\) .*/\1,\2/p')"
    done
done
cat collisions.csv inserts.csv
! awk -F, 'NR > 1 && ($7 > 3 || $7 < -3)' collisions.csv | grep .
