# breakpoints.sh - stops every program of the project at random breakpoints, on all engines. The stops have the same
# cycles, PPs and registers, and do not change how a run ends. (Levels 1 to 5 have no breakpoints: --debug needs exact
# runs.) If `all_pps` is set, with all numbers of PPs of matrix.test, otherwise with the first of each row.
# shellcheck shell=bash
# shellcheck source=tests/matrix/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
read_table
set_up
ways=(--engine=reference --engine=cycle '-gexact -t2')
[ -n "${all_pps-}" ] && ways=(--engine=reference --engine=cycle '-gexact -t1' '-g0 -t2')
export BREAKS_SEED=1 BREAKS_LOG=$scratch/log
stops=0

for row in "${!sources[@]}"; do
    [ -n "${all_pps-}" ] || [ $((${#sources[row]} % 10)) = 3 ] || continue # the slow test takes all; a choice that new rows do not change
    build_program "${sources[row]}" 2>errors || { report 1 "${sources[row]} can be built" "$(cat errors)" && continue; }
    : >differ
    for p in $([ -n "${all_pps-}" ] && echo "${pps[row]}" || echo "${pps[row]%% *}"); do
        BREAKS_SEED=$((BREAKS_SEED + 1))
        for options in "${ways[@]}"; do
            [ "$options" = --engine=reference ] || in_turn 3 || continue
            read -ra option <<<"$options"
            observe "$program" "${words[row]}" "${option[@]}" -p"$p"
            mv seen expected
            whole="$cycles $counts"
            runner=$build/tests/sim/breaks
            observe "$program" "${words[row]}" "${option[@]}" -p"$p"
            runner=pramsim
            # the event core takes no part in a run with breakpoints: then segments are others
            whole=$(without_segments "$whole") counts=$(without_segments "$counts")
            { cmp -s expected seen && [ "$cycles $counts" = "$whole" ]; } ||
                echo "$options -p$p, seed $BREAKS_SEED: $cycles $counts, not stopped $whole $(diff expected seen | head -8)" >>differ
            case $options in
            --engine=reference) mv log reference && stops=$((stops + $(grep -c '^stop' reference))) ;;
            *) cmp -s reference log || echo "$options -p$p, seed $BREAKS_SEED: $(diff reference log | head -6)" >>differ ;;
            esac
        done
    done
    is "${sources[row]} stops where it should" '' "$(cat differ)"
done
ok 'the runs were stopped many times' test "$stops" -gt 1200
finish
