#!/bin/bash
# shellcheck disable=SC2154 # top, build, results, made come from lib.sh
# cores.sh - measures speedups with 1, 2, 4, 8 and 16 threads, as far as there are cores and tiles of 1024 PPs: programs of the tree on
# 4096 and 65,536 PPs and synchronous Laplace on 2^20, at the default and at level 4; multiprefix to 1, 128 and 4096 cells, and to
# random cells in 1 and 64 MiB; and on 4096 PPs, once, the time of the reference engine.
#
#   bench/cores.sh all|PATTERN     measures all runs, or those whose names match, such as "merge|matri"
#   bench/cores.sh parts [PATTERN] measures the parts of thread 0's time, in runs on 65,536 PPs with teams of 1, 2 and 4 threads that
#                                  never end, even on fewer cores. Compiles a pramsim for this (sim/segment/run.h)
#   bench/cores.sh pack FOLDER     makes a folder with the built programs, the shared libraries that they need, and this script.
#                                  FOLDER/cores.sh all then measures on a host without installation, into FOLDER/cores.csv
#   bench/cores.sh keep [CSV]      writes the tables of build/bench/cores.csv, or of CSV, and of `parts` to bench/results and
#                                  docs/measurements.md; `all` ends with this. The tables have the host's number of cores in their
#                                  names, such as cores_16.md, so tables of other hosts stay
#
# All runs take turns, so a change of the host's load affects all alike; each speedup is the median of its rounds. There are three
# rounds, and none begins a run after SECONDS_MOST (400) seconds; runs that were not made in the first round are named. Writes
# build/bench/cores.csv (name, PPs, threads, level, seconds, speedup over one thread, threads used most of the time and why), and
# parts.csv (seconds by part).
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
threads_all=(1 2 4 8 16)

# ---- the tables, of a CSV file

# by_program CSV: a row a program; the default, then level 4
by_program() {
    awk -F, '
        /^#/ || $1 == "program" { next }
        { key = $1 " | " $2 }
        !(key in seen) { seen[key] = 1; order[++rows] = key }
        { speedup[key, $3, $4] = $6; if ($3 == 1) seconds[key, $4] = $5 }
        END {
            split("2 4 8 16", threads, " "); split("default 4", level, " ")
            print "| program | PPs | default: 1 thread | 2 | 4 | 8 | 16 | level 4: 1 thread | 2 | 4 | 8 | 16 |"
            print "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
            for (r = 1; r <= rows; r++) {
                line = "| " order[r] " |"
                for (l = 1; l <= 2; l++) {
                    line = line (((order[r], level[l]) in seconds) ? sprintf(" %.3f s |", seconds[order[r], level[l]]) : " |")
                    for (t = 1; t <= 4; t++) line = line " " speedup[order[r], threads[t], level[l]] " |"
                }
                print line
            }
        }' "$1"
}

# summary CSV: a row a number of PPs and level, its geometric means, with the least and the most
summary() {
    awk -F, '
        /^#/ || $1 == "program" || $3 == 1 { next }
        { key = $2 " | " ($4 == "default" ? "default" : "level " $4) }
        !(key in seen) { seen[key] = 1; order[++rows] = key }
        {
            at = key SUBSEP $3; total[at] += log($6); count[at]++
            if (!(at in least) || $6 < least[at]) least[at] = $6
            if ($6 > most[at]) most[at] = $6
        }
        END {
            split("2 4 8 16", threads, " ")
            print "| PPs | | 2 threads | 4 threads | 8 threads | 16 threads |\n|---:|---|---:|---:|---:|---:|"
            for (r = 1; r <= rows; r++) {
                line = "| " order[r] " |"
                for (t = 1; t <= 4; t++) {
                    at = order[r] SUBSEP threads[t]
                    line = line (at in total ? sprintf(" %.2f (%.2f to %.2f) |", exp(total[at] / count[at]), least[at], most[at]) : " |")
                }
                print line
            }
        }' "$1"
}

# by_reference CSV: a row a program that the reference engine ran, too: the default by it
by_reference() {
    awk -F, '
        /^#/ || $1 == "program" { next }
        { key = $1 " | " $2 }
        $4 == "reference" { reference[key] = $5; order[++rows] = key }
        $4 == "default" && (!(key in best) || $5 < best[key]) { best[key] = $5; threads[key] = $3 }
        $4 == "default" && $3 == 1 { one[key] = $5 }
        END {
            print "| program | PPs | reference | `-t1` | times as fast | fastest | with `-t` | times as fast |"
            print "|---|---:|---:|---:|---:|---:|---:|---:|"
            for (r = 1; r <= rows; r++) {
                key = order[r]
                if (key in one)
                    printf "| %s | %.3f s | %.3f s | %.1f | %.3f s | %d | %.1f |\n", key, reference[key], one[key],
                        reference[key] / one[key], best[key], threads[key], reference[key] / best[key]
            }
        }' "$1"
}

