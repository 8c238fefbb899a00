# profile.sh - --profile of the programs of the project: its sums are the counters of --stats, and it is identical to the
# reference's. If `all_programs` is set, for all programs, otherwise for every twelfth.
# shellcheck shell=bash
# shellcheck source=tests/matrix/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
read_table
set_up

# sums FILE: the totals of the lines, in the order of the events; then the totals that the file states
sums() {
    awk '
        /^events:/ { columns = NF - 1 }
        /^summary:/ { sub(/^summary: /, ""); said = $0; next }
        /^calls=/ { getline; next }
        /^[0-9]/ { for (k = 1; k <= columns; k++) sum[k] += $(k + 1) }
        END {
            for (k = 1; k <= columns; k++) line = line (k > 1 ? " " : "") sprintf("%d", sum[k])
            print line
            print said
        }' "$1"
}

# counted: the same of the run just observed, - for what --stats does not count
counted() {
    local stats waited rest
    read_stats json barrier_wait_cycles instructions loads stores multiprefix host_calls write_conflicts
    read -r waited rest <<<"$stats"
    echo "$waited - $rest"
}

for row in "${!sources[@]}"; do
    [ -n "${all_programs-}" ] || [ $((row % 12)) = 0 ] || continue
    [ "${oracles[row]}" = reference ] && continue
    build_program "${sources[row]}" 2>errors || { report 1 "${sources[row]} can be built" "$(cat errors)" && continue; }
    read -ra counts_of_pps <<<"${pps[row]}"
    p=${counts_of_pps[${all_programs:+-1} + 0]}
    : >differ
    for options in --engine=reference --engine=cycle '-g4 -t2'; do
        read -ra option <<<"$options"
        observe "$program" "${words[row]}" --profile=profile "${option[@]}" -p"$p"
        mapfile -t sum < <(sums profile)
        right=$(counted)
        said=${sum[1]#* }
        [ "${sum[0]}" = "${sum[1]}" ] || echo "$options: the lines have ${sum[0]}, the summary ${sum[1]}" >>differ
        # spinning, and foreign accesses, which are the last, are nothing that --stats has
        [[ $said =~ ^([0-9]+)\ [0-9]+\ (.*)\ [0-9]+$ ]] && said="${BASH_REMATCH[1]} - ${BASH_REMATCH[2]}"
        [ "$said" = "$right" ] || echo "$options: the summary has $said, --stats $right" >>differ
        case $options in
        --engine=reference) mv profile expected_profile ;;
        *) cmp -s expected_profile profile || diff expected_profile profile | head -8 | sed "s/^/$options: /" >>differ ;;
        esac
    done
    is "${sources[row]} -p$p under --profile" '' "$(cat differ)"
done
finish
