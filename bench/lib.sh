# lib.sh - what the benchmark scripts share: where results go, the machine's description, timed runs of pramsim.
#
#   . "$(dirname "$0")/lib.sh"
#   start_results NAME HEADER      begins $results/NAME.csv: the machine as # lines, then the columns
#   run_pramsim OPTIONS PROGRAM ...  one run, silent; sets the variables instructions cycles seconds
#   measure RUNS OPTIONS PROGRAM ...  several runs; sets the same variables, seconds being the median
# Results are CSV files and plots in build/bench; nothing here passes or fails.
# shellcheck shell=bash
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$top/${BUILD:-build}
results=$build/bench
PATH=$build/bin:$build/programs/laplace:$PATH
scratch=$(mktemp -d "${TMPDIR:-/tmp}/pramsim-bench.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$results"

describe_machine() {
    echo "# $(date -u +%Y-%m-%d), revision $(git -C "$top" describe --always --dirty 2>/dev/null || echo unknown)"
    echo "# $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) cores, $(gcc --version | head -1)"
    echo "# load of the host when it began: $(cut -d' ' -f1-3 /proc/loadavg) (1, 5, 15 minutes)"
}

start_results() {
    csv=$results/$1.csv
    { describe_machine; echo "$2"; } >"$csv"
}

run_pramsim() {
    (cd "$scratch" && pramsim --stats-json run.json "$@" >/dev/null)
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
