#!/bin/bash
# shellcheck disable=SC2154 # scratch, csv, results, seconds, instructions come from lib.sh
# mechanisms.sh - each mechanism of the parallel engine by itself: a loop of 16 instructions (or groups of some) that need it and
# hardly anything else, on 4096 PPs at level 4 with one thread; those that are carried out between segments also with two.
# Requests of multiprefix are in engine.sh and multiprefix.sh.
#
#   RUNS=5 bench/mechanisms.sh all      writes build/bench/mechanisms.csv and mechanisms.png
. "$(dirname "$0")/lib.sh"
[ "$*" = all ] || usage_error

runs=${RUNS:-5}
wanted_seconds=0.05

# What each program begins with: R4, R5 differ from PP to PP without order; R3 is the number of the PP; R10 to R13 are addresses of shared cells: the same
# for all, one behind the other, in lines of 64 as on a mesh, random in 1 MiB; R14 and R15 of own cells: the same word, any.
setup='        getpn R3
        set   2654435761,R5
        mul   R3,R5,R4
        lsr   R4,15,R5
        xor   R4,R5,R4
        mul   R4,R4,R4
        mul   R4,R3,R5
        set   cells,R10
        add   R10,R3,R11
        lsr   R3,6,R12
        mul   R12,66,R12
        and   R3,63,R13
        add   R12,R13,R12
        add   R12,R10,R12
        lsr   R4,14,R13
        add   R13,R10,R13
        set   0x80000000,R14
        and   R4,63,R15
        add   R14,R15,R15
        set   3,R20
        set   5,R21
        and   R3,1,R7'

# mechanism | threads | what stands before the loop | the loop's body | how often it stands there
mechanisms() {
    cat <<'END'
arithmetic on rows|1||add R4,R5,R6|16
arithmetic on values equal in all PPs|1||add R20,R21,R6|16
arithmetic on evenly spaced values|1||add R3,R3,R6|16
compare and branch (no flags)|1||subs R4,0,R0;beq .+1|16
compare and look at the flags|1||subs R4,R5,R0;getsr R6|16
half of the PPs (under a mask)|1|subs R7,0,R0;beq behind|add R4,R5,R6|16
one PP in a tile|1|and R3,1023,R7;subs R7,0,R0;bne behind|add R4,R5,R6|16
parting and meeting|1||subs R7,0,R0;beq .+2;add R4,R5,R6|16
load: one cell|1||ldg R10,0,R6|16
load: cells one behind the other|1||ldg R11,0,R6|16
load: lines of 64|1||ldg R12,0,R6|16
load: random in 1 MiB|1||ldg R13,0,R6|16
load: the same own word|1||ldg R14,9,R6|16
load: any own word|1||ldg R15,0,R6|16
store: the same own word|1||stg R14,9,R4|16
store: any own word|1||stg R15,0,R4|16
store: one cell|1 2||stg R10,0,R4|16
store: cells one behind the other|1 2||stg R11,0,R4|16
store: lines of 64|1 2||stg R12,0,R4|16
store: random in 1 MiB|1 2||stg R13,0,R4|16
segment of 64 operations and a store|1 2||stg R11,0,R4|1 64
sum of all (without results)|1 2||syncadd R10,0,R4|16
sum of evenly spaced numbers|1 2||syncadd R10,0,R3|16
prefix sums of all|1 2||add R4,0,R6;mpadd R10,0,R6|16
prefix sums of the same number|1 2||add R20,0,R6;mpadd R10,0,R6|16
END
}

# program ROUNDS BEFORE BODY COPIES [OPERATIONS]: $scratch/loop, and behind the copies of the body so many operations on rows
program() {
    {
        printf '        .bss\ncells:  .space 266240\n        .text\n        .global _start\n_start:\n%s\n        set %d,R30\n' "$setup" "$1"
        tr ';' '\n' <<<"${2:+        $2}"
        printf 'again:\n'
        for ((i = 0; i < $4; i++)); do tr ';' '\n' <<<"        $3"; done
        for ((i = 0; i < ${5:-0}; i++)); do echo '        add R4,R5,R6'; done
        printf '        subs R30,1,R30\n        bne again\nbehind: halt\n'
    } >"$scratch/loop.s"
    prasm -o "$scratch/loop.o" "$scratch/loop.s"
    prlink -o "$1.prog" "$scratch/loop.o"
}

start_results mechanisms mechanism,threads,giga_pp_instructions_per_second,nanoseconds_per_instruction_of_all_pps
cd "$scratch"
while IFS='|' read -r name threads before body copies; do
    read -r times operations <<<"$copies"
    program 100 "$before" "$body" "$times" "$operations"
    run_pramsim -q -g4 -p4096 -t1 "$scratch/100.prog"
    rounds=$(awk "BEGIN { print int(101 + 100 * $wanted_seconds / ($seconds + 1e-6)) }")
    program "$rounds" "$before" "$body" "$times" "$operations"
    for count in $threads; do
        echo "$count -g4 -p4096 -t$count $scratch/$rounds.prog"
    done | in_turns "$runs"
    for count in $threads; do
        result "$count"
        echo "$name,$count,$(quotient "$instructions" "$seconds"e9 3),$(awk "BEGIN { printf \"%.1f\", $seconds * 1e9 / $cycles }")" | tee -a "$csv" |
            awk -F, '{ printf "%-40s %d thread(s) %8.3f G PP instructions/s %9.1f ns each\n", $1, $2, $3, $4 }'
    done
done < <(mechanisms)

gnuplot <<END
set terminal pngcairo noenhanced size 860,640
set output "$results/mechanisms.png"
set datafile separator ","
set datafile commentschars "#"
set style fill solid 0.6
set lmargin 40
set logscale x
set grid x
set xrange [0.1:*]
set yrange [*:*] reverse
set ytics scale 0
set xlabel "G PP instructions / s"
set title "Each mechanism by itself: 4096 PPs, level 4, one thread"
unset key
plot "<awk -F, '\$2 == 1' $csv" using (0.1):0:(0.1):3:(\$0 - 0.35):(\$0 + 0.35):ytic(1) with boxxyerror
END
