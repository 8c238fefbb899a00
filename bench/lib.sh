# lib.sh - what the benchmark scripts share: where results go, the machine's description, timed runs of pramsim.
#
#   . "$(dirname "$0")/lib.sh"     --help and -h print the script's first comment and end; so does a call without arguments,
#                                  as an error, for a benchmark takes minutes: what to measure, or `all`, has to be said
#   usage                          prints that comment; usage_error prints it and ends the script with status 2
#   start_results NAME HEADER      begins $results/NAME.csv: the machine as # lines, then the columns
#   run_pramsim OPTIONS PROGRAM ...  one run, silent; sets the variables instructions cycles seconds
#   measure RUNS OPTIONS PROGRAM ...  several runs; sets the same variables, seconds being the median
#   in_turns RUNS <<<"LABEL OPTIONS PROGRAM ..."  a line a measurement; they take turns, so that a change of the host's load
#                                  meets all alike. Then `result LABEL` sets the same variables, and `least` to the least seconds
#   compile NAME SOURCE OPTIONS ..., assemble NAME SOURCE DEFINITION ...   make $made/NAME.prog of bench/sim/SOURCE
#   quotient A B [DIGITS]          A / B
#   by_pps CSV [COLUMN]            of such a file, for draw_bars: a row a name, a series a number of PPs (column 2, or COLUMN)
#   cross_table TITLE [mean]       of $csv, whose columns are a row's name, a number of PPs, .., and a value last: as Markdown, a
#                                  row a name, a column a number of PPs; with `mean`, the geometric means below
# draw_bars, draw_lines: pictures, see draw.sh
# Results are CSV files and pictures in build/bench; nothing here passes or fails.
# shellcheck shell=bash
set -eu
. "$(dirname "${BASH_SOURCE[0]}")/draw.sh"

# The lines from "# NAME.sh - ..." to the end of the comment.
usage() {
    sed -n '/^# [a-z0-9_]*\.sh - /,/^[^#]/ { s/^# \{0,1\}//p; }' "$0"
}
usage_error() {
    usage >&2
    exit 2
}
case ${1-} in
-h | --help) usage; exit 0 ;;
'') usage_error ;;
esac

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$top/${BUILD:-build}
results=$build/bench
PATH=$build/bin:$build/programs/laplace:$PATH
scratch=$(mktemp -d "${TMPDIR:-/tmp}/pramsim-bench.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$results"
export XDG_CACHE_HOME=$scratch/no-cache # what libraries keep there, as those of OpenCL do: no run is the second one of another

describe_machine() {
    echo "# $(date -u +%Y-%m-%d), revision $(git -C "$top" describe --always --dirty 2>/dev/null || echo unknown)"
    echo "# $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) cores, $(gcc --version 2>/dev/null | head -1)"
    echo "# load of the host when it began: $(cut -d' ' -f1-3 /proc/loadavg) (1, 5, 15 minutes)"
}

start_results() {
    csv=$results/$1.csv
    { describe_machine; echo "$2"; } >"$csv"
}

# Hundredths of a second that the cores were busy, for whomever.
busy_time() {
    awk '/^cpu / { print $2 + $3 + $4 + $7 + $8 + $9 }' /proc/stat
}

# undisturbed COMMAND ...: in the scratch folder. A run during which others, or the host, took more than a tenth of a core is
# repeated, as often as TRIES says (4).
undisturbed() {
    local before try tries=${TRIES:-4} TIMEFORMAT='%R %U %S'
    for ((try = 1; try <= tries; try++)); do
        before=$(busy_time)
        (cd "$scratch" && time "$@" >printed 2>messages) 2>"$scratch/time" || {
            cat "$scratch/messages" >&2
            return 1
        }
        awk -v busy=$(($(busy_time) - before)) \
            '{ exit busy / 100 - $2 - $3 > 0.1 * $1 + 0.02 }' "$scratch/time" && break
        [ "$try" = "$tries" ] || sleep 0.3
    done
}
run_pramsim() {
    undisturbed pramsim --stats-json run.json "$@"
    # shellcheck disable=SC2034
    read -r instructions cycles seconds <<<"$(jq -r '"\(.instructions) \(.cycles) \(.wall_seconds.run)"' "$scratch/run.json")"
}

measure() {
    local runs=$1 i all=
    shift
    for ((i = 0; i < runs; i++)); do
        run_pramsim "$@"
        all+="$seconds "
    done
    seconds=$(tr ' ' '\n' <<<"$all" | grep . | sort -g | sed -n "$(((runs + 1) / 2))p")
}

in_turns() {
    local lines i line words
    mapfile -t lines
    rm -f "$scratch"/times.*
    for ((i = 0; i < $1; i++)); do
        for line in "${lines[@]}"; do
            read -ra words <<<"$line"
            run_pramsim -q "${words[@]:1}"
            echo "$seconds $instructions $cycles" >>"$scratch/times.${words[0]}"
        done
    done
}

result() {
    local count
    count=$(wc -l <"$scratch/times.$1")
    # shellcheck disable=SC2034
    least=$(sort -g "$scratch/times.$1" | head -1 | cut -d' ' -f1)
    read -r seconds instructions cycles <<<"$(sort -g "$scratch/times.$1" | sed -n "$(((count + 1) / 2))p")"
}

quotient() {
    awk -v a="$1" -v b="$2" -v digits="${3:-2}" 'BEGIN { printf "%.*f", digits, a / b }'
}

by_pps() {
    awk -F, -v OFS='\t' -v at="${2:-2}" '/^#/ || $at == "pps" || $at == "p" { next }
        !($1 in seen) { seen[$1] = 1; order[++rows] = $1 }
        !($at in column) { column[$at] = 1; pps[++columns] = $at }
        { value[$1, $at] = $NF }
        END {
            for (c = 1; c <= columns; c++) line = line OFS "p = " pps[c]
            print line
            for (r = 1; r <= rows; r++) {
                line = order[r]
                for (c = 1; c <= columns; c++) line = line OFS value[order[r], pps[c]]
                print line
            }
        }' "$1"
}

cross_table() {
    awk -F, -v title="$1" -v mean="${2-}" '
        /^#/ || $2 == "pps" { next }
        !($1 in seen) { seen[$1] = 1; order[++rows] = $1 }
        !($2 in column) { column[$2] = 1; pps[++columns] = $2 }
        { value[$1, $2] = $NF; total[$2] += log($NF); count[$2]++ }
        END {
            line = "| " title " |"; rule = "|---|"
            for (c = 1; c <= columns; c++) { line = line " p = " pps[c] " |"; rule = rule "---:|" }
            print line; print rule
            for (r = 1; r <= rows; r++) {
                line = "| " order[r] " |"
                for (c = 1; c <= columns; c++) line = line " " value[order[r], pps[c]] " |"
                print line
            }
            line = "| geometric mean |"
            for (c = 1; c <= columns; c++) line = line sprintf(" %.2f |", exp(total[pps[c]] / count[pps[c]]))
            if (mean != "") print line
        }' "$csv"
}

made=$scratch/made
mkdir -p "$made"
compile() {
    fcc -w -I "$top/bench" "${@:3}" -o "$made/$1.prog" "$top/bench/sim/$2.fork"
}
assemble() {
    local name=$1 source=$2 definitions=()
    shift 2
    for definition; do definitions+=(-D "$definition"); done
    prasm "${definitions[@]}" -o "$made/$name.o" "$top/bench/sim/$source.s"
    prlink -o "$made/$name.prog" "$made/$name.o"
}
