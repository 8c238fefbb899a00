#!/bin/bash
# shellcheck disable=SC2154 # top, build, csv come from lib.sh
# multiprefix.sh - requests a second of the multiprefix engine alone, without programs (those are in engine.sh), and what bounds
# requests to many cells.
#
#   bench/multiprefix.sh all      writes build/bench/multiprefix.csv
. "$(dirname "$0")/lib.sh"
[ "$*" = all ] || usage_error

make -s -C "$top" "${build#"$top/"}/bench/multiprefix"
start_results multiprefix "what,rows,giga_a_second"
"$build/bench/multiprefix" | tee -a "$csv" | awk -F, '{ printf "%-52s %-6s %7.2f G/s\n", $1, $2, $3 }'
