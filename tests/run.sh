#!/bin/bash
# run.sh [fast|slow] [PATTERN] - runs the test programs and scripts, two at a time, and adds up their TAP lines.
# Scripts whose name ends in .slow.test run only with `slow`. A test file that prints no result or dies counts as failed.
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
    timeout -k 5 $limit "$file" </dev/null >"$log" 2>&1
    echo "exit $?" >>"$log"
}
export -f run_one

list | grep -E "$pattern" | sort |
    xargs -P "${JOBS:-$(nproc)}" -I{} bash -c 'run_one "$@"' _ {} "$results" "$mode"

passed=0
failed=0
for log in "$results"/*.log; do
    [ -e "$log" ] || continue
    good=$(grep -c '^ok ' "$log")
    bad=$(grep -c '^not ok ' "$log")
    status=$(tail -n 1 "$log")
    if [ "$bad" -eq 0 ] && { [ "$status" != 'exit 0' ] || [ "$good" -eq 0 ]; }; then
        bad=1
    fi
    if [ "$bad" -ne 0 ]; then
        echo "--- $(basename "$log" .log)"
        grep -v '^ok ' "$log" | head -60
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
done
echo
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
