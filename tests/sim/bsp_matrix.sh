# bsp_matrix.sh - every program of the project on the parallel engine, against the reference engine.
#
#   build_programs              makes them in the scratch folder: NAME.prog
#   matrix NAME SIZES RUNS [ARGUMENT ...]
#       runs NAME.prog with each number of PPs and each set of options of the parallel engine; output, exit status and
#       final memory must be the reference's, and what was written to the file `out`; at every level but 5 the
#       cycles, too: by exact barriers and by time references they are the same for all programs here.
#   tolerance=N matrix ..       the cycles may differ by N thousandths
#
# Source it after lib.sh.
# shellcheck shell=bash disable=SC2034,SC2154
all_levels='-g0 -t1;-g1 -t1;-g2 -t1;-g3 -t1;-g4 -t1;-g5 -t1'
all_threads='-g0 -t2;-g0 -t3;-g1 -t16;-g2 -t2;-g3 -t4;-g4 -t2;-g4 -t3;-g4 -t4;-g4 -t16;-g5 -t2'
few='-g0 -t2;-g1 -t1;-g4 -t2;-g5 -t1'

build_programs() {
    local file name
    for file in "$top"/tests/fcc/constructs/*.fork; do
        fcc -g -o "construct_$(basename "$file" .fork).prog" "$file" || report 1 "$file compiles"
    done
    for name in groups heap start; do
        prasm -g -I "$build/fork-rt" -o check.o "$top/tests/fork-rt/check.s" &&
            prasm -g -I "$build/fork-rt" -o "$name.o" "$top/tests/fork-rt/$name.s" &&
            prlink -o "runtime_$name.prog" "$name.o" check.o "$lib/libfork.a" || report 1 "$name links"
    done
    prasm -D BASES=1 -I "$build/fork-rt" -o barrier.o "$top/tests/fork-rt/barrier.s" &&
        prlink -o runtime_barrier.prog barrier.o "$lib/libfork.a" || report 1 "barrier links"
    for name in laplace_sync laplace_async; do
        cp "$build/programs/laplace/$name.o" "$name.prog"
    done
    for name in hello hello_fork; do
        cp "$build/programs/hello/$name.o" "$name.prog"
    done
    for name in list_ranking matrix_multiply merge_sort prefix_sums queens quicksort; do
        cp "$build/programs/$name/$name.o" "$name.prog"
    done
    for name in laplace_sync_fork laplace_async_fork laplace_semisync_fork; do
        cp "$build/programs/laplace/$name.o" "$name.prog"
    done
}

# Prints what a run left: status, output, messages and hash, the file it wrote.
outcome() { # NAME STATISTICS OPTION ... -- ARGUMENT ...
    local name=$1 statistics=$2 options=()
    shift 2
    while [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    shift
    rm -f out
    timeout 250 pramsim -q --max-cycles=20000000 --hash --stats-json "$statistics" "${options[@]}" "$name.prog" "$@" 2>&1 </dev/null
    echo "status $?"
    [ -e out ] && cksum <out
}

matrix() { # NAME SIZES RUNS [ARGUMENT ...]
    local name=$1 sizes=$2 runs=$3 p options cycles difference
    local -a words
    shift 3
    for p in $sizes; do
        outcome "$name" reference.json --engine=reference "-p$p" -- "$@" >expected
        cycles=$(jq .cycles reference.json)
        while read -r -d ';' options; do
            read -ra words <<<"$options"
            outcome "$name" got.json --engine=bsp "-p$p" "${words[@]}" -- "$@" >got
            difference=$(awk -v a="$cycles" -v b="$(jq .cycles got.json)" 'BEGIN { print 1000 * (a < b ? b - a : a - b) / a }')
            if ! cmp -s expected got; then
                report 1 "$name -p$p $options gives what the reference gives" "$(diff expected got | head -20)"
            elif [[ $options != *-g5* ]] && awk -v d="$difference" -v t="${tolerance:-0}" 'BEGIN { exit d <= t }'; then
                report 1 "$name -p$p $options takes the reference's cycles" "expected $cycles, got $(jq .cycles got.json)"
            else
                report 0 "$name -p$p $options"
            fi
        done <<<"$runs;"
    done
}
