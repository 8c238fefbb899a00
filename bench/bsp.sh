#!/bin/bash
# bsp.sh - the parallel engine: what each mechanism brings, and the paper's Table 1 (relative speedup of the three Laplace
# solvers per level) with real speedup against the reference engine.
#
#   THREADS="1 2"   thread counts; the first one is what relative speedup is relative to
#   RUNS=5          runs of each measurement; medians count
#   PPS=4096        PPs of the mechanisms and of the synchronous solvers
# Writes build/bench/bsp_mechanisms.csv, bsp_table1.csv, bsp_small.csv and bsp_table1.png.
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"

read -ra threads <<<"${THREADS:-1 $(nproc)}"
runs=${RUNS:-5}
pps=${PPS:-4096}
made=$results/programs
mkdir -p "$made"

# ---- programs
compile() { # NAME ITERATIONS
    [ -e "$made/$1.prog" ] || fcc -I "$top/bench" -DK="$2" -o "$made/$1.prog" "$top/bench/sim/$1.fork"
}
assemble() { # NAME SOURCE DEFINITION ...
    local name=$1 source=$2 definitions=()
    shift 2
    for definition; do definitions+=(-D "$definition"); done
    [ -e "$made/$name.prog" ] && return
    prasm "${definitions[@]}" -o "$made/$name.o" "$top/bench/sim/$source.s" && prlink -o "$made/$name.prog" "$made/$name.o"
}
compile laplace_sync 3000
compile laplace_semisync 3000
compile laplace_async 40
assemble registers registers ITERATIONS=10000
assemble diverged diverged ITERATIONS=300
assemble one_cell scatter ITERATIONS=2000 MASK=0
assemble random_cells scatter ITERATIONS=2000 MASK=262143

rate() {
    awk "BEGIN { printf \"%.3f\", $instructions / $seconds / 1e9 }"
}

# ---- mechanisms
start_results bsp_mechanisms program,pps,options,instructions,cycles,seconds,giga_instructions_per_second
for program in registers laplace_sync laplace_semisync diverged one_cell random_cells; do
    for options in -g0,-t1 -g4,-t1 "-g4,-t${threads[-1]}"; do
        measure "$runs" "-p$pps" ${options//,/ } "$made/$program.prog"
        echo "$program,$pps,${options//,/ },$instructions,$cycles,$seconds,$(rate)" >>"$csv"
        printf '%-18s %-9s %8.3f s  %7s G PP instructions/s\n' "$program" "${options//,/ }" "$seconds" "$(rate)"
    done
done

# ---- machine sizes
start_results bsp_small program,pps,engine,seconds
for size in 64 256 1024 65536; do
    for engine in --engine=reference -t1 "-t${threads[-1]}"; do
        [ "$size" = 65536 ] && [ "$engine" = --engine=reference ] && continue
        measure "$runs" "-p$size" "$engine" "$made/registers.prog"
        echo "registers,$size,$engine,$seconds" >>"$csv"
        printf 'registers  %7d PPs  %-18s %8.3f s\n' "$size" "$engine" "$seconds"
    done
done

# ---- Table 1
start_results bsp_table1 solver,pps,level,threads,seconds,relative_speedup,real_speedup
for solver in laplace_async laplace_sync laplace_semisync; do
    size=$pps
    [ "$solver" = laplace_async ] && size=64
    measure 1 --engine=reference "-p$size" "$made/$solver.prog"
    reference=$seconds
    for level in 1 2 3 4 5; do
        for count in "${threads[@]}"; do
            measure "$runs" "-p$size" "-g$level" "-t$count" "$made/$solver.prog"
            [ "$count" = "${threads[0]}" ] && single=$seconds
            relative=$(awk "BEGIN { printf \"%.2f\", $single / $seconds }")
            real=$(awk "BEGIN { printf \"%.1f\", $reference / $seconds }")
            echo "$solver,$size,$level,$count,$seconds,$relative,$real" >>"$csv"
            printf '%-18s level %d, %2d threads: %8.3f s, relative speedup %5s, real speedup %6s\n' "$solver" "$level" \
                "$count" "$seconds" "$relative" "$real"
        done
    done
done

if command -v gnuplot >/dev/null; then
    gnuplot <<END
set terminal pngcairo size 900,420
set output "$results/bsp_table1.png"
set datafile separator ","
set datafile commentschars "#"
set style data histogram
set style fill solid 0.6
set logscale y
set ylabel "real speedup against the reference engine"
set xlabel "level"
set key top left
plot for [solver in "laplace_async laplace_sync laplace_semisync"] \
    "< grep '^" . solver . ",' $csv | awk -F, '\$4 == ${threads[-1]}'" using 7:xtic(3) title solver noenhanced
END
fi
