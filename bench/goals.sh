#!/bin/bash
# shellcheck disable=SC2154 # top, build, results, made, csv, scratch, seconds, least, instructions come from lib.sh
# goals.sh - the goals of native code and of many threads, figure by figure: the default (or level 4, where the goal is one of
# level 4) on one thread and on two, the reference engine, and the same update in plain C. Runs in turns, medians. What other
# benchmarks measure (jit_cold.sh, cores.sh) is taken from their results in build/bench.
#
#   RUNS=3 bench/goals.sh all        writes build/bench/goals.csv, goals.md and goals.png
#   bench/goals.sh draw [CSV]        table and picture only
. "$(dirname "$0")/lib.sh"
[ "$*" = all ] || [ "$1" = draw ] || usage_error

show() {
    # a line for each target, its results in a row
    awk -F, '
        /^#/ || $1 == "target" { next }
        { key = $1 " | " $3 " | " $5 }
        !(key in seen) { seen[key] = 1; order[++rows] = key }
        { text[key] = text[key] (text[key] == "" ? "" : "; ") $2 " **" $4 "**" }
        END {
            print "| | goal | measured |"; print "|---|---:|---|"
            for (r = 1; r <= rows; r++) {
                split(order[r], part, " \\| ")
                print "| " part[1] " | " part[2] " " part[3] " | " text[order[r]] " |"
            }
        }' "$csv" | tee "$results/goals.md"
    # of each goal the figure that is farthest from it; where the goal is the most that may be, goal / reached
    awk -F, -v OFS='\t' '
        /^#/ || $1 == "target" { next }
        { key = $1 ": " $3 " " $5; part = $5 ~ /at most/ ? $3 / $4 : $4 / $3 }
        !(key in least) { order[++rows] = key; least[key] = part + 1 }
        part < least[key] { least[key] = part; name[key] = $2 }
        END {
            print "", "part of the goal"
            for (r = 1; r <= rows; r++) print order[r] "\n" name[order[r]], least[order[r]]
        }' "$csv" | draw_bars goals 'Goals of speed: the program that is farthest from each' 'reached / goal' goal
}
if [ "$1" = draw ]; then
    csv=${2:-$top/bench/results/goals.csv}
    show
    exit
fi


runs=${RUNS:-3}
programs=$build/programs
start_results goals target,figure,goal,measured,unit
figure() { # TARGET FIGURE GOAL MEASURED UNIT
    [ -z "$4" ] || (IFS=, && echo "$*") | tee -a "$csv"
}
rate() { # LABEL: work a second, in G
    result "$1"
    quotient "$(cat "$scratch/work.$1")" "$seconds"e9 3
}
# labelled LABEL OPTIONS PROGRAM ...: one of the runs that take turns; notes its work
labelled() {
    echo "$*" >>"$scratch/wanted"
    (cd "$scratch" && pramsim -q --stats-json=run.json "${@:2}" >/dev/null && jq .work run.json >"work.$1")
}
take_turns() { # RUNS
    in_turns "$1" <"$scratch/wanted"
    rm "$scratch/wanted"
}

# ---- machines of a lab's size
mesh() { # FILE ROUNDS
    (cd "$scratch" && laplace_generate -n 66 -k "$2" -b sine -o "$1")
}
mesh one.mesh 4000
mesh few.mesh 600
mesh many.mesh 3000
small() { # PPS MESH NUMBERS ROWS
    labelled laplace -p"$1" -t1 "$programs/laplace/laplace_async_fork.o" "$2" out.mesh
    labelled quicksort -p"$1" -t1 "$programs/quicksort/quicksort.o" "$3"
    labelled merge_sort -p"$1" -t1 "$programs/merge_sort/merge_sort.o" "$3"
    labelled matrices -p"$1" -t1 "$programs/matrix_multiply/matrix_multiply.o" "$4"
    take_turns "$runs"
}
for pps in 1 4 16 64; do
    case $pps in
    1) small 1 one.mesh 300000 240 ;;
    64) small 64 many.mesh 100000 160 ;;
    *) small $pps few.mesh 100000 160 ;;
    esac
    for name in laplace quicksort merge_sort matrices; do
        case $pps,$name in
        64,quicksort) continue ;;
        64,merge_sort) goal=3 ;;
        64,*) goal=5 ;;
        *) goal=1 ;;
        esac
        figure "p = $pps" "$name" "$goal" "$(rate $name)" G/s
    done
done

