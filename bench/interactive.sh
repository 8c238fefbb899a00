#!/bin/bash
# shellcheck disable=SC2154 # top, build, results, scratch, csv come from lib.sh
# interactive.sh - how long a user waits, in seconds or milliseconds: for a page of pramview, for the browser lab, and for the language
# server. A browser is needed for pages and for the lab, which `make web` builds; what is missing is not measured.
#
#   bench/interactive.sh all                these three, and interactive.png
#   RUNS=3 bench/interactive.sh view        traces of quicksort of as many numbers as PPs become pages, and Chromium opens them: view.csv
#   RUNS=5 bench/interactive.sh web         the goals of the browser lab: bytes of the first visit, time until it is ready, time of a
#                                           small and of a long run; medians. Writes web.csv and web.md
#   RUNS=20 bench/interactive.sh server     from a change of a character to the messages of the whole file, and to the answer of a hover,
#                                           for files of 250 to 4,000 lines; medians: server.csv
#   bench/interactive.sh draw [FOLDER]      interactive.png only, of the results in FOLDER (bench/results)
# All results are in build/bench.
. "$(dirname "$0")/lib.sh"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)

# ---- pages of pramview

# opened PAGE: seconds until all of it is drawn, and of another frame; performance.now begins with the navigation
opened() {
    {
        cat "$1"
        echo '<script>pramview.update();
            const opened = performance.now() / 1000, frame = performance.now();
            pramview.state.to -= 1; pramview.update();
            document.documentElement.textContent = ["OPENED", opened.toFixed(3), ((performance.now() - frame) / 1000).toFixed(3)].join(" ");</script>'
    } >with.html
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --hide-scrollbars \
        --user-data-dir="$scratch/browser" --window-size=1400,860 --dump-dom "file://$PWD/with.html" 2>browser.err |
        grep -o 'OPENED [0-9. ]*' | tail -1
}

measure_view() {
    local TIMEFORMAT=%R pps page seconds frame run
    start_results view pps,trace_bytes,page_bytes,pramview_seconds,opened_seconds,frame_seconds
    cd "$scratch"
    for pps in 64 4096 10240; do
        pramsim -q -p$pps --trace=sort.pftrace --trace-pps=all "$build/programs/quicksort/quicksort.o" $pps >/dev/null
        for ((run = 1; run <= ${RUNS:-3}; run++)); do
            page=$( { time pramview -I "$top" sort.pftrace; } 2>&1)
            read -r _ seconds frame <<<"$([ -z "$browser" ] || opened sort.html)" || true
            echo "$pps,$(stat -c %s sort.pftrace),$(stat -c %s sort.html),$page,${seconds-},${frame-}" | tee -a "$csv"
        done
    done
    cd "$top"
}

# ---- the browser lab

measure_web() {
    if [ ! -e "$build/web/pramsim.wasm" ] || [ -z "$browser" ]; then
        echo "interactive.sh: the browser lab is not measured: $([ -n "$browser" ] && echo "make web builds it" || echo "there is no Chromium")"
        return
    fi
    start_results web name,measured,goal,unit
    node "$top/bench/web.js" "$build/web" "$browser" "$top/README.md" "${RUNS:-5}" >>"$csv"
    {
        echo "| | goal | measured |"
        echo "|---|---:|---:|"
        awk -F, '!/^#/ && $1 != "name" { print "| " $1 " | at most " $3 " " $4 " | " $2 " " $4 " |" }' "$csv"
    } | tee "$results/web.md"
}

# ---- the language server

measure_server() {
    start_results server lines,messages_ms,hover_ms
    (cd "$scratch" && PYTHONDONTWRITEBYTECODE=1 python3 "$top/bench/server.py" "${RUNS:-20}" 250 500 1000 2000 4000) | tee -a "$csv"
}

# ---- the picture: means of what has been measured, in milliseconds

rows_of() { # FOLDER/NAME.csv, the awk program that makes rows of it
    [ ! -e "$1" ] || grep -v '^#' "$1" | awk -F, -v OFS='\t' "$2"
}

picture() { # FOLDER
    {
        printf '\tmilliseconds\n'
        rows_of "$1/view.csv" 'NR == 1 { print "Pages of pramview: quicksort of as many numbers as PPs"; next }
            { pps[$1] = 1; n[$1]++; made[$1] += $4; opened[$1] += $5; frame[$1] += $6 }
            END { for (p = 64; p <= 10240; p++) if (p in n) {
                print p " PPs: pramview", 1000 * made[p] / n[p]
                if (opened[p]) { print p " PPs: opened", 1000 * opened[p] / n[p]; print p " PPs: another frame", 1000 * frame[p] / n[p] } } }'
        rows_of "$1/web.csv" 'NR == 1 { print "The browser lab"; next } $4 == "s" { print $1, 1000 * $2 } $4 == "ms" { print $1, $2 }'
        rows_of "$1/server.csv" 'NR == 1 { print "The language server after a changed character"; next }
            { print $1 " lines: messages", $2; print $1 " lines: hover", $3 }'
    } | draw_bars interactive 'How long a user waits' milliseconds log
}

case $1 in
all)
    measure_view
    measure_web
    measure_server
    picture "$results"
    ;;
view | web | server)
    "measure_$1"
    ;;
draw) picture "${2:-$top/bench/results}" ;;
*) usage_error ;;
esac
