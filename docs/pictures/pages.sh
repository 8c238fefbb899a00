#!/bin/bash
# pages.sh - makes the pictures of pramview's and pramscale's pages in this folder anew, with chromium: run it after `make`
# whenever the pages look otherwise. docs/lab.md has the programs squares.fork and crossed.fork.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$here/../..
build=$top/${BUILD:-build}
PATH=$build/bin:$PATH
programs=$build/programs
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT

# text NAME: a program of docs/lab.md
text() {
    awk -v begin="\`\`\`c $1" '$0 == begin { inside = 1; next } /^```/ { inside = 0 } inside' "$top/docs/lab.md"
}

# picture NAME WIDTH,HEIGHT PAGE [SCRIPT]: what the page shows after the script, which has the functions of tests/lab/view/harness.js
picture() {
    { cat "$3" && echo '<script>' && sed '/^function done()/,/^}/d' "$top/tests/lab/view/harness.js" &&
        echo "function done() { } ${4-}</script>"; } >shown.html
    chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --hide-scrollbars \
        --user-data-dir="$PWD/browser" --virtual-time-budget=3000 --window-size="$2" --screenshot="$here/$1.png" \
        "file://$PWD/shown.html" 2>/dev/null
}

for name in squares crossed; do
    text "$name.fork" >"$name.fork"
    fcc "$name.fork"
done
pramsim -q -p16 --trace=squares.pftrace --trace-pps=all --trace-locks --trace-watch=squares,sum squares.o
pramsim -q -p8 --trace=crossed.pftrace --trace-pps=all --trace-locks crossed.o 2>said || true
pramsim -q -p64 --trace=sort.pftrace --trace-pps=all --trace-counters "$programs/quicksort/quicksort.o" 500 >said
pramsim -q -p64 --trace=strands.pftrace --trace-strands "$programs/quicksort/quicksort.o" 500 >said
pramsim -q -p4096 --trace=large.pftrace --trace-pps=all "$programs/quicksort/quicksort.o" 4096 >said
"$programs/laplace/laplace_generate" -b sine -o in.mesh
pramsim -q -p4096 --trace=mesh.pftrace --trace-watch=src "$programs/laplace/laplace_sync_fork.o" in.mesh out.mesh >said
for page in squares crossed sort strands large mesh; do
    pramview -I "$top" "$page.pftrace"
done
picture quicksort 1160,680 sort.html
picture strands 1160,560 strands.html 'run(async () => {
    await frame();
    Object.assign(pramview.state, { from: 1430, to: 2430, scroll: 60 });
    await type("PP 0-32, quicksort.fork:86");
});'
picture quicksort_4096 1160,680 large.html 'run(async () => { await frame(); await type("fork, quicksort.fork:94: 1156");
    pramview.state.scroll = 0; });'
picture crossed 1160,520 crossed.html 'run(async () => {
    await frame();
    Object.assign(pramview.state, { from: 54, to: 250 });
    await frame();
    await click(pramview.toX(220), middle(row("lock a")));
});'
picture locks 1160,860 squares.html 'run(async () => { await frame(); await type("PP 5, squares.fork"); });'
picture mesh 1160,1060 mesh.html 'run(async () => { await frame(); await slide(3000); await type("loop, laplace_sync.fork"); await slide(3000); });'
ln -s "$build" build
pramscale -q -p 1:4096 -n 1000,16000 -f "n/p log n + n/p log p + log n" -c "90 n/p log n" -o sorting \
    build/programs/merge_sort/merge_sort.o -- '{n}' >said
sed 's/prefers-color-scheme: dark/width: 1px/' sorting.html >light.html
picture scale 1400,985 light.html