# ---- against the reference
against() { # TARGET NAME GOAL LEVEL PPS PROGRAM ARGUMENTS ...: one and two threads
    local target=$1 name=$2 goal=$3 level=$4 pps=$5 reference threads
    shift 5
    cat >"$scratch/wanted" <<END
reference -p$pps --engine=reference $*
1 -p$pps -g$level -t1 $*
2 -p$pps -g$level -t2 $*
END
    take_turns "$runs"
    result reference
    reference=$seconds
    for threads in 1 2; do
        result $threads
        figure "$target" "$name by $threads thread(s)" "$goal" "$(quotient "$reference" "$seconds" 1)" "times the reference"
    done
}
against "quicksort" "100000 numbers on 64 PPs" 6 exact 64 "$programs/quicksort/quicksort.o" 100000
against "quicksort" "100000 numbers on 4096 PPs" 12 exact 4096 "$programs/quicksort/quicksort.o" 100000
against "level 4 on 4096 PPs" "merge sort of 65536" 24 4 4096 "$programs/merge_sort/merge_sort.o" 65536
against "level 4 on 4096 PPs" "queens 10 x 10" 40 4 4096 "$programs/queens/queens.o" 10
against "level 4 on 4096 PPs" "list ranking of 4096" 24 4 4096 "$programs/list_ranking/list_ranking.o" 4096

# ---- lockstep
assemble diverged diverged ITERATIONS=3000
assemble registers registers ITERATIONS=200000
labelled diverged -p4096 -g4 -t1 "$made/diverged.prog"
labelled registers -p4096 -g4 -t1 "$made/registers.prog"
take_turns "$runs"
figure "fully diverged code" "4096 PPs" 3 "$(rate diverged)" G/s
figure "loop of registers" "4096 PPs" 80 "$(rate registers)" G/s

# rounds are as many as make a run long enough: rates are compared
compile short laplace_sync -DK=300
compile long laplace_sync -DK=40000
gcc -O3 -march=native -o "$scratch/stencil" "$top/bench/plain_c_stencil.c"
labelled reference -p4096 --engine=reference "$made/short.prog"
labelled 1 -p4096 -g4 -t1 "$made/long.prog"
labelled 2 -p4096 -g4 -t2 "$made/long.prog"
take_turns "$runs"
reference=$(rate reference)
figure "synchronous Laplace on 4096 PPs" "1 thread" 120 "$(quotient "$(rate 1)" "$reference" 1)" "times the reference"
figure "synchronous Laplace on 4096 PPs" "2 threads" 200 "$(quotient "$(rate 2)" "$reference" 1)" "times the reference"
result 1
update=$("$scratch/stencil" 64 40000 | cut -d' ' -f1)
figure "synchronous Laplace on 4096 PPs" "a round by an update in C" 5 \
    "$(awk -v round="$seconds" -v c="$update" 'BEGIN { printf "%.1f", round / 40000 * 1e6 / c }')" "times (at most)"

# ---- two threads by one, medians and least times
for pps in 4096 16384 65536; do
    side=$(awk "BEGIN { print sqrt($pps) }")
    factor=$((pps / 4096))
    compile sync$pps laplace_sync -DSQRT_P="$side" -DK=$((20000 / factor))
    compile semisync$pps laplace_semisync -DSQRT_P="$side" -DK=$((20000 / factor))
    compile async$pps laplace_async -DROWS=$((pps + 2)) -DK=$((40 / factor))
    for name in sync semisync async; do
        for threads in 1 2; do
            echo "$name.$threads -p$pps -g4 -t$threads $made/$name$pps.prog" >>"$scratch/wanted"
        done
    done
    take_turns $((2 * runs + 1))
    for name in sync semisync async; do
        result $name.1
        one=$seconds least_one=$least
        result $name.2
        figure "2 threads by 1 on $pps PPs" "$name" "$([ $pps = 4096 ] && echo 1.6 || echo 1.8)" "$(quotient "$one" "$seconds")" times
        figure "2 threads by 1 on $pps PPs" "$name (least times)" "$([ $pps = 4096 ] && echo 1.6 || echo 1.8)" \
            "$(quotient "$least_one" "$least")" times
    done
done

# ---- what others have measured
rows() { # NAME: the results of a benchmark, without comments and header
    [ ! -e "$results/$1.csv" ] || grep -v '^#' "$results/$1.csv" | tail -n +2
}
while IFS=, read -r name kind _ _ _ value _; do
    figure "beside --native=off: $([ "$kind" = long ] && echo "one core and first second" || echo "runs of milliseconds")" "$name" \
        "$([ "$kind" = long ] && echo 1.1 || echo 1)" "$value" "times (at most)"
done < <(rows jit_cold)
while IFS=, read -r name pps _ level _ value _; do
    figure "16 threads by 1 on $pps PPs ($([ "$level" = default ] && echo at the default || echo "at level $level"))" "$name" 12 "$value" times
done < <(rows cores | grep -E ',16,(default|4),')

show
