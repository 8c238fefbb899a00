#!/bin/bash
# figures.sh - compares the cycles in the READMEs of the programs with the present compiler and library.
#
#   programs/figures.sh NAME ... | all            runs what the READMEs show, and prints the rows that differ: what is there, what is now
#   programs/figures.sh --write NAME ... | all    writes the new numbers to the READMEs
#
# NAME is a folder of programs/. All of them take three minutes of processor time, half of it relaxation and lanczos.
# The status is 1 if a number differs, or a row is missing. `make experiments` makes the contents of docs/programs (CSV,
# pictures).
# shellcheck source=bench/lib.sh
# shellcheck disable=SC2154 # top, build, scratch come from lib.sh
. "$(dirname "$0")/../bench/lib.sh"

is_written=
if [ "$1" = --write ]; then
    is_written=yes
    shift
    [ $# -gt 0 ] || usage_error
fi
names='sandpile stripes hash_table readers_writers relaxation async_iteration bisection checked_product energy_cost circles wave gossip
linkage ant_colony stereo merge_sort quicksort prefix_sums list_ranking matrix_multiply hilbert queens pi lanczos labs pbbs'
rows=0
differ=0

# row TEMPLATE FIGURE ...: a row of the README of $name, or a part of one; each @ in it stands for the next figure
row() {
    local template=$1 readme=$top/programs/$name/README.md now=$1 pattern there figure
    shift
    for figure; do
        now=${now/@/$figure}
    done
    pattern=$(sed 's/[][\\.*^$/|()+?{}]/\\&/g; s/@/[0-9.,e-]*[0-9]/g' <<<"$template")
    rows=$((rows + 1))
    there=$(grep -oE -- "$pattern" "$readme" | head -1)
    [ "$there" = "$now" ] && return
    differ=$((differ + 1))
    printf '%s: %s\n' "$name" "${there:-there is no row like this one}" "$name, now" "$now"
    if [ -n "$is_written" ] && [ -n "$there" ]; then
        awk -v there="$there" -v now="$now" '(at = index($0, there)) && !done++ {
                $0 = substr($0, 1, at - 1) now substr($0, at + length(there)) } 1' "$readme" >written
        cat written >"$readme"
    fi
}

