#!/bin/bash
# shellcheck disable=SC2154 # results, csv come from lib.sh
# goals.sh - what the engine is meant to reach, beside what the other benchmarks have measured: a table of the figures in
# build/bench, written to build/bench/goals.csv and goals.md. Runs nothing itself; a line whose benchmark has not been run
# is left out.
#
#   bench/goals.sh all|-s   -s: keeps the results as samples: CSV files and tables in bench/results, plots in docs/pictures;
#                           bench/page.sh puts the tables into the documents
. "$(dirname "$0")/lib.sh"
[ "$*" = all ] || [ "$*" = -s ] || usage_error

start_results goals what,goal,measured,unit,met
# goal TEXT GOAL UNIT: measured value from standard input; met if it is the goal or more
goal() {
    local value
    read -r value || return 0
    [ -n "$value" ] || return 0
    awk -v OFS=, -v what="$1" -v goal="$2" -v unit="$3" -v value="$value" \
        'BEGIN { print what, goal, value, unit, (value + 0 >= goal + 0 ? "yes" : "no") }' >>"$csv"
}
rows() { # NAME: the figures of a benchmark, without comments and header
    [ -e "$results/$1.csv" ] && grep -v '^#' "$results/$1.csv" | tail -n +2
}
engine() { # PROGRAM LEVEL THREADS COLUMN
    rows engine | awk -F, -v p="$1" -v l="$2" -v t="$3" -v c="$4" '$1 == p && $3 == l && $4 == t { print $c }'
}

engine registers 4 1 9 | goal "loop of registers only (1 thread)" 20 "G PP instructions/s"
for solver in sync semisync; do
    engine laplace_$solver 4 1 9 | goal "Laplace $solver as compiled (1 thread)" 6 "G PP instructions/s"
done
for solver in sync semisync; do
    engine laplace_$solver 4 2 10 | goal "Laplace $solver: real speedup (2 threads)" 31 "times the reference"
done
rows speedup | awk -F, '$2 == 4096 && $3 == "bsp" && $4 == 2' | sort -t, -k8,8g | cut -d, -f1,8 | tr ',' ' ' |
    while read -r name value; do goal "$name: real speedup (2 threads)" 12 "times the reference" <<<"$value"; done
for solver in sync semisync async; do
    engine laplace_$solver 4 2 11 | goal "Laplace $solver: 2 threads against 1 (medians)" 1.8 "times 1 thread"
    engine laplace_$solver 4 2 12 | goal "Laplace $solver: 2 threads against 1 (least times)" 1.8 "times 1 thread"
done
engine laplace_sync 0 1 10 | goal "Laplace sync at level 0 (1 thread)" 10 "times the reference"
engine diverged 4 1 9 | goal "fully diverged code (1 thread)" 0.5 "G PP instructions/s"
for size in 64 256; do # the worst of all programs
    rows speedup | awk -F, -v size=$size '$2 == size && $3 == "bsp" && $4 == 1' | sort -t, -k8,8g | head -1 | cut -d, -f1,8 | tr ',' ' ' |
        while read -r name value; do goal "every program on $size PPs (1 thread); least: $name" 1 "times the reference" <<<"$value"; done
    rows speedup | awk -F, -v size=$size '$2 == size && $3 == "bsp" && $4 == 2' | sort -t, -k9,9g | head -1 | cut -d, -f1,9 | tr ',' ' ' |
        while read -r name value; do goal "every program on $size PPs (2 threads); least: $name" 1 "times 1 thread" <<<"$value"; done
done
requests() { # ITERATIONS, as in engine.sh; seconds from standard input
    awk -v iterations="$1" '{ printf "%.2f\n", iterations * 16 * 4096 / $1 / 1e9 }'
}
engine one_cell 4 1 7 | requests 20000 | goal "multiprefix to one cell (1 thread)" 5 "G requests/s"
engine random_cells 4 1 7 | requests 4000 | goal "multiprefix to random cells in 1 MiB (1 thread)" 1 "G requests/s"
rows multiprefix | awk -F, '$1 == "add to one cell" { print $3 }' | tail -1 | goal "multiprefix to one cell alone (no program)" 5 "G requests/s"
rows multiprefix | awk -F, '$1 == "add to random cells in 1 MiB" { print $3 }' |
    goal "multiprefix to random cells in 1 MiB alone (no program)" 1 "G requests/s"
for size in 65536 1048576; do
    for threads in 1 2; do
        for column in 7:medians 11:"least times"; do
            rows huge | awk -F, -v size=$size -v t=$threads -v c="${column%:*}" '$1 == size && $2 == t { print $c }' |
                goal "Laplace sync on $size PPs ($threads thread(s); ${column#*:})" 0.5 "times the rate of 4096 PPs"
        done
    done
done

{
    sed -n 's/^# //p' "$results/engine.csv" | head -2 | paste -sd'|' | sed 's/|/; /; s/$/\n/'
    grep -v '^#' "$csv" | awk -F, '
        NR == 1 { print "| | goal | measured | met |"; print "|---|---:|---:|---|"; next }
        { printf "| %s | %s | %s %s | %s |\n", $1, $2, $3, $4, $5 }'
} | tee "$results/goals.md"

[ "${1:-}" = -s ] || exit 0
mkdir -p "$top/bench/results"
cp "$results"/*.csv "$results"/*.md "$top/bench/results"
for plot in "$results"/*.png; do # those that the documents show
    [ ! -e "$top/docs/pictures/${plot##*/}" ] || cp "$plot" "$top/docs/pictures"
done
"$top/bench/page.sh" all
