#!/bin/bash
# experiment.sh FOLDER quick|full - how many bits spectral bisection needs until the cut is right, on meshes and other graphs, with
# loads and without; against greedy growing, and numbers of Gibbs, Poole and Stockmeyer. Goes on where it was stopped: what
# bits.csv has is not run again.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
program=$programs/bisection/bisection.o
host=$programs/bisection/bisection_host
all='4 6 7 8 9 10 11 12 13 14 16 24 53'
some='4 6 8 10 12 16 24 53'
# name, what bisection_host makes, percent in the first part, iterations, bits, seed of the start vector if it is drawn
graphs="mesh10|mesh 10 11|50|40|$all
mesh20|mesh 20 21|50|60|$all
mesh20_30|mesh 20 21|30|60|$some
local|local 300 8|50|80|$some
local_loads|local 300 8 loads|50|80|$some
ring_loads|ring 300 100 loads|50|120|$some
plate_loads|plate 18 20 loads|50|120|$some
mesh20_drawn|mesh 20 21|50|130|8 10 11 12 13 14 16 24 53|1"
if [ "$size" = full ]; then
    graphs+="
mesh40|mesh 40 41|50|100|8 10 11 12 13 14 15 16 18 24 53
mesh40_30|mesh 40 41|30|100|10 12 13 14 15 16 18 24 53
mesh100|mesh 100 101|50|150|53 32 28 24 20 18 16
ring_large_loads|ring 3000 2000 loads|50|160|53 16 12
plate_large_loads|plate 41 44 loads|50|240|53 24 20 16 14 12 10
local_large_loads|local 3000 8 loads|50|160|53 16 12
mesh100_30|mesh 100 101|30|150|53 32
local_large|local 3000 8|50|160|53 16 12
mesh40_drawn|mesh 40 41|50|220|10 11 12 13 14 15 16 24 53|1"
fi
header others.csv graph percent grown gps
[ -e bits.csv ] || header bits.csv graph percent bits iterations eigenvalue cut load_of_first grown
while IFS='|' read -r name words percent iterations formats seed; do
    read -ra made <<<"$words"
    "$host" "${made[0]}" "$name.graph" "${made[@]:1}" >/dev/null
    grown=$("$host" grow "$name.graph" "$percent" | sed 's/cut \([0-9]*\),.*/\1/')
    line others.csv "$name" "$percent" "$grown" "$("$host" gps "$name.graph" "$percent" | sed 's/cut \([0-9]*\),.*/\1/')"
    for bits in $formats; do
        grep -q "^$name,$percent,$bits," bits.csv && continue
        [ "$bits" = 53 ] && format=double || format=mpfr:$bits
        # the program has no races, so level 4 computes what the level `exact` does, four times as fast
        pramsim -q -p1024 -g4 --memory=128M --real="$format" "$program" "$name.graph" "$percent" "$iterations" parts.words "${seed:-0}" >said
        "$host" cut "$name.graph" parts.words >checked
        [ "$(sed 's/.* cut \([0-9]*\):.*/\1/' said)" = "$(sed 's/cut \([0-9]*\),.*/\1/' checked)" ]
        line bits.csv "$name" "$percent" "$bits" "$(sed 's/eigenvalue \([^,]*\), .* cut \([0-9]*\): \([0-9]*\) it.*/\3,\1,\2/' said)" \
            "$(sed 's/.*loads \([0-9]*\) .*/\1/' checked)" "$grown"
    done
    grep "^$name," bits.csv
done <<<"$graphs"

# the least bits from which on no cut is worse than that of double; the least of all cuts
header least.csv graph percent bits cut_of_double least_cut of_bits grown
sort -t, -k1,1 -k3,3nr bits.csv | awk -F, -v OFS=, '
    function end() { if (graph != "") print graph, percent, bits, cut, least, at, grown }
    $1 == "graph" { next }
    $1 != graph { end(); graph = $1; percent = $2; cut = least = $6; at = $3; grown = $8; goes_on = 1 }
    $6 > cut { goes_on = 0 }
    goes_on { bits = $3 }
    $6 < least { least = $6; at = $3 }
    END { end() }' >>least.csv
cat least.csv others.csv

# edges cut against those of double
awk -F, -v OFS=, 'NR == FNR { if ($3 == 53) right[$1] = $6; next } FNR > 1 && $3 > 4 { print $1, $3, $6 / right[$1] }' bits.csv bits.csv |
    sort -t, -k1,1 -k2,2n >relative.csv
draw bisection 1000 420 <<END
set multiplot layout 1,2
set style data linespoints
set xlabel "bits"
set ylabel "edges cut, against double"
set xrange [5:34]
plot for [name in "$(cut -d, -f1 relative.csv | grep '^mesh[0-9]*$' | uniq | sort -V | xargs)"] "< grep ^".name.", relative.csv" using 2:3 title name
plot for [name in "$(cut -d, -f1 relative.csv | grep -v '^mesh' | uniq | xargs)"] "< grep ^".name.", relative.csv" using 2:3 title name noenhanced
END
rm -f said checked parts.words ./*.graph
