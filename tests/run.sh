#!/bin/bash
# run.sh [fast|long|slow|web] [PATTERN] - runs the test programs and scripts, one more in parallel than there are
# processors (or JOBS), because some wait, and adds up their output in the Test Anything Protocol: `ok`, `not ok`, and
# the plan `1..N`. A test file fails if one of its checks does, if it ends with another status than 0, if it prints no
# plan, or if it prints more or fewer results than planned: so a file that stops early fails. `ok 1 # SKIP why`, `not ok
# 1 # SKIP`, as cmocka has it, and `1..0 # SKIP why` count as skipped. Of the scripts `fast` leaves out *.long.test and
# *.slow.test, `long` runs *.long.test alone, `slow` all. `web` runs *.web.test alone (make test-web), which no other
# does, and which may all be skipped. BUILD/test-results keeps what each has printed, and in `times` a line for each
# file: processor time in user and in system mode, wall time, in seconds, and the file's name. Prints what is wrong,
# each reason for skipping, the ten files that took longest, and `N passed, N failed, N skipped`; ends with 0 if
# something passed and nothing failed.
#
# run.sh times - prints tests/times.table anew: of each file its processor time, of the last run of all files.
#
# The longest file runs first, by what the files took in the last run of this build (BUILD/test-times), or by
# tests/times.table. From the same times comes an estimate, printed at the start.
#
# A test file is ended if it takes too long: TEST_LIMIT seconds (300) on the host that tests/times.table was measured
# on, and proportionally longer on slower hosts. The slowness of the host is measured before the first file, and again
# whenever a file begins, by the times of the files that have ended. SLOWNESS passes it to tests, in percent, for their
# own limits.
set -u
cd "$(dirname "$0")/.." || exit 1
mode=${1:-fast}
pattern=${2:-.}
build=${BUILD:-build}
results=$build/test-results
measured=$build/test-times
table=tests/times.table

# microseconds: the time now
microseconds() {
    local now=${EPOCHREALTIME/[.,]/}
    echo "${now/,/}"
}

# calibrate: prints for how many microseconds a job of fixed size lasts here, now: it starts processes and counts
calibrate() {
    local begin end k true
    true=$(type -P true)
    begin=$(microseconds)
    for ((k = 0; k < 50; k++)); do "$true"; done
    for ((k = 0; k < 20000; k++)); do :; done
    end=$(microseconds)
    echo $((end - begin))
}

if [ "$mode" = times ]; then
    echo '# Processor time of each test file in milliseconds, for tests/run.sh; made by tests/run.sh times, after a run.'
    echo '# The first line is for how many microseconds the job lasts by which run.sh compares hosts.'
    printf '%d calibration\n' "$(calibrate)"
    sort -k2 "$measured" | awk -v build="$build/" '{ if (index($2, build) == 1) $2 = "BUILD/" substr($2, length(build) + 1); print }'
    exit
fi

rm -rf "$results"
mkdir -p "$results"
# one locale: times have a point on every host
export LC_ALL=C BUILD=$build CMOCKA_MESSAGE_OUTPUT=TAP SLOWNESS=100 TEST_LIMIT=${TEST_LIMIT:-300}
# in_turn (lib.sh) asks: some of the combinations, or all
export TEST_PARTS=some
[ "$mode" != slow ] || TEST_PARTS=all

list() {
    [ "$mode" != web ] || { find tests -name '*.web.test' && return; }
    [ "$mode" != long ] || { find tests -name '*.long.test' && return; }
    find tests -name '*.test' ! -name '*.slow.test' ! -name '*.long.test' ! -name '*.web.test'
    [ "$mode" = fast ] || find tests -name '*.slow.test' -o -name '*.long.test'
    # only programs whose source is still there
    find tests -name 'test_*.c' | sed "s|^|$build/|; s|\.c\$||"
}

# expected: `MILLISECONDS FILE` of processor time of each file that is known: what this build has taken comes first
expected() {
    [ ! -e "$measured" ] || cat "$measured"
    [ ! -e "$table" ] || awk -v build="$build/" '/^[0-9]+ / && $2 != "calibration" { sub(/^BUILD\//, build, $2); print }' "$table"
}

