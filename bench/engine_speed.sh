#!/bin/bash
# shellcheck disable=SC2154 # top, results, scratch, made, csv, instructions, seconds, least come from lib.sh
# engine_speed.sh - PP instructions a second by kind of code, engine and threads: programs, single mechanisms of the parallel
# engine (a loop of 16 instructions that need it), and machines of up to a million PPs. Every row is run on the engines of its
# list in turns: reference, level 0, level 4 with one thread, level 4 with two. Rounds make a run last 0.2 s.
#
#   RUNS=5 bench/engine_speed.sh all|WORD       the rows whose names have the word; writes build/bench/engine_speed.csv, .md, .png;
#                                               all: then small, too
#   RUNS=3 bench/engine_speed.sh small [PPS ...]   four programs on 1 to 4096 PPs, one thread: work (instructions outside barriers)
#                                               a second of the reference engine, of --native=off and of the default, in turns;
#                                               medians. Writes small_machines.csv and small_machines.png
#   RUNS=3 bench/engine_speed.sh diverged [PPS ...]   six programs whose PPs diverge, on 64 to 65536 PPs, one thread: seconds of the
#                                               parallel engine by seconds of the cycle engine, in turns; medians. Writes
#                                               diverged.csv, whose last row has geometric means
#   RUNS=3 bench/engine_speed.sh chosen [PPS ...]     the same programs, sorts with ten times as many numbers: seconds of the default,
#                                               which chooses between the two engines, by seconds of the better one. Writes chosen.csv
#   RUNS=3 bench/engine_speed.sh threads [PPS ...]    the same programs: seconds of the cycle engine on one thread by its seconds on
#                                               two. Writes cycle_threads.csv
#   bench/engine_speed.sh draw [CSV]            table and pictures only; with CSV: of engine_speed.csv
. "$(dirname "$0")/lib.sh"
[ $# -le 2 ] || [ "$1" = small ] || [ "$1" = diverged ] || [ "$1" = chosen ] || [ "$1" = threads ] || usage_error

runs=${RUNS:-5}
wanted_seconds=0.2

# name | PPs | engines | what is run: fork SOURCE DEFINITION, asm SOURCE DEFINITION, or a loop: BEFORE | BODY | how often it
# stands there [and operations on rows]
rows() {
    cat <<'END'
Programs
loop of registers|4096|reference 0 4 4.2|asm registers
synchronous Laplace|4096|reference 0 4 4.2|fork laplace_sync
semi-synchronous Laplace|4096|reference 0 4 4.2|fork laplace_semisync
asynchronous Laplace|4096|reference 0 4 4.2|fork laplace_async -DROWS=4098
fully diverged code|4096|reference 0 4 4.2|asm diverged
multiprefix to one cell|4096|reference 0 4 4.2|asm multiprefix MASK=0
multiprefix to random cells|4096|reference 0 4 4.2|asm multiprefix MASK=262143
Large machines: synchronous Laplace
65536 PPs|65536|4 4.2|fork laplace_sync -DSQRT_P=256
1048576 PPs|1048576|4 4.2|fork laplace_sync -DSQRT_P=1024
Instructions
arithmetic on rows|4096|4||add R4,R5,R6|16
arithmetic on values equal in all PPs|4096|4||add R20,R21,R6|16
arithmetic on evenly spaced values|4096|4||add R3,R3,R6|16
compare and branch (no flags)|4096|4||subs R4,0,R0;beq .+1|16
compare and look at the flags|4096|4||subs R4,R5,R0;getsr R6|16
half of the PPs (under a mask)|4096|4|subs R7,0,R0;beq end|add R4,R5,R6|16
one PP in a tile|4096|4|and R3,1023,R7;subs R7,0,R0;bne end|add R4,R5,R6|16
diverging and meeting again|4096|4||subs R7,0,R0;beq .+2;add R4,R5,R6|16
Loads
one cell|4096|4||ldg R10,0,R6|16
consecutive cells|4096|4||ldg R11,0,R6|16
lines of 64|4096|4||ldg R12,0,R6|16
random in 1 MiB|4096|4||ldg R13,0,R6|16
the same own word|4096|4||ldg R14,9,R6|16
any own word|4096|4||ldg R15,0,R6|16
Stores
the same own word|4096|4||stg R14,9,R4|16
any own word|4096|4||stg R15,0,R4|16
one cell|4096|4 4.2||stg R10,0,R4|16
consecutive cells|4096|4 4.2||stg R11,0,R4|16
lines of 64|4096|4 4.2||stg R12,0,R4|16
random in 1 MiB|4096|4 4.2||stg R13,0,R4|16
segment of 64 operations and a store|4096|4 4.2||stg R11,0,R4|1 64
Multiprefix
sum of all (without results)|4096|4 4.2||syncadd R10,0,R4|16
sum of evenly spaced numbers|4096|4 4.2||syncadd R10,0,R3|16
prefix sums of all|4096|4 4.2||add R4,0,R6;mpadd R10,0,R6|16
prefix sums of the same number|4096|4 4.2||add R20,0,R6;mpadd R10,0,R6|16
END
}

# R4, R5 differ from PP to PP without order; R3 is the number of the PP; R10 to R13 are addresses of shared cells: the same for
# all, consecutive, in lines of 64 as on a mesh, random in 1 MiB; R14 and R15 of own cells: the same word, any.
setup='getpn R3;set 2654435761,R5;mul R5,R3,R4;lsr R4,15,R5;xor R4,R5,R4;mul R4,R4,R4;mul R4,R3,R5;set cells,R10
add R10,R3,R11;lsr R3,6,R12;mul R12,66,R12;and R3,63,R13;add R12,R13,R12;add R12,R10,R12;lsr R4,14,R13;add R13,R10,R13
set 0x80000000,R14;and R4,63,R15;add R14,R15,R15;set 3,R20;set 5,R21;and R3,1,R7'

# make_loop ROUNDS FILE BEFORE BODY COPIES [OPERATIONS]
make_loop() {
    local i
    {
        printf '        .bss\ncells:  .space 266240\n        .text\n        .global _start\n_start:\n'
        echo "$setup;set $1,R30${3:+;$3}" | tr ';' '\n' | sed 's/^/        /'
        echo again:
        for ((i = 0; i < $5; i++)); do tr ';' '\n' <<<"        $4"; done
        for ((i = 0; i < ${6:-0}; i++)); do echo '        add R4,R5,R6'; done
        printf '        subs R30,1,R30\n        bne again\nend:    halt\n'
    } >"$scratch/loop.s"
    prasm -o "$scratch/loop.o" "$scratch/loop.s"
    prlink -o "$made/$2.prog" "$scratch/loop.o"
}

make_program() { # ROUNDS FILE WHAT BODY COPIES
    local words
    read -ra words <<<"$3"
    case ${words[0]-} in
    fork) compile "$2" "${words[1]}" -DK="$1" "${words[@]:2}" ;;
    asm) assemble "$2" "${words[1]}" ITERATIONS="$1" "${words[@]:2}" ;;
    *) make_loop "$1" "$2" "$3" "$4" $5 ;; # the copies are two words
    esac
}

