#!/bin/bash
# shellcheck disable=SC2154 # top, build, results, scratch, csv come from lib.sh
# algorithms.sh - cycles of the algorithms of pad.h: n and p over three decades each, fitted to the time that theory says, and
# the speedup against one processor. The results do not depend on the host.
#
#   bench/algorithms.sh all|NAME ...       algorithms of bench/pad/algorithms.def; `all` also writes the tables of docs/algorithms.md
#   bench/algorithms.sh -a NAME ...        adds them to the results that there are, and writes the tables
#   bench/algorithms.sh -s all|NAME ...    only the speedup: n = SPEEDUP (default 1000000), p from 1 to n / log^2 n; `all` also writes
#                                   its table
#   bench/algorithms.sh -b all|NAME ...    only algorithms with a hand-written program (bench/pad/by_hand.h): n = 4096,
#                                   p from 1 to 4096; `all` also writes its table
#   bench/algorithms.sh curves          four programs by pramscale: n = 4096 numbers on 1 to 4096 PPs, with a bound of three terms:
#                                   build/bench/curves.csv, .md, .svg, .html, and the table of docs/internals/compiled.md. A sweep
#                                   that was stopped continues: curves.runs has its results so far
#   bench/algorithms.sh draw [CSV]      algorithms.png only, of pad_speedup.csv
#
# Writes build/bench/pad.csv (algorithm, n, p, cycles, checksum), pad_fit.csv (the coefficients: cycles of each term; the
# mean and the largest deviation of the fit), pad_speedup.csv, pad_by_hand.csv, the tables pad_fit.md, pad_speedup.md,
# pad_by_hand.md, and algorithms.png. A result is wrong if its checksum depends on p: then the script fails. Least squares are of relative
# deviations, and no coefficient is below 0.
. "$(dirname "$0")/lib.sh"

# ---- curves

shown=(1 4 16 64 256 1024 4096) # numbers of PPs

curves_table() { # of curves.csv: a program's cycles, and below them the speedup
    awk -F, -v shown="${shown[*]}" '
        function with_commas(number,    text) {
            for (; length(number) > 3; number = substr(number, 1, length(number) - 3))
                text = "," substr(number, length(number) - 2) text
            return number text
        }
        function print_rows() { if (cycles != "") print cycles "\n" speedups }
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        index(" " shown " ", " " $column["p"] " ") == 0 { next }
        $1 != program {
            print_rows()
            program = name = $1
            sub(/.*\//, "", name); sub(/\.o$/, "", name); sub(/_/, " ", name)
            cycles = "| " name " | cycles |"; speedups = "| | speedup |"
        }
        { cycles = cycles " " with_commas($column["cycles"]) " |"
          speedups = speedups sprintf(" %.1f |", $column["speedup"]) }
        END { print_rows() }' "$results/curves.csv"
}

measure_curves() {
    # from the folder of the programs: the table has no names of this host's folders
    cd "$build/programs" || return
    pramscale -p 1:4096 -n 4096 -f "n/p + log^2 p + 1" -o "$results/curves" prefix_sums/prefix_sums.o pi/pi.o \
        merge_sort/merge_sort.o quicksort/quicksort.o -- "{n}" || return
    {
        echo "| program | | p =$(printf ' %s |' "${shown[@]}")"
        echo "|---|---|$(printf -- '---:|%.0s' "${shown[@]}")"
        curves_table
    } >"$results/curves.md"

    cp "$results/curves.csv" "$results/curves.md" "$top/bench/results" # the same on every host
    "$top/bench/page.sh" all
}

# of the lines of a speedup
picture() { # CSV
    by_pps "$1" 3 | draw_bars algorithms 'Efficiency of algorithms of pad.h, n = 1,000,000' 'cycles of a sequential program / (p · cycles on p PPs)' one
}

case $1 in
curves)
    measure_curves
    exit
    ;;
draw)
    picture "${2:-$top/bench/results/pad_speedup.csv}"
    exit
    ;;
esac

# ---- algorithms of pad.h

