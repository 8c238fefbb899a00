# lib.sh - what every *.test script begins with: paths, a scratch folder, and checks that print one TAP line each.
#
#   . "$(dirname "$0")/../lib.sh"           (or as many .. as it takes)
#   is    NAME EXPECTED ACTUAL               strings equal
#   like  NAME PATTERN ACTUAL                ACTUAL matches the extended regular expression
#   ok    NAME COMMAND ...                   the command succeeds
#   runs  NAME STATUS EXPECTED COMMAND ...   exit status and standard output are as said; stderr lands in $err
#   skip  NAME WHY                           a check that cannot be made here; counted as skipped
#   milliseconds COMMAND ...                 prints its processor time, because other tests may be running
#   keeps_pace NAME PERCENT REFERENCE COMMAND   the shell command COMMAND takes less than PERCENT percent of the time of
#                                            REFERENCE. A busy host makes processors slow, too: both run in turns until the
#                                            least times of both say so, eight times at most. Less than 0.1 s always passes
#   is_posix                                 this is the build for other systems (make SYSTEM=posix)
#   is_hostile                               this is the hostile build (make HOSTILE=1): segments end early, ..
#   rounds_lasting SECONDS MAKE RUN          prints the number of rounds in which the command RUN takes this processor
#                                            time on any host; MAKE ROUNDS makes the input of RUN, last for that number
#   read_stats FILE NAME ...                 sets `stats` to the values of these members of --stats-json, a space between;
#                                            OBJECT.NAME is a member of an object in it, as phases.store
#   stats_but FILE NAME ...                  prints the statistics without these members, objects and lists among them
#   stats_of FILE NAME ...                   the same as read_stats, printed. Starting jq takes longer than most runs
#   understood MESSAGES OPTION ...           a failed check if the messages are of a usage error: two runs that are refused for
#                                            the same reason are equal
#   read_text FILE                           sets `text` to all that is in FILE, the newlines at its end, too
#   in_turn N [K]                            the last K (1) of N calls in this line of the script are to do: `make test` takes
#                                            a part of the combinations of a loop, `make test-slow` all. The first call is none
#                                            (N > K). With N prime to the length of the inner loop each value has its turn
#   within SECONDS COMMAND ...               the command, ended if it takes longer; builds that check themselves, and that
#                                            may share their cores, have ten times as long, and slow hosts as much longer as
#                                            run.sh says that they are
#   await CONDITION                          waits until the shell command CONDITION succeeds, at most 20 seconds, slow hosts
#                                            longer; its status is that of the last try
#   works PID                                waits until a process has used a tenth of a second of processor time from now on,
#                                            or has ended: then it is at work, however busy the host is
#   sleeps PID                              waits until a process waits for something: all its threads sleep at three looks in a
#                                            row, or it has ended
#   unread COMMAND ...                       runs it with a standard output whose reader has ended; prints its status
#   random_seed                              sets RANDOM and `seed` from SEED in the environment, otherwise randomly; prints it
# The script's last line is `finish`.
# shellcheck shell=bash
set -u
# One locale on every host: what sort, patterns and programs of the host make of bytes must not depend on the user's. And
# bash takes half the time for strings of bytes.
export LC_ALL=C
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$top/${BUILD:-build}
bin=$build/bin
# shellcheck disable=SC2034
lib=$build/lib
PATH=$bin:$PATH
if [[ $build == */tsan ]]; then
    export PRAMSIM_UNDER_TEST=$bin/pramsim
    PATH=$top/tests/tsan:$PATH
