#!/bin/bash
# shellcheck disable=SC2154 # top, scratch, results come from lib.sh
# page.sh - the tables of docs/measurements.md, docs/editors.md, docs/internals/clock.md and docs/internals/compiled.md, made of
# bench/results. Measures nothing. A table stands between two marks, `<!-- NAME begin` and `<!-- NAME end`. It is
# bench/results/NAME.md, below a line with date, revision and host. Where there is no such file it is made of NAME.csv.
#
#   bench/page.sh all      puts every table into its page
#   bench/page.sh keep     the same, and before that keeps the results as samples: CSV files and tables of build/bench in bench/results,
#                          and the pictures that documents show in docs/pictures. `make bench-samples` does it after all benchmarks
#   bench/page.sh check    prints the pages whose tables are not those of bench/results; tests/docs/measurements.test
. "$(dirname "$0")/lib.sh"
[[ $# = 1 && $1 =~ ^(all|keep|check)$ ]] || usage_error

kept=$top/bench/results
if [ "$1" = keep ]; then
    mkdir -p "$kept"
    cp "$results"/*.csv "$results"/*.md "$kept"
    for picture in "$results"/*.png; do
        [ ! -e "$top/docs/pictures/${picture##*/}" ] || cp "$picture" "$top/docs/pictures"
    done
fi

# host_of NAME: date, revision and host in one line, of a benchmark whose results depend on the host
host_of() {
    case $1 in
    curves | getct | passes | codegen | levels | debug_passes) ;; # cycles and instructions, the same on every host
    *) [ ! -e "$kept/$1.csv" ] || sed -n '1,2s/^# //p' "$kept/$1.csv" | paste -sd';' | sed 's/;/; /; s/$/\n/' ;;
    esac
}

# model_table, small_machines_table: a row a program, of model.csv and small_machines.csv
model_table() {
    awk -F, '
        BEGIN {
            kinds = split("crew erew crew:runtime erew:runtime profile+crew profile+erew", kind, " ")
            line = "| program | PPs |"; rule = "|---|---:|"
            for (k = 1; k <= kinds; k++) { line = line " `" kind[k] "` |"; rule = rule "---:|" }
            print line; print rule
        }
        /^#/ || $1 == "program" { next }
        { key = $1 " | " $2; if (!(key in seen)) { seen[key] = 1; order[++rows] = key }
          times[key, $3] = $6 ($7 == "" ? "" : " (" $7 ")") }
        END {
            for (r = 1; r <= rows; r++) {
                line = "| " order[r] " |"
                for (k = 1; k <= kinds; k++) line = line " " times[order[r], kind[k]] " |"
                print line
            }
        }' "$kept/model.csv"
}
small_machines_table() {
    awk -F, '
        /^#/ || $1 == "program" { next }
        { if (!($1 in seen)) { seen[$1] = 1; order[++rows] = $1 }
          if (!($2 in column)) { column[$2] = 1; pps[++columns] = $2 }
          rate[$1, $2] = sprintf("%.2f (%.1f)", $5, $7) }
        END {
            line = "| program |"; rule = "|---|"
            for (c = 1; c <= columns; c++) { line = line " p = " pps[c] " |"; rule = rule "---:|" }
            print line; print rule
            for (r = 1; r <= rows; r++) {
                line = "| " order[r] " |"
                for (c = 1; c <= columns; c++) line = line " " rate[order[r], pps[c]] " |"
                print line
            }
        }' "$kept/small_machines.csv"
}

# plain_table NAME: a CSV file, unchanged
plain_table() {
    grep -v '^#' "$kept/$1.csv" | awk -F, 'NR == 1 { gsub(/_/, "-") } {
        line = "|"
        for (i = 1; i <= NF; i++) line = line " " $i " |"
        print line
        if (NR == 1) {
            line = "|---|"
            for (i = 2; i <= NF; i++) line = line "---:|"
            print line
        }
    }'
}

# observe_means_table: the means of observe_engines.md
observe_means_table() {
    echo "| observer | reference / cycle |"
    echo "|---|---:|"
    sed -nE 's/^(\| [^|]+ \|) geometric mean \|[ |]*\| ([0-9.]+ \|)$/\1 \2/p' "$kept/observe_engines.md"
}

# table NAME: what belongs between the marks
table() {
    local file=$kept/$1.md
    if [ -e "$file" ]; then
        [[ $(head -c1 "$file") != '|' ]] || host_of "$1"
        cat "$file"
        return
    fi
    host_of "$1"
    [ "$1" != observe_means ] || host_of observe_engines
    case $1 in
    model | small_machines | observe_means) "$1_table" ;;
    *) plain_table "$1" ;;
    esac
}

for page in docs/measurements.md docs/editors.md docs/internals/clock.md docs/internals/compiled.md; do
    cp "$top/$page" "$scratch/page"
    while read -r name; do
        table "$name" >"$scratch/table"
        awk -v name="$name" -v table="$scratch/table" '
            $0 ~ "^<!-- " name " end" { skips = 0 }
            !skips { print }
            $0 ~ "^<!-- " name " begin" { skips = 1; while ((getline line < table) > 0) print line }' "$scratch/page" >"$scratch/next"
        mv "$scratch/next" "$scratch/page"
    done < <(sed -n 's/^<!-- \([a-z0-9_]*\) begin.*/\1/p' "$top/$page")
    cmp -s "$scratch/page" "$top/$page" && continue
    echo "$page"
    [ "$1" = check ] || cat "$scratch/page" >"$top/$page"
done
