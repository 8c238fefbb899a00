# aarch64.sh - what aarch64.long.test and aarch64.slow.test do: the programs for aarch64, under qemu, give what this host's give.
# qemu on x86-64 keeps this host's order of memory accesses, so these tests find no missing barrier: docs/internals/engine.md says
# how the order is checked.
#
#   tools_are_equal N         fcc, prasm, prlink, prdis give the same bytes for every N-th source
#   runs_are_equal CHOICE     the matrix; CHOICE ROW P, a function, says whether a row at P PPs is to run, and sets `levels`
#   formats_are_equal FORMAT ...   programs of the precision unit, after runs_are_equal
#   answers_are_right         what pramsim for aarch64 says of machine code and of vectors
#   unit_tests TEST ...       C tests, compiled for aarch64
# shellcheck shell=bash
# shellcheck source=tests/matrix/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../matrix/lib.sh"
# shellcheck source=tests/aarch64/lib.sh
. "$top/tests/aarch64/lib.sh"
unset FCC_VERIFY

tools_are_equal() {
    local source turn=0 compared=0 linked=0 different='' flags
    while read -r source; do
        ((turn++ % $1 == 0)) || continue
        compared=$((compared + 1))
        flags=(-c -g -w -O$((compared % 3)) -mreal=1024 -I "$top/bench" -I "$top/programs" --runtime="$arm/runtime")
        [[ $source == programs/* ]] || flags+=(-DN=10 -DK=4 -DSQRT_P=8) # as build_program
        rm -f here.* there.*
        fcc "${flags[@]}" -o here.o "$top/$source" >here.said 2>&1
        "$arm/fcc" "${flags[@]}" -o there.o "$top/$source" >there.said 2>&1
        cmp -s here.said there.said && cmp -s here.o there.o || different+=" fcc:$source"
        [ "$(prdis here.o 2>&1)" = "$("$arm/bin/prdis" there.o 2>&1 | sed 's/there[.]o/here.o/')" ] || different+=" prdis:$source"
        prlink -o here.prog here.o "$lib/libfork.a" 2>errors || continue # a part of a program
        linked=$((linked + 1))
        "$arm/bin/prlink" -o there.prog here.o "$lib/libfork.a"
        cmp -s here.prog there.prog || different+=" prlink:$source"
    done < <(list_programs | grep 'fork$')
    is "fcc, prdis and prlink for aarch64 give the same: $compared sources, $linked programs" "" "$different"
    ok "which are some" test "$linked" -gt 5
    ok "fcc calls the assembler and the linker" "$arm/fcc" -o there.prog --runtime="$arm/runtime" "$top/programs/hello/hello.fork"
    different='' compared=0
    for source in "$top"/fork-rt/*.s "$top"/fork-rt/c/*.s; do
        ((turn++ % $1 == 0)) || continue
        compared=$((compared + 1))
        prasm -g -I "$build/fork-rt" -o here.o "$source"
        "$arm/bin/prasm" -g -I "$build/fork-rt" -o there.o "$source"
        cmp -s here.o there.o || different+=" $source"
    done
    is "prasm for aarch64 gives the same objects: $compared of them" "" "$different"
}

runs_are_equal() {
    local choice=$1 row p levels
    read_table
    set_up
    for row in "${!sources[@]}"; do
        for p in ${pps[row]}; do
            "$choice" "$row" "$p" || continue
            build_program "${sources[row]}" 2>errors || { report 1 "${sources[row]} can be built" "$(cat errors)" && continue; }
            runner=$arm/bin/pramsim compare_row "$row" "$p" "${levels[@]}"
        done
    done
}

formats_are_equal() {
    local format row
    for row in "${!sources[@]}"; do
        [[ ${sources[row]} == tests/sim/real/dots.fork || ${sources[row]} == tests/fcc/real/groups.fork ]] || continue
        build_program "${sources[row]}"
        for format; do
            machine=("--real=$format")
            runner=$arm/bin/pramsim compare_row "$row" 3 '-gexact -t2' --engine=cycle
        done
    done
    machine=()
}

answers_are_right() {
    local hello=$build/programs/hello/hello_fork.o
    runs "--native=on is refused" 2 "" "$arm/bin/pramsim" --native=on -p2 "$hello"
    is "in one sentence" "pramsim: error: $hello: --native=on: machine code is made for x86-64 processors only; --native=auto runs without it here" "$err"
    runs "--native=auto runs without" 0 "$(pramsim -q -p2 "$hello")" "$arm/bin/pramsim" -q --native=auto --stats-json=json -p2 "$hello"
    is "and makes none" 0 "$(jq '.native.regions // 0' json)"
    runs "--vectors=avx2 is refused" 2 "" "$arm/bin/pramsim" --vectors=avx2 -p2 "$hello"
    like "with what there is" 'this processor does not have these instructions; use plain or best' "$err"
    runs "--vectors=plain runs" 0 "$(pramsim -q -p2 "$hello")" "$arm/bin/pramsim" -q --vectors=plain -p2 "$hello"
    runs "x87's format is refused" 2 "" "$arm/bin/pramsim" --real=ldouble -p2 "$hello"
    is "the reference engine of aarch64 hashes as this host's" "$(pramsim -e reference -q --hash -p64 "$hello" 2>&1)" \
        "$("$arm/bin/pramsim" -e reference -q --hash -p64 "$hello" 2>&1)"
}

unit_tests() {
    local test said
    for test; do
        said=$(cd "$top" && env -u BUILD CMOCKA_MESSAGE_OUTPUT=TAP qemu-aarch64 "$made/tests/$test" 2>&1)
        is "$test passes for aarch64" "" "$(grep -E '^not ok|failed|Segmentation' <<<"$said" | head -5)"
        like "and has run" '(^|'$'\n'')ok ' "$said"
    done
}
