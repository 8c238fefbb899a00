#!/bin/bash
# observe.sh - the cost of observation: pramsim with --profile and with --trace beside the same run without. The runs
# take turns, and each is compared with its neighbours of the same turn; medians and quartiles of these quotients. By
# default all use compiled code, except runs with --profile, which interpret single PPs. The rows `marked_...` and
# `parts_...` have marks of trace.h: quicksort at each group's choice of a pivot and where a PP sorts alone, merge sort
# at the latter and at each merge. `marked_...` has marks at each call, down to two numbers, `parts_...` only at calls
# for 64 numbers and more. They run with --profile-only-regions and --trace-only-regions, which record only marks, and
# give the number of marks and the cost of one.
#
#   RUNS=15 bench/observe.sh all      writes build/bench/observe.csv, observe.md, and observe_marks.md of runs with marks;
#                                     then debugger, too
#   RUNS=15 bench/observe.sh NAME     one of its rows, such as quicksort_64; keeps all other rows
#   RUNS=5 bench/observe.sh engines   observed runs on the reference and the cycle engine, in turns: build/bench/observe_engines.csv,
#                                     observe_engines.md and observe.png; processor time of whole runs, medians
#   RUNS=5 bench/observe.sh models    runs with --model beside those without, at level 0 with one thread: PP instructions a second, with
#                                     --stats-json, so that concurrent loads are counted, and processor time of whole runs without
#                                     it; those with --profile beside a profile alone. Some programs keep to CREW. Writes model.csv
#                                     and models.png
#   RUNS=5 bench/observe.sh debugger  a run under --debug beside the same run alone, without breakpoints and with one at its end;
#                                     conditions evaluated a second in a hot line; a watchpoint beside the observing engine; steps
#                                     back on 4096 PPs after a run of 10 seconds. Medians of processor time. Writes debug.csv
#   bench/observe.sh draw             the pictures only
. "$(dirname "$0")/lib.sh"
[ $# = 1 ] || usage_error

# ---- engines

# the processor time of a run that is observed
time_observed() { # ENGINE OPTION ... PROGRAM ARGUMENT ...
    local TIMEFORMAT='%U %S'
    (cd "$scratch" && { time pramsim -q --engine="$1" "${@:2}" >there 2>&1; } 2>&1) | awk '{ print $1 + $2 }'
}

middle() { # FILE
    sort -g "$1" | sed -n "$((($(wc -l <"$1") + 1) / 2))p"
}

measure_engines() { # OBSERVER OPTIONS PROGRAM PPS ARGUMENT ...
    local name=$1 program=$3 pps=$4 engine i observing words
    read -ra observing <<<"$2"
    words=("$build/programs/$program/$program.o" "${@:5}")
    rm -f "$scratch"/engine.*
    for ((i = 0; i < ${RUNS:-5}; i++)); do
        for engine in reference cycle; do
            time_observed "$engine" "-p$pps" "${observing[@]}" "${words[@]}" >>"$scratch/engine.$engine"
        done
    done
    echo "$name,$program,$pps,$(middle "$scratch/engine.reference"),$(middle "$scratch/engine.cycle")" |
        awk -F, -v OFS=, '{ print $0, sprintf("%.2f", $4 / $5) }' | tee -a "$csv"
}

compare_engines() {
    local row observer pps
    start_results observe_engines observer,program,pps,reference,cycle,reference_by_cycle
    while IFS='|' read -r observer row; do
        for pps in 64 1024 4096; do
            measure_engines "$observer" "$row" quicksort $pps 10000
            measure_engines "$observer" "$row" merge_sort $pps 10000
            measure_engines "$observer" "$row" sandpile $pps async 32 $((6400 / pps + 100)) 2 1 out
            measure_engines "$observer" "$row" queens $pps $((pps == 64 ? 9 : 8))
        done
    done <<'END'
--model=crew|--model=crew
--trace|--trace=seen
--trace-counters|--trace=seen --trace-counters
--trace-locks|--trace=seen --trace-locks
--trace-strands|--trace=seen --trace-strands
--profile|--profile=seen
--check|--check
END
    # shellcheck disable=SC2016 # Markdown's quotes
    {
        sed -n '1,2s/^# //p' "$csv" | paste -sd';' | sed 's/;/; /'
        printf '\n| observer | program | PPs | reference | cycle | reference / cycle |\n|---|---|---:|---:|---:|---:|\n'
        awk -F, '/^#/ || $1 == "observer" { next }
            function mean() { if (last != "") printf "| `%s` | geometric mean | | | | %.2f |\n", last, exp(r / n) }
            $1 != last { mean(); last = $1; r = n = 0 }
            { r += log($6); n++
              printf "| `%s` | %s | %d | %.0f ms | %.0f ms | %s |\n", $1, $2, $3, 1e3 * $4, 1e3 * $5, $6 }
            END { mean() }' "$csv"
    } >"$results/observe_engines.md"
}

# ---- models of the PRAM

# One run of a kind: notes its rate, and the processor time of a whole run: in user and system mode, for how the two share it is only
# sampled
run_once() { # KIND PPS PROGRAM ARGUMENTS ...
    local kind=$1 pps=$2 judged TIMEFORMAT='%U %S' options
    shift 2
    options=(-q -t1 -g0 "-p$pps")
    [ "${kind#profile}" = "$kind" ] || options+=(--profile=profile)
    judged=${kind#profile} judged=${judged#+}
    [ "${judged:-none}" = none ] || options+=("--model=$judged" --findings-json=found.json)
    (cd "$scratch" && pramsim --stats-json run.json "${options[@]}" "$@" >/dev/null 2>&1) || true
    jq -r '.instructions / .wall_seconds.run / 1e9' "$scratch/run.json" >>"$scratch/rates.$kind"
    [ "${judged:-none}" = none ] || jq '[.findings[].count] | add // 0' "$scratch/found.json" >"$scratch/found.$kind"
    (cd "$scratch" && { time pramsim "${options[@]/--findings-json=found.json/-q}" "$@" >/dev/null 2>&1 || true; } 2>&1) |
        awk '{ print $1 + $2 }' >>"$scratch/times.$kind"
}
rate_of() { # KIND: the median
    sort -g "$scratch/rates.$1" | sed -n "$(((runs + 1) / 2))p"
}
least_of() { # KIND
    sort -g "$scratch/times.$1" | head -1
}

compare_models() {
    local runs=${RUNS:-5}
    laplace_generate -n 66 -k 2000 -b sine -o "$scratch/in"
    laplace_generate -n 66 -k 1000 -b sine -o "$scratch/short"
    kinds=(none crew erew crew:runtime erew:runtime profile profile+crew profile+erew)
    start_results model program,pps,model,findings,giga_instructions_per_second,times,times_without_statistics
    while read -r name pps program arguments; do
        rm -f "$scratch"/rates.* "$scratch"/times.* "$scratch"/found.*
        for ((i = 0; i < runs; i++)); do # in turns
            for kind in "${kinds[@]}"; do
                # shellcheck disable=SC2086
                run_once "$kind" "$pps" "$build/programs/$program" $arguments
            done
        done
        for kind in "${kinds[@]}"; do
            plain=none
            [ "${kind#profile}" = "$kind" ] || plain=profile
            # shorter runs are too noisy
            times=$(awk -v plain="$(rate_of $plain)" -v rate="$(rate_of "$kind")" -v plain_whole="$(least_of $plain)" -v whole="$(least_of "$kind")" \
                'BEGIN { printf "%.2f,%s", plain / rate, plain_whole < 0.05 ? "" : sprintf("%.2f", whole / plain_whole) }')
            found=$(cat "$scratch/found.$kind" 2>/dev/null || true)
            printf '%s,%s,%s,%s,%.3f,%s\n' "$name" "$pps" "$kind" "$found" "$(rate_of "$kind")" "$times" | tee -a "$csv"
        done
    done <<END
laplace_sync 4096 laplace/laplace_sync_fork.o in out
laplace_async 4096 laplace/laplace_async_fork.o short out
matrix_multiply 4096 matrix_multiply/matrix_multiply.o 128
merge_sort 1024 merge_sort/merge_sort.o 1024
merge_sort_by_blocks 64 merge_sort/merge_sort.o 40000
merge_sort_by_blocks 1024 merge_sort/merge_sort.o 40000
merge_sort_by_blocks 4096 merge_sort/merge_sort.o 40000
quicksort 64 quicksort/quicksort.o 20000
quicksort 4096 quicksort/quicksort.o 20000
prefix_sums 4096 prefix_sums/prefix_sums.o 4096
list_ranking 4096 list_ranking/list_ranking.o 4096
END
    picture_models
}

picture_models() {
    awk -F, -v OFS='\t' '
        /^#/ { next }
        $1 == "program" { print "", "crew", "erew", "profile+crew"; next }
        { key = $1 ", " $2 " PPs"; if (!(key in seen)) { seen[key] = 1; order[++rows] = key } value[key, $3] = $6 }
        END { for (r = 1; r <= rows; r++) print order[r], value[order[r], "crew"], value[order[r], "erew"], value[order[r], "profile+crew"] }' "$csv" |
        draw_bars models 'What --model costs at level 0, one thread' 'time with --model / time without' one
}

picture_engines() {
    awk -F, -v OFS='\t' '
        /^#/ || $1 == "observer" { next }
        !($1 in n) { order[++rows] = $1 }
        { n[$1]++; r[$1] += log($6) }
        END {
            print "", "reference"
            for (k = 1; k <= rows; k++) print order[k], exp(r[order[k]] / n[order[k]])
        }' "$csv" | draw_bars observe 'Observed runs on the reference engine, geometric means' 'processor time / that of the cycle engine' one
}

# ---- debugger

# time_debugged COMMAND ...: seconds of processor time
time_debugged() {
    local TIMEFORMAT='%U %S'
    { time "$@" >"$scratch/there" 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}

measure_debugger() {
    local pps=4096 rounds=${ROUNDS:-400000} cold hot i kind alone
    make -s -C "$top" "${build#"$top/"}/bench/debug"
    start_results debug "what,seconds,number"
    fcc -w -o "$scratch/debug.o" "$top/bench/sim/debug.fork"
    cold=$(grep -n 'cold = r' "$top/bench/sim/debug.fork" | cut -d: -f1)
    hot=$(grep -n 'r == rounds' "$top/bench/sim/debug.fork" | cut -d: -f1)
    printf 'run\n' >"$scratch/plain"
    printf 'break %d\nrun\ncontinue\n' "$cold" >"$scratch/cold"
    for ((i = 0; i < ${RUNS:-5}; i++)); do
        time_debugged pramsim -q -p$pps "$scratch/debug.o" "$rounds" >>"$scratch/alone.s"
        for kind in plain cold; do
            time_debugged pramsim -q --debug --batch -x "$scratch/$kind" -p$pps "$scratch/debug.o" "$rounds" >>"$scratch/$kind.s"
        done
    done
    alone=$(middle "$scratch/alone.s")
    echo "a run alone,$alone,1" | tee -a "$csv"
    echo "the same under --debug,$(middle "$scratch/plain.s"),$(quotient "$(middle "$scratch/plain.s")" "$alone" 2)" | tee -a "$csv"
    echo "with a breakpoint at its end,$(middle "$scratch/cold.s"),$(quotient "$(middle "$scratch/cold.s")" "$alone" 2)" | tee -a "$csv"
    "$build/bench/debug" condition "$scratch/debug.o" $pps "$hot" 20000 | sed 's/^/hot condition: /' | tee -a "$csv"
    "$build/bench/debug" watch "$scratch/debug.o" $pps cold 20000 | sed 's/^/watchpoint: /' | tee -a "$csv"
    "$build/bench/debug" back "$scratch/debug.o" $pps 10 | sed 's/^/after 10 s: /' | tee -a "$csv"
}

case $1 in
debugger)
    measure_debugger
    exit
    ;;
engines)
    compare_engines
    picture_engines
    exit 0
    ;;
models)
    compare_models
    exit 0
    ;;
