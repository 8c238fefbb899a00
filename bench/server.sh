#!/bin/bash
# shellcheck disable=SC2154 # top, csv, scratch come from lib.sh
# server.sh - how fast the language server is: from a change of a character to the messages of the whole file, and to the
# answer of a hover, medians in milliseconds, for files of 250 to 4,000 lines.
#
#   RUNS=20 bench/server.sh all      writes build/bench/server.csv and server.png
#   bench/server.sh draw CSV         writes server.png only, of results that there are
. "$(dirname "$0")/lib.sh"

case $1 in
draw)
    [ -r "${2-}" ] || usage_error
    csv=$2
    ;;
all)
    start_results server lines,messages_ms,hover_ms
    (cd "$scratch" && PYTHONDONTWRITEBYTECODE=1 python3 "$top/bench/server.py" "${RUNS:-20}" 250 500 1000 2000 4000) | tee -a "$csv"
    ;;
*) usage_error ;;
esac

{
    printf '\tmessages\thover\n'
    echo 'a changed character'
    awk -F, -v OFS='\t' '/^[0-9]/ { print $1, $2, $3 }' "$csv"
} | draw_lines server "The language server" lines milliseconds log
