# lib.sh - what the hostile tests share: programs in assembly, and victims that are run beside the test.
#
#   build NAME <assembly                     makes the program NAME
#   victim COMMAND ...                       starts pramsim (or another program) with every signal as for a user at a
#                                            terminal, and returns when it catches them; its pid is $victim
#   ends   SECONDS                           waits for the victim, and kills it if it takes longer; its status is $status
# shellcheck shell=bash
# shellcheck source=../lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

build() {
    cat >"$1.s"
    prasm -g -o "$1.o" "$1.s" && prlink -o "$1" "$1.o"
}

catches_signals() {
    local status
    status=$(<"/proc/$1/status") 2>/dev/null || return
    [[ $status =~ SigCgt:[^$'\n']*[1-9a-f] && $status =~ SigIgn:[^$'\n']*1000$'\n' ]]
}

victim() {
    env --default-signal "$@" <&0 &
    victim=$!
    await 'catches_signals $victim'
}

ends() {
    local limit=$1
    is_plain || limit=$((10 * $1))
    limit=$((limit * SLOWNESS / 100))
    timeout "$limit" tail --pid="$victim" -s 0.02 -f /dev/null || kill -KILL "$victim"
    wait "$victim" 2>/dev/null
    status=$?
}

is_plain() {
    [[ $build == */build ]]
}

# every way to run a program: engines, levels, and the judge
two=$(($(nproc) > 1 ? 2 : 1)) # more threads than cores bring a note
# shellcheck disable=SC2034
ways=("--engine=reference" "--check" "--engine=bsp -t1" "--engine=bsp -t$two -g5")
