#!/bin/bash
# shellcheck disable=SC2154 # results, scratch, csv, made come from lib.sh
# checkpoint.sh - checkpoints by number of PPs: their size, what they are unpacked, how long one takes, how long the run
# stands still for it, how much that is of a minute, and how long it takes to go on with one. The program has a megaword of shared
# memory and so many words of each PP's private memory full of random numbers, which no packer makes smaller.
#
#   RUNS=5 bench/checkpoint.sh all|PPS ...      writes build/bench/checkpoint.csv
. "$(dirname "$0")/lib.sh"

runs=${RUNS:-5}
[ "$*" != all ] || set -- 64 4096 65536 1048576

for words in 4 64; do compile checkpoint_$words checkpoint -DPRIVATE=$words -DROUNDS=2000000000; done
# median OF ...
median() {
    tr ' ' '\n' | grep . | sort -g | sed -n "$(((runs + 1) / 2))p"
}

start_results checkpoint private_words,pps,bytes,unpacked,seconds,seconds_still,percent_of_a_minute,seconds_to_go_on
for pps; do for words in 4 64; do
    program=$made/checkpoint_$words.prog
    cd "$scratch"
    pramsim -q "-p$pps" --checkpoint=check "$program" 2>notes &
    pid=$!
    sleep 5 # memory is full by then
    for ((k = 1; k <= runs; k++)); do
        kill -USR2 $pid
        while [ "$(grep -c 'checkpoint of cycle' notes)" -lt "$k" ]; do sleep 0.2; done
    done
    kill -KILL $pid
    wait $pid 2>/dev/null || true
    seconds=$(sed -n 's/.* bytes, \([0-9.]*\) seconds.*/\1/p' notes | median)
    still=$(sed -n 's/.* for \([0-9.]*\) of which .*/\1/p' notes | median)
    read -r bytes unpacked < <(pramsim --describe=check | sed -n 's/^checkpoint *\([0-9]*\) bytes, unpacked \([0-9]*\);.*/\1 \2/p')
    again=$(for ((k = 0; k < runs; k++)); do
        pramsim -q "-p$pps" --max-cycles=1 --stats-json=end.json --resume=check "$program" 2>said || true
        pramsim -q "-p$pps" --max-cycles=1 --stats-json=begin.json "$program" 2>said || true
        jq -n '[inputs.wall_seconds.load] | .[0] - .[1]' end.json begin.json
    done | median)
    echo "$words,$pps,$bytes,$unpacked,$seconds,$still,$(awk -v s="$still" 'BEGIN { printf "%.2f", s / 0.6 }'),$(printf %.3f "$again")" | tee -a "$csv"
done; done
