# says.sh - compares pramsim's messages about a stopped run on several engines. Included after lib.sh; engines: the
# options of each, set before.
# shellcheck shell=bash
# shellcheck disable=SC2154 # engines, err, line_end come from the test and from lib.sh

# says NAME STATUS PPS PROGRAM LINE ...: run with $options, it prints these hints, after the first one; N is any number
options=()
says() {
    local name=$1 status=$2 pps=$3 program=$4 engine line pattern
    local -a how
    shift 4
    for engine in "${engines[@]}"; do
        in_turn 3 || continue
        read -ra how <<<"$engine"
        runs "$name ($engine)" "$status" '' within 100 pramsim -q -p"$pps" "${how[@]}" "${options[@]}" "$program"
        for line; do
            pattern=${line//[()]/'\'&}
            pattern=${pattern//'N'/'[0-9,]+'}
            like "$name ($engine): $line" $'\n'"pramsim: hint: $pattern$line_end" "$err"
        done
    done
}
compile() { # NAME: from standard input, with source lines, and without as NAME.bare
    cat >"$1.fork"
    fcc -w -o "$1" "$1.fork" && fcc -g0 -w -o "$1.bare" "$1.fork" || report 1 "$1 compiles"
}
