#!/bin/bash
# curves.sh - curves of four programs by pramscale: n = 4096 numbers on 1 to 4096 PPs, with a bound of three terms. Cycles are
# the machine's, so nothing here depends on the host. A sweep that was stopped goes on where it was.
#
#   bench/curves.sh all      writes build/bench/curves.csv, .svg and .html; curves.runs has what is known
. "$(dirname "$0")/lib.sh"
[ "$*" = all ] || usage_error

programs=$build/programs
cd "$results" || exit
pramscale -p 1:4096 -n 4096 -f "n/p + log^2 p + 1" -o curves "$programs/prefix_sums/prefix_sums.o" \
    "$programs/pi/pi.o" "$programs/merge_sort/merge_sort.o" "$programs/quicksort/quicksort.o" -- "{n}"
