# random.sh - random nestings of Fork's constructs (random.awk) against the host's compiler. Sourced by
# constructs_random.test and constructs_random.slow.test:   random_constructs FIRST LAST
# Both optimisation levels; 1, 7 and 64 PPs with --check, which is the reference engine, 7 and 64 in the parallel engine; the
# number of checks that the PPs make in passing counts too.
# shellcheck shell=bash disable=SC2154
random_constructs() {
    local folder=$top/tests/fcc/constructs seed level run wrong got expected
    for ((seed = $1; seed <= $2; seed++)); do
        awk -v seed="$seed" -f "$folder/random.awk" >body
        { echo '#include "plain.h"'; cat body; } >plain.c
        { echo '#include "synchronous.h"'; cat body; } >program.fork
        wrong=
        gcc -std=gnu17 -O1 -w -I "$folder" -o plain plain.c || wrong="the host's compiler refuses the program"
        for level in -O0 -Og -O1; do
            fcc -g $level -I "$folder" -o program.o program.fork 2>messages || wrong+="fcc $level: $(head -5 messages)"
            for run in "-p1 --check" "-p7 --check" "-p64 --check" -p7 -p64; do
                # shellcheck disable=SC2086
                got=$(within 60 pramsim -q --max-cycles=3000000 $run program.o 2>&1)
                expected=$(./plain "$(tr -dc 0-9 <<<"$run")")
                [ "$got" = "$expected" ] || wrong+="$level $run: expected '$expected', got '$got' "
            done
        done
        is "random constructs, seed $seed" "" "$wrong"
    done
}