draw)
    csv=$top/bench/results/observe_engines.csv
    picture_engines
    csv=$top/bench/results/model.csv
    picture_models
    exit 0
    ;;
esac

# ---- the cost of observation

runs=${RUNS:-15}
rows='
laplace_4096_level4   -g4 -p4096 laplace/laplace_sync_fork.o sine out
async_laplace_64      -p64 laplace/laplace_async_fork.o short out
merge_sort_4096       -p4096 merge_sort/merge_sort.o 80000
quicksort_4096        -p4096 quicksort/quicksort.o 30000
quicksort_4096_level4 -g4 -p4096 quicksort/quicksort.o 20000
quicksort_64          -p64 quicksort/quicksort.o 200000
quicksort_64_level4   -g4 -p64 quicksort/quicksort.o 100000
quicksort_1           -p1 quicksort/quicksort.o 400000
marked_quicksort_4096 -p4096 marked.o 30000
marked_quicksort_64   -p64 marked.o 200000
marked_quicksort_64_level4 -g4 -p64 marked.o 100000
marked_quicksort_1    -p1 marked.o 600000
marked_quicksort_4    -p4 marked.o 400000
parts_quicksort_4096  -p4096 parts.o 30000
parts_quicksort_64    -p64 parts.o 200000
parts_quicksort_64_level4 -g4 -p64 parts.o 100000
parts_quicksort_4     -p4 parts.o 400000
parts_quicksort_1     -p1 parts.o 600000
parts_merge_sort_4096 -p4096 parts_merge.o 80000
parts_merge_sort_64   -p64 parts_merge.o 200000
parts_merge_sort_4    -p4 parts_merge.o 200000
'
[ "$1" = all ] || grep -q "^$1 " <<<"$rows" || usage_error