# parts_summary CSV: a row a level and number of threads, the means of all programs' shares, in percent
parts_summary() {
    awk -F, '
        /^#/ { next }
        $1 == "program" { for (i = 6; i <= NF; i++) name[i] = $i; columns = NF; next }
        {
            key = ($3 == "exact" ? "default" : "level " $3) " | " $4
            if (!(key in count)) order[++rows] = key
            count[key]++
            for (i = 6; i <= columns; i++) all = (i == 6 ? 0 : all) + $i
            for (i = 6; i <= columns; i++) share[key, i] += 100 * $i / all
        }
        END {
            line = "| level | threads |"; rule = "|---|---:|"
            for (i = 6; i <= columns; i++) { line = line " " name[i] " |"; rule = rule "---:|" }
            print line; print rule
            for (r = 1; r <= rows; r++) {
                line = "| " order[r] " |"
                for (i = 6; i <= columns; i++) line = line sprintf(" %.1f |", share[order[r], i] / count[order[r]])
                print line
            }
        }' "$1"
}

# parts_programs CSV: a row a run, its seconds and its shares in percent
parts_programs() {
    awk -F, '
        /^#/ { next }
        $1 == "program" {
            line = "| program | level | threads | seconds |"; rule = "|---|---|---:|---:|"
            for (i = 6; i <= NF; i++) { line = line " " $i " |"; rule = rule "---:|" }
            print line; print rule
            next
        }
        {
            all = 0
            for (i = 6; i <= NF; i++) all += $i
            line = sprintf("| %s | %s | %s | %.3f |", $1, $3 == "exact" ? "default" : $3, $4, $5)
            for (i = 6; i <= NF; i++) line = line sprintf(" %.1f |", 100 * $i / all)
            print line
        }' "$1"
}

# ---- the runs

# describe_host ROUNDS: the first lines of a CSV file; the second one ends with the number of cores
describe_host() {
    echo "# $(date -u +%Y-%m-%d), revision $revision"
    echo "# $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) cores"
    echo "# $1 rounds; load of the host at the end: $(cut -d' ' -f1-3 /proc/loadavg) (1, 5, 15 minutes)"
}

# measure_once NAME PPS LEVEL THREADS PROGRAM ARGUMENT ...: a line for $out/times
measure_once() {
    local engine=(-t"$4" -g"$3") key=$1,$2,$4,${3/exact/default}
    [ "$3" != reference ] || engine=(--engine=reference)
    "${pramsim[@]}" -q --stats "${engine[@]}" -p"$2" "${@:5}" </dev/null 2>"$out/stats" >/dev/null ||
        { cat "$out/stats" >&2 && return 1; }
    awk -v key="$key" '
        $1 == "threads_used" { used = $2; $1 = $2 = ""; sub(/^ */, ""); gsub(/,/, ""); why = $0 }
        $1 == "seconds.run" { seconds = $2 }
        END { print key "," seconds "," used "," why }' "$out/stats" >>"$out/times"
}

