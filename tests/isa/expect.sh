# expect.sh - runs assembly programs that carry their own expectations, in comments that begin with //!
#
#   //! run: OPTIONS            a run of pramsim with these options; what follows belongs to it
#   //! mem EXPR = EXPR         after the run the cell holds this value
#   //! mem EXPR = EXPR for i in EXPR..EXPR
#   //! status: N               exit status, 0 if not given
#   //! stdout: TEXT            a line of the program's output; several add up
#   //! stderr: REGEX           standard error matches
#   //! asm: OPTIONS            options of prasm
#
# EXPR is shell arithmetic with these names: out, the address of the first word of .data (4096), and p, the number
# of PPs. Every run is done with each of the engines in $ENGINES: sets of options separated by ';'.
# Source it after lib.sh and call `expect_file FILE.s`.
# shellcheck shell=bash
engines=${ENGINES:---engine=reference;--engine=cycle;--engine=bsp;--engine=bsp -g0;--engine=bsp --stats-json=/dev/null}
out=4096

# Adds one "mem ADDRESS VALUE" line, as the dump has it, for the current values of the names.
expect_cell() {
    printf 'mem %08x %08x\n' "$(($1))" "$((($2) & 0xffffffff))"
}

# Prints the dump lines that the expectation "EXPR = EXPR [for i in A..B]" stands for.
expect_cells() {
    local what=$1 range i
    if [[ $what =~ ^(.*)' for i in '(.*)$ ]]; then
        what=${BASH_REMATCH[1]}
        range=${BASH_REMATCH[2]}
        for ((i = ${range%%..*}; i <= ${range##*..}; i++)); do
            expect_cell "${what%% = *}" "${what#* = }"
        done
    else
        expect_cell "${what%% = *}" "${what#* = }"
    fi
}

# Does the run whose expectations lie in run.options, run.status, run.mem, run.stdout, run.stderr.
expect_run() {
    local name=$1 program=$2 options engine list p cells said status wrong first
    local -a words
    options=$(cat run.options)
    # shellcheck disable=SC2034 # p is used by the expressions
    p=64
    # shellcheck disable=SC2034
    [[ $options =~ -p' '?([0-9]+) ]] && p=${BASH_REMATCH[1]}
    while IFS= read -r line; do
        expect_cells "$line"
    done <run.mem | sort >expected
    first=$out # of the cells to dump
    cells=0
    [ -s expected ] && first=$((0x$(head -n 1 expected | cut -d" " -f2)))
    [ -s expected ] && cells=$((0x$(tail -n 1 expected | cut -d' ' -f2) - first + 1))
    IFS=';' read -ra list <<<"$engines"
    for engine in "${list[@]}"; do
        read -ra words <<<"$engine $options"
        [ "$cells" -gt 0 ] && words+=("--dump=mem:$first:$cells")
        pramsim -q "${words[@]}" "$program" >said 2>errors
        status=$?
        grep -v '^mem ' said >output
        grep '^mem ' said | sort >cells
        wrong=$(
            [ "$status" = "$(cat run.status)" ] || echo "exit status $status instead of $(cat run.status)"
            comm -23 expected cells | head -n 5 | sed 's/^/missing: /'
            diff run.stdout output >difference || head -n 5 difference
            while read -r said; do
                grep -Eq -- "$said" errors || echo "standard error does not match: $said"
            done <run.stderr
            if [ ! -s run.stderr ] && [ -s errors ]; then
                echo "unexpected on standard error:"
                head -n 5 errors
            fi
        )
        if [ -z "$wrong" ]; then
            report 0 "$name: $options ($engine)"
        else
            report 1 "$name: $options ($engine)" "$wrong" "standard error:" "$(head -n 5 errors)"
        fi
    done
}

expect_file() {
    local source=$1 name line pending=''
    local -a options=()
    name=$(basename "$source" .s)
    line=$(sed -n 's|^//! asm: ||p' "$source")
    [ -n "$line" ] && read -ra options <<<"$line"
    if ! prasm "${options[@]}" -o program.o "$source" 2>errors || ! prlink -o program program.o 2>>errors; then
        report 1 "$name: is built" "$(cat errors)"
        return
    fi
    while IFS= read -r line; do
        case $line in
        'run: '*)
            [ -n "$pending" ] && expect_run "$name" program
            pending=yes
            echo "${line#run: }" >run.options
            echo 0 >run.status
            : >run.mem
            : >run.stdout
            : >run.stderr
            ;;
        'mem '*) echo "${line#mem }" >>run.mem ;;
        'status: '*) echo "${line#status: }" >run.status ;;
        'stdout: '*) echo "${line#stdout: }" >>run.stdout ;;
        'stderr: '*) echo "${line#stderr: }" >>run.stderr ;;
        'asm: '*) ;;
        *) report 1 "$name: understood" "no such expectation: $line" ;;
        esac
    done < <(sed -n 's|^//! ||p' "$source")
    if [ -n "$pending" ]; then
        expect_run "$name" program
    else
        report 1 "$name: has a run" "no line //! run:"
    fi
}