options_of() { # ENGINE
    case $1 in
    reference) echo --engine=reference ;;
    *.*) echo "-g${1%.*} -t${1#*.}" ;;
    *) echo "-g$1 -t1" ;;
    esac
}

measure_row() { # NAME PPS ENGINES WHAT BODY COPIES
    local engine rounds=20 rate reference='' one='' least_one=''
    make_program 20 trial "${@:4}"
    run_pramsim -q -g4 -t1 "-p$2" "$made/trial.prog"
    rounds=$(awk "BEGIN { print int(30 + 20 * $wanted_seconds / ($seconds + 1e-6)) }")
    make_program "$rounds" long "${@:4}"
    make_program $((rounds / 100 + 1)) short "${@:4}" # for the reference engine
    for engine in $3; do
        echo "$engine $(options_of "$engine") -p$2 $made/$([ "$engine" = reference ] && echo short || echo long).prog"
    done | in_turns "$runs"
    for engine in $3; do
        result "$engine"
        rate=$(quotient "$instructions" "$seconds"e9 4)
        case $engine in
        reference) reference=$rate ;;
        4) one=$seconds least_one=$least ;;
        esac
        echo "$group,$1,$2,$engine,$instructions,$seconds,$least,$rate,${reference:+$(quotient "$rate" "$reference" 1)},$(
            [ "$engine" != 4.2 ] || echo "$(quotient "$one" "$seconds"),$(quotient "$least_one" "$least")")" | tee -a "$csv"
    done
}

