# lib.sh - for the matrix tests: the programs of the project (programs.table), how each is built and run, what a run
# leaves behind, and when that is the reference's.
#
#   list_programs             every program of the project, a line each
#   read_table                fills the arrays sources, pps, more_pps, oracles, clocks, words, reasons
#   build_program SOURCE      sets `program` to a file that pramsim runs
#   set_up                    puts the input files that programs of the table read into this folder
#   observe PROGRAM WORDS OPTION ...   one run: its output, files, messages, status and hash land in the file `seen`,
#                             its output alone in `printed`; sets status, counts (of events), work (those that are the
#                             same on every engine), cycles, segments
#   compare_row ROW P OPTIONS ...      the program of a row at P PPs, under each set of options, against the reference
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
here=$top/tests/matrix
PATH=$build/programs/laplace:$PATH
most_cycles=20000000
runner=pramsim # a test may have the parallel engine run by another build
machine=()     # options of all runs

# A program is a file with a main or a _start of its own, except those that another file completes (tests/debug/places), that do
# not end (tests/debug/dap), that race for the debugger, or that are to be formatted; the hostile ones; and the faulty
# ones of beginners.
list_programs() {
    (cd "$top" && {
        find programs tests bench -path tests/hostile -prune -o -name '*.s' -exec grep -lE '^[[:space:]]*\.global.*\b(main|_start)\b' {} +
        find programs tests bench \( -path tests/hostile -o -path tests/fcc/beginner -o -path tests/sim/beginner -o -path tests/debug/places -o -path tests/debug/dap -o -path tests/debug/typed.fork -o -path tests/debug/inlined.fork -o -path tests/debug/colors.fork -o -path tests/fcc/format \) -prune -o -name '*.fork' -exec grep -lE '\bmain[[:space:]]*\(' {} +
    } | sort)
}

read_table() {
    local source counts oracle clock word reason
    sources=() pps=() more_pps=() oracles=() clocks=() words=() reasons=()
    while IFS='|' read -r source counts oracle clock word reason; do
        read -r source <<<"$source"
        [ -z "$source" ] || [ "${source:0:1}" = '#' ] && continue
        sources+=("$source")
        read -r counts <<<"$counts"
        pps+=("${counts%%+*}")
        more_pps+=("${counts#*+}")
        read -r oracle <<<"$oracle"
        oracles+=("$oracle")
        read -r clock <<<"$clock"
        clocks+=("$clock")
        read -r word <<<"$word"
        words+=("$word")
        read -r reason <<<"$reason"
        reasons+=("$reason")
    done <"$here/programs.table"
}