# said OPTIONS -- NAME WORDS ...: the output of the program of the field
said() {
    local options=()
    while [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    pramsim -q -t1 "${options[@]}" "$build/programs/$2/$2.o" "${@:3}"
}

# the number before the last " cycles"
cycles() {
    said "$@" | sed -nE 's/(.*[^0-9])?([0-9]+) cycles.*/\2/p' | tail -1
}

commas() {
    sed -E ':again s/([0-9])([0-9]{3})($|,)/\1,\2\3/; t again' <<<"$1"
}

# across TEMPLATE-OF-COLUMNS PPS... : a table whose only row has the cycles by PPs; after -- the program and its words
across() {
    local pps=() figures=() p
    while [ "$1" != -- ]; do
        pps+=("$1")
        shift
    done
    for p in "${pps[@]}"; do
        figures+=("$(cycles -p"$p" "$@")")
    done
    row "| cycles |$(printf ' @ |%.0s' "${pps[@]}")" "${figures[@]}"
}

# ---- what each README shows

figures_of_sandpile() {
    local p
    for p in 1 16 64 256 1024 4096; do
        row "| $p | @ | @ |" "$(cycles -p$p -- sandpile async 64 1000 2 1 out)" "$(cycles -p$p -- sandpile sync 64 1000 2 1 out)"
    done
    row "as on the host, in @ cycles" "$(commas "$(cycles -p64 -- sandpile async 128 2400 2 1 out)")"
}

figures_of_stripes() {
    local stripes even weighted
    for stripes in 1 4 16 64 256 1024; do
        said -p$stripes -- stripes product 40000 $stripes >out
        read -r even weighted < <(sed -n 's/.*evenly \([0-9]*\) cycles, weighted \([0-9]*\)$/\1 \2/p' out)
        row "| $stripes | @ | @ | @ |" "$(sed -n 's/.* rows: \([0-9]*\) cycles/\1/p' out)" "$even" "$weighted"
    done
}

figures_of_hash_table() {
    local p
    insert() {
        said -p$p -- hash_table insert 30000 "$1" | sed 's/.* cycles, \([0-9.]*\) .*/\1/'
    }
    for p in 1 4 16 64 256 1024 4096; do
        row "| $p | @ | @ |" "$(insert 100000)" "$(insert 10000)"
    done
}

figures_of_readers_writers() {
    local lock percent one
    # CYCLES READ LONGEST WRITE LONGEST
    waits() {
        sed -nE 's/^([0-9]*) cycles; a read waits ([0-9.]*), at most ([0-9]*); a write ([0-9.]*), at most ([0-9]*)/\1 \2 \3 \4 \5/p'
    }
    for lock in preference fair queue library; do
        for percent in 0 10 80; do
            read -ra one < <(said -p64 -- readers_writers $lock 4000 $percent | waits)
            if [ $percent = 0 ]; then
                row "| \`$lock\` | 0 % | @ | @ (@) | |" "${one[@]:0:3}"
            else
                row "| \`$lock\` | $percent % | @ | @ (@) | @ (@) |" "${one[@]}"
            fi
        done
    done
    local alone many
    alone=$(cycles -p1 -- readers_writers preference 4000 0)
    many=$(cycles -p256 -- readers_writers preference 4000 0)
    row "256 PPs do 4000 reads in @" "$many"
    row "which is 1/@ of what one PP needs" $(((alone + many / 2) / many))
    read -ra one < <(said -p64 -- readers_writers preference 1000000 10 | waits)
    read -ra two < <(said -p64 -- readers_writers fair 1000000 10 | waits)
    row "where a read waits @ cycles (at most @) and @ (@)" "${one[@]:1:2}" "${two[@]:1:2}"
    row "a write @ (@) and @ (@)" "${one[@]:3}" "${two[@]:3}"
}

figures_of_relaxation() {
    local sweeps cycles
    for n in 16 62; do
        read -r sweeps cycles < <(said -p$((n * n)) -- relaxation $n 100000 out | sed 's/.*: \([0-9]*\) sweeps, \([0-9]*\) cycles/\1 \2/')
        row "@ sweeps of $n x $n cells take @ cycles" "$sweeps" "$cycles"
    done
}

figures_of_async_iteration() {
    local slow label period down cells
    # one WAY SLOW [OPTION ...]: cycles and error
    one() {
        cells=$(cycles -p15 "${@:3}" -- async_iteration "$1" 30 "$2" out)
        echo "$cells $("$build/programs/async_iteration/async_iteration_host" prove out 30 | sed 's/.*error //')"
    }
    both() { # LABEL SLOW [OPTION ...]
        local barriers free
        read -ra barriers < <(one barrier "${@:2}")
        read -ra free < <(one free "${@:2}")
        row "| $1 | @ | @ | @ | @ |" "${barriers[@]}" "${free[@]}"
    }
    both "all alike" 1
    row "two rows each: @ cycles with barriers, @ without" "$(cycles -p15 -- async_iteration barrier 30 1 out)" \
        "$(cycles -p15 -- async_iteration free 30 1 out)"
    both "PP 0 2 times slower" 2
    for slow in 5 10; do
        both "$slow times" $slow
    done
    while IFS='|' read -r label period down; do
        awk -v period="$period" -v down="$down" 'BEGIN { srand(7); for (c = period; c < 6000000; c += period)
            for (k = 0; k < 2; k++) print "pause", int(15 * rand()), c, down }' >two.faults
        both "$label for $down" 1 --faults=two.faults
    done <<END
two fail every 100000 cycles|100000|5000
every 100000|100000|20000
every 40000|40000|5000
every 40000|40000|20000
END
}

figures_of_bisection() {
    "$build/programs/bisection/bisection_host" mesh graph 40 41 >/dev/null
    row "100 iterations on 1024 PPs: @ cycles" "$(cycles -p1024 --memory=128M --real=double -- bisection graph 50 100 out)"
}

figures_of_checked_product() {
    local words p n both
    for words in "1 8" "64 8" "64 32" "1000 32" "64 64"; do
        read -r p n <<<"$words"
        read -ra both < <(said -p"$p" -- checked_product "$n" | sed 's/.*product \([0-9]*\) cycles, check \([0-9]*\).*/\1 \2/')
        row "| $p | $n | @ | @ |" "${both[@]}"
    done
}

figures_of_energy_cost() {
    "$build/programs/energy_cost/energy_cost_host" make plan 1 40 6 0 flat >/dev/null
    across 1 10 100 1000 -- energy_cost plan 1000 out
}

figures_of_circles() {
    across 1 16 256 4096 -- circles 128 3 1 5 out
}

figures_of_wave() {
    across 1 16 256 4096 -- wave drop 48 20
}

