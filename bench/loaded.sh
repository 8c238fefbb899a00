#!/bin/bash
# shellcheck disable=SC2154 # made, csv, scratch, instructions, seconds come from lib.sh
# loaded.sh - what a team of threads costs on a machine that others use, too: the synchronous Laplace solver and merge sort
# on 4096 PPs with -t1 and -t2 in turns, on an idle machine, beside one and two busy programs, and at nice 19 beside two.
# The figure is the ratio of two runs one after the other; below 1 the team has paid.
#
#   RUNS=5 bench/loaded.sh all | SITUATION ...      writes build/bench/loaded.csv
#       situations: idle one two nice
. "$(dirname "$0")/lib.sh"
[[ "$*" != -* ]] || usage_error

runs=${RUNS:-5}
export TRIES=1 # a busy machine is what is wanted
situations=("$@")
[ "$*" = all ] && situations=(idle one two nice)

# Busy programs for a situation; their process numbers are in `busy`.
begin_load() { # SITUATION
    local count
    busy=()
    case $1 in
    idle) count=0 ;;
    one) count=1 ;;
    two | nice) count=2 ;;
    *) usage_error ;;
    esac
    for ((; count > 0; count--)); do
        (while :; do :; done) &
        busy+=($!)
    done
}

end_load() {
    [ ${#busy[@]} -eq 0 ] && return
    kill "${busy[@]}"
    wait "${busy[@]}" 2>/dev/null || true
}
trap 'kill "${busy[@]}" 2>/dev/null; rm -rf "$scratch"' EXIT

compile laplace laplace_sync -DK=60000
compile short laplace_sync -DK=6000 # at nice 19 a core is ours for a hundredth of the time
start_results loaded situation,program,runs,seconds_one_thread,seconds_two_threads,ratio_least,ratio_median,ratio_most
for situation in "${situations[@]}"; do
    begin_load "$situation"
    programs=("laplace $made/laplace.prog" "merge_sort $build/programs/merge_sort/merge_sort.o 300000")
    [ "$situation" = nice ] && programs=("laplace $made/short.prog")
    for words in "${programs[@]}"; do
        read -ra program <<<"$words"
        : >"$scratch/ratios"
        for ((i = 0; i < runs; i++)); do
            line=
            for threads in 1 2; do
                if [ "$situation" = nice ]; then
                    renice -n 19 $BASHPID >/dev/null
                fi
                run_pramsim -q -g4 -p4096 -t$threads "${program[@]:1}"
                line+="$seconds "
            done
            awk '{ print $1, $2, $2 / $1 }' <<<"$line" >>"$scratch/ratios"
        done
        column() { cut -d' ' -f"$1" "$scratch/ratios" | sort -g; }
        middle=$(((runs + 1) / 2))
        echo "$situation,${program[0]},$runs,$(column 1 | sed -n ${middle}p),$(column 2 | sed -n ${middle}p),$(column 3 | sed -n 1p),$(column 3 | sed -n ${middle}p),$(column 3 | tail -1)" |
            tee -a "$csv"
    done
    end_load
done