# slowness: how much longer files take here than they are expected to, in percent: at least 100, what was measured at the
# start, and what the files that have ended took
slowness() { # RESULTS
    local -A due=()
    local ms file used=0 wanted=0 wall percent=$SLOWNESS
    while read -r ms file; do due[$file]=$ms; done <"$1/due"
    while read -r _ _ wall file; do
        [ -n "${due[$file]-}" ] || continue
        wall=${wall//[.,]/} # in milliseconds
        used=$((used + 10#$wall))
        wanted=$((wanted + due[$file]))
    done <"$1/times"
    [ "$wanted" -lt 1000 ] || [ $((100 * used / wanted)) -le "$percent" ] || percent=$((100 * used / wanted))
    SLOWNESS=$((percent < 1000 ? percent : 1000)) # a hanging file must end
}

run_one() { # FILE RESULTS MODE
    local file=$1 log time limit=$TEST_LIMIT
    log=$2/$(tr '/' '_' <<<"$file").log
    [ "$BUILD" = build ] || limit=$((5 * limit)) # sanitizers, and segments that end early, take their time
    [ "$3" = slow ] && limit=$((10 * TEST_LIMIT))
    slowness "$2"
    local TIMEFORMAT="%3U %3S %3R $file"
    # of what a signal ended bash says more than the time; a line is written at once, for others write there, too
    time=$( { time timeout -k 5 $((limit * SLOWNESS / 100)) "$file" </dev/null >"$log" 2>&1; echo "exit $?" >>"$log"; } 2>&1)
    echo "${time##*$'\n'}" >>"$2/times"
}
export -f run_one slowness

# files that mostly wait for processes to start and end: in parallel with the others
waits='/sim/mpi[.]long[.]test$'

run_files() { # run_files HOW-MANY: those on standard input, HOW-MANY at a time
    xargs -P "$1" -I{} bash -c 'run_one "$@"' _ {} "$results" "$mode"
}

jobs=${JOBS:-$(($(nproc) + 1))}
list | grep -E "$pattern" | sort >"$results/files"
# of each file the first time that is known, and 1 s of one that is not, so that it does not run last
expected | awk -v files="$results/files" 'BEGIN { while ((getline file <files) > 0) chosen[file] = 1 }
    $2 in chosen { print; delete chosen[$2] }
    END { for (file in chosen) print 1000, file }' | sort -k1,1nr -k2 >"$results/expected"
touch "$results/times"
# what files take in this build; those of the table were measured without sanitizers
if [ -e "$measured" ]; then
    cp "$measured" "$results/due"
elif [ "$build" = build ]; then
    expected >"$results/due"
else
    : >"$results/due"
fi
cores=$(nproc)
seconds=$(awk -v jobs="$((jobs < cores ? jobs : cores))" '{ sum += $1; if (NR == 1) longest = $1 } END { sum /= jobs; print int((sum > longest ? sum : longest) / 1000) }' "$results/expected")
if [ -e "$table" ]; then
    there=$(awk '$2 == "calibration" { print $1; exit }' "$table")
    SLOWNESS=$((100 * $(calibrate) / there))
    [ "$SLOWNESS" -ge 100 ] || SLOWNESS=100
fi
if [ -s "$results/due" ]; then
    printf '%d test files, %d at a time: about %d minutes (processes take %d %% of the time of the host of tests/times.table)\n' \
        "$(wc -l <"$results/files")" "$jobs" $((seconds * SLOWNESS / 6000 + 1)) "$SLOWNESS"
else
    printf '%d test files, %d at a time; how long they take is not known here before the first run\n' "$(wc -l <"$results/files")" "$jobs"
fi
mapfile -t files < <(cut -d' ' -f2- "$results/expected")
printf '%s\n' "${files[@]}" | grep -E "$waits" | run_files 1 &
printf '%s\n' "${files[@]}" | grep -vE "$waits" | run_files "$jobs"
wait
# what is known of other files stays
{
    awk '{ print int(1000 * ($1 + $2)), $4 }' "$results/times"
    [ ! -e "$measured" ] || cat "$measured"
} | awk '!($2 in known) { known[$2] = 1; print }' >"$measured.new" && mv "$measured.new" "$measured"

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
        [[ $why != ended* ]] || grep '^ok ' "$log" | tail -1 | sed 's/^/the last check that was good: /'
    fi
    if [ "$left_out" -ne 0 ]; then
        grep -iE '^((not )?ok|1\.\.0).*# *SKIP' "$log" | sed "s|^|skipped in $(basename "$log" .log): |"
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
    skipped=$((skipped + left_out))
done
echo
echo "the slowest files: wall time, processor time"
sort -k3,3nr "$results/times" | awk 'NR <= 10 { printf "%7.1f s %7.1f s  %s\n", $3, $1 + $2, $4 }'
echo
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && { [ "$passed" -gt 0 ] || [ "$mode" = web ]; }