# by row: its group, name, PPs, and G/s on reference, 0, 4, 4.2
by_row() {
    grep -v '^#' "$csv" | tail -n +2 | awk -F, -v OFS='\t' '
        { key = $1 "\t" $2; if (!(key in seen)) { seen[key] = 1; order[++rows] = key } rate[key, $4] = $8 }
        END { for (r = 1; r <= rows; r++)
            print order[r], rate[order[r], "reference"], rate[order[r], "0"], rate[order[r], "4"], rate[order[r], "4.2"] }'
}
show() {
    {
        echo '| group | code | reference | level 0 | level 4 | level 4, 2 threads |'
        echo '|---|---|---:|---:|---:|---:|'
        by_row | sed 's/\t/ | /g; s/^/| /; s/$/ |/'
    } >"$results/engine_speed.md"
    {
        printf '\treference\tlevel 4, 1 thread\tlevel 4, 2 threads\n'
        by_row | awk -F'\t' -v OFS='\t' '$1 != group { group = $1; print group } { print $2, $3, $5, $6 }'
    } | draw_bars engine_speed 'Speed by kind of code, 4096 PPs' '10⁹ PP instructions a second' log
}

# ---- small machines

small=(laplace_async quicksort merge_sort matrix_multiply)

list_small() {
    local programs=$build/programs
    cat <<END
laplace_async $programs/laplace/laplace_async_fork.o large.mesh out.mesh
quicksort $programs/quicksort/quicksort.o 20000
merge_sort $programs/merge_sort/merge_sort.o 20000
matrix_multiply $programs/matrix_multiply/matrix_multiply.o 64
END
}

