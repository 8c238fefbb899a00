#!/bin/bash
# shellcheck disable=SC2154 # top, scratch, results, csv come from lib.sh
# passes.sh - what each pass of the compiler is good for: cycles of programs and of every algorithm of pad.h when the pass is
# left out (fcc -fno-PASS), as a share of those with all passes. More than 100 means that the pass saves time; no program may
# take more than 1 % longer with a pass than without it. Cycles do not depend on the machine that this runs on.
#
#   bench/passes.sh all       writes build/bench/passes.csv, keeps it, and puts the table into docs/internals/compiled.md;
#                             prints what gets slower by a pass, by more than half a percent
#   bench/passes.sh PASS ...  the same for these passes only: build/bench/passes_some.csv, and no table
#
# PPS in the environment: on so many PPs the algorithms of pad.h run; 64 if it is not set, and only then there is a table.
# ONLY in the environment: these programs and algorithms, as a regular expression of their whole names; no table, either.
. "$(dirname "$0")/lib.sh"
mapfile -t passes < <(sed -n 's/^PASS(\([a-z_]*\), \(LOWER\|OPT\|BACK\),.*/\1/p' "$top/fcc/ir/pass.def")
all=$*
pps=${PPS:-64}
if [ "$all" != all ]; then
    for pass in "$@"; do
        [[ " ${passes[*]} " == *" $pass "* ]] || usage_error
    done
    passes=("$@")
fi

# name, PPs, source, arguments of the program
only=${ONLY:-.*}
programs='list_ranking 64 programs/list_ranking/list_ranking.fork
prefix_sums 4096 programs/prefix_sums/prefix_sums.fork
prefix_sums 64 programs/prefix_sums/prefix_sums.fork 4096
merge_sort 64 programs/merge_sort/merge_sort.fork 2048
quicksort 1 programs/quicksort/quicksort.fork 2048
matrix_multiply 64 programs/matrix_multiply/matrix_multiply.fork 12
hilbert 64 programs/hilbert/hilbert.fork 8
queens 1 programs/queens/queens.fork
queens 64 programs/queens/queens.fork
pi 64 programs/pi/pi.fork
checked_product 64 programs/checked_product/checked_product.fork 3
relaxation 64 programs/relaxation/relaxation.fork 8 30
sandpile 64 programs/sandpile/sandpile.fork sync 16 60
stripes 64 programs/stripes/stripes.fork sum 700 5
stripes_product 64 programs/stripes/stripes.fork product 100 7
laplace_sync 64 bench/codegen/laplace_sync.fork
laplace_async 3 bench/codegen/laplace_async.fork'

mapfile -t library < <(find "$top/fork-rt/pad" -name '*.fork' | sort)
catalogue=$top/bench/pad/algorithms.def
algorithms=$(sed -n 's/^ALGORITHM(\([a-z0-9_]*\), \([0-9]*\),.*/\1 \2/p' "$catalogue" | grep -E "^($only) " || true)
programs=$(grep -E "^($only) " <<<"$programs" || true)

