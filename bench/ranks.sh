#!/bin/bash
# shellcheck disable=SC2154 # made, csv, scratch, build come from lib.sh
# ranks.sh - the same run on one thread, on two threads, on two processes that mpirun starts and that become one rank, and on
# two ranks, each as if it had a host of its own: medians of seconds.run of runs in turns, and what goes from rank to rank a
# segment. Programs: the synchronous Laplace solver on 2^20 PPs; lanczos on 4096 PPs with 256 bits, of matrices of 64 rows,
# which have an element for each PP, and of 256 rows.
#
#   RUNS=5 bench/ranks.sh all|laplace|lanczos64|lanczos256 ...      writes build/bench/ranks.csv
. "$(dirname "$0")/lib.sh"

runs=${RUNS:-5}
export TRIES=${TRIES:-40}
[ "$*" != all ] || set -- laplace lanczos64 lanczos256
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
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