only_speedup=
only_by_hand=
adds=
case $1 in
-s) only_speedup=1 && shift ;;
-b) only_by_hand=1 && shift ;;
-a) adds=1 && shift ;;
esac
[ $# -gt 0 ] || usage_error
catalogue=$top/bench/pad/algorithms.def

# lines "name most terms" of the algorithms, names of those with a sequential one
known() { sed -n 's/^ALGORITHM(\([a-z0-9_]*\), \([0-9]*\), "\([^"]*\)".*/\1 \2 \3/p' "$catalogue"; }
by_hand() { sed -n 's/^BY_HAND(\([a-z0-9_]*\),.*/\1/p' "$catalogue"; }
sequential() { sed -n 's/^SEQUENTIAL(\([a-z0-9_]*\),.*/\1/p' "$catalogue"; }

chosen=("$@")
[ "$*" != all ] || mapfile -t chosen < <(known | cut -d' ' -f1)
for name in "${chosen[@]}"; do
    known | grep -q "^$name " || { echo "algorithms.sh: bench/pad/algorithms.def has no $name" >&2 && exit 2; }
done
fcc -w -o "$scratch/measure.o" "$top/bench/pad/measure.fork"

cycles_of() { # NAME N P: sets cycles and sum
    read -r cycles sum < <(pramsim -q -p"$3" "$scratch/measure.o" "$1" "$2") && [[ $cycles =~ ^[0-9]+$ ]] ||
        { echo "algorithms.sh: $1 of $2 on $3 PPs failed" >&2 && exit 1; }
}

check_sum() { # NAME N: the first checksum of these is right
    right=${right:-$sum}
    [ "$sum" = "$right" ] || { echo "algorithms.sh: the result of $1 for n = $2 depends on p" >&2 && exit 1; }
}

# Four sizes over three decades; where work grows faster than that, over one and a half.
sizes_up_to() { # MOST
    if [ "$1" -ge 10000 ]; then
        echo $(($1 >> 10)) $(($1 >> 7)) $(($1 >> 3)) "$1"
    else
        echo $(($1 / 27)) $(($1 / 9)) $(($1 / 3)) "$1"
    fi
}

measure_decades() {
    local name most n p
    csv=$results/pad.csv
    [ -n "$adds" ] && [ -e "$csv" ] || start_results pad algorithm,n,p,cycles,checksum
    for name in "${chosen[@]}"; do
        sed -i "/^$name,/d" "$csv"
        most=$(known | awk -v name="$name" '$1 == name { print $2 }')
        for n in $(sizes_up_to "$most"); do
            right=
            for p in 2 4 32 256 2048; do
                cycles_of "$name" "$n" $p
                check_sum "$name" "$n"
                echo "$name,$n,$p,$cycles,$sum" >>"$csv"
            done
        done
    done
}

# fit "TERMS" <lines n,p,cycles: coefficients of 1 and the terms, mean and largest deviation in percent
fit() {
    awk -F, -v terms="1 $1" '
        function lg(x) { return x <= 1 ? 0 : log(x) / log(2) }
        function factor_value(factor, n, p) {
            return factor == "n" ? n : factor == "p" ? p : factor == "lg(n)" ? lg(n) : factor == "lg(p)" ? lg(p) : factor == "lg(lg(n))" ? lg(lg(n)) : factor + 0
        }
        function value(text, n, p,    count, k, part, factor, power, result) { # of a product
            gsub(/\*/, " *", text)
            gsub(/\//, " /", text)
            count = split("*" text, part, " ")
            result = 1
            for (k = 1; k <= count; k++) {
                factor = substr(part[k], 2)
                power = 1
                if (match(factor, /\^[0-9]+$/)) {
                    power = substr(factor, RSTART + 1)
                    factor = substr(factor, 1, RSTART - 1)
                }
                factor = factor_value(factor, n, p) ^ power
                result = substr(part[k], 1, 1) == "/" ? result / factor : result * factor
            }
            return result
        }
        # least squares by the normal equations of the terms in use
        function solve(    i, k, m, count, row, f, best) {
            count = 0
            for (i = 1; i <= number; i++) { coefficient[i] = 0; if (used[i]) row[++count] = i }
            for (i = 1; i <= count; i++) {
                for (k = 1; k <= count; k++) A[i, k] = product[row[i], row[k]]
                A[i, count + 1] = right[row[i]]
            }
            for (i = 1; i <= count; i++) {
                best = i
                for (k = i + 1; k <= count; k++) if (A[k, i] ^ 2 > A[best, i] ^ 2) best = k
                for (m = 1; m <= count + 1; m++) { f = A[i, m]; A[i, m] = A[best, m]; A[best, m] = f }
                for (k = 1; k <= count; k++) if (k != i && A[i, i] != 0) {
                    f = A[k, i] / A[i, i]
                    for (m = i; m <= count + 1; m++) A[k, m] -= f * A[i, m]
                }
            }
            for (i = 1; i <= count; i++) coefficient[row[i]] = A[i, i] == 0 ? 0 : A[i, count + 1] / A[i, i]
        }
        BEGIN { number = split(terms, term, " "); for (i = 1; i <= number; i++) used[i] = 1 }
        {
            lines++
            cycles[lines] = $3
            for (i = 1; i <= number; i++) x[lines, i] = value(term[i], $1, $2) / $3
            for (i = 1; i <= number; i++) {
                right[i] += x[lines, i]
                for (k = 1; k <= number; k++) product[i, k] += x[lines, i] * x[lines, k]
            }
        }
        END {
            do {
                solve()
                worst = 0
                for (i = 1; i <= number; i++) if (coefficient[i] < 0 && (!worst || coefficient[i] < coefficient[worst])) worst = i
                if (worst) used[worst] = 0
            } while (worst)
            for (l = 1; l <= lines; l++) {
                sum = -1
                for (i = 1; i <= number; i++) sum += coefficient[i] * x[l, i]
                off = sum < 0 ? -sum : sum
                mean += off / lines
                if (off > most) most = off
            }
            for (i = 1; i <= number; i++) printf "%.4g%s", coefficient[i], i < number ? " " : ","
            printf "%.1f,%.1f\n", 100 * mean, 100 * most
        }'
}

fit_all() {
    local name terms fitted
    echo "algorithm,terms,coefficients,mean_percent,largest_percent" >"$results/pad_fit.csv"
    {
        echo "| algorithm | cycles | deviation: mean | largest |"
        echo "|---|---|---:|---:|"
    } >"$results/pad_fit.md"
    for name in $(known | cut -d' ' -f1); do
        grep -q "^$name," "$csv" || continue
        terms=$(known | awk -v name="$name" '$1 == name { $1 = $2 = ""; sub(/^ */, ""); print }')
        fitted=$(grep "^$name," "$csv" | cut -d, -f2-4 | fit "$terms")
        echo "$name,1 $terms,$fitted" >>"$results/pad_fit.csv"
        awk -F, -v name="$name" -v terms="1 $terms" 'function round(x) { return x >= 100 ? sprintf("%.0f", x) : sprintf("%.3g", x) }
            {
                count = split($1, c, " "); split(terms, term, " ")
                for (i = 2; i <= count; i++) if (c[i] > 0) text = text (text == "" ? "" : " + ") round(c[i]) " " term[i]
                if (c[1] >= 0.5) text = text (text == "" ? "" : " + ") round(c[1])
                printf "| `pad_%s` | %s | %.0f %% | %.0f %% |\n", name, text, $2, $3
            }' <<<"$fitted" >>"$results/pad_fit.md"
    done
}

# T(1) / (p T(p)), p from 1 to n / log^2 n
measure_speedup() {
    local name n=${SPEEDUP:-1000000} p most one line
    most=$(awk -v n="$n" 'BEGIN { lg = log(n) / log(2); print int(n / lg / lg) }')
    echo "algorithm,n,p,cycles,efficiency" >"$results/pad_speedup.csv"
    {
        echo "| algorithm | cycles in C | p = 1 | 16 | 256 | $most |"
        echo "|---|---:|---:|---:|---:|---:|"
    } >"$results/pad_speedup.md"
    for name in "${chosen[@]}"; do
        sequential | grep -qx "$name" || continue
        cycles_of "c:$name" "$n" 1
        one=$cycles right=$sum
        line="| \`pad_$name\` | $one"
        for p in 1 16 256 "$most"; do
            cycles_of "$name" "$n" "$p"
            check_sum "$name" "$n"
            echo "$name,$n,$p,$cycles,$(awk -v one="$one" -v p="$p" -v c="$cycles" 'BEGIN { printf "%.3f", one / p / c }')" >>"$results/pad_speedup.csv"
            line+=" | $(awk -v one="$one" -v p="$p" -v c="$cycles" 'BEGIN { printf "%.2f", one / p / c }')"
        done
        echo "$line |" >>"$results/pad_speedup.md"
    done
    cat "$results/pad_speedup.md"
    [ "$n" != 1000000 ] || picture "$results/pad_speedup.csv"
}

# compared with programs for one task only
compare_by_hand() {
    local name n=4096 p whole ratio line
    echo "algorithm,n,p,cycles,by_hand,ratio" >"$results/pad_by_hand.csv"
    {
        echo "| algorithm | p = 1 | 16 | 64 | 256 | 1024 | 4096 |"
        echo "|---|---:|---:|---:|---:|---:|---:|"
    } >"$results/pad_by_hand.md"
    for name in "${chosen[@]}"; do
        by_hand | grep -qx "$name" || continue
        right=
        line="| \`pad_$name\`"
        for p in 1 16 64 256 1024 4096; do
            cycles_of "$name" $n $p
            check_sum "$name" $n
            whole=$cycles
            cycles_of "hand:$name" $n $p
            check_sum "$name" $n
            ratio=$(awk -v hand="$cycles" -v whole="$whole" 'BEGIN { printf "%.2f", whole / hand }')
            echo "$name,$n,$p,$whole,$cycles,$ratio" >>"$results/pad_by_hand.csv"
            line+=" | $whole / $cycles = $ratio"
        done
        echo "$line |" >>"$results/pad_by_hand.md"
    done
    cat "$results/pad_by_hand.md"
}

# Rows that this run has not measured are kept.
put_tables() { # NAME ...
    local page=$top/docs/algorithms.md
    awk -v folder="$results" -v names=" $* " '
        /^<!-- .* end -->$/ { skips = 0 }
        !skips { print }
        /^<!-- .* begin/ && index(names, " " $2 " ") { file = folder "/" $2 ".md"; while ((getline line < file) > 0) { skips = 1; print line } close(file) }' "$page" >"$scratch/page" &&
        { cmp -s "$scratch/page" "$page" || cat "$scratch/page" >"$page"; }
}

tables=()
if [ -z "$only_speedup$only_by_hand" ]; then
    measure_decades
    fit_all
    cat "$results/pad_fit.md"
    tables+=(pad_fit)
fi
[ -n "$adds$only_by_hand" ] || { measure_speedup && tables+=(pad_speedup); }
[ -n "$adds$only_speedup" ] || { compare_by_hand && tables+=(pad_by_hand); }
if [ "$*" = all ] || [ -n "$adds" ]; then
    put_tables "${tables[@]}"
fi
