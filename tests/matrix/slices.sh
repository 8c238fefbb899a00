# slices.sh - every program of the project in slices of random lengths, on all engines, at all levels: wherever a run
# is stopped, it ends with the same output, files, messages, exit status, final memory, cycles and statistics as in one
# go; so does a run of the default that changes the engine every few cycles. If `all_pps` is set, with all numbers of PPs of
# matrix.test, otherwise with the first of each row.
# shellcheck shell=bash
# shellcheck source=tests/matrix/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
read_table
set_up
export SLICES_SEED=1 SLICES_COUNT=$scratch/stops

# statistics OPTIONS: what must not depend on where the run stops. That is not the kinds of phases, which go by strands, how many
# races are noticed, and which engine was faster. In slices of exact runs tiles have another size, which changes now and then with
# native code: then segments and phases are not compared. Nor are they in hostile builds, where few PPs change the engine, too.
statistics() {
    local more=()
    [[ $1 != -gexact* ]] || { [[ $1 = *--native=off* ]] && ! is_hostile; } || more=(-e '/"segments":/d; /"phases":/,/}/d')
    sed -e '/"\(wall_seconds\|native\|phase_kinds\)":/,/}/d; /"engines": {/,/}/d; /"options":/,/]/d; /"\(mips\|peak_memory\|races_noticed\|threads_used\|threads_why\|engines\?\|engine_why\)":/d' "${more[@]}" json
}

# in_one_go_and_in_slices OPTIONS: leaves a line in `differ` if they do not come out alike
in_one_go_and_in_slices() {
    local options
    read -ra options <<<"$1"
    observe "$program" "${words[row]}" "${options[@]}" -p"$p"
    statistics "$1" >in_one_go
    mv seen expected
    SLICES_SEED=$((SLICES_SEED + 1))
    runner=$build/tests/sim/slices
    if [[ $1 = -gexact*--native=off* ]]; then # segments go by tiles, whose size is another one in slices
        SLICES_WHOLE=1 observe "$program" "${words[row]}" "${options[@]}" -p"$p"
        statistics "$1" >in_one_go
    fi
    observe "$program" "${words[row]}" "${options[@]}" -p"$p"
    runner=pramsim
    statistics "$1" >in_slices
    cmp -s expected seen && cmp -s in_one_go in_slices ||
        echo "$1 -p$p, seed $SLICES_SEED: $({ diff expected seen; diff in_one_go in_slices; } | head -8)" >>differ
}

for row in "${!sources[@]}"; do
    [ -n "${all_pps-}" ] || [ $((${#sources[row]} % 24)) = 9 ] || continue # the slow test takes all; a choice that new rows do not change
    build_program "${sources[row]}" 2>errors || { report 1 "${sources[row]} can be built" "$(cat errors)" && continue; }
    : >differ
    for p in $([ -n "${all_pps-}" ] && echo "${pps[row]}" || echo "${pps[row]%% *}"); do
        [[ $p -gt 1000 ]] && threads='1 2' || threads=1 # there is one tile: of more threads none is started
        in_one_go_and_in_slices --engine=reference
        # slices are executed by teams of up to that many threads, which on a busy host wait for each other in each cycle
        for t in 1 $([ -z "${all_pps-}" ] || echo 2 3 4 16); do
            in_one_go_and_in_slices "--engine=cycle -t$t"
        done
        export SLICES_CHANGES=1
        in_one_go_and_in_slices '-gexact -t1'
        in_one_go_and_in_slices '-gexact -t2 --write-policy=low'
        unset SLICES_CHANGES
        in_one_go_and_in_slices '-gexact -t1 --native=off --write-policy=low'
        in_one_go_and_in_slices '-gexact -t1 --native=off'
        for level in exact 1 2 3 4 5; do
            for t in $threads; do
                in_one_go_and_in_slices "-g$level -t$t"
            done
        done
    done
    is "${sources[row]} comes out alike in slices" '' "$(cat differ)"
done
ok 'the runs were stopped many times' test "$(awk '{ sum += $1 } END { print sum }' stops)" -gt 1000
finish
