#!/bin/bash
# shellcheck disable=SC2154 # top, build, scratch, results, csv come from lib.sh
# compiler.sh - the quality of compiled code, in instructions and cycles, which do not depend on the host.
#
#   bench/compiler.sh all               `codegen`, `passes` and `levels`, compiler.png, and the tables of docs/internals/compiled.md
#   bench/compiler.sh codegen           instructions per inner iteration of the three Laplace solvers, of matrix multiplication and of
#                                       a partition, compiled beside hand-written assembly (bench/codegen): build/bench/codegen.csv.
#                                       Each program runs with two numbers of repetitions; the difference leaves out start
#                                       and end. What both print must be the same. The goal is a ratio of at most 1.5
#   bench/compiler.sh passes [PASS ...] cycles of programs and of every algorithm of pad.h when a pass is left out (fcc -fno-PASS), in
#                                       percent of those with all passes: build/bench/passes.csv; of some passes passes_some.csv.
#                                       More than 100 means that the pass saves time; no program may take more than 1 % longer with a
#                                       pass than without it. Prints what gets slower by a pass, by more than half a percent
#   bench/compiler.sh levels            cycles of the same programs at -O0 and -Og, in percent of those at -O1, without the library's
#                                       algorithms: build/bench/levels.csv; and of each pass that -Og leaves out, what it would save
#                                       and what a debugger would lose: build/bench/debug_passes.csv
#   bench/compiler.sh draw [CSV]        compiler.png only, of codegen.csv
#
# PPS in the environment: number of PPs for the algorithms of pad.h (default 64).
# ONLY in the environment: these programs and algorithms, as a regular expression of their whole names.
# Both write passes_some.csv.
. "$(dirname "$0")/lib.sh"

# ---- beside assembly

source=$top/bench/codegen

# count MAKER FILE PPS SIZE REPETITIONS: instructions of one run. Assembly without a main is the part of the program of the same
# name that this leaves out with BY_HAND.
count() {
    local maker=$1 file=$2 pps=$3 size=$4 repetitions=$5 rest=()
    if [ "$maker" = fcc ]; then
        fcc -o "$scratch/x.o" -DN="$size" -DK="$repetitions" "$source/$file.fork"
    else
        prasm -D N="$size" -D K="$repetitions" -o "$scratch/part.o" "$source/$file.s"
        grep -q '^main:' "$source/$file.s" || {
            fcc -c -o "$scratch/rest.o" -DBY_HAND -DN="$size" -DK="$repetitions" "$source/$file.fork"
            rest=("$scratch/rest.o")
        }
        prlink -o "$scratch/x.o" "$scratch/part.o" "${rest[@]}" "$build/lib/libfork.a"
    fi
    pramsim -q --engine=reference --stats-json "$scratch/run.json" -p "$pps" "$scratch/x.o" >"$scratch/said.$maker"
    jq .instructions "$scratch/run.json"
}

# per_iteration MAKER FILE PPS SIZE INNER: INNER inner iterations a repetition, all PPs together
per_iteration() {
    local few many
    few=$(count "$1" "$2" "$3" "$4" 4)
    many=$(count "$1" "$2" "$3" "$4" 12)
    awk "BEGIN { printf \"%.2f\", ($many - $few) / 8 / $5 }"
}

# compare FORK ASSEMBLY PPS SIZE INNER
compare() {
    local hand compiled
    hand=$(per_iteration prasm "$2" "$3" "$4" "$5")
    compiled=$(per_iteration fcc "$1" "$3" "$4" "$5")
    cmp "$scratch/said.prasm" "$scratch/said.fcc"
    awk -v name="$1" -v hand="$hand" -v compiled="$compiled" \
        'BEGIN { printf "%s,%s,%s,%.2f\n", name, hand, compiled, compiled / hand }' | tee -a "$csv"
}

picture() {
    awk -F, -v OFS='\t' '/^#/ { next } $1 == "program" { print "", "reference", "compiled"; next } { print $1, $2, $3 }' "$csv" |
        sed '1s/reference/hand-written/' | draw_bars compiler 'Compiled code beside hand-written assembly' 'instructions per inner iteration'
}

measure_codegen() {
    start_results codegen program,hand_written,compiled,ratio
    compare laplace_async laplace_async 1 66 4096
    compare laplace_sync laplace_sync 64 10 64
    compare laplace_semisync laplace_sync 64 10 64
    compare matrix_multiply matrix_multiply 1 24 13824
    compare partition partition 1 1000 1000
    compare partition_pointers partition 1 1000 1000
}

# ---- without a pass

