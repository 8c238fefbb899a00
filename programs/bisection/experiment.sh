#!/bin/bash
# experiment.sh FOLDER quick|full - how many bits spectral bisection needs until the cut is right, on meshes and other graphs, with
# loads and without; against greedy growing. Goes on where it was stopped: what bits.csv has is not run again.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
program=$programs/bisection/bisection.o
host=$programs/bisection/bisection_host
all='4 6 8 10 12 16 24 53'
# name, what bisection_host makes, percent in the first part, iterations, bits
graphs="mesh10|mesh 10 11|50|80|$all
mesh20|mesh 20 21|50|130|$all
mesh20_30|mesh 20 21|30|130|$all
local|local 300 8|50|80|$all
local_loads|local 300 8 loads|50|80|$all
ring_loads|ring 300 100 loads|50|80|$all"
if [ "$size" = full ]; then
    graphs+="
mesh40|mesh 40 41|50|220|4 6 8 10 12 14 16 24 53
mesh40_30|mesh 40 41|30|220|12 16 24 53
mesh100|mesh 100 101|50|380|53 16 24
local_large|local 3000 8|50|200|4 8 12 24 53
local_large_loads|local 3000 8 loads|50|200|4 8 12 24 53
ring_large|ring 3000 2000 loads|50|200|4 8 12 24 53"
fi
[ -e bits.csv ] || header bits.csv graph percent bits iterations eigenvalue cut load_of_first grown
while IFS='|' read -r name words percent iterations formats; do
    read -ra made <<<"$words"
    "$host" "${made[0]}" "$name.graph" "${made[@]:1}" >/dev/null
    grown=$("$host" grow "$name.graph" "$percent" | sed 's/cut \([0-9]*\),.*/\1/')
    for bits in $formats; do
        grep -q "^$name,$percent,$bits," bits.csv && continue
        [ "$bits" = 53 ] && format=double || format=mpfr:$bits
        pramsim -q -p1024 --memory=128M --real=$format "$program" "$name.graph" "$percent" "$iterations" parts.words >said
        "$host" cut "$name.graph" parts.words >checked
        [ "$(sed 's/.* cut \([0-9]*\):.*/\1/' said)" = "$(sed 's/cut \([0-9]*\),.*/\1/' checked)" ]
        line bits.csv "$name" "$percent" "$bits" "$(sed 's/eigenvalue \([^,]*\), .* cut \([0-9]*\): \([0-9]*\) it.*/\3,\1,\2/' said)" \
            "$(sed 's/.*loads \([0-9]*\) .*/\1/' checked)" "$grown"
    done
    grep "^$name," bits.csv
done <<<"$graphs"
rm -f said checked parts.words ./*.graph
