# breakpoints.sh - stops every program of the project at random breakpoints, on both engines, at all levels. By default
# and at level 0 the stops have the same cycles, PPs and registers; at all levels PPs reach the breakpoints equally
# often, in the same order, with the same registers; and stops do not change how a run ends. If `all_pps` is set, with
# all numbers of PPs of matrix.test, otherwise with the first of each row.
# shellcheck shell=bash
# shellcheck source=tests/matrix/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
read_table
set_up
ways=(--engine=reference --engine=cycle '-gexact -t2' '-g1 -t1' '-g4 -t3')
[ -n "${all_pps-}" ] && ways=(--engine=reference --engine=cycle '-gexact -t1' '-g0 -t2' '-g1 -t1' '-g2 -t1' '-g3 -t1' '-g4 -t1' '-g4 -t3' '-g5 -t1')
export BREAKS_SEED=1 BREAKS_LOG=$scratch/log
stops=0

# same_arrivals EXPECTED GOT: of lines for PPs, those that both have are the same; a run that was stopped to its end has all,
# unless a fault has broken it off: then PPs that were ahead have come to more of them
same_arrivals() {
    awk -v broken="$(grep -c '^pramsim: fault' seen)" 'FNR == 1 { file++ }
        $1 == "all" { whole[file] = !broken }
        $1 == "pp" && file == 1 { expected[$3] = $0 }
        $1 == "pp" && file == 2 { got[$3] = $0; if ($3 in expected ? $0 != expected[$3] : whole[1]) { print "expected: " expected[$3] "\ngot: " $0; exit } }
        END { if (whole[2]) for (k in expected) if (!(k in got)) { print "missing: " expected[k]; exit } }' "$1" "$2" | head -4
}

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
            [[ $options != -g[0e]* && $p -gt 4 ]] || whole=$(without_segments "$whole") counts=$(without_segments "$counts")
            { cmp -s expected seen && [ "$cycles $counts" = "$whole" ]; } ||
                echo "$options -p$p, seed $BREAKS_SEED: $cycles $counts, not stopped $whole $(diff expected seen | head -8)" >>differ
            case $options in
            --engine=reference) mv log reference && stops=$((stops + $(grep -c '^stop' reference))) ;;
            -g[0e]* | --engine=cycle) cmp -s reference log || echo "$options -p$p, seed $BREAKS_SEED: $(diff reference log | head -6)" >>differ ;;
            *) [ "${oracles[row]}" = same ] && [ "${clocks[row]}" = same ] && same_arrivals reference log >wrong && [ -s wrong ] &&
                echo "$options -p$p, seed $BREAKS_SEED: $(cat wrong)" >>differ ;;
            esac
        done
    done
    is "${sources[row]} stops where it should" '' "$(cat differ)"
done
ok 'the runs were stopped many times' test "$stops" -gt 1200
finish
