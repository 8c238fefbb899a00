#!/bin/bash
# shellcheck disable=SC2154 # build, results, scratch, csv come from lib.sh
# speedup.sh - how much faster the parallel engine is than the reference: seconds and rate of both, real speedup
# (reference time / time) and relative speedup (time of the first thread count / time), medians of paired runs.
#
#   bench/speedup.sh levels [-r RUNS] [-w SECONDS] [-m] [-s SOLVERS] [-a] all|THREADS ...   the paper's Table 1, see below
#   RUNS=5 bench/speedup.sh ranks laplace|lanczos64|lanczos256 ...   processes of mpirun against threads, see below
#   bench/speedup.sh draw [CSV]                      table1.png only, of a CSV file of these results
#   bench/speedup.sh [-p PPS] [-t "1 2"] [-g LEVEL] [-r RUNS] PROGRAM [ARGUMENT ...]   a table for this program
#   bench/speedup.sh [-t "1 2"] [-g LEVEL] [-r RUNS] [-n NAMES] [-z SIZES] [-a] all   the programs of programs/ on machines
#       of 4096, 256 and 64 PPs. Writes build/bench/speedup.csv, speedup.md and speedup.png
#
# -p  number of PPs (4096)                         -n  only the programs whose names match, "quicksort|queens"
# -t  numbers of threads ("1 2")                   -z  numbers of PPs ("4096 256 64")
# -g  graining level (4)                           -a  adds to the results that there are
# -r  runs of which the median is taken (3)
#
# Says whether output and final memory of all runs were the same: those of programs whose results depend on the timing of
# asynchronous code need not be.
#
# levels: the three Laplace solvers at each graining level, relative and real speedup. 64 x 64 inner cells; as in the paper
# async_64 runs on 64 PPs, the others on 4096. Of the 4096 PPs of `async` 64 have a row to work on, the others wait;
# `async_rows` has 4096 rows. The reference engine runs a tenth of the iterations, and time per simulated cycle is compared. A
# result is `invalid` if memory at the end is not what level 0 makes of it, which is exact. Writes table1.csv, table1.md, table1.png.
# -w  how long a run takes on one thread at level 4 (0.35); the iterations are chosen by it
# -m  keeps i, j, k in memory as the paper's compiler did: then levels 1 and 2 have more to do than 3 and 4
# -s  some of them: "async_64 async async_rows sync semisync"
#
# ranks: the same run on one thread, on two, on two processes that mpirun starts and that become one rank, and on two ranks, each as
# if it had a host of its own: seconds, and what goes from rank to rank a segment. Laplace has 2^20 PPs, lanczos 4096 with 256 bits
# and a matrix of this number of rows. Writes ranks.csv.
. "$(dirname "$0")/lib.sh"

# ---- levels

table1_picture() {
    awk -F, -v OFS='\t' '
        /^#/ || $1 == "solver" { next }
        !($1 in seen) { seen[$1] = 1; order[++rows] = $1; pps[$1] = $2 }
        !($4 in known) { known[$4] = 1; count[++counts] = $4 }
        { value[$1, $3, $4] = $8; invalid[$1, $3] = $9 == "invalid" }
        END {
            for (c = 1; c <= counts; c++) line = line OFS count[c] (count[c] == 1 ? " thread" : " threads")
            print line
            for (r = 1; r <= rows; r++) {
                print order[r] ", " pps[order[r]] " PPs"
                for (level = 0; level <= 5; level++) {
                    line = "level " level (invalid[order[r], level] ? " (invalid result)" : "")
                    for (c = 1; c <= counts; c++) line = line OFS value[order[r], level, count[c]]
                    print line
                }
            }
        }' "$csv" | draw_bars table1 "The paper's Table 1: the Laplace solvers by level" 'time of the reference engine / time' log
}