fi
# a folder for temporaries, too: tests that look for what was left must not find what others use or leave
own=$(mktemp -d "${TMPDIR:-/tmp}/pramsim-test.XXXXXX")
trap 'rm -rf "$own"' EXIT
scratch=$own/scratch
export TMPDIR=$own/tmp
mkdir "$scratch" "$TMPDIR" && cd "$scratch" || exit 1
export XDG_CACHE_HOME=$scratch/no-cache # what libraries keep there, as those of OpenCL do: no run is the second one of another
# in the compiler's own tests, and where all programs are compiled, fcc checks the invariants of its code after every pass; one
# whose time is taken does not
[[ $0 != *fcc/* && $0 != *matrix/matrix* && ${TEST_PARTS:-some} = some ]] || export FCC_VERIFY=1
# shellcheck disable=SC2034 # for patterns of messages of several lines
line_end=$'(\n|$)'
: "${SLOWNESS:=100}" # how much longer this host takes than run.sh expects, in percent
failures=0
results_made=0

report() { # report SUCCESS NAME [DETAIL ...]
    results_made=$((results_made + 1))
    if [ "$1" = 0 ]; then
        echo "ok $results_made - $2"
    else
        echo "not ok $results_made - $2"
        failures=$((failures + 1))
        shift 2
        printf '%s\n' "$@" | sed 's/^/#   /'
        [ -z "${CHECKS_STOP-}" ] || exit 1 # for mutate_expected.sh
    fi
}

# log_suspect VALUE: for mutate_expected.sh: a value that two runs may have in common that fail alike, and from where it came
log_suspect() {
    local kind=''
    case $1 in
    '') kind=empty ;;
    *'--help lists the options'*) kind='a usage error' ;;
    none | 'none '* | *' none') kind='no member' ;;
    esac
    [ -z "$kind" ] || echo "$kind:${BASH_SOURCE[2]}:${BASH_LINENO[*]:1}" >>"$CHECKS_LOG"
}

skip() {
    results_made=$((results_made + 1))
    echo "ok $results_made - $1 # SKIP $2"
}

is() {
    if [ "$2" = "$3" ]; then
        [ -z "${CHECKS_LOG-}" ] || log_suspect "$2"
        report 0 "$1"
    else
        report 1 "$1" "expected:" "$2" "got:" "$3"
    fi
}

like() {
    if [[ $3 =~ $2 ]]; then
        report 0 "$1"
    else
        report 1 "$1" "expected to match: $2" "got:" "$3"
    fi
}

ok() {
    local name=$1 said
    shift
    if said=$("$@" 2>&1); then
        report 0 "$name"
    else
        report 1 "$name" "failed ($?): $*" "$said"
    fi
}

runs() {
    local name=$1 status=$2 expected=$3 got code
    shift 3
    got=$("$@" 2>"$scratch/.err")
    code=$?
    err=$(<"$scratch/.err")
    if [ "$code" = "$status" ] && [ "$got" = "$expected" ]; then
        report 0 "$name"
    else
        report 1 "$name" "command: $*" "expected status $status, got $code" "expected output:" "$expected" \
            "got:" "$got" "stderr:" "$err"
    fi
}

milliseconds() {
    local used
    used=$( { unset FCC_VERIFY && TIMEFORMAT='%3U %3S' && time "$@" >"$scratch/.out" 2>&1; } 2>&1) || return 1
    used=${used//[.,]/} # two numbers in thousandths of a second
    echo $((10#${used% *} + 10#${used#* }))
}

keeps_pace() {
    local name=$1 percent=$2 reference="" command="" used
    for _ in {1..8}; do
        used=$(milliseconds eval "$3") || break
        [ -n "$reference" ] && [ "$reference" -le "$used" ] || reference=$used
        used=$(milliseconds eval "$4") || break
        [ -n "$command" ] && [ "$command" -le "$used" ] || command=$used
        if [ "$command" -lt 100 ] || [ $((100 * command)) -lt $((percent * reference)) ]; then
            report 0 "$name"
            return
        fi
    done
    report 1 "$name" "$4: ${command:-fails, or} ${command:+ms}" "$3: ${reference:-fails} ${reference:+ms}"
}

# What a test interrupts must not have ended before, so its length cannot be the same on every host. Each trial has
# twice the rounds of the last one at least, so this ends.
rounds_lasting() {
    local wanted rounds=600 used make=$2 run=$3
    wanted=$(awk "BEGIN { print int($1 * 1000) }")
    while $make $rounds; do
        used=$( { TIMEFORMAT='%3U %3S' && time $run >/dev/null 2>&1; } 2>&1) || return
        used=${used//[.,]/} # two numbers in thousandths of a second
        used=$((10#${used% *} + 10#${used#* } + 1))
        if [ "$used" -gt "$wanted" ]; then
            echo $rounds
            return
        fi
        rounds=$((used * 2 > wanted ? rounds * 2 : rounds * wanted * 6 / used / 5))
    done
}

# lines of scripts, and how often in_turn was called there
declare -A calls_in_line=()
in_turn() {
    local line=${BASH_SOURCE[1]}:${BASH_LINENO[0]}
    [ "${TEST_PARTS:-some}" = some ] || return 0
    calls_in_line[$line]=$((${calls_in_line[$line]:-0} + 1))
    (((calls_in_line[$line] - 1) % $1 + ${2:-1} >= $1))
}

within() {
    local seconds=$1
    shift
    [[ $build == */build ]] || seconds=$((10 * seconds))
    timeout $((seconds * SLOWNESS / 100)) "$@"
}