laplace_generate -n 66 -k 20000 -b sine -o "$scratch/sine"
laplace_generate -n 66 -k 2000 -b sine -o "$scratch/short"

mark() { # NAME CONDITION: quicksort with marks, in the scratch folder
    awk -v condition="$2" '{ print }
        /^#include <fork.h>/ { print "#include <trace.h>" }
        /^static void sort_alone/ { getline; print; print "int is_marked = " condition "; if (is_marked) trace_enter(1);"; alone = 1; next }
        alone && /^    }$/ { print "if (is_marked) trace_leave(1);"; alone = 0 }
        /^    less = 0;/ { print "trace_enter(2);" }
        /^    pivot = middle/ { print "trace_leave(2);" }' "$top/programs/quicksort/quicksort.fork" >"$scratch/$1.fork"
    (cd "$scratch" && fcc -g -I "$top/programs" -I "$top/programs/quicksort" "$1.fork")
}
mark marked 'n > 1'
mark parts 'n >= 64'
awk '{ print }
    /^#include <fork.h>/ { print "#include <trace.h>" }
    /^static void sort_block/ { inside = 1 }
    inside && /^        return;/ { print "int is_marked = n >= 64; if (is_marked) trace_enter(1);" }
    inside && /a\[k\] = scratch\[k\];/ { print "if (is_marked) trace_leave(1);"; inside = 0 }
    /^    for \(; width < n;/ { getline; print "trace_enter(2);"; print; print "trace_leave(2);" }
    ' "$top/programs/merge_sort/merge_sort.fork" >"$scratch/parts_merge.fork"
(cd "$scratch" && fcc -g -I "$top/programs" -I "$top/programs/merge_sort" parts_merge.fork)

# one run: the seconds of the run alone, and of all, with what is written after it
time_run() { # VARIANT WORDS ...
    local variant=$1 TIMEFORMAT=%R more=()
    shift
    case $variant in
    profile) more=(--profile=seen) ;;
    trace) more=(--trace=seen) ;;
    esac
    case $variant,$* in
    profile,*" marked.o"* | profile,*" parts"*) more=(--profile-only-regions) ;;
    trace,*" marked.o"* | trace,*" parts"*) more+=(--trace-only-regions) ;;
    esac
    (cd "$scratch" && time "$build/bin/pramsim" -q -t1 --stats-json=run.json "${more[@]}" "$@" >/dev/null) 2>"$scratch/whole"
    echo "$(jq .wall_seconds.run "$scratch/run.json") $(tail -1 "$scratch/whole")"
}

