# snapshots.sh - snapshots move every program of the project from engine to engine, at random cycles, with other numbers
# of threads, and perhaps to another level at the end: it ends with the output, files, messages, exit status, memory,
# cycles and counters of a run in one go. If `all_pps` is set, with all numbers of PPs of matrix.test, otherwise with
# the first of each row.
# shellcheck shell=bash
# shellcheck source=tests/matrix/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
read_table
set_up
: "${SNAPSHOTS_SEED:=1}"
export SNAPSHOTS_SEED SNAPSHOTS_COUNT=$scratch/moves SNAPSHOTS_LAST
lasts=('' 4)
# Levels 1 to 5 need not notice the write conflicts of asynchronous code (docs/simulator.md, the levels), and where
# segments begin decides which they notice.
without_conflicts() { sed 's/write_conflicts:[0-9]*/write_conflicts/'; }
[ -n "${all_pps-}" ] && lasts=('' '' 1 2 3 4 5)

for row in "${!sources[@]}"; do
    [ -n "${all_pps-}" ] || [ $((row % 5)) = 0 ] || continue # the slow test takes all
    build_program "${sources[row]}" 2>errors || { report 1 "${sources[row]} can be built" "$(cat errors)" && continue; }
    : >differ
    for p in $([ -n "${all_pps-}" ] && echo "${pps[row]}" || echo "${pps[row]%% *}"); do
        observe "$program" "${words[row]}" --engine=reference -p"$p"
        mv seen expected
        right=$cycles
        told=$work
        for SNAPSHOTS_LAST in "${lasts[@]}"; do
            SNAPSHOTS_SEED=$((SNAPSHOTS_SEED + 1))
            [ -n "$SNAPSHOTS_LAST" ] && [ "${oracles[row]}" = level-0 ] && continue
            runner=$build/tests/sim/snapshots
            observe "$program" "${words[row]}" -p"$p"
            runner=pramsim
            due=$told
            [ -z "$SNAPSHOTS_LAST" ] || { work=$(without_conflicts <<<"$work") && due=$(without_conflicts <<<"$told"); }
            as_expected "$row" "${SNAPSHOTS_LAST:-exact}" "$right" "$due" ||
                echo "-p$p, seed $SNAPSHOTS_SEED, last level ${SNAPSHOTS_LAST:-exact}: $cycles, reference $right; $work, reference $due $(diff expected seen | head -8)" >>differ
        done
    done
    is "${sources[row]} goes on from snapshots" '' "$(cat differ)"
done
ok 'the runs have moved many times' test "$(awk '{ sum += $1 } END { print sum }' moves)" -gt 120
finish
