#!/bin/bash
# shellcheck disable=SC2154 # top, build, results, made, csv, scratch, seconds, least come from lib.sh
# cores.sh - threads against one thread: synchronous Laplace, merge sort, matrices, asynchronous Laplace and function calls on
# 4096 and 65,536 PPs; 1, 2, 4, 8, 16 threads. Measured at level 4 and at the default, as far as the host has cores. For more
# threads a PREDICTION for level 4: in a build for it (make PARTS=1) one thread does the work of all, and each worker's part
# between two meetings of a team is timed, the least of several runs. What such a team would take is the longest part between
# each two meetings, and what every thread does or one does for all, and the meetings: as measured between two cores, times the
# depth of the tree by which they meet (4 threads 1, 16 threads 2). Left out is what it takes to fetch lines that another
# thread has written, and that each core has caches of its own: on 16 cores that is most of it.
#
#   RUNS=3 bench/cores.sh all|PPS ...      writes build/bench/threads.csv and threads.md
. "$(dirname "$0")/lib.sh"
[[ "$*" != -* ]] || usage_error

runs=${RUNS:-3}
[ "$*" != all ] || set -- 4096 65536
cores=$(nproc)
if [ "$cores" -lt 16 ]; then
    make -C "$top" -s PARTS=1 "${BUILD:-build}/parts/bin/pramsim" >&2
fi
make -C "$top" -s "${BUILD:-build}/bench/meeting" >&2

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

# threads, meetings, phases, and seconds: all, longest, common
parts_of() { # THREADS PPS PROGRAM ...
    local i
    rm -f "$scratch/parts"
    for ((i = 0; i < runs; i++)); do
        (cd "$scratch" && PRAM_PARTS_FILE=$scratch/parts "$build/parts/bin/pramsim" -q -g4 -t"$1" -p"$2" "${@:3}" 2>&1 >/dev/null) |
            tail -1
    done | tail -1
}

depth_of() { # THREADS
    case $1 in 1) echo 0 ;; 2 | 4) echo 1 ;; *) echo 2 ;; esac
}

meeting=$(for ((i = 0; i < 5; i++)); do "$build/bench/meeting"; done | cut -d, -f1 | sort -g | sed -n 3p)
echo "a meeting of two threads: $meeting ns"
start_results threads program,pps,threads,kind,seconds,speedup,longest_seconds,common_seconds,meetings,meeting_nanoseconds
for pps; do
    while read -r name arguments; do
        read -ra words <<<"$arguments"
        for threads in 1 2 4 8 16; do # one for what the others are divided by
            [ "$cores" -lt 16 ] && { [ $threads = 1 ] || [ $threads -gt "$cores" ]; } || continue
            IFS=, read -r _ meetings _ _ longest common <<<"$(parts_of $threads "$pps" "${words[@]}")"
            predicted=$(awk -v longest="$longest" -v common="$common" -v ns="$meeting" -v depth="$(depth_of $threads)" -v meetings="$meetings" \
                'BEGIN { printf "%.6f", longest + common + meetings * depth * ns / 1e9 }')
            [ $threads != 1 ] || one=$predicted
            echo "$name,$pps,$threads,predicted,$predicted,$(quotient "$one" "$predicted"),$longest,$common,$meetings,$meeting" | tee -a "$csv"
        done
        for threads in 1 2 4 8 16; do
            [ "$threads" -gt "$cores" ] || echo "4.$threads -g4 -t$threads -p$pps $arguments
default.$threads -t$threads -p$pps $arguments"
        done >"$scratch/wanted"
        in_turns "$((2 * runs - 1))" <"$scratch/wanted"
        for level in 4 default; do
            for threads in 1 2 4 8 16; do
                [ "$threads" -le "$cores" ] || continue
                result $level.$threads
                [ $threads != 1 ] || first=$seconds
                kind=measured
                [ $level = 4 ] || kind+=_$level
                echo "$name,$pps,$threads,$kind,$seconds,$(quotient "$first" "$seconds"),,,," | tee -a "$csv"
            done
        done
    done < <(list_programs "$pps")
done

# a column a number of threads: at level 4, and at the default; in brackets what is predicted
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
                    line = line " (" speedup[order[r], threads[t], "predicted"] ") |"
            print line
        }
    }' "$csv" | tee "$results/threads.md"
