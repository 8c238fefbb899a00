#!/bin/bash
# shellcheck disable=SC2154 # top, build, results, made, csv, scratch, seconds, least come from lib.sh
# cores.sh - threads against one thread: synchronous Laplace, merge sort, matrices, asynchronous Laplace and function calls on
# 4096 and 65,536 PPs; 1, 2, 4, 8, 16 threads, as far as the host has cores and there are tiles of 1024 PPs: more threads than
# tiles have nothing to do. Measured at level 4 and at the default.
#
#   RUNS=3 bench/cores.sh all|PPS ...      writes build/bench/threads.csv and threads.md
. "$(dirname "$0")/lib.sh"
[[ "$*" != -* ]] || usage_error

runs=${RUNS:-3}
[ "$*" != all ] || set -- 4096 65536
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
