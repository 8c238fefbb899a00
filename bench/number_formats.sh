#!/bin/bash
# number_formats.sh - what a multiply-add (a product and a sum) of each number format costs: in a plain C loop over the library, in the
# precision unit, and as two instructions of 64 PPs on both engines; and what a term of an exact dot product costs.
#
#   bench/number_formats.sh all|FORMAT ...     all formats, or only these on the engines. Writes build/bench/real.csv,
#                                              real_engine.csv, number_formats.png
#   bench/number_formats.sh draw [CSV]         picture only, of real_engine.csv
#   bench/number_formats.sh opencl all|cpu|gpu|N    exact dot products on an OpenCL device, the default one (all), the first of a
#                                              kind, or number N: single ones as the paper has them, a matrix-vector product in one
#                                              batch, and one whose matrix stays on the device, each with and without calculation,
#                                              beside `kulisch` on one core and on all. Writes build/bench/opencl.csv
#
# `opencl` also runs in a folder with built programs and libraries alone, on a machine with a GPU and its OpenCL driver, without
# compiler, make or git: what it needs there is this script, lib.sh and draw.sh of bench, and build/bench/opencl, and, where that
# machine lacks them, libOpenCL, libmpfr, libgmp and libgomp in build/bench/libraries.
. "$(dirname "$0")/lib.sh"

picture() {
    awk -F, -v OFS='\t' '/^#/ { next }
        $1 == "what" { print "", "reference", "plain C loop", "precision unit", "1 thread", "2 threads"; next }
        { print $1, $4, $2, $3, $5, $6 }' "$csv" |
        draw_bars number_formats 'A multiply-add of each number format' 'nanoseconds' log
}

measure_opencl() { # DEVICE
    local device=${1-}
    [ "$device" != all ] || device=default
    [[ $device =~ ^(default|cpu|gpu|[0-9]+)$ ]] || usage_error
    if ! [ -x "$build/bench/opencl" ]; then
        make -s -C "$top" "${build#"$top/"}/bench/opencl"
    fi
    export LD_LIBRARY_PATH=$build/bench/libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    start_results opencl "what,terms,sums,microseconds"
    "$build/bench/opencl" "$device" >"$scratch/measured"
    sed -n '1p' "$scratch/measured" >>"$csv"
    tail -n +3 "$scratch/measured" >>"$csv"
    grep '^# device' "$csv"
    tail -n +3 "$scratch/measured" | awk -F, '{ printf "%-14s %8d terms %6d sums %12.1f us %10.2f ns a term\n", $1, $2, $3, $4, 1000 * $4 / $2 / $3 }'
}

case $1 in
draw)
    csv=${2:-$top/bench/results/real_engine.csv}
    picture
    exit
    ;;
opencl)
    measure_opencl "${2-}"
    exit
    ;;
esac

make -s -C "$top" "${build#"$top/"}/bench/real"
start_results real "what,nanoseconds,plain_nanoseconds,ratio"
"$build/bench/real" | tee -a "$csv" | awk -F, '
    $3 != "" { printf "%-34s %8.1f ns   plain loop %8.1f ns   %.2f x\n", $1, $2, $3, $4 }
    $3 == "" { printf "%-34s %8.1f ns\n", $1, $2 }'