measure_levels() { # OPTION ... THREADS ...
    wanted=0.35
    solvers="async_64 async async_rows sync semisync"
    options=()
    add=
    while getopts r:w:ms:a option; do
        case $option in
        r) runs=$OPTARG ;;
        w) wanted=$OPTARG ;;
        m) options+=('-Dpr=pr volatile') ;;
        s) solvers=$OPTARG ;;
        a) add=1 ;;
        *) usage_error ;;
        esac
    done
    shift $((OPTIND - 1))
    teams=("$@")
    [ $# -gt 0 ] || usage_error
    [ "$*" != all ] || teams=(1 2)
    [ "${teams[0]}" = 1 ] || teams=(1 "${teams[@]}")

    compile_solver() { # SOLVER ITERATIONS FILE
        local source=${1%%_*} shape=()
        [ "$1" = async_rows ] && shape=(-DROWS=4098)
        fcc -w -I "$top/bench" -DK="$2" "${shape[@]}" "${options[@]}" -o "$scratch/$3" "$top/bench/sim/laplace_$source.fork"
    }

    measure_once() { # FILE OPTION ...: sets seconds, cycles and hash
        pramsim -q --stats-json "$scratch/run.json" "${@:2}" "$scratch/$1"
        # shellcheck disable=SC2034
        read -r seconds cycles hash <<<"$(jq -r '"\(.wall_seconds.run) \(.cycles) \(.hash)"' "$scratch/run.json")"
    }

    median() { # FILE
        sort -g "$1" | sed -n "$(((runs + 1) / 2))p"
    }

    csv=$results/table1.csv
    if [ -z "$add" ] || [ ! -e "$csv" ]; then
        start_results table1 solver,pps,level,threads,iterations,seconds,relative_speedup,real_speedup,result
    fi
    for solver in $solvers; do
        pps=4096
        [ "$solver" = async_64 ] && pps=64
        compile_solver "$solver" 200 trial.o
        measure_once trial.o -g4 -p$pps -t1
        iterations=$(awk "BEGIN { print int(200 * $wanted / $seconds) + 1 }")
        compile_solver "$solver" "$iterations" long.o
        compile_solver "$solver" $((iterations / 10 + 1)) short.o
        measure_once long.o -p$pps -t1 -g0
        right=$hash
        rm -f "$scratch"/seconds.*
        for ((i = 0; i < runs; i++)); do # in turns, so that a change of the host's load meets all alike
            measure_once short.o -p$pps --engine=reference
            awk "BEGIN { print $seconds / $cycles }" >>"$scratch/seconds.reference"
            for level in 0 1 2 3 4 5; do
                for count in "${teams[@]}"; do
                    measure_once long.o -p$pps -g$level -t"$count"
                    echo "$seconds" >>"$scratch/seconds.$level.$count"
                    [ "$hash" = "$right" ] || touch "$scratch/seconds.$level.invalid"
                done
            done
        done
        measure_once long.o -g4 -p$pps -t1
        reference=$(awk "BEGIN { print $(median "$scratch/seconds.reference") * $cycles }")
        for level in 0 1 2 3 4 5; do
            result=right
            [ -e "$scratch/seconds.$level.invalid" ] && result=invalid
            one=$(median "$scratch/seconds.$level.1")
            for count in "${teams[@]}"; do
                seconds=$(median "$scratch/seconds.$level.$count")
                echo "$solver,$pps,$level,$count,$iterations,$seconds,$(quotient "$one" "$seconds"),$(quotient "$reference" "$seconds"),$result" >>"$csv"
            done
        done
    done

    # a row per level, two columns per solver: relative speedup with the most threads, real speedup with each number of
    # them
    grep -v '^#' "$csv" | awk -F, -v most="${teams[-1]}" -v counts="${teams[*]}" '
        NR == 1 { next }
        { if (!($1 in pps)) { pps[$1] = $2; order[++solvers] = $1 }
          relative[$1, $3, $4] = $7; real[$1, $3, $4] = $8; result[$1, $3] = $9 }
        END {
            split(counts, count, " ")
            line = "| level |"; rule = "|---|"
            for (s = 1; s <= solvers; s++) {
                line = line " " order[s] ", " pps[order[s]] " PPs: relative | real |"; rule = rule "---:|---:|"
            }
            print line; print rule
            for (level = 0; level <= 5; level++) {
                line = "| " level " |"
                for (s = 1; s <= solvers; s++) {
                    text = ""
                    for (c = 1; c in count; c++) text = text (c > 1 ? " / " : "") real[order[s], level, count[c]]
                    mark = result[order[s], level] == "right" ? "" : " (invalid result)"
                    line = line " " relative[order[s], level, most] mark " | " text " |"
                }
                print line
            }
            print ""
            print "relative: time on 1 thread / time on " most "; real: time of the reference / time, with " counts " threads"
        }' | tee "$results/table1.md"
    table1_picture
}

# ---- ranks

ways=('one thread' 'two threads' 'two processes, one rank' 'two ranks')
commands=('pramsim -t1' 'pramsim -t2' 'mpirun -n 2 pramsim -t1' 'mpirun -n 2 pramsim -t1 --join-ranks=1')

# prepare NAME: sets `words`, the program and its options
prepare() {
    local rows=${1#lanczos}
    case $1 in
    laplace)
        compile laplace laplace_sync -DSQRT_P=1024 -DK=286
        words=(-p1M -g4 "$made/laplace.prog")
        ;;
    lanczos64 | lanczos256)
        (cd "$scratch" && "$build/programs/lanczos/matgen" -n "$rows" --alpha 0.5 --seed 3 -b 256 -o "m$rows" >/dev/null)
        words=(-p4096 -g4 --real=mpfr:256 "$build/programs/lanczos/lanczos.o" "m$rows.matrix" "m$rows.vector" out exact)
        [ "$rows" = 64 ] || words+=(iterations=10)
        ;;
    *) usage_error ;;
    esac
}