# measure_all RUNS PATTERN CSV: RUNS has lines "NAME PPS LEVEL PROGRAM ARGUMENT ..."
measure_all() {
    local most cores name pps level threads words round end=$((SECONDS + ${SECONDS_MOST:-400})) out
    : >"$3"
    out=$(mktemp -d "${TMPDIR:-/tmp}/cores.XXXXXX")
    cores=$(nproc)
    for round in 1 2 3; do
        while read -r name pps level words; do
            [[ $name =~ $2 ]] || continue
            most=$((pps / 1024 < cores ? pps / 1024 : cores))
            [ "$level" != reference ] || most=$((round == 1))
            for threads in "${threads_all[@]}"; do
                [ "$threads" -le "$most" ] || continue
                if [ $SECONDS -ge $end ]; then
                    [ $round -gt 1 ] || echo "cores.sh: no time for $name on $pps PPs with $threads threads at level $level" >&2
                    continue
                fi
                # shellcheck disable=SC2086 # the program and its arguments
                measure_once "$name" "$pps" "$level" "$threads" $words || return 1
            done
        done <"$1"
        [ $SECONDS -lt $end ] || break
    done
    {
        describe_host "$round"
        echo "program,pps,threads,level,seconds,speedup,threads_used,why"
        awk -F, -v OFS=, '
            function median(list,    part, count, i, k, swap) {
                count = split(list, part, "\n")
                for (i = 2; i <= count; i++)
                    for (k = i; k > 1 && part[k - 1] + 0 > part[k] + 0; k--) { swap = part[k]; part[k] = part[k - 1]; part[k - 1] = swap }
                return part[int((count + 1) / 2)]
            }
            { key = $1 OFS $2 OFS $3 OFS $4; run = $1 OFS $2 OFS $4; line[key, $5] = $6 OFS $7 }
            $3 == 1 { one[run] = $5 }
            key in times { times[key] = times[key] "\n" $5; faster[key] = faster[key] "\n" one[run] / $5; next }
            { order[++keys] = key; times[key] = $5; faster[key] = one[run] / $5 }
            END { for (k = 1; k <= keys; k++) {
                key = order[k]; seconds = median(times[key])
                print key, seconds, sprintf("%.2f", median(faster[key])), line[key, seconds] } }' "$out/times"
    } >"$3"
    rm -r "$out"
}

# ---- a packed folder

if [ -x "$here/bin/pramsim" ]; then
    [[ ${1--h} != -* ]] || { sed -n '/^# cores\.sh - /,/^[^#]/ { s/^# \{0,1\}//p; }' "$0" && exit 2; }
    cd "$here"
    loader=(lib/ld-*)
    pramsim=("${loader[0]}" --library-path lib bin/pramsim)
    revision=$(cat revision)
    measure_all runs "${1/#all/.}" cores.csv
    by_program cores.csv
    by_reference cores.csv
    exit
fi

. "$here/lib.sh"

# list_programs PPS: lines "NAME PROGRAM ARGUMENT ...". One thread takes from 15 milliseconds to some seconds. More than 70,000 rounds
# of synchronous Laplace on 4096 PPs would be numbers near zero only, with which some processors are slow.
list_programs() {
    local side factor=$(($1 / 4096)) programs=$build/programs
    side=$(awk "BEGIN { print sqrt($1) }")
    compile "sync$1" laplace_sync -DSQRT_P="$side" -DK=$((40000 / factor))
    echo "sync_laplace $made/sync$1.prog"
    [ "$1" -lt 1000000 ] || return 0
    compile "semisync$1" laplace_semisync -DSQRT_P="$side" -DK=$((20000 / factor))
    compile "async$1" laplace_async -DROWS=$(($1 + 2)) -DK=$((factor > 1 ? 5 : 80))
    compile "calls$1" calls -DK=$((16000 / factor))
    cat <<END
semisync_laplace $made/semisync$1.prog
async_laplace $made/async$1.prog
calls $made/calls$1.prog
merge_sort $programs/merge_sort/merge_sort.o 200000
matrix_multiply $programs/matrix_multiply/matrix_multiply.o 256
quicksort $programs/quicksort/quicksort.o $((factor > 1 ? 5000 : 50000))
END
    [ $factor = 1 ] || echo "list_ranking $programs/list_ranking/list_ranking.o $1"
}

# Programs that only the default and the reference engine run, on 4096 PPs.
list_tree() {
    local programs=$build/programs
    cat <<END
sandpile_sync $programs/sandpile/sandpile.o sync 64 8000
sandpile_async $programs/sandpile/sandpile.o async 64 600
relaxation $programs/relaxation/relaxation.o 64 60
hash_table $programs/hash_table/hash_table.o insert 20000
queens $programs/queens/queens.o 10
linkage $programs/linkage/linkage.o
stereo $programs/stereo/stereo.o 64
wave $programs/wave/wave.o drop 64 40
prefix_sums $programs/prefix_sums/prefix_sums.o 400000
END
}

# NAME MASK ITERATIONS of multiprefix.s
list_multiprefix() {
    cat <<END
one_cell 0 300
128_cells 127 80
4096_cells 4095 80
1_MiB 262143 60
64_MiB 16777215 12
END
}

# list_runs: what measure_all wants
list_runs() {
    local pps name words mask rounds level
    for pps in 4096 65536 1048576; do
        list_programs $pps | while read -r name words; do
            for level in exact 4; do
                echo "$name $pps $level $words"
            done
            [ $pps -gt 4096 ] || echo "$name $pps reference $words"
        done
    done
    list_tree | while read -r name words; do
        printf '%s\n' "$name 4096 exact $words" "$name 4096 reference $words"
    done
    list_multiprefix | while read -r name mask rounds; do
        assemble "multiprefix_$name" multiprefix "MASK=$mask" "ITERATIONS=$rounds"
        echo "multiprefix_$name 65536 exact $made/multiprefix_$name.prog"
    done
}

