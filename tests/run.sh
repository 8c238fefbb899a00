#!/bin/bash
# run.sh [fast|slow] [PATTERN] - runs the test programs and scripts, as many at a time as there are processors (or JOBS),
# and adds up what they print in the Test Anything Protocol: `ok`, `not ok`, and the plan `1..N`. A test file fails if
# one of its checks does, if it ends with another status than 0, if it prints no plan, or if it prints more or fewer
# results than planned: so one that stops early fails however it stops. `ok 1 # SKIP why`, `not ok 1 # SKIP`, as cmocka
# has it, and `1..0 # SKIP why` count as skipped. Scripts whose name ends in .slow.test run only with `slow`.
# BUILD/test-results keeps what each has printed, and in `times` the processor time that it took, in user and system mode.
# Prints what is wrong, each reason for skipping, and `N passed, N failed, N skipped`; ends with 0 if something passed
# and nothing failed.
set -u
cd "$(dirname "$0")/.." || exit 1
mode=${1:-fast}
pattern=${2:-.}
build=${BUILD:-build}
results=$build/test-results
rm -rf "$results"
mkdir -p "$results"
export BUILD=$build CMOCKA_MESSAGE_OUTPUT=TAP

list() {
    find tests -name '*.test' ! -name '*.slow.test'
    [ "$mode" = slow ] && find tests -name '*.slow.test'
    # only programs whose source is still there
    find tests -name 'test_*.c' | sed "s|^|$build/|; s|\.c\$||"
}

run_one() {
    local file=$1 log limit=300
    log=$2/$(echo "$file" | tr '/' '_').log
    [ "$BUILD" = build ] || limit=1500 # sanitizers, and segments that end early, take their time
    [ "$3" = slow ] && limit=3000
    local TIMEFORMAT="%U %S $file"
    { time timeout -k 5 $limit "$file" </dev/null >"$log" 2>&1; } 2>>"$2/times"
    echo "exit $?" >>"$log"
}
export -f run_one

# the longest first, so that no processor is idle at the end
long='/matrix/(matrix|slices)[.]|/test_bsp_(async|fuzz)$|/(preprocess_limits|constructs|exact|roundtrip|bounds|machine_options)[.]|/readme/readme[.]'

# what mostly waits, for processes to start and to end: beside the others
waits='/sim/mpi[.]test$'

run_files() { # run_files HOW-MANY: those on standard input, so many at a time
    xargs -P "$1" -I{} bash -c 'run_one "$@"' _ {} "$results" "$mode"
}
mapfile -t files < <(list | grep -E "$pattern" | sort |
    awk -v long="$long" '$0 ~ long { print; next } { rest = rest $0 "\n" } END { printf "%s", rest }')
printf '%s\n' "${files[@]}" | grep -E "$waits" | run_files 1 &
printf '%s\n' "${files[@]}" | grep -vE "$waits" | run_files "${JOBS:-$(nproc)}"
wait

# judge LOG: "passed failed skipped", then what is wrong with the file as a whole, if anything is
judge() {
    awk '
        { last = $0 }
        /^ok/ { results++; if (toupper($0) ~ /# *SKIP/) skipped++; else passed++ }
        /^not ok/ { results++; if (toupper($0) ~ /# *SKIP/) skipped++; else failed++ }
        /^1\.\.[0-9]+/ { plans++; planned = substr($1, 4) + 0; if (toupper($0) ~ /# *SKIP/) { skipped++; all_skipped = 1 } }
        /^Bail out!/ { bailed = $0 }
        END {
            if (bailed != "") why = bailed
            else if (plans == 0) why = "no plan (1..N) was printed: it ended early"
            else if (plans > 1) why = plans " plans (1..N) instead of one"
            else if (planned != results + 0) why = planned " results planned, " (results + 0) " printed"
            else if (planned == 0 && !all_skipped) why = "nothing was tested"
            else if (failed == 0 && last != "exit 0") why = last " although nothing failed"
            if (last == "exit 124" || last == "exit 137") why = "ended after its time"
            print passed + 0, failed + (why != "" && failed == 0), skipped + 0, why
        }' "$1"
}

passed=0
failed=0
skipped=0
for log in "$results"/*.log; do
    [ -e "$log" ] || continue
    read -r good bad left_out why <<<"$(judge "$log")"
    if [ "$bad" -ne 0 ]; then
        echo "--- $(basename "$log" .log)${why:+: $why}"
        grep -v '^ok ' "$log" | head -60
    fi
    if [ "$left_out" -ne 0 ]; then
        grep -iE '^((not )?ok|1\.\.0).*# *SKIP' "$log" | sed "s|^|skipped in $(basename "$log" .log): |"
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
    skipped=$((skipped + left_out))
done
echo
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