measure_small() { # PPS ...
    local pps name arguments work line engine
    [ $# -gt 0 ] || set -- 1 4 16 64 256 1024 4096
    start_results small_machines program,pps,reference_giga,interpreted_giga,native_giga,interpreted_ratio,native_ratio
    (cd "$scratch" && laplace_generate -n 66 -k 100 -b sine -o large.mesh)
    for pps; do
        while read -r name arguments; do
            in_turns "${RUNS:-3}" <<END
reference --engine=reference -p$pps $arguments
off -t1 --native=off -p$pps $arguments
auto -t1 --native=auto -p$pps $arguments
END
            work=$(jq .work "$scratch/run.json") # the same in all: each is exact
            line=$name,$pps
            for engine in reference off auto; do
                result $engine
                line+=,$(quotient "$work" "$seconds"e9 3)
            done
            awk -F, -v OFS=, '{ print $0, sprintf("%.2f", $4 / $3), sprintf("%.2f", $5 / $3) }' <<<"$line" | tee -a "$csv"
        done < <(list_small)
    done
}

draw_small() {
    local name
    {
        printf '\treference\t--native=off\tthe default\n'
        for name in "${small[@]}"; do
            echo "$name"
            awk -F, -v OFS='\t' -v name="$name" '$1 == name { print $2, $3, $4, $5 }' "$csv"
        done
    } | draw_lines small_machines 'Small machines, one thread' PPs '10⁹ instructions a second' log
}

# ---- diverged programs: which engine is the faster one from which number of PPs on

list_diverged() {
    local programs=$build/programs
    cat <<END
quicksort $programs/quicksort/quicksort.o 20000
merge_sort $programs/merge_sort/merge_sort.o 20000
sandpile $programs/sandpile/sandpile.o
ant_colony $programs/ant_colony/ant_colony.o
readers_writers $programs/readers_writers/readers_writers.o library 20000 50
async_iteration $programs/async_iteration/async_iteration.o
END
}

compare_diverged() { # CSV OPTIONS OPTIONS PPS ...: seconds with the first options by seconds with the others
    local pps name arguments first line csv_name=$1 one=$2 other=$3
    shift 3
    [ $# -gt 0 ] || set -- 64 256 1024 4096 65536
    start_results "$csv_name" "$(printf '%s' program; printf ',p = %s' "$@")"
    while read -r name arguments; do
        line=$name
        for pps; do
            in_turns "${RUNS:-3}" <<END
one $one -p$pps $arguments
other $other -p$pps $arguments
END
            result one
            first=$seconds
            result other
            line+=,$(quotient "$first" "$seconds" 2)
        done
        echo "$line" | tee -a "$csv"
    done < <(list_diverged)
    add_means
}

add_means() { # a last row of the table
    grep -v '^#' "$csv" | awk -F, 'NR > 1 { for (i = 2; i <= NF; i++) sum[i] += log($i); rows++; columns = NF }
        END { line = "geometric mean"; for (i = 2; i <= columns; i++) line = line sprintf(",%.2f", exp(sum[i] / rows)); print line }' |
        tee "$scratch/means"
    cat "$scratch/means" >>"$csv"
}

compare_chosen() { # PPS ...: seconds of the default by those of the better engine
    local pps name arguments first second line
    [ $# -gt 0 ] || set -- 64 256 1024 4096 65536
    start_results chosen "$(printf '%s' program; printf ',p = %s' "$@")"
    while read -r name arguments; do
        line=$name
        for pps; do
            in_turns "${RUNS:-3}" <<END
chosen -t1 -p$pps $arguments
parallel --engine=bsp -t1 -p$pps $arguments
cycle --engine=cycle -t1 -p$pps $arguments
END
            result parallel
            first=$seconds
            result cycle
            second=$seconds
            result chosen
            line+=,$(quotient "$seconds" "$(printf '%s\n' "$first" "$second" | sort -g | head -n1)" 2)
        done
        echo "$line" | tee -a "$csv"
    done < <(list_diverged | sed 's/sort.o 20000$/sort.o 200000/')
    add_means
}

case $1 in
chosen)
    compare_chosen "${@:2}"
    exit
    ;;
diverged)
    compare_diverged diverged '--engine=bsp -t1' '--engine=cycle -t1' "${@:2}"
    exit
    ;;
threads)
    compare_diverged cycle_threads '--engine=cycle -t1' '--engine=cycle -t2' "${@:2}"
    exit
    ;;
small)
    measure_small "${@:2}"
    draw_small
    exit
    ;;
draw)
    csv=${2:-$top/bench/results/engine_speed.csv}
    show
    [ $# = 1 ] || exit 0
    csv=$top/bench/results/small_machines.csv
    draw_small
    exit
    ;;
esac

start_results engine_speed group,name,pps,engine,instructions,seconds,least_seconds,giga_instructions_per_second,real_speedup,relative_speedup,least_relative_speedup
while IFS='|' read -r name pps engines what body copies; do
    [ -n "$pps" ] || { group=$name && continue; }
    [ "$1" = all ] || [[ $name == *"$1"* ]] || continue
    measure_row "$name" "$pps" "$engines" "$what" "$body" "$copies" </dev/null
done < <(rows)
show
[ "$1" = all ] || exit 0
measure_small
draw_small
