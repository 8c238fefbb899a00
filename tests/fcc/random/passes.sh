# passes.sh - random programs with each pass of the compiler alone, and without each pass, have the same results on the
# reference engine as with the host's compiler. Sourced by passes.test and passes.slow.test:
#   random_passes FIRST BATCH SEED      programs FIRST .. FIRST + BATCH - 1 of generate.c, program SEED of random.awk
# shellcheck shell=bash disable=SC2154

gcc -std=c17 -O1 -o generate "$top"/tests/fcc/random/generate/*.c || exit 1
# the passes that can be left out
mapfile -t passes < <(sed -n 's/^PASS(\([a-z_]*\), \(LOWER\|OPT\|BACK\),.*/\1/p' "$top/fcc/ir/pass.def")

# all_but PASS ..: the options that leave out all passes but these
all_but() {
    local pass
    for pass in "${passes[@]}"; do
        [[ " $* " == *" $pass "* ]] || echo "-fno-$pass"
    done
}

# what OPTIONS: "" or what is wrong with batch.fork and program.fork, compiled with the options
what() {
    local p run got
    for p in 1 3; do
        # shellcheck disable=SC2046
        fcc "$@" -DWHO=$p $([ $p = 1 ] || echo -DSYNC) -o batch.o batch.fork 2>messages || { cat messages && return; }
        pramsim -q --engine=reference --max-cycles=1000000000 -p$p batch.o >got 2>&1
        cmp -s expected.$p got || diff expected.$p got | head -4
    done
    fcc "$@" -I "$top/tests/fcc/constructs" -o program.o program.fork 2>messages || { cat messages && return; }
    for run in "-p7 --check" -p64; do
        # shellcheck disable=SC2086
        got=$(within 60 pramsim -q --max-cycles=3000000 $run program.o 2>&1)
        [ "$got" = "$(./plain "$(tr -dc 0-9 <<<"$run")")" ] || echo "constructs, $run: $got"
    done
}

random_passes() {
    local pass p
    ./generate "$1" "$2" >batch.fork
    for p in 1 3; do
        gcc -std=gnu17 -fwrapv -ffp-contract=off -w -O0 -DWHO=$p -x c batch.fork -o host && ./host >expected.$p
    done
    awk -v seed="$3" -f "$top/tests/fcc/constructs/random.awk" >body
    { echo '#include "plain.h"'; cat body; } >plain.c
    { echo '#include "synchronous.h"'; cat body; } >program.fork
    gcc -std=gnu17 -O1 -w -I "$top/tests/fcc/constructs" -o plain plain.c
    for pass in "${passes[@]}"; do
        in_turn 4 || continue
        is "programs $1 .., constructs $3: without $pass" "" "$(what "-fno-$pass")"
        # shellcheck disable=SC2046
        is "programs $1 .., constructs $3: $pass alone" "" "$(what $(all_but "$pass"))"
    done
    # shellcheck disable=SC2046
    is "programs $1 .., constructs $3: no pass at all" "" "$(what $(all_but))"
    is "programs $1 .., constructs $3: -O0" "" "$(what -O0)"
    is "programs $1 .., constructs $3: -Og" "" "$(what -Og)"
    is "programs $1 .., constructs $3: all passes" "" "$(what)"
}