figures_of_gossip() {
    across 1 16 256 4096 -- gossip 4096 1 0 100 out
}

figures_of_linkage() {
    local p
    for p in 1 16 128; do
        row "| $p | @ | @ | @ |" "$(cycles -p$p -- linkage 32 1 100 out)" "$(cycles -p$p -- linkage 64 1 100 out)" \
            "$(cycles -p$p -- linkage 128 1 100 out)"
    done
}

figures_of_ant_colony() {
    across 1 16 256 -- ant_colony 40 1 60 40 256 5 out
}

figures_of_stereo() {
    across 1 16 256 4096 -- stereo 64
}

# by_size LABEL PPS ... -- NAME WORDS ...: a table with a row for each number of PPs
by_size() {
    local label=$1 pps=() p
    shift
    while [ "$1" != -- ]; do
        pps+=("$1")
        shift
    done
    for p in "${pps[@]}"; do
        row "| $p | $label | @ |" "$(cycles "${real[@]}" -p"$p" "$@")"
    done
}

# cycles of a whole run, with its start and end
whole_run() {
    pramsim -q -t1 --stats-json=run.json "$@" >/dev/null && jq .cycles run.json
}

real=() # the option of numbers of a run
figures_of_merge_sort() {
    by_size 4096 1 3 64 1000 4096 -- merge_sort 4096
}

figures_of_quicksort() {
    by_size 4096 1 3 64 1000 4096 -- quicksort 4096
}

figures_of_prefix_sums() {
    by_size 4096 1 3 64 1000 4096 -- prefix_sums 4096
}

figures_of_list_ranking() {
    local p
    for p in 1 3 64 1000 4096; do
        by_size $p $p -- list_ranking
    done
}

figures_of_matrix_multiply() {
    by_size 64 1 3 64 1000 4096 -- matrix_multiply 64
}

figures_of_hilbert() {
    real=(--real=mpfr:256)
    by_size 16 1 3 64 1000 -- hilbert 16
}

figures_of_pi() {
    real=(--real=mpfr:512)
    by_size 130 1 3 64 1000 -- pi 130
}

figures_of_queens() {
    local p
    for p in 1 3 64 1000 4096; do
        row "| $p | 8 | @ |" "$(whole_run -p$p "$build/programs/queens/queens.o" 8)"
    done
}

figures_of_lanczos() {
    local p
    "$build/programs/lanczos/matgen" -n 64 --alpha 0.5 --seed 3 -o small >/dev/null
    for p in 1 64 1000 4096; do
        row "| $p | @ | @ |" "$(cycles --real=mpfr:128 -p$p -- lanczos small.matrix small.vector out)" \
            "$(cycles --real=mpfr:128 -p$p -- lanczos small.matrix small.vector out modified)"
    done
}

figures_of_labs() {
    local lab template
    while IFS=: read -r lab template; do
        fcc -w -I "$top/programs" -o lab.o "$top/programs/labs/$lab/solution.fork"
        row "$template" "$(whole_run -p64 lab.o 4096)" "$(whole_run -p4096 lab.o 4096)"
    done <<'END'
1-prefix:| 1 prefix sums | CREW | O(log n) | O(n log n) | @ | @ |
2-sorting:| 2 bitonic network | CREW | O(log^2 n) | O(n log^2 n) | @ | @ |
3-trees:| 3 pointer jumping | CREW | O(log n) | O(n log n) | @ | @ |
4-graphs:| 4 hooking and jumping | CRCW, combining | O(log^2 n) as a rule | O(n log^2 n) | @ | @ |
6-sums:| 6 sum by pairs | EREW | O(log n) | O(n log n) | @ | @ |
END
}

figures_of_pbbs() {
    local p task kind
    while read -r task kind; do
        "$build/programs/pbbs/pbbs_generate" -w "$kind" 4096 "$task.words"
    done <<'END'
sort exponential
components rmat
hull kuzmin
END
    solve() {
        pramsim -q -t1 -p"$p" "$build/programs/pbbs/pbbs_run.o" "$1" "$1.words" out | sed -n 's/.*: \([0-9]*\) cycles$/\1/p'
    }
    for p in 1 64 4096; do
        row "| $p | @ | @ | @ |" "$(solve sort)" "$(solve components)" "$(solve hull)"
    done
}

[ "$1" = all ] || names=$*
cd "$scratch"
for name in $names; do
    [ "$(type -t "figures_of_$name")" = function ] || usage_error
    "figures_of_$name"
done
echo "$differ of $rows rows differ"
[ $differ = 0 ]
