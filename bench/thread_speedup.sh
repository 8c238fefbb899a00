#!/bin/bash
# shellcheck disable=SC2154 # top, build, results, made, csv, scratch, seconds, least come from lib.sh
# thread_speedup.sh - threads against one thread: synchronous Laplace, merge sort, matrices, asynchronous Laplace and function calls on
# 4096 and 65,536 PPs; 1, 2, 4, 8, 16 threads, as far as the host has cores and there are tiles of 1024 PPs: more threads than
# tiles have nothing to do. Measured at level 4 and at the default.
#
#   RUNS=3 bench/thread_speedup.sh all|PPS ...   writes build/bench/threads.csv, threads.md and thread_speedup.png
#   bench/thread_speedup.sh draw [CSV]           picture only
#   RUNS=5 bench/thread_speedup.sh ranks laplace|lanczos64|lanczos256 ...   the same run on one thread, on two, on two processes that
#       mpirun starts and that become one rank, and on two ranks, each as if it had a host of its own: seconds, and what goes from
#       rank to rank a segment. Laplace has 2^20 PPs, lanczos 4096 with 256 bits and a matrix of this number of rows. Writes ranks.csv
. "$(dirname "$0")/lib.sh"
[[ "$*" != -* ]] || usage_error

runs=${RUNS:-3}

picture() {
    awk -F, -v OFS='\t' '
        /^#/ || $1 == "program" || $3 == 1 || $4 == "predicted" { next }
        !(($2, $4) in known) { known[$2, $4] = 1; part[++parts] = $2 SUBSEP $4 }
        !($1 in seen) { seen[$1] = 1; name[++names] = $1 }
        { value[$1, $2, $4, $3] = $6 }
        END {
            print "", "2 threads", "4 threads", "8 threads", "16 threads"
            for (p = 1; p <= parts; p++) {
                split(part[p], word, SUBSEP)
                print word[1] " PPs, " (word[2] == "measured" ? "level 4" : "the default")
                for (n = 1; n <= names; n++) {
                    line = name[n]
                    for (t = 2; t <= 16; t *= 2) line = line OFS value[name[n], part[p], t]
                    print line
                }
            }
        }' "$csv" | draw_bars thread_speedup 'Threads beside one thread' 'time of one thread / time' one
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

# median WAY: sets seconds, bytes and messages a segment
median() {
    read -r seconds bytes messages <<<"$(sort -g "$scratch/times.$1" | sed -n "$(((runs + 1) / 2))p")"
}

measure_ranks() { # NAME ...
    local runs=${RUNS:-5} name
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
        median 1
        both=$seconds
        for way in "${!ways[@]}"; do
            median "$way"
            printf '%s,"%s",%.3f,%s,%.0f,%.2f\n' "$name" "${ways[way]}" "$seconds" "$(quotient "$both" "$seconds")" "$bytes" "$messages" | tee -a "$csv"
        done
    done
}

case $1 in
draw)
    csv=${2:-$top/bench/results/threads.csv}
    picture
    exit
    ;;
ranks)
    [ $# -gt 1 ] || usage_error
    measure_ranks "${@:2}"
    exit
    ;;
all) set -- 4096 65536 ;;
esac

# ---- threads

cores=$(nproc)

# NAME PROGRAM ARGUMENTS of each run on $1 PPs; rounds so that one thread takes half a second and less. More than 70,000
# rounds of synchronous Laplace on 4096 PPs would be numbers near zero only, with which some processors are slow.
list_programs() {
    local side factor=$(($1 / 4096))
    side=$(awk "BEGIN { print sqrt($1) }")
    compile "sync$1" laplace_sync -DSQRT_P="$side" -DK=$((60000 / factor))
    compile "async$1" laplace_async -DROWS=$(($1 + 2)) -DK=$((factor > 1 ? 5 : 100))
    compile "calls$1" calls -DK=$((20000 / factor))
    cat <<END
laplace_sync $made/sync$1.prog
merge_sort $build/programs/merge_sort/merge_sort.o 200000
matrix_multiply $build/programs/matrix_multiply/matrix_multiply.o 256
laplace_async $made/async$1.prog
calls $made/calls$1.prog
END
}

start_results threads program,pps,threads,kind,seconds,speedup
for pps; do
    most=$((cores < pps / 1024 ? cores : pps / 1024))
    while read -r name arguments; do
        for threads in 1 2 4 8 16; do
            [ "$threads" -gt "$most" ] || echo "4.$threads -g4 -t$threads -p$pps $arguments
default.$threads -t$threads -p$pps $arguments"
        done >"$scratch/wanted"
        in_turns "$((2 * runs - 1))" <"$scratch/wanted"
        for level in 4 default; do
            for threads in 1 2 4 8 16; do
                [ "$threads" -le "$most" ] || continue
                result $level.$threads
                [ $threads != 1 ] || first=$seconds
                kind=measured
                [ $level = 4 ] || kind+=_$level
                echo "$name,$pps,$threads,$kind,$seconds,$(quotient "$first" "$seconds")" | tee -a "$csv"
            done
        done
    done < <(list_programs "$pps")
done

# a column a number of threads: at level 4, and at the default
awk -F, '
    /^#/ || $1 == "program" { next }
    { key = $1 " | " $2 }
    !(key in seen) { seen[key] = 1; order[++rows] = key }
    { speedup[key, $3, $4] = $6 }
    END {
        split("2 4 8 16", threads, " ")
        line = "| program | PPs |"; rule = "|---|---:|"
        for (t = 1; t <= 4; t++) { line = line " " threads[t] " threads |"; rule = rule "---:|" }
        print line; print rule
        for (r = 1; r <= rows; r++) {
            line = "| " order[r] " |"
            for (t = 1; t <= 4; t++)
                if ((order[r], threads[t], "measured") in speedup)
                    line = line " " speedup[order[r], threads[t], "measured"] ", " speedup[order[r], threads[t], "measured_default"] " |"
                else
                    line = line " |"
            print line
        }
    }' "$csv" | tee "$results/threads.md"
picture
