#!/bin/bash
# shellcheck disable=SC2154 # build, results, top come from lib.sh
# curves.sh - curves of four programs by pramscale: n = 4096 numbers on 1 to 4096 PPs, with a bound of three terms. Cycles are
# the machine's: of what it writes only the seconds depend on the host. A sweep that was stopped goes on where it was.
#
#   bench/curves.sh all      writes build/bench/curves.csv, .svg and .html; curves.runs has what is known; curves.md is the
#                            table of docs/measurements.md; all are kept in bench/results
. "$(dirname "$0")/lib.sh"
[ "$*" = all ] || usage_error

shown=(1 4 16 64 256 1024 4096) # numbers of PPs

table() { # of curves.csv: a program's cycles, and below them the speedup
    awk -F, -v shown="${shown[*]}" '
        function with_commas(number,    text) {
            for (; length(number) > 3; number = substr(number, 1, length(number) - 3))
                text = "," substr(number, length(number) - 2) text
            return number text
        }
        function print_rows() { if (cycles != "") print cycles "\n" speedups }
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        index(" " shown " ", " " $column["p"] " ") == 0 { next }
        $1 != program {
            print_rows()
            program = name = $1
            sub(/.*\//, "", name); sub(/\.o$/, "", name); sub(/_/, " ", name)
            cycles = "| " name " | cycles |"; speedups = "| | speedup |"
        }
        { cycles = cycles " " with_commas($column["cycles"]) " |"
          speedups = speedups sprintf(" %.1f |", $column["speedup"]) }
        END { print_rows() }' "$results/curves.csv"
}

# from the folder of the programs: the table has no names of this host's folders
cd "$build/programs" || exit
pramscale -p 1:4096 -n 4096 -f "n/p + log^2 p + 1" -o "$results/curves" prefix_sums/prefix_sums.o pi/pi.o \
    merge_sort/merge_sort.o quicksort/quicksort.o -- "{n}" || exit
{
    echo "| program | | p =$(printf ' %s |' "${shown[@]}")"
    echo "|---|---|$(printf -- '---:|%.0s' "${shown[@]}")"
    table
} >"$results/curves.md"

cp "$results/curves.csv" "$results/curves.md" "$top/bench/results" # the same on every host
"$top/bench/page.sh" all