# median_of WAY: sets seconds, bytes and messages a segment
median_of() {
    read -r seconds bytes messages <<<"$(sort -g "$scratch/times.$1" | sed -n "$(((runs + 1) / 2))p")"
}

measure_ranks() { # NAME ...
    local runs=${RUNS:-5} name run way words command both
    export TRIES=${TRIES:-40} OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
    start_results ranks program,way,seconds,times_two_threads,bytes_a_segment,messages_a_segment
    for name; do
        prepare "$name"
        rm -f "$scratch"/times.*
        for ((run = 0; run < runs; run++)); do for way in "${!ways[@]}"; do
            read -ra command <<<"${commands[way]}"
            undisturbed "${command[@]}" -q --stats-json=run.json "${words[@]}"
            jq -r '[.wall_seconds.run, .ranks.bytes / .segments, .ranks.messages / .segments] | map(tostring) | join(" ")' \
                "$scratch/run.json" >>"$scratch/times.$way"
        done; done
        median_of 1
        both=$seconds
        for way in "${!ways[@]}"; do
            median_of "$way"
            printf '%s,"%s",%.3f,%s,%.0f,%.2f\n' "$name" "${ways[way]}" "$seconds" "$(quotient "$both" "$seconds")" "$bytes" "$messages" | tee -a "$csv"
        done
    done
}

case $1 in
levels)
    runs=${RUNS:-3}
    measure_levels "${@:2}"
    exit
    ;;
ranks)
    [ $# -gt 1 ] || usage_error
    measure_ranks "${@:2}"
    exit
    ;;
draw)
    csv=${2:-$top/bench/results/table1.csv}
    table1_picture
    exit
    ;;
esac

# ---- programs

pps=4096
threads="1 2"
level=4
runs=${RUNS:-3}
only=".*"
sizes="4096 256 64"
add=
while getopts p:t:g:r:n:z:a option; do
    case $option in
    p) pps=$OPTARG ;;
    t) threads=$OPTARG ;;
    g) level=$OPTARG ;;
    r) runs=$OPTARG ;;
    n) only=$OPTARG ;;
    z) sizes=$OPTARG ;;
    a) add=1 ;;
    *) usage_error ;;
    esac
done
shift $((OPTIND - 1))
read -r -a thread_counts <<<"$threads"
declare -A first same

# One run in the current folder: adds a line "seconds instructions" to $scratch/ENGINE.
run_once() { # ENGINE "OPTIONS" PPS PROGRAM [ARGUMENT ...]
    local engine=$1 options
    read -r -a options <<<"$2"
    pramsim -q -p"$3" "${options[@]}" --stats-json "$scratch/run.json" "${@:4}" >"$scratch/output" || {
        echo "speedup.sh: ${*:4} has failed ($engine)" >&2
        exit 1
    }
    jq -r '"\(.wall_seconds.run) \(.instructions)"' "$scratch/run.json" >>"$scratch/$engine"
    note_difference output "$(cksum <"$scratch/output")"
    note_difference memory "$(jq -r .hash "$scratch/run.json")"
}

# Remembers the first run's output or memory and whether all others had the same.
note_difference() { # output|memory VALUE
    [ "${first[$1]:=$2}" = "$2" ] || same[$1]=no
}

# Runs a program on everything, in turns, so that a change of the host's load meets all alike; the times lie in $scratch.
measure_paired() { # PPS PROGRAM [ARGUMENT ...]
    local i count
    first=()
    same=([output]=yes [memory]=yes)
    rm -f "$scratch"/reference "$scratch"/bsp-*
    for ((i = 0; i < runs; i++)); do
        run_once reference --engine=reference "$@"
        for count in "${thread_counts[@]}"; do
            run_once "bsp-$count" "-t$count -g$level" "$@"
        done
    done
}

# A line of medians for each engine: engine threads seconds giga_instructions_per_second real relative
report() {
    local engine
    for engine in reference "${thread_counts[@]/#/bsp-}"; do
        echo "$engine $(sort -g "$scratch/$engine" | sed -n "$(((runs + 1) / 2))p")"
    done | awk '
        { split($1, part, "-") }
        NR == 1 { reference = $2 }
        NR == 2 { one = $2 }
        { print part[1], part[2] ? part[2] : 1, $2, $3 / $2 / 1e9, reference / $2, NR == 1 ? "-" : one / $2 }'
}