# The programs of programs/ are built by make, the others here.
build_program() {
    local source=$1
    program=$scratch/programs/$(tr '/.' '__' <<<"$source").prog
    mkdir -p "$scratch/programs"
    case $source in
    programs/*.fork)
        program=$build/${source%.fork}_fork.o
        [ -e "$program" ] || program=$build/${source%.fork}.o
        ;;
    programs/*.s) program=$build/${source%.s}.o ;;
    *.fork) fcc -g -w -DN=10 -DK=4 -DSQRT_P=8 -I "$top/bench" -o "$program" "$top/$source" ;;
    *)
        local parts=("$program.o")
        prasm -g -D BASES=1 -D WAIT=50 -D N=10 -D K=4 -D ITERATIONS=20 -D MASK=63 -I "$build/fork-rt" -o "$program.o" "$top/$source"
        if grep -q 'extern.*\bcheck\b' "$top/$source"; then
            prasm -g -I "$build/fork-rt" -o "$scratch/programs/check.o" "$top/tests/fork-rt/check.s"
            parts+=("$scratch/programs/check.o")
        fi
        prlink -o "$program" "${parts[@]}" "$lib/libfork.a"
        ;;
    esac
    [ -e "$program" ]
}

set_up() {
    laplace_generate -n 10 -k 5 -b sine -o small.mesh
    laplace_generate -n 66 -k 3 -b corner -o large.mesh
    "$build/programs/lanczos/matgen" -n 9 -d 30 -o lanczos >said
    "$build/programs/bisection/bisection_host" mesh mesh.graph 4 5 >said
    "$build/programs/energy_cost/energy_cost_host" make tiny.plan 1 8 2 0 flat >said
    "$build/tests/fork-rt/library/math_table" table 40
    "$build/programs/pbbs/pbbs_generate" -w exponential 300 numbers.words
    printf 'q-12 34 2.5 1aF word\na whole line\ncut here99 end' >input
}

# left_files: the files that a program has left, in the array `left`
left_files() {
    shopt -s nullglob
    left=(out* ./*.bin text.tx[t])
    shopt -u nullglob
}

observe() {
    local program=$1 json arguments=() left
    eval "arguments=($2)"
    shift 2
    left_files
    [ ${#left[@]} = 0 ] || rm -f "${left[@]}"
    "$runner" -q --hash --max-cycles=$most_cycles --stats-json=json "$@" "$program" "${arguments[@]}" <input >printed 2>said
    status=$?
    understood "$(<said)" "$@"
    cat printed said >seen
    echo "status $status" >>seen
    left_files
    [ ${#left[@]} = 0 ] || cat "${left[@]}" >>seen
    json=$(<json)
    json=${json//[$'\n" ']/}
    noticed=${json#*,races_noticed:} # may be more or less with native code
    noticed=${noticed%%,*}
    json=${json/,races_noticed:$noticed/}
    counts=${json#*engine:*,}
    counts=${counts%%,wall_seconds*}
    work=${json#*,work:}
    work=${work%%,*},${json#*,stores:}
    work=${work%%,phases*}
    cycles=${json#*cycles:}
    cycles=${cycles%%,*}
    # shellcheck disable=SC2034 # for scripts that use it
    segments=${json#*segments:}
    # shellcheck disable=SC2034
    segments=${segments%%,*}
}

# Is the run just observed, at LEVEL, what the row's oracle and clock ask for? The reference's is in `expected`.
# Where the clock is the same, so is what was done; at levels 1 to 5 only if the run was not broken off.
as_expected() { # ROW LEVEL CYCLES_OF_THE_REFERENCE WORK_OF_THE_REFERENCE
    local oracle=${oracles[$1]} clock=${clocks[$1]} level=$2 right=$3 off
    [[ $level = [0e]* ]] && oracle=same clock=same # 0, exact
    [ "$level" = 5 ] && clock=free
    case $oracle in
    level-0) return 0 ;;
    to-4) [ "$level" = 5 ] && return 0 ;;&
    same | to-4) cmp -s expected seen || return 1 ;;
    *) [ "$status" = 0 ] && grep -Eqx -- "$oracle" printed || return 1 ;;
    esac
    off=$((cycles > right ? cycles - right : right - cycles))
    case $clock in
    same) [ $off = 0 ] && { [ "$work" = "$4" ] || { [[ $level != [0e]* ]] && { grep -q '^pramsim: fault' seen || { is_hostile && lost_conflicts "$4"; }; }; }; } ;;
    near) [ $((off * 100)) -le "$right" ] ;;
    *) true ;;
    esac
}

# In asynchronous code write conflicts may go unnoticed at levels 1 to 5 (docs/simulator.md): in the hostile build segments end after
# 40 instructions, and PPs that store in one cycle may do so in two segments. Everything else is the same.
lost_conflicts() { # WORK_OF_THE_REFERENCE
    local here=${work#*write_conflicts:} there=${1#*write_conflicts:}
    [ "${work%%write_conflicts:*}" = "${1%%write_conflicts:*}" ] && [ "${here#*,}" = "${there#*,}" ] && [ "${here%%,*}" -le "${there%%,*}" ]
}

without_segments() { # COUNTS
    local counts=$1
    [[ $counts =~ segments:[0-9]*, ]] && counts=${counts/"${BASH_REMATCH[0]}"/}
    [[ $counts =~ ,phases:\{[^}]*\} ]] && counts=${counts/"${BASH_REMATCH[0]}"/}
    echo "$counts"
}

# Counts must not depend on the number of threads, but where level 5 lets PPs race: `known` keeps those of each level.
compare_row() {
    local row=$1 p=$2 options level right told runs=0 name option
    local -A known=()
    shift 2
    [ "${oracles[row]}" = reference ] && return
    name="${sources[row]} ${words[row]:+${words[row]} }${machine[*]:+${machine[*]} }-p$p"
    runner=pramsim observe "$program" "${words[row]}" --engine=reference "${machine[@]}" "-p$p"
    mv seen expected
    right=$cycles
    told=$work
    for options in "$@"; do
        read -ra option <<<"$options"
        level=${options#*-g}
        level=${level%% *}
        [[ $options = --engine=* ]] && level=exact
        [[ ${oracles[row]} = level-0 && $level != [0e]* ]] && continue
        observe "$program" "${words[row]}" --engine=bsp "${machine[@]}" "-p$p" "${option[@]}"
        runs=$((runs + 1))
        [[ $options = --engine=* ]] && counts=$(without_segments "$counts")
        if ! as_expected "$row" "$level" "$right" "$told"; then
            report 1 "$name $options as the reference" "cycles $cycles, reference $right" "$work, reference $told" "$(diff expected seen | head -8)"
        elif [ "${oracles[row]}" = same ] && [ "$noticed" != 0 ] && [ "$noticed" != null ]; then
            report 1 "$name $options: no word of races, since none of its results depends on timing" "$noticed noticed"
        elif [[ $options != --engine=* ]] && [ -n "${known[$level]:-}" ] && [ "${known[$level]}" != "$counts" ]; then
            report 1 "$name $options counts what other numbers of threads count" "${known[$level]}" "$counts"
        fi
        [[ $options = --engine=* || ($level = 5 && ${oracles[row]} = to-4) ]] || known[$level]=$counts
    done
    report 0 "$name: $runs runs compared with the reference"
}