# measure_parts PATTERN CSV
measure_parts() {
    local name pps level threads words round program=$top/build/parts/bin/pramsim
    make -s -C "$top" BUILD=build/parts OPT='-O2 -DPRAM_PARTS=1' build/parts/bin/pramsim >&2
    list_runs | grep -E "^[^ ]*($1)[^ ]* 65536 " >"$scratch/runs"
    for ((round = 1; round <= 3; round++)); do
        while read -r name pps level words; do
            for threads in 1 2 4; do
                # shellcheck disable=SC2086 # the program and its arguments
                "$program" -q --stats -t$threads -g"$level" -p"$pps" $words </dev/null 2>"$scratch/stats" >/dev/null
                awk -v key="$name,$pps,$level,$threads" '
                    sub(/^parts\./, "") { names = names "," $1; parts = parts "," $2 }
                    $1 == "seconds.run" { seconds = $2 }
                    END { print names >"'"$scratch"'/names"; print key "," seconds parts }' "$scratch/stats" >>"$scratch/parts"
            done
        done <"$scratch/runs"
    done
    {
        describe_host 3
        echo "program,pps,level,threads,seconds$(cat "$scratch/names")"
        # of the three rows of a run the one in the middle, in the order of the runs
        awk -F, '{ key = $1 "," $2 "," $3 "," $4; if (!(key in at)) at[key] = ++runs; print at[key] "," $0 }' "$scratch/parts" |
            sort -t, -k1,1n -k6,6g | awk 'NR % 3 == 2' | cut -d, -f2-
    } >"$2"
}

cores_of() { # CSV: the number of cores of its host
    sed -nE '2s/^.*, ([0-9]+) cores.*$/\1/p' "$1"
}

# keep_as NAME CSV SUMMARY PROGRAMS: the tables of a number of cores, by these two functions
keep_as() {
    local kept=$top/bench/results name
    name=$1_$(cores_of "$2")
    [ "$2" -ef "$kept/$name.csv" ] || cp "$2" "$kept/$name.csv"
    "$3" "$2" >"$kept/$name.md"
    "$4" "$2" >"$kept/${1}_programs_${name##*_}.md"
}
keep() { # CSV
    keep_as cores "$1" summary by_program
    by_reference "$1" >"$top/bench/results/cores_reference_$(cores_of "$1").md"
    grep -q "^<!-- cores_$(cores_of "$1") begin" "$top/docs/measurements.md" ||
        echo "cores.sh: docs/measurements.md has no marks for a table cores_$(cores_of "$1")" >&2
    [ ! -e "$results/parts.csv" ] || keep_as parts "$results/parts.csv" parts_summary parts_programs
    "$top/bench/page.sh" all
}

# Programs, libraries with the loader that goes with them.
pack() { # FOLDER
    local file
    mkdir -p "$1/bin" "$1/lib" "$1/programs"
    cp "$build/bin/pramsim" "$1/bin"
    ldd "$build/bin/pramsim" | grep -o '/[^ ]*' | while read -r file; do cp -L "$file" "$1/lib"; done
    list_runs >"$scratch/runs"
    grep -o '/[^ ]*' "$scratch/runs" | sort -u | while read -r file; do cp "$file" "$1/programs"; done
    sed -E 's, /[^ ]*/([^ /]+), programs/\1,' "$scratch/runs" >"$1/runs"
    echo "$revision" >"$1/revision"
    cp "$here/cores.sh" "$1"
}

revision=$(git -C "$top" describe --always --dirty 2>/dev/null || echo unknown)
pramsim=(pramsim)
case $1 in
keep) keep "${2:-$results/cores.csv}" ;;
parts)
    measure_parts "${2:-.}" "$results/parts.csv"
    parts_programs "$results/parts.csv"
    ;;
pack)
    [ $# = 2 ] || usage_error
    pack "$2"
    ;;
-*) usage_error ;;
*)
    [ $# = 1 ] || usage_error
    list_runs >"$scratch/runs"
    measure_all "$scratch/runs" "${1/#all/.}" "$results/cores.csv"
    by_program "$results/cores.csv"
    by_reference "$results/cores.csv"
    [ "$1" != all ] || keep "$results/cores.csv"
    ;;
esac