print_table() {
    echo "                       seconds   G instructions/s   real speedup   relative"
    report | awk '{
        name = $1 == "bsp" ? $1 ", " $2 " thread" ($2 == 1 ? "" : "s") : $1
        printf "%-18s %11.4f %18.3f %14.1f%s\n", name, $3, $4, $5, $6 == "-" ? "" : sprintf("%11.2f", $6) }'
    case ${same[output]}${same[memory]} in
    yesyes) echo "Output and memory were the same in all runs." ;;
    yesno) echo "Output was the same in all runs; memory was not: something in it depends on timing." ;;
    *) echo "Output was not the same in all runs: it depends on timing." ;;
    esac
}

[ $# -gt 0 ] || usage_error
if [ "$*" != all ]; then
    measure_paired "$pps" "$@"
    print_table
    exit
fi

csv=$results/speedup.csv
if [ -z "$add" ] || [ ! -e "$csv" ]; then
    start_results speedup program,pps,engine,threads,level,seconds,giga_instructions_per_second,real_speedup,relative_speedup
fi
cd "$scratch" || exit

# program PPs folder options arguments, of each program for each size of machine; the synchronous Laplace solvers want a PP a cell
list_programs() {
    local size side large
    for size in $sizes; do
        large=$((size > 1000)) # a problem that is worth this number of PPs
        side=$(awk "BEGIN { print sqrt($size) + 2 }")
        for solver in sync semisync; do # compiled for the mesh
            fcc -DN="$side" -o "laplace_${solver}_fork.$size" "$top/programs/laplace/laplace_$solver.fork" "$top/programs/laplace/mesh_io.fork"
        done
        laplace_generate -n "$side" -k $((4000000 / size)) -b sine -o "in.$size"
        laplace_generate -n 66 -k $((size > 1000 ? 50 : 200)) -b sine -o "in.async.$size"
        "$build/programs/lanczos/matgen" -n 24 --alpha 0.5 --seed 3 -b 256 -o matrix >/dev/null
        cat <<END
laplace_sync_fork $size laplace - in.$size out
laplace_semisync_fork $size laplace - in.$size out
laplace_async_fork $size laplace - in.async.$size out
laplace_sync $size laplace - in.$size out
laplace_async $size laplace - in.async.$size out
prefix_sums $size prefix_sums - 100000
list_ranking $size list_ranking - $size
matrix_multiply $size matrix_multiply - $((large ? 128 : 64))
quicksort $size quicksort - 16384
merge_sort $size merge_sort - $((large ? 65536 : 16384))
queens $size queens - $((large ? 10 : 8))
hello_fork $size hello -
pi $size pi --real=mpfr:256 2000
hilbert $size hilbert --real=mpfr:256 24
lanczos $size lanczos --real=mpfr:128 matrix.matrix matrix.vector out modified
END
    done | grep -E "^($only) "
}

while read -r program program_pps folder option arguments; do
    read -r -a words <<<"$arguments"
    file=$build/programs/$folder/$program.o
    [ -e "$program.$program_pps" ] && file=$program.$program_pps
    [ "$option" = - ] && measure_paired "$program_pps" "$file" "${words[@]}"
    [ "$option" = - ] || measure_paired "$program_pps" "$option" "$file" "${words[@]}"
    report | awk -v OFS=, -v program="$program" -v pps="$program_pps" -v level="$level" '{
        printf "%s,%d,%s,%d,%s,%.6f,%.3f,%.2f,%s\n", program, pps, $1, $2, $1 == "bsp" ? level : "", $3, $4, $5,
            $6 == "-" ? "" : sprintf("%.3f", $6) }' >>"$csv"
    echo "$program $arguments, $program_pps PPs:"
    print_table
done < <(list_programs)

awk -F, -v OFS='\t' '/^#/ { next }
    $1 == "program" { print "", "1 thread", "2 threads"; next }
    $3 == "bsp" { if (!(($2, $1) in seen)) { seen[$2, $1] = 1; order[++rows] = $2 SUBSEP $1 } value[$2, $1, $4] = $8 }
    END { for (r = 1; r <= rows; r++) { split(order[r], part, SUBSEP)
        if (part[1] != size) { size = part[1]; print size " PPs" }
        print part[2], value[order[r], 1], value[order[r], 2] } }' "$csv" |
    draw_bars speedup "The parallel engine at level $level" 'time of the reference engine / time' log one
grep -v '^#' "$csv" | awk -F, 'NR == 1 { print "| program | PPs | engine | threads | seconds | real speedup | relative |\n|---|---:|---|---:|---:|---:|---:|"; next }
    { print "| " $1 " | " $2 " | " $3 " | " $4 " | " $6 " | " $8 " | " $9 " |" }' >"$results/speedup.md"