await() {
    local end=$((SECONDS + 20 * ${SLOWNESS:-100} / 100 + 1))
    until eval "$1"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.02
    done
}

ticks_of() {
    local stat
    stat=$(<"/proc/$1/stat") 2>/dev/null || return 1
    [[ ${stat##*) } != Z* ]] || return 1
    read -ra stat <<<"${stat##*) }"
    echo $((stat[11] + stat[12]))
}
works() {
    local pid=$1 begin
    # shellcheck disable=SC2034 # the condition reads it
    begin=$(ticks_of "$pid") || return 0
    await '! ticks=$(ticks_of $pid) || [ $ticks -ge $((begin + 10)) ]'
}

sleeps() {
    # shellcheck disable=SC2034 # the condition counts them
    local looks=0
    await '! kill -0 '"$1"' 2>/dev/null || { grep -qs "^State:.[RD]" /proc/'"$1"'/task/*/status && looks=0 || [ $((++looks)) -ge 3 ]; }'
}

unread() {
    bash -c 'exec 3> >(:); wait $!; exec "$@" >&3' unread "$@"
    echo $?
}

random_seed() {
    seed=${SEED:-$((RANDOM * 32768 + RANDOM))}
    echo "# SEED=$seed"
    RANDOM=$((seed % 32768))
}

understood() {
    [[ $1 != *'--help lists the options'* ]] || report 1 "these options are right: ${*:2}" "$1"
}

read_text() {
    text=
    # shellcheck disable=SC2034 # for the caller
    IFS= read -r -d '' text <"$1" || true # it ends with the file
}

read_stats() {
    local json='' name pattern values=()
    IFS= read -r -d '' json <"$1" || true
    shift
    for name; do
        pattern=$'\n  "'$name
        [[ $name != *.* ]] || pattern=$'\n  "'${name%.*}$'": \\{[^}]*\n    "'${name#*.}
        if [[ $json =~ $pattern'": '(\"([^\"]*)\"|[^,$'\n']*) ]]; then
            values+=("${BASH_REMATCH[2]:-${BASH_REMATCH[1]}}")
        else
            values+=(none)
            [ -z "$json" ] || report 1 "the statistics have a member '$name'" # or a check would compare nothing with nothing
        fi
    done
    stats="${values[*]}"
}

stats_of() {
    local stats
    read_stats "$@"
    echo "$stats"
}

stats_but() {
    local line name skipping='' text='' left=" ${*:2} "
    while IFS= read -r line; do
        if [ -n "$skipping" ]; then
            [[ $line != '  }'* && $line != '  ]'* ]] || skipping=
            continue
        fi
        if [[ $line == '  "'* ]]; then
            name=${line#'  "'}
            name=${name%%\"*}
            if [[ $left == *" $name "* ]]; then
                [[ $line != *'{' && $line != *'[' ]] || skipping=yes
                continue
            fi
        fi
        text+=$line$'\n'
    done <"$1"
    echo "$text"
}

is_hostile() {
    [[ $build == */hostile* ]]
}

# This is make SYSTEM=posix: docs/install.md says what it does without.
is_posix() {
    [[ $build == */posix ]]
}

# A wait for a condition that names a function of another file would end with its time, and be a success.
command_not_found_handle() {
    echo "$1" >>"$scratch/.unknown"
    echo "$1: command not found" >&2
    return 127
}

finish() {
    [ ! -e "$scratch/.unknown" ] || report 1 "each command of the test is there" "$(sort -u "$scratch/.unknown")"
    echo "1..$results_made"
    [ "$failures" -eq 0 ]
    exit
}
