#!/bin/bash
# shellcheck disable=SC2154 # build, results, scratch, csv, seconds come from lib.sh
# exact.sh - the cost of exactness: runs of the default, of level 0 and of level 4 in turns, one thread; time of the
# default and of level 0 / time of level 4, by program and number of PPs. On at most four PPs all are one engine
# (docs/internals/engine.md, section 2).
#
#   RUNS=5 bench/exact.sh all|PPS ...      writes build/bench/exact.csv, exact.md, level_0.md and exact.png
#   bench/exact.sh draw [CSV]              exact.png only
#   RUNS=5 bench/exact.sh races [PPS ...]  diverged PPs race for 1024 cells: the time of the reference engine / that
#                                          of the default; outputs, memory and cycles have to be the same. Writes races.csv, .md
. "$(dirname "$0")/lib.sh"

runs=${RUNS:-5}
programs=$build/programs

picture() {
    by_pps "$csv" | draw_bars exact 'The default, which is exact, beside level 4; one thread' 'time of the default / time of level 4' one
}

# ---- races

# racing RARE RACERS UNIT MEETS [RACE]: PPs below RACERS race in every round whose number has none of the bits RARE. If it has none of
# the bits MEETS (4095: never) they meet after that, and read what others have stored right before. UNIT is an instruction of each round,
# RACE what is done to the cell at R12, of two words.
word='        ldg   R12,0,R13
        nop
        add   R13,R5,R13
        stg   R12,0,R13'
number='        xld   R12,0,X1
        xadd  X1,X0,X1
        xst   R12,0,X1'
lock='        getlo 1,R14
        mpadd R12,0,R14                 // a ticket
        set   number,R15
take:   ldg   R12,1,R13
        nop
        subs  R13,R14,R0
        bne   take
        xld   R15,0,X1
        xadd  X1,X0,X1
        xst   R15,0,X1
        getlo 1,R14
        syncadd R12,1,R14'
racing() {
    cat <<END2
        .bss
cells:  .space 2048
number: .space 2
meeting: .space 1
        .global _start
        .text
_start: getpn R3
        getnp R19
        getlo 0,R21                     // all PPs have come
        set   2654435761,R4
        add   R3,1,R5
        mul   R5,R4,R5
        set   cells,R6
        set   meeting,R7
        set   $rounds,R20
again:  lsr   R5,13,R8
        xor   R5,R8,R5
        mul   R5,R4,R5
$3
        lsr   R5,28,R10                 // 0 to 15 rounds, differing by PP
delay:  subs  R10,1,R10
        bpl   delay
        ands  R20,$1,R0
        bne   calm
        set   $2,R11
        subs  R3,R11,R0
        bhs   calm
        lsr   R5,9,R12
        and   R12,1023,R12
        lsl   R12,1,R12
        add   R6,R12,R12
${5-$word}
calm:   ands  R20,$4,R0
        bne   apart
        getlo 1,R14
        mpadd R7,0,R14
        add   R21,R19,R21
wait:   ldg   R7,0,R15
        nop
        subs  R15,R21,R0
        blo   wait
        ldg   R12,0,R13
        nop
        xor   R5,R13,R5
apart:  subs  R20,1,R20
        bne   again
        halt
END2
}

# the program of a case
source_of() {
    case $1 in
    rarely) racing 63 "$2" nop 4095 ;;
    often) racing 7 "$2" nop 4095 ;;
    always) racing 0 "$2" nop 4095 ;;
    one_tile) racing 0 1024 nop 4095 ;;
    meeting) racing 3 "$2" nop 15 ;;
    unit_always) racing 0 "$2" 'xfromi R5,X0' 4095 ;;
    unit) racing 7 "$2" 'xfromi R5,X0' 4095 ;;
    numbers_rarely) racing 63 "$2" 'xfromi R5,X0' 4095 "$number" ;;
    numbers_often) racing 7 "$2" 'xfromi R5,X0' 4095 "$number" ;;
    numbers_always) racing 0 "$2" 'xfromi R5,X0' 4095 "$number" ;;
    numbers_one_tile) racing 0 256 'xfromi R5,X0' 4095 "$number" ;;
    locks_often) racing 7 "$2" 'xfromi R5,X0' 4095 "$lock" ;;
    locks_always) racing 0 "$2" 'xfromi R5,X0' 4095 "$lock" ;;
    esac
}

