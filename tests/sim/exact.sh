# shellcheck shell=bash disable=SC2154 # build comes from lib.sh
# exact.sh - for tests of what the machine does, to the cycle: programs that are run on the reference engine and, in several
# ways, on the parallel one. To be sourced after lib.sh.

# build NAME: assembles and links NAME.s, read from standard input
build() {
    cat >"$1.s"
    prasm -g -I "${build:?}/fork-rt" -o "$1.o" "$1.s" && prlink -o "$1" "$1.o" || report 1 "$1 can be assembled"
}

# outcome OPTIONS ...: status, output, messages, hash, cycles and counters of a run, in $outcome; the words in $memory.
# $counters: what of the statistics is compared. No process is started but the run: tests compare thousands of runs.
counters='cycles instructions work loads stores multiprefix write_conflicts barrier_wait_cycles host_calls'
runner=pramsim
outcome() {
    local text stats line
    : >json # a run that ends early writes none
    "$runner" -q --hash --dump=mem:0x1000:"$words" --stats-json=json "$@" >out 2>err
    outcome="status $?"$'\n'
    read_text out
    outcome+=$text
    memory=
    while IFS= read -r line; do
        [[ $line == *mem\ [0-9a-f]*\ [0-9a-f]* ]] || continue
        line=${line##*[ ]}
        while [[ $line == 0?* ]]; do line=${line#0}; done
        memory+=" $line"
    done <<<"$text"
    memory=${memory# }
    read_text err
    understood "$text" "$@"
    # shellcheck disable=SC2086 # several words
    read_stats json $counters
    outcome+=$text$stats
}

# exact NAME MEMORY PPS OPTIONS ...: the reference leaves the words MEMORY from 0x1000 on (-: whatever they are); everything
# is the same on the parallel engine by default and at level 0, and on few PPs at every level
export SLICES_SEED=0 SLICES_COUNT=/dev/null
exact() {
    local name=$1 expected=$2 pps=$3 level t reference list levels='exact 0' kinds='exact:1 exact:2 exact:3 0:2'
    shift 3
    words=16
    read -ra list <<<"$expected"
    [ "$expected" = - ] || words=${#list[@]}
    outcome --engine=reference -p"$pps" "$@"
    reference=$outcome
    [ "$expected" = - ] || is "$name: the reference" "$expected" "$memory"
    [ "$pps" -gt 4 ] || is_hostile || levels='exact 0 1 2 3 4 5' kinds+=' 1:2 2:2 3:2 4:2 5:2'
    for runner in pramsim "$build/tests/sim/slices"; do
        [ "$runner" = pramsim ] || kinds='exact:3 0:2'
        for level in $kinds; do
            t=${level#*:}
            [ "$level" = exact:1 ] || in_turn 7 || continue
            SLICES_SEED=$((SLICES_SEED + 1)) # another one, and so another size of tiles, for each run in slices
            outcome -g"${level%:*}" -t"$t" -p"$pps" "$@"
            [ "$outcome" = "$reference" ] || break 2
        done
    done
    runner=pramsim
    is "$name, $pps PPs: levels $levels" "$reference" "$outcome"
}
