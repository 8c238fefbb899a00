#!/bin/bash
# experiment.sh FOLDER quick|full - how many bits spectral bisection needs until the cut is right, on meshes and other graphs, with
# loads and without; against greedy growing.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
program=$programs/bisection/bisection.o
host=$programs/bisection/bisection_host
graphs='mesh10|mesh 10 11|50|80
mesh20|mesh 20 21|50|130
mesh20_30|mesh 20 21|30|130
local|local 300 8|50|80
local_loads|local 300 8 loads|50|80
ring_loads|ring 300 100 loads|50|80'
formats="mpfr:4 mpfr:6 mpfr:8 mpfr:10 mpfr:12 mpfr:16 mpfr:24 double"
if [ "$size" = full ]; then
    graphs+='
mesh40|mesh 40 41|50|220
mesh40_30|mesh 40 41|30|220
mesh100|mesh 100 101|50|380
local_large|local 3000 8|50|200
local_large_loads|local 3000 8 loads|50|200
ring_large|ring 3000 2000 loads|50|200'
fi
header bits.csv graph percent format iterations eigenvalue cut load_of_first grown
while IFS='|' read -r name words percent iterations; do
    read -ra made <<<"$words"
    "$host" "${made[0]}" "$name.graph" "${made[@]:1}" >/dev/null
    grown=$("$host" grow "$name.graph" "$percent" | sed 's/cut \([0-9]*\),.*/\1/')
    for format in $formats; do
        pramsim -q -p1024 --real=$format "$program" "$name.graph" "$percent" "$iterations" parts.words >said
        "$host" cut "$name.graph" parts.words >checked
        line bits.csv "$name" "$percent" $format "$(sed 's/eigenvalue \([^,]*\), .* cut \([0-9]*\): \([0-9]*\) it.*/\3,\1,\2/' said)" \
            "$(sed 's/.*loads \([0-9]*\) .*/\1/' checked)" "$grown"
        [ "$(sed 's/.* cut \([0-9]*\):.*/\1/' said)" = "$(sed 's/cut \([0-9]*\),.*/\1/' checked)" ]
    done
    tail -8 bits.csv
done <<<"$graphs"
rm -f said checked parts.words ./*.graph
