#!/bin/bash
# model.sh - what --model costs: PP instructions a second of the parallel engine at level 0, one thread, with and without
# it, on programs that keep to CREW and on some that do not; in some PPs stay together, in others they go their own ways.
# These runs have --stats-json, so that concurrent loads are counted. The last column compares the processor time of whole
# runs without it. Those with --profile are compared with a profile alone.
#
#   RUNS=5 bench/model.sh all      writes build/bench/model.csv
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"
[ "$*" = all ] || usage_error

runs=${RUNS:-5}
laplace_generate -n 66 -k 20000 -b sine -o "$scratch/in"
laplace_generate -n 66 -k 1000 -b sine -o "$scratch/short"

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
        # of runs that are shorter than that nothing can be said
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
