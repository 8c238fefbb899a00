#!/bin/bash
# shellcheck disable=SC2154 # top, build, results, scratch, csv, made come from lib.sh
# memory.sh - bytes, and the time that they take: of large objects in the tools, of PPs, and of checkpoints.
#
#   bench/memory.sh all                 all of the following
#   bench/memory.sh objects             prlink, prdis and pramsim's loader on objects of about 100 MiB of mostly one thing
#                                       (large_object.c), as multiples of the file's size: build/bench/memory.csv, .md, .png
#   bench/memory.sh pps                 what a PP costs: the growth of resident memory from 64 PPs on, of the synchronous Laplace solver
#                                       with a PP a cell at level 4, and of hello on the reference engine: build/bench/memory_pps.csv
#   RUNS=5 bench/memory.sh checkpoints [PPS ...]    size of a checkpoint, packed and unpacked, how long it takes, how long the run
#                                       stands still for it, how much that is of a minute, and how long it takes to go on with one. The
#                                       program has a megaword of shared memory, and 4 or 64 words of each PP's private memory, full of
#                                       random numbers, which no packer makes smaller: build/bench/checkpoint.csv
#   bench/memory.sh draw CSV            memory.png only
. "$(dirname "$0")/lib.sh"

runs=${RUNS:-5}

# ---- objects

picture() {
    awk -F, -v OFS='\t' '/^#/ { next } $1 == "mostly" { print "", "times the file"; next }
        $1 != last { last = $1; print "Mostly " $1 } { print $3, $5 }' "$csv" |
        draw_bars memory 'Peak memory of tools on objects of 100 MiB' 'peak memory / size of the file' one
}

# peak MOSTLY NAME FILE COMMAND ...
peak() {
    local mostly=$1 name=$2 size used seconds
    size=$(stat -c %s "$3")
    shift 3
    read -r used seconds <<<"$( { "$(type -P time)" -f '%M %e' "$@" >/dev/null 2>"$scratch/said" || true; tail -1 "$scratch/said"; })"
    awk -v OFS=, -v m="$mostly" -v n="$name" -v s="$size" -v u="$used" -v t="$seconds" \
        'BEGIN { print m, sprintf("%.0f", s / 1048576), n, sprintf("%.0f", u / 1024), sprintf("%.2f", u * 1024 / s), t }' | tee -a "$csv"
}
measure_objects() {
    make -s -C "$top" "${BUILD:-build}/bench/large_object"
    start_results memory "mostly,mebibytes,program,peak_mebibytes,times_the_file,seconds"
    cd "$scratch"
    while read -r mostly text symbols relocations lines; do
        "$build/bench/large_object" large.o "$text" "$symbols" "$relocations" "$lines"
        peak "$mostly" prlink large.o prlink -o large large.o
        peak "$mostly" prdis large prdis large
        peak "$mostly" "pramsim" large pramsim -q -p1 --max-cycles=10 large
        peak "$mostly" "pramsim --engine=reference" large pramsim -q -p1 --engine=reference --max-cycles=10 large
    done <<'END'
words 16000000 0 0 0
lines 6000000 0 0 6000000
relocations 2000000 100000 9000000 0
symbols 1000000 3000000 0 0
END
    grep -v '^#' "$csv" | awk -F, 'NR == 1 { print "| mostly | MiB | program | peak, MiB | times the file | s |\n|---|---:|---|---:|---:|---:|"; next }
        { gsub(/,/, " | "); print "| " $0 " |" }' >"$results/memory.md"
    picture
}

# ---- PPs

resident() { # OPTION ... PROGRAM: KiB
    (cd "$scratch" && command time -f %M -o peak pramsim -q "$@" >/dev/null)
    tail -1 "$scratch/peak"
}

measure_pps() {
    local engine pps base kib side program
    start_results memory_pps engine,pps,resident_kib,bytes_per_pp
    for engine in reference bsp; do
        for pps in 64 4096 65536 1048576; do
            program=$build/programs/hello/hello.o
            if [ $engine = bsp ]; then
                side=$(awk "BEGIN { print sqrt($pps) }")
                compile "cells$pps" laplace_sync -DSQRT_P="$side" -DK=$((300000000 / pps < 1000 ? 300000000 / pps : 1000))
                program=$made/cells$pps.prog
            fi
            kib=$(resident --engine=$engine "$([ $engine = bsp ] && echo -g4 || echo -q)" -p"$pps" "$program")
            [ $pps != 64 ] || base=$kib
            echo "$engine,$pps,$kib,$((pps > 64 ? (kib - base) * 1024 / (pps - 64) : 0))" | tee -a "$csv"
        done
    done
}

# ---- checkpoints

median() {
    tr ' ' '\n' | grep . | sort -g | sed -n "$(((runs + 1) / 2))p"
}

measure_checkpoints() { # PPS ...
    for words in 4 64; do compile checkpoint_$words checkpoint -DPRIVATE=$words -DROUNDS=2000000000; done
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
}

case $1 in
all)
    measure_objects
    measure_pps
    measure_checkpoints 64 4096 65536 1048576
    ;;
objects | pps) "measure_$1" ;;
checkpoints)
    shift
    [ $# -gt 0 ] || set -- 64 4096 65536 1048576
    measure_checkpoints "$@"
    ;;
draw)
    csv=${2:?}
    picture
    ;;
*) usage_error ;;
esac
