#!/bin/bash
# shellcheck disable=SC2154 # top, build, results, csv come from lib.sh
# web.sh - the goals of the browser lab, in Chromium without a window: bytes of the first visit, time until the page is ready, time
# of a small and of a long run. Medians. Measures nothing if the lab is not built (make web) or there is no Chromium.
#
#   RUNS=5 bench/web.sh all        writes build/bench/web.csv and web.md
. "$(dirname "$0")/lib.sh"
[ "$*" = all ] || usage_error

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ ! -e "$build/web/pramsim.wasm" ] || [ -z "$browser" ]; then
    echo "web.sh: not measured: $([ -n "$browser" ] && echo "make web builds the lab" || echo "there is no Chromium")"
    exit
fi
start_results web name,measured,goal,unit
node "$top/bench/web.js" "$build/web" "$browser" "$top/README.md" "${RUNS:-5}" >>"$csv"
{
    echo "| | goal | measured |"
    echo "|---|---:|---:|"
    awk -F, '!/^#/ && $1 != "name" { print "| " $1 " | at most " $3 " " $4 " | " $2 " " $4 " |" }' "$csv"
} | tee "$results/web.md"
