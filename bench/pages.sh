#!/bin/bash
# shellcheck disable=SC2154 # top, scratch, csv come from lib.sh
# pages.sh - what pages of pramview cost: a trace of quicksort on many PPs becomes a page, and a browser opens it. Without
# chromium in the path only the first part. `pictures` renews quicksort.png, strands.png, quicksort_4096.png, mesh.png,
# locks.png and crossed.png of docs/pictures with it.
#
#   RUNS=3 bench/pages.sh all|pictures      all writes build/bench/view.csv and pages.png
. "$(dirname "$0")/lib.sh"

runs=${RUNS:-3}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
quicksort=$build/programs/quicksort/quicksort.o
cd "$scratch"

browse() { # PAGE OPTION ...
    local page=$1
    shift
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --hide-scrollbars \
        --user-data-dir="$scratch/browser" "$@" "file://$page" 2>browser.err
}

# with_script PAGE: the page, with standard input as its last script
with_script() {
    { cat "$1" && echo '<script>' && cat && echo '</script>'; } >"with.$1"
}

measure_one() { # PPS
    local TIMEFORMAT=%R bytes page
    pramsim -q -p"$1" --trace=sort.pftrace --trace-pps=all "$quicksort" "$1" >/dev/null
    bytes=$(stat -c %s sort.pftrace)
    for ((run = 1; run <= runs; run++)); do
        page=$( { time pramview -I "$top" sort.pftrace; } 2>&1)
        opened=
        if [ -n "$browser" ]; then
            # until all is drawn; performance.now begins with the navigation
            with_script sort.html <<<'pramview.update();
                const opened = performance.now() / 1000, frame = performance.now();
                pramview.state.to -= 1; pramview.update();
                document.documentElement.textContent = ["OPENED", opened, (performance.now() - frame) / 1000].join(" ");'
            opened=$(browse "$PWD/with.sort.html" --window-size=1400,860 --dump-dom | grep -o 'OPENED [0-9. ]*' | tail -1)
        fi
        read -r _ seconds frame <<<"$opened"
        echo "$1,$bytes,$(stat -c %s sort.html),$page,${seconds-},${frame-}" | tee -a "$csv"
    done
}

picture() { # PAGE PICTURE [WIDTH,HEIGHT], the script on standard input
    with_script "$1"
    browse "$PWD/with.$1" --window-size="${3:-1160,680}" --disable-lcd-text --virtual-time-budget=3000 --screenshot="$PWD/$2" >/dev/null
    cp "$2" "$top/docs/pictures/$2"
}

case $1 in
all)
    start_results view pps,trace_bytes,page_bytes,pramview_seconds,opened_seconds,frame_seconds
    for pps in 64 4096 10240; do
        measure_one $pps
    done
    awk -F, -v OFS='\t' '/^#/ { next } $1 == "pps" { print "", "pramview", "opened", "another frame"; next }
        { pps[$1] = 1; n[$1]++; a[$1] += $4; b[$1] += $5; c[$1] += $6 }
        END { for (p = 64; p <= 10240; p++) if (p in n) print p " PPs", a[p] / n[p], b[p] ? b[p] / n[p] : "", c[p] ? c[p] / n[p] : "" }' "$csv" |
        draw_bars pages 'Pages of pramview: quicksort of as many numbers as PPs' 'seconds, means'
    ;;
pictures)
    [ -n "$browser" ] || { echo "pages.sh: no chromium" >&2; exit 1; }
    pramsim -q -p64 --trace=quicksort.pftrace --trace-pps=all --trace-counters "$quicksort" 500 >/dev/null
    pramview -I "$top" quicksort.pftrace
    picture quicksort.html quicksort.png <<<'const box = document.getElementById("search");
        box.value = "fork, quicksort.fork:94: 17"; box.dispatchEvent(new Event("input"));
        pramview.state.scroll = 0;'
    pramsim -q -p64 --trace=strands.pftrace --trace-strands "$quicksort" 500 >/dev/null
    pramview -I "$top" strands.pftrace
    picture strands.html strands.png 1160,560 <<<'const box = document.getElementById("search");
        box.value = "PP 0-32, quicksort.fork:86"; box.dispatchEvent(new Event("input"));
        pramview.state.from = 1450; pramview.state.to = 2450; pramview.state.scroll = 140; pramview.update();'
    pramsim -q -p4096 --trace=quicksort_4096.pftrace --trace-pps=all "$quicksort" 4096 >/dev/null
    pramview -I "$top" quicksort_4096.pftrace
    picture quicksort_4096.html quicksort_4096.png <<<'const box = document.getElementById("search");
        box.value = "fork, quicksort.fork:94: 1156"; box.dispatchEvent(new Event("input"));
        pramview.state.scroll = 0;'
    laplace_generate -n 66 -k 1000 -b sine -o in.mesh
    pramsim -q -p4096 --trace=mesh.pftrace --trace-watch=src "$build/programs/laplace/laplace_sync_fork.o" in.mesh out.mesh >/dev/null
    pramview -I "$top" mesh.pftrace
    picture mesh.html mesh.png 1160,1060 <<<'const box = document.getElementById("search");
        box.value = "loop, laplace_sync.fork"; box.dispatchEvent(new Event("input"));
        const slider = document.getElementById("time");
        slider.value = 3000; slider.dispatchEvent(new Event("input"));'
    sed -n '/^```c squares.fork/,/^```$/p' "$top/docs/lab.md" | sed '1d;$d' >squares.fork
    fcc squares.fork
    pramsim -q -p16 --trace=locks.pftrace --trace-pps=all --trace-locks --trace-watch=squares squares.o
    pramview locks.pftrace
    picture locks.html locks.png <<<'const box = document.getElementById("search");
        box.value = "PP 5, squares.fork"; box.dispatchEvent(new Event("input"));'
    sed -n '/^```c crossed.fork/,/^```$/p' "$top/docs/lab.md" | sed '1d;$d' >crossed.fork
    fcc crossed.fork
    pramsim -q -p8 --trace=crossed.pftrace --trace-pps=all --trace-locks crossed.o 2>/dev/null || true
    pramview crossed.pftrace
    picture crossed.html crossed.png 1160,520 <<<'pramview.state.to = 250; const row = pramview.rows.list.find(one => one.label === "lock a");
        pramview.state.cursor = 220; pramview.state.selected = { track: row.track, slice: 0 }; pramview.state.place = row.track.slices.place[0];
        pramview.update();'
    ;;
*) usage_error ;;
esac
