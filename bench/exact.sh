#!/bin/bash
# shellcheck disable=SC2154 # build, results, scratch, csv, seconds come from lib.sh
# exact.sh - the cost of exactness: runs of the default, of level 0 and of level 4 in turns, one thread; time of the
# default and of level 0 / time of level 4, by program and number of PPs. On at most four PPs all are one engine
# (docs/internals/engine.md, section 2).
#
#   RUNS=5 bench/exact.sh all|PPS ...      writes build/bench/exact.csv, exact.md, level_0.md and exact.png; `all` then measures clocks, too
#   bench/exact.sh draw [CSV]              exact.png only
#   bench/exact.sh clocks                  cycles of every program of the project at levels 0 to 4 against the reference engine. The
#                                          cycles of a run are the largest cycle counter of a PP, what a getct of its last instruction
#                                          gives. Writes getct.csv and getct.md, keeps them in bench/results, and puts the table into
#                                          docs/internals/clock.md: they are the same on every host. No picture: nearly all deviations
#                                          are 0. tests/matrix keeps them at what programs.table says: 0, or at most 1 %
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

# ---- clocks

# Fork programs that are synchronous from start to its end: nothing of theirs enters an asynchronous region.
mode_of() { # SOURCE PROGRAM
    case $1 in
    *.s) echo assembly ;;
    *) prdis "$2" | awk '
        /\.loc "fork-rt\// { exit }
        /call __fork_start,/ { starts = 1 }
        /shint .*async_enter$/ { parts = 1 }
        END { print starts && !parts ? "synchronous" : "asynchronous" }' ;;
    esac
}

# a row of getct.csv for each number of PPs of a row of tests/matrix/programs.table
# shellcheck disable=SC2154 # the arrays come from tests/matrix/lib.sh
measure_clock() { # ROW
    local mode p level line right
    mode=$(mode_of "${sources[$1]}" "$program")
    for p in ${pps[$1]}; do
        observe "$program" "${words[$1]}" --engine=reference -p"$p"
        right=$cycles
        line="${sources[$1]},$mode,$p,$right"
        for level in 0 1 2 3 4; do
            if [ "${oracles[$1]}" = reference ] || { [ "${oracles[$1]}" = level-0 ] && [ $level != 0 ]; }; then
                line+=,-
            else
                observe "$program" "${words[$1]}" -t2 -g$level -p"$p"
                line+=,$cycles
            fi
        done
        echo "$line" >>"$csv"
    done
}

# a line a program: the largest deviation of its runs, in percent
clocks_table() {
    grep -v '^#' "$csv" | awk -F, '
    NR == 1 {
        print "| program | mode | PPs | level 0 | 1 | 2 | 3 | 4 |"
        print "|---|---|---|---:|---:|---:|---:|---:|"
        next
    }
    !($1 in mode) { order[++programs] = $1; mode[$1] = $2 }
    {
        if (index(" " pps[$1] ",", " " $3 ",") == 0) pps[$1] = pps[$1] (pps[$1] == "" ? "" : ", ") $3
        for (k = 5; k <= 9; k++) {
            d = $k == "-" ? 0 : 100 * ($k - $4) / $4
            if ($k == "-") none[$1, k] = 1
            if ((d < 0 ? -d : d) > (most[$1, k] < 0 ? -most[$1, k] : most[$1, k])) most[$1, k] = d
        }
    }
    END {
        for (n = 1; n <= programs; n++) {
            line = "| " order[n] " | " mode[order[n]] " | " pps[order[n]]
            for (k = 5; k <= 9; k++) {
                d = most[order[n], k]
                line = line " | " (none[order[n], k] ? "-" : d == 0 ? "0" : sprintf("%+.2f %%", d))
            }
            print line " |"
        }
    }'
}

# in a shell of its own: tests/matrix/lib.sh has a scratch folder of its own, and goes on after what fails
measure_clocks() (
    # shellcheck source=tests/matrix/lib.sh
    . "$top/tests/matrix/lib.sh"
    set +eu
    read_table
    set_up
    start_results getct program,mode,pps,reference,level_0,level_1,level_2,level_3,level_4
    for row in "${!sources[@]}"; do
        build_program "${sources[row]}" 2>errors || { cat errors >&2 && exit 1; }
        measure_clock "$row"
    done
    clocks_table >"$results/getct.md"
    cp "$results/getct.csv" "$results/getct.md" "$top/bench/results"
    "$top/bench/page.sh" all
    awk -F'|' 'NR > 2 { all++; exact += ($5 $6 $7 $8 $9 !~ /%/) } END { print exact " of " all " programs take the same cycles at levels 0 to 4" }' "$results/getct.md"
    grep % "$results/getct.md" || true
)

# ---- what is asked for

what=$1
case $what in
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
clocks)
    measure_clocks
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
[ "$what" != all ] || measure_clocks
