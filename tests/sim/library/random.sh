# random.sh - random Fork programs that use locks, queues, shared memory, join, barriers and output at times of their own
# (random.awk), on the reference engine, at the default with 1 to 3 threads, at level 0, and at 1 to 4 where the documents promise
# that. What the default says of races --check says, too. Sourced by tests/sim/library_random.long.test and its slow sister:   random_library FIRST LAST
# shellcheck shell=bash disable=SC2154

# shellcheck source=tests/sim/findings.sh
. "$top/tests/sim/findings.sh"

# all_of COUNTERS OPTIONS PROGRAM: what has to be the same: output, memory, faults, and counters
all_of() {
    local counters=$1
    shift
    local stats status
    pramsim -q --hash --max-cycles=400000 --stats-json counters.json "$@" 2>&1 </dev/null
    status=$?
    # shellcheck disable=SC2086
    read_stats counters.json $counters
    echo "status $status, $stats"
}
all_counters='cycles instructions work loads stores multiprefix write_conflicts barrier_wait_cycles host_calls'

# races [OPTION]: the pairs of places of the races that a run of `program` finds
races() {
    pramsim -q --max-cycles=400000 -p"$pps" --findings-json races.json "$@" program >/dev/null 2>&1 </dev/null
    local k from kind cell count first second
    read_findings races.json
    for k in "${!kind[@]}"; do
        [[ ${kind[k]} == race_* ]] || continue
        [[ ${second[k]} == null || ${first[k]} == null || ${first[k]} -le ${second[k]} ]] && echo "${first[k]} ${second[k]}" ||
            echo "${second[k]} ${first[k]}"
    done | sort -u
}

random_library() {
    local -a sizes=(2 3 5 8 16 17 33 64 100 256) runs
    local seed options counters expected got wrong pps
    for ((seed = $1; seed <= $2; seed++)); do
        awk -v seed="$seed" -f "$top/tests/sim/library/random.awk" >program.fork
        pps=${sizes[seed * 7 % 10]}
        wrong=
        fcc -w -g -O$((seed % 2)) -o program program.fork || wrong="fcc refuses the program "
        expected=$(all_of "$all_counters" --engine=reference -p"$pps" program)
        runs=("-t$((1 + seed % 3))" "-g0 -t$((1 + (seed + 1) % 3))")
        # levels 1 to 4 may break races; the PPs that board a bus, and the memory after a fault, is exact at the default alone
        grep -q '^/. means: [a-z]' program.fork || runs+=("-g$((1 + seed % 4)) -t$((1 + (seed + 2) % 3))")
        for options in "${runs[@]}"; do
            counters=$all_counters
            if [[ $options = -g[1-4]* && $pps -gt 4 ]]; then # a PP that waits executes less; after a fault others have gone on
                counters='cycles work stores multiprefix write_conflicts host_calls'
                [[ $expected != *$'\nstatus 0, '* && $expected != 'status 0, '* ]] && counters=cycles
                expected=$(all_of "$counters" --engine=reference -p"$pps" program)
            fi
            # shellcheck disable=SC2086
            got=$(all_of "$counters" $options -p"$pps" program)
            [ "$got" = "$expected" ] || wrong+="$options: expected '$expected', got '$got' "
        done
        races >noticed
        [ ! -s noticed ] || wrong+=$(comm -23 noticed <(races --check))
        is "random uses of the library, seed $seed, $pps PPs" "" "$wrong"
    done
}