mapfile -t passes < <(sed -n 's/^PASS(\([a-z_]*\), \(LOWER\|OPT\|BACK\),.*/\1/p' "$top/fcc/ir/pass.def")
pps=${PPS:-64}

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
# over this number of sizes.
sizes_of() {
    case $1 in quick_sort*) seq $(($2 - 160)) 10 "$2" ;; *) echo "$2" ;; esac
}

# Whether PPs of queens that find boards at about the same time write them down together is chance, too, by far more than a
# pass saves or costs: it is summed up over PPs and sizes.
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

measure_passes() { # PASS ...: all if none is named
    local pass name started
    for pass; do
        [[ " ${passes[*]} " == *" $pass "* ]] || usage_error
    done
    [ $# = 0 ] || passes=("$@")
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
    [ $# = 0 ] && [ -z "${PPS:-}${ONLY:-}" ] && name=passes || name=passes_some
    start_results "$name" "program,pps,cycles,$(IFS=,; echo "${passes[*]}")"
    paste -d' ' "$scratch/whole" "${passes[@]/#/$scratch/without.}" | awk '{
        line = $1 "," $2 "," $3
        for (i = 4; i <= NF; i++) line = line "," ($3 > 0 ? sprintf("%.1f", 100 * $i / $3) : 0)
        print line
    }' >>"$csv"

    grep -v '^#' "$csv" | awk -F, '
        NR == 1 { for (i = 4; i <= NF; i++) pass[i] = $i; next }
        { for (i = 4; i <= NF; i++) if ($i < 99.5) print $1 " on " $2 " PPs: " $i " % without " pass[i] }'

    [ $name = passes_some ] || cp "$csv" "$top/bench/results" # the same on every host
}

# ---- levels

# cycles_at NAME OPTION ...: of the programs, a line each
cycles_at() {
    local name=$1
    shift
    build "$name" "$@"
    run_all "$name" | awk '{ print $3 }' >"$scratch/at.$name"
    rm -r "$scratch/build.$name"
}

# seen_at OPTION ...: what debuggers see in percent, visits out of order, wrong values
seen_at() {
    local row
    while read -r row; do
        [[ -n $row && $row != '#'* ]] || continue
        (cd "$scratch" && compare_levels "$row" -O0 "$*" && echo "$values $known $foreign $wrong")
    done <"$top/tests/debug/levels/programs.table" |
        awk '{ values += $1; known += $2; foreign += $3; wrong += $4 } END { printf "%.1f,%d,%d\n", 100 * known / values, foreign, wrong }'
}

# The others need what loop_rotate leaves.
with_pass() {
    case $1 in hoist | induction) echo "-Og -floop-rotate -f$1" ;; *) echo "-Og -f$1" ;; esac
}

measure_levels() {
    local level pass options mean
    algorithms=''
    # shellcheck source=tests/debug/levels/compare.sh
    . "$top/tests/debug/levels/compare.sh"
    for level in O0 Og O1; do cycles_at "$level" "-$level"; done
    start_results levels "program,pps,-O0,-Og,cycles at -O1"
    paste -d' ' <(awk 'NF { print $1, $2 }' <<<"$programs") "$scratch"/at.{O0,Og,O1} | awk '
        { printf "%s,%s,%.1f,%.1f,%d\n", $1, $2, 100 * $3 / $5, 100 * $4 / $5, $5; none += log($3 / $5); debug += log($4 / $5) }
        END { printf "geometric mean,,%.1f,%.1f,\n", 100 * exp(none / NR), 100 * exp(debug / NR) }' | tee -a "$csv"
    cp "$csv" "$top/bench/results"
    start_results debug_passes "options,cycles,known,lines out of order,wrong values"
    {
        for level in O0 Og O1; do echo "-$level"; done
        sed -n 's/^PASS_DEBUG_OMITS(\([a-z_]*\),.*/\1/p' "$top/fcc/ir/debug_level.def" | while read -r pass; do with_pass "${pass//_/-}"; done
    } | while read -r options; do
        # shellcheck disable=SC2086
        cycles_at some $options
        mean=$(paste -d' ' "$scratch/at.O1" "$scratch/at.some" | awk '{ all += log($2 / $1) } END { printf "%.1f", 100 * exp(all / NR) }')
        # shellcheck disable=SC2086
        echo "\`$options\`,$mean,$(seen_at $options)"
    done | tee -a "$csv"
    cp "$csv" "$top/bench/results"
}

case $1 in
all)
    [ $# = 1 ] || usage_error
    measure_codegen
    picture
    cp "$csv" "$top/bench/results" # the same on every host
    measure_passes
    measure_levels
    "$top/bench/page.sh" all
    ;;
codegen) measure_codegen ;;
passes) measure_passes "${@:2}" ;;
levels) measure_levels ;;
draw)
    csv=${2:-$top/bench/results/codegen.csv}
    picture
    ;;
*) usage_error ;;
esac