# build FOLDER OPTION ...: all programs, with the library compiled like them
build() {
    local folder=$scratch/build.$1 source object
    shift
    mkdir -p "$folder"
    for source in "${library[@]}"; do # one at a time: some are called the same in different folders
        object=${source#"$top/fork-rt/pad/"}
        (cd "$folder" && fcc -c -w "$@" -o "${object//\//.}.o" "$source")
    done
    awk 'NF { print $3 }' <<<"$programs" | sort -u | while read -r source; do
        (cd "$folder" && fcc -w "$@" -DN=18 -DK=4 -I "$top/programs" -I "$top/bench" -o "$(basename "$source" .fork).prog" "$top/$source")
    done
    (cd "$folder" && fcc -w "$@" -o measure.prog "$top/bench/pad/measure.fork" ./*.o)
}

# The parts of quicksort depend on which PP comes first where its elements are dealt out, so one run is chance: these are summed up
# over so many sizes.
sizes_of() {
    case $1 in quick_sort*) seq $(($2 - 160)) 10 "$2" ;; *) echo "$2" ;; esac
}

# Whether PPs of queens that find boards at about the same time write them down together is chance, too, by far more than a
# pass saves or costs: it is summed up over so many numbers of PPs and sizes.
runs_of() {
    case "$1 $2" in
    'queens 64') printf '%s\n' {16,20,24,28,32,40,48,64}' '{4,5,6,7} ;;
    *) echo "${*:2}" ;;
    esac
}

# lines "name PPs cycles" of the programs in a folder; 0 cycles: it did not end well, or with another result
run_all() {
    local name p source arguments cycles sum most n on
    while read -r name p source arguments && [ -n "$name" ]; do
        # shellcheck disable=SC2086
        while read -r on arguments; do
            (cd "$scratch" && pramsim -q -p"$on" --stats-json="build.$1/run.json" \
                "$scratch/build.$1/$(basename "$source" .fork).prog" $arguments >/dev/null 2>&1 && jq .cycles "build.$1/run.json") || echo 0
        done < <(runs_of "$name" "$p" $arguments) >"$scratch/build.$1/run"
        cycles=$(awk '{ all += $1; failed += $1 == 0 } END { print failed ? 0 : int(all / NR) }' "$scratch/build.$1/run")
        echo "$name $p $cycles"
    done <<<"$programs"
    while read -r name most && [ -n "$name" ]; do
        for n in $(sizes_of "$name" $((most < 2000 ? most : 2000))); do
            pramsim -q -p"$pps" "$scratch/build.$1/measure.prog" "$name" "$n" || echo 0 -
        done | awk '{ all += $1; sums = sums " " $2; failed += $1 == 0 } END { print failed ? 0 : int(all / NR), sums }' >"$scratch/build.$1/run"
        read -r cycles sum <"$scratch/build.$1/run"
        [ -e "$scratch/sum.$name" ] || echo "$sum" >"$scratch/sum.$name"
        [ "$sum" = "$(<"$scratch/sum.$name")" ] || cycles=0
        echo "pad_$name $pps $cycles"
    done <<<"$algorithms"
}

run_without() {
    build "$1" "-fno-$1"
    run_all "$1" | awk '{ print $3 }' >"$scratch/without.$1"
    rm -r "$scratch/build.$1"
}

build whole
run_all whole >"$scratch/whole"
started=0
for pass in "${passes[@]}"; do # as many at a time as there are cores: only cycles are measured
    run_without "$pass" &
    ((++started % $(nproc))) || wait
done
wait
for pass in "${passes[@]}"; do
    [ -s "$scratch/without.$pass" ] || { echo "without $pass: not all could be built and measured" >&2 && exit 1; }
done
[ "$all" = all ] && [ -z "${PPS:-}${ONLY:-}" ] && name=passes || name=passes_some
start_results "$name" "program,pps,cycles,$(IFS=,; echo "${passes[*]}")"
paste -d' ' "$scratch/whole" "${passes[@]/#/$scratch/without.}" | awk '{
    line = $1 "," $2 "," $3
    for (i = 4; i <= NF; i++) line = line "," ($3 > 0 ? sprintf("%.1f", 100 * $i / $3) : 0)
    print line
}' >>"$csv"

grep -v '^#' "$csv" | awk -F, '
    NR == 1 { for (i = 4; i <= NF; i++) pass[i] = $i; next }
    { for (i = 4; i <= NF; i++) if ($i < 99.5) print $1 " on " $2 " PPs: " $i " % without " pass[i] }'
[ "$all" = all ] && [ -z "${PPS:-}${ONLY:-}" ] || exit 0

cp "$results/passes.csv" "$top/bench/results" # the same on every host
"$top/bench/page.sh" all