# outcome OPTIONS PROGRAM: all that has to be the same
outcome() {
    pramsim -q --hash --stats-json "$scratch/outcome.json" "$@" 2>&1
    jq -c '[.cycles, .instructions, .loads, .stores, .multiprefix, .write_conflicts]' "$scratch/outcome.json"
}

measure_races() { # PPS ...
    start_results races program,pps,reference_seconds,exact_seconds,quotient
    for pps; do
        rounds=$((200000 / pps > 100 ? 200000 / pps : 100))
        for name in rarely often always one_tile meeting unit unit_always numbers_rarely numbers_often numbers_always \
            numbers_one_tile locks_often locks_always; do
            source_of "$name" "$pps" >"$scratch/$name.s"
            prasm -o "$scratch/$name.o" "$scratch/$name.s"
            prlink -o "$scratch/$name.prog" "$scratch/$name.o"
            [ "$(outcome --engine=reference -p"$pps" "$scratch/$name.prog")" = "$(outcome -t1 -p"$pps" "$scratch/$name.prog")" ] || {
                echo "exact.sh: $name on $pps PPs is not as on the reference engine" >&2
                exit 1
            }
            in_turns "$runs" <<END2
    reference --engine=reference -p$pps $name.prog
    exact -t1 -p$pps $name.prog
END2
            result reference
            reference=$seconds
            result exact
            printf '%s,%s,%s,%s,%s\n' "$name" "$pps" "$reference" "$seconds" "$(quotient "$reference" "$seconds")" | tee -a "$csv"
        done
    done

    cross_table races >"$results/races.md"
    cat "$results/races.md"
}

case $1 in
draw)
    csv=${2:-$top/bench/results/exact.csv}
    picture
    exit
    ;;
races)
    shift
    [ $# -gt 0 ] || set -- 64 1024 4096
    measure_races "$@"
    exit
    ;;
all) set -- 4 64 1024 4096 ;;
esac

# ---- programs

start_results exact program,pps,exact_seconds,level_0_seconds,level_4_seconds,level_0_quotient,quotient
for pps; do
    size=$(awk -v pps="$pps" 'BEGIN { print int(sqrt(pps) + 0.5) + 2 }') # of a mesh with a PP an inner cell
    fcc -DN="$size" -o "$scratch/laplace_sync.o" "$top/programs/laplace/laplace_sync.fork" "$top/programs/laplace/mesh_io.fork"
    (cd "$scratch" && laplace_generate -n "$size" -k 1000 -b sine -o cells.mesh && laplace_generate -n 66 -k 100 -b sine -o large.mesh)
    while read -r name arguments; do
        in_turns "$runs" <<END2
exact -t1 -gexact -p$pps $arguments
zero -t1 -g0 -p$pps $arguments
four -t1 -g4 -p$pps $arguments
END2
        result exact
        exact=$seconds
        result zero
        zero=$seconds
        result four
        printf '%s,%s,%s,%s,%s,%s,%s\n' "$name" "$pps" "$exact" "$zero" "$seconds" "$(quotient "$zero" "$seconds")" \
            "$(quotient "$exact" "$seconds")" | tee -a "$csv"
    done <<END2
laplace_sync laplace_sync.o cells.mesh out.mesh
laplace_async $programs/laplace/laplace_async_fork.o large.mesh out.mesh
matrix_multiply $programs/matrix_multiply/matrix_multiply.o 48
queens $programs/queens/queens.o 7
merge_sort $programs/merge_sort/merge_sort.o 20000
quicksort $programs/quicksort/quicksort.o 20000
list_ranking $programs/list_ranking/list_ranking.o $pps
prefix_sums $programs/prefix_sums/prefix_sums.o 20000
linkage $programs/linkage/linkage.o 30 1 50
readers_writers $programs/readers_writers/readers_writers.o fair 200 20
hilbert $programs/hilbert/hilbert.o 8
pi $programs/pi/pi.o 2000
stripes $programs/stripes/stripes.o sum 20000 5
END2
done

picture
cross_table program mean >"$results/exact.md"
cat "$results/exact.md"
awk -F, -v OFS=, '!/^#/ { NF-- } 1' "$csv" >"$scratch/level_0.csv"
csv=$scratch/level_0.csv cross_table program mean >"$results/level_0.md"
cat "$results/level_0.md"
