# pass_costs.sh - no program takes more than 1 % longer with a pass of the compiler than without it. Sourced by pass_costs.long.test
# and pass_costs.slow.test:
#   costs PPS PASS ...   the lines of bench/compiler.sh, of algorithms on PPS PPs, for programs that do
# shellcheck shell=bash disable=SC2154
costs() {
    { PPS=$1 "$top/bench/compiler.sh" passes "${@:2}" || echo "bench/compiler.sh ends with $?"; } | awk '/^bench/ || $5 < 99'
}
