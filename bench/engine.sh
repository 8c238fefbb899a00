#!/bin/bash
# shellcheck disable=SC2154 # top, results, made, csv, instructions, seconds, least come from lib.sh
# engine.sh - PP instructions a second of the parallel engine on 4096 PPs: a loop of registers only, the three Laplace
# solvers as compiled, fully diverged code, multiprefix to one and to random cells in 1 MiB (16 requests an iteration); at level 0 and level 4 with one thread, at level 4 with two; and of the
# reference engine, which runs a hundredth of the iterations. Speedups are quotients of rates, medians of runs in turns.
#
# Then what two cores can bring at most: two runs of one thread each, independent of each other, one on each core at the
# same time, against the same runs one after the other. A team of two threads has to do with that, less its meetings.
#
#   RUNS=5 bench/engine.sh all|PROGRAM ...      writes build/bench/engine.csv, cores.csv, engine.png
. "$(dirname "$0")/lib.sh"

runs=${RUNS:-5}
pps=4096
[ "$*" != all ] || set --
programs=("${@:-registers laplace_sync laplace_semisync laplace_async diverged one_cell random_cells}")
read -ra programs <<<"${programs[*]}"

make_program() { # NAME FILE PART: a PART-th of the iterations
    case $1 in
    registers) assemble "$2" registers ITERATIONS=$((40000 / $3)) ;;
    diverged) assemble "$2" diverged ITERATIONS=$((2000 / $3)) ;;
    one_cell) assemble "$2" multiprefix ITERATIONS=$((20000 / $3)) MASK=0 ;;
    random_cells) assemble "$2" multiprefix ITERATIONS=$((4000 / $3)) MASK=262143 ;;
    laplace_sync | laplace_semisync) compile "$2" "$1" -DK=$((60000 / $3)) ;;
    laplace_async) compile "$2" "$1" -DK=$((200 / $3)) -DROWS=4098 ;; # a row for each PP
    esac
}

start_results engine program,pps,level,threads,instructions,cycles,seconds,least_seconds,giga_instructions_per_second,real_speedup,relative_speedup,least_relative_speedup
for program in "${programs[@]}"; do
    make_program "$program" long 1
    make_program "$program" short 100
    in_turns "$runs" <<END
reference -p$pps --engine=reference $made/short.prog
0.1 -p$pps -g0 -t1 $made/long.prog
4.1 -p$pps -g4 -t1 $made/long.prog
4.2 -p$pps -g4 -t2 $made/long.prog
END
    for run in reference 0.1 4.1 4.2; do
        result "$run"
        rate=$(quotient "$instructions" "$seconds"e9 4)
        [ "$run" = reference ] && reference=$rate
        [ "$run" = 4.1 ] && one=$seconds least_one=$least
        relative=,
        [ "$run" = 4.2 ] && relative=$(quotient "$one" "$seconds"),$(quotient "$least_one" "$least")
        echo "$program,$pps,${run/./,},$instructions,$cycles,$seconds,$least,$rate,$(quotient "$rate" "$reference" 1),$relative" |
            sed 's/,reference,/,reference,1,/' >>"$csv"
        printf '%-18s %-10s %8.3f s  %8.3f G PP instructions/s  real speedup %6.1f  relative %s\n' "$program" "$run" "$seconds" \
            "$rate" "$(quotient "$rate" "$reference" 1)" "$relative"
    done
done
engine=$csv

# The cores that this process may use; the first two of them.
cores=$(sed -n 's/^Cpus_allowed_list:[^0-9]*//p' /proc/self/status | tr ',' '\n' |
    awk -F- '{ for (core = $1; core <= (NF > 1 ? $2 : $1); core++) print core }' | head -2)
run_on() { # CORE PROGRAM FILE: seconds
    taskset -c "$1" pramsim -q -t1 -p$pps --stats-json "$scratch/$3.json" "$made/$2.prog" >/dev/null
    jq .wall_seconds.run "$scratch/$3.json" >>"$scratch/$3"
}
if [ "$(wc -w <<<"$cores")" = 2 ]; then
    read -r -d '' first second <<<"$cores" || true
    start_results cores program,first_core_alone,second_core_alone,first_core_together,second_core_together,two_runs_against_one
    for program in registers laplace_sync; do
        make_program "$program" "$program" 2
        rm -f "$scratch"/core*
        for ((i = 0; i < runs; i++)); do
            run_on "$first" "$program" core1
            run_on "$second" "$program" core2
            run_on "$first" "$program" core3 &
            run_on "$second" "$program" core4
            wait
        done
        for column in 1 2 3 4; do
            sort -g "$scratch/core$column" | sed -n "$(((runs + 1) / 2))p"
        done | paste -sd, | awk -F, -v program="$program" \
            '{ printf "%s,%s,%.2f\n", program, $0, $1 / $3 + $2 / $4 }' | tee -a "$csv"
    done
fi

gnuplot <<END
set terminal pngcairo noenhanced size 900,420
set output "$results/engine.png"
set datafile separator ","
set datafile commentschars "#"
set style data histograms
set style fill solid 0.6
set logscale y
set grid y
set ylabel "G PP instructions / s"
set title "$pps PPs"
set key outside right
plot for [run in "reference,1 0,1 4,1 4,2"] \
    sprintf("<awk -F, '\$3 \",\" \$4 == \"%s\" { print \$1 \",\" \$9 }' $engine", run) using 2:xtic(1) \
    title run[1:1] eq "r" ? "reference" : sprintf("level %s, %s thread(s)", run[1:1], run[3:3])
END