# On the engines, in nanoseconds of wall time for each multiply-add. ratio_reference and ratio are the reference engine's
# time and that of one thread by the plain loop's (where there is none, by the unit's); speedup is the gain by the
# second thread, and cores the possible gain by two cores: the work of two concurrent runs of one thread / that of one
# alone. Each run takes about as long as the others; medians of runs in turns.
wanted_seconds=0.4
# program ROUNDS CODE: a loop of ROUNDS rounds of the code, X1 and X2 with full significands
program() {
    {
        printf '        .global _start\n_start: getlo 7,R3\n        xfromi R3,X1\n        xsqrt X1,X1\n        getlo 3,R3\n'
        printf '        xfromi R3,X2\n        xsqrt X2,X2\n        set %d,R5\nloop:\n%s' "$1" "$2"
        printf '        sub R5,1,R5\n        subs R5,0,R0\n        bne loop\n        halt\n'
    } >"$scratch/loop.s"
    prasm -o "$scratch/loop.o" "$scratch/loop.s"
    prlink -o "$scratch/loop" "$scratch/loop.o"
}
repeat() { # repeat TIMES LINE
    local i
    for ((i = 0; i < $1; i++)); do printf '%b' "$2"; done
}
# Lines `ENGINE SECONDS` of a format's runs.
runs_of() {
    local i
    for ((i = 0; i < 5; i++)); do
        run_pramsim -q -p64 "--real=$1" --engine=reference "$scratch/loop"
        echo "reference $seconds"
        run_pramsim -q -g4 -p64 "--real=$1" -t1 "$scratch/loop"
        echo "one $seconds"
        run_pramsim -q -g4 -p64 "--real=$1" -t2 "$scratch/loop"
        echo "two $seconds"
        pramsim --stats-json "$scratch/beside.json" -q -g4 -p64 "--real=$1" -t1 "$scratch/loop" >/dev/null &
        run_pramsim -q -g4 -p64 "--real=$1" -t1 "$scratch/loop"
        wait
        echo "beside $seconds"
        echo "beside $(jq -r .wall_seconds.run "$scratch/beside.json")"
    done
}
# time_engines LABEL FORMAT WHAT TERMS CODE: a line of the CSV; WHAT is the line of real.csv that has a term's times, TERMS of
# which are in CODE
time_engines() {
    local unit plain rounds
    IFS=, read -r _ unit plain _ < <(grep "^$3," "$results/real.csv") || return 0 # this build does not have it
    rounds=$(awk "BEGIN { print int(1 + $wanted_seconds * 1e9 / ($unit * $4 * 64)) }")
    program "$rounds" "$5"
    runs_of "$2" | sort -k1,1 -k2,2g | awk -v label="$1" -v unit="$unit" -v plain="$plain" -v terms="$((64 * rounds * $4))" '
        function middle(what) { return time[what, int((runs[what] + 1) / 2)] }
        { time[$1, ++runs[$1]] = $2 * 1e9 / terms }
        END {
            base = plain != "" ? plain : unit
            printf "%s,%s,%.1f,%.1f,%.1f,%.1f,%.2f,%.2f,%.2f,%.2f\n", label, plain, unit, middle("reference"), middle("one"),
                middle("two"), middle("reference") / base, middle("one") / base, middle("one") / middle("two"),
                2 * middle("one") / middle("beside") }'
}
madd=$(repeat 16 '        xmul X1,X2,X3\n        xadd X4,X3,X4\n')$'\n'
dot=$'        xaclr\n'$(repeat 64 '        xacmul X1,X2\n')$'\n        xacround X3\n'
[ "$*" != all ] || set -- double ldouble float128 dd qd mpfr:{128,256,512} mpf:{128,256,512} arf:{128,256,512} staggered:{2,4} arprec:{4,6,12}
start_results real_engine "what,plain,unit,reference,bsp_1,bsp_2,ratio_reference,ratio,speedup,cores"
{
    for format; do
        time_engines "$format" "$format" "$format" 16 "$madd"
    done
    time_engines "term of an exact dot of doubles" double "double dot of 64 with --accumulator=kulisch" 64 "$dot"
} | tee -a "$csv" | awk -F, '
    BEGIN { printf "%-32s %10s %6s %15s %16s %9s %8s %6s\n", "", "plain loop", "unit", "reference", "1 thread", "2 threads", "speedup", "cores" }
    { printf "%-32s %10s %6.1f %6.1f (%.2f x) %7.1f (%.2f x) %9.1f %8s %6s\n", $1, $2, $3, $4, $7, $5, $8, $6, $9, $10 }'

picture
