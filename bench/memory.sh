#!/bin/bash
# memory.sh - what large objects cost in memory and time: prlink, prdis and pramsim's loader on objects of about 100 MiB of
# mostly one thing (large_object.c), as multiples of the file's size.
#
#   bench/memory.sh all      writes build/bench/memory.csv
. "$(dirname "$0")/lib.sh"
[ "$*" = all ] || usage_error
make -s -C "$top" "${BUILD:-build}/bench/large_object"
start_results memory "mostly,mebibytes,program,peak_mebibytes,times_the_file,seconds"

# peak MOSTLY NAME FILE COMMAND ...
peak() {
    local mostly=$1 name=$2 size used seconds
    size=$(stat -c %s "$3")
    shift 3
    read -r used seconds <<<"$( { "$(type -P time)" -f '%M %e' "$@" >/dev/null 2>"$scratch/said" || true; tail -1 "$scratch/said"; })"
    awk -v OFS=, -v m="$mostly" -v n="$name" -v s="$size" -v u="$used" -v t="$seconds" \
        'BEGIN { print m, sprintf("%.0f", s / 1048576), n, sprintf("%.0f", u / 1024), sprintf("%.2f", u * 1024 / s), t }' | tee -a "$csv"
}
cd "$scratch"
while read -r mostly text symbols relocations lines; do
    "$build/bench/large_object" large.o "$text" "$symbols" "$relocations" "$lines"
    peak "$mostly" prlink large.o prlink -o large large.o
    peak "$mostly" prdis large prdis large
    peak "$mostly" "pramsim" large pramsim -q -p1 --max-cycles=10 large
    peak "$mostly" "pramsim --engine=reference" large pramsim -q -p1 --engine=reference --max-cycles=10 large
done <<'END'
words 16000000 0 0 0
lines 6000000 0 0 6000000
relocations 2000000 100000 9000000 0
symbols 1000000 3000000 0 0
END