# From the table of regions: a PP that enters one also leaves it. After the row's times stand in the file `row`.
count_marks() { # NAME WORDS ...
    local name=$1
    shift
    (cd "$scratch" && "$build/bin/pramsim" -q -t1 --stats-json=run.json --profile-only-regions "$@" 2>table >/dev/null)
    awk -F, -v name="$name" -v instructions="$(jq .instructions "$scratch/run.json")" \
        -v marks="$(awk '$6 ~ /^[0-9]+,$/ { sum += 2 * $4 } END { print sum }' "$scratch/table")" '
        $2 == "seconds" { seconds = $3 }
        function put(what, value) { printf "%s,%s,%.4f,%.4f,%.4f\n", name, what, value[3], value[4], value[5] }
        $2 ~ /^(profile|trace) by off$/ {
            for (k = 3; k <= 5; k++) cost[$2, k] = ($k - 1) * seconds / marks * 1e9
        }
        END {
            for (k = 3; k <= 5; k++) { density[k] = marks / instructions * 1000; p[k] = cost["profile by off", k]; t[k] = cost["trace by off", k] }
            put("marks per 1000 instructions", density)
            put("nanoseconds a mark in a profile", p)
            put("nanoseconds a mark in a timeline", t)
        }' "$scratch/row"
}

measure_row() { # NAME OPTIONS PROGRAM ARGUMENTS
    local name=$1 words=() variants=(off profile trace) i k variant
    shift
    for word; do
        [[ $word != */*.o ]] || word=$build/programs/$word
        words+=("$word")
    done
    rm -f "$scratch"/turns.*
    for ((i = 0; i < runs; i++)); do
        for ((k = 0; k < 3; k++)); do
            variant=${variants[(i + k) % 3]}
            time_run "$variant" "${words[@]}" >>"$scratch/turns.$variant"
        done
    done
    paste -d' ' "$scratch"/turns.{off,profile,trace} | awk -v name="$name" '
        function at(list, part,    sorted, k, j, x) {
            for (k = 1; k <= NR; k++) sorted[k] = list[k]
            for (k = 2; k <= NR; k++) for (j = k; j > 1 && sorted[j - 1] > sorted[j]; j--) {
                x = sorted[j]; sorted[j] = sorted[j - 1]; sorted[j - 1] = x }
            return sorted[int(part * (NR - 1) + 1.5)]
        }
        function put(what, list) { printf "%s,%s,%.4f,%.4f,%.4f\n", name, what, at(list, 0.5), at(list, 0.25), at(list, 0.75) }
        { seconds[NR] = $1; profile[NR] = $3 / $1; trace[NR] = $5 / $1; whole[NR] = $6 / $2 }
        END { put("seconds", seconds); put("profile by off", profile)
              put("trace by off", trace); put("trace by off with its file", whole) }' >"$scratch/row"
    case $name in marked_* | parts_*) count_marks "$name" "${words[@]}" >>"$scratch/row" ;; esac
    { grep -v "^$name," "$csv" || true; cat "$scratch/row"; } >"$scratch/csv"
    cp "$scratch/csv" "$csv"
    cat "$scratch/row"
}

csv=$results/observe.csv
if [ "$1" = all ] || [ ! -s "$csv" ]; then start_results observe row,what,median,first_quartile,third_quartile; fi
while read -r name words; do
    [ -n "$name" ] || continue
    # shellcheck disable=SC2086
    if [ "$1" = all ] || [ "$1" = "$name" ]; then measure_row "$name" $words </dev/null; fi
done <<<"$rows"

# a table of measurements.md: percent more than without, and the quartiles; of the rows whose names match
# shellcheck disable=SC2016 # Markdown's quotes
table() { # PATTERN COLUMNS
    printf '\n| run | seconds | %s | with its file |\n|---|---:|---:|---:|---:|\n' "$2"
    awk -F, -v pattern="$1" '$1 !~ pattern || /^#/ || $1 == "row" { next }
        function percent(a, b, c) { return sprintf("%+.1f %% (%+.1f to %+.1f)", 100 * (a - 1), 100 * (b - 1), 100 * (c - 1)) }
        $2 == "seconds" { printf "| %s | %.3f", $1, $3; next }
        / by / { printf " | %s", percent($3, $4, $5) }
        $2 == "trace by off with its file" { print " |" }' "$csv"
}
host=$(sed -n '1,2s/^# //p' "$csv" | paste -sd';' | sed 's/;/; /')
# shellcheck disable=SC2016 # Markdown's quotes
{
    echo "$host"
    table '^[^mp]|^merge' '`--profile` | `--trace`'
} >"$results/observe.md"
# shellcheck disable=SC2016 # Markdown's quotes
{
    echo "$host"
    table '^(marked|parts)_' '`--profile-only-regions` | `--trace-only-regions`'
    printf '\n| run | marks per 1000 instructions | a mark in a profile | in a timeline |\n|---|---:|---:|---:|\n'
    awk -F, '$2 == "marks per 1000 instructions" { printf "| %s | %.2f", $1, $3 }
        $2 ~ /^nanoseconds/ { printf " | %.0f ns (%.0f to %.0f)", $3, $4, $5 }
        $2 ~ /^nanoseconds.*timeline/ { print " |" }' "$csv"
} >"$results/observe_marks.md"
if [ "$1" = all ]; then measure_debugger; fi
