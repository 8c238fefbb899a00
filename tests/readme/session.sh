#!/bin/bash
# session.sh FILE.md - runs the shell sessions of a document and compares what they print with what it shows.
#
# A session is a block fenced as ```console. In it a line that begins with `$ ` is a command, `> ` continues one, and
# what follows up to the next command is the expected output, standard error included. In the output `...` stands for
# any text within a line, and a line that is only `...` for any number of lines. All sessions of a document run in
# one shell, one after the other, so that they may build on each other; files named in a document are made in a
# scratch folder that looks like a built source tree (see readme.test).
# A block fenced with a language and a name, ```asm sum.s, is a file of that name that the sessions after it use.
# In a block fenced as ```console figures a number in the output stands for any number, and blanks for any blanks: so
# documents can show measured times and speedups. Prints a TAP line for each command and stops at nothing; called by
# readme.test.
set -u
document=$1
name=$(basename "$document")
output=$(mktemp)
trap 'rm -f "$output"' EXIT
failures=0
command=
expected=
status=0

# The extended regular expression that the expected output stands for.
pattern_of() {
    sed -e 's/[][\\.^$*+?(){}|]/\\&/g' \
        -e 's/^\\\.\\\.\\\.$/\x01/' \
        -e 's/\\\.\\\.\\\./\x02/g' <<<"$1" |
        awk -v ORS= '/^\001$/ { print "([^\n]*\n)*"; next } { gsub(/\002/, "[^\n]*"); print $0 "\n" }'
}

# The same pattern with every number in it free.
any_figures() {
    sed -E 's/[0-9]+(\\\.[0-9]+)?/[0-9.]+/g; s/ +/ +/g' <<<"$1"
}

run_command() {
    local got pattern
    [ -n "$command" ] || return
    # the status of the command before, so that a document can show it with `echo $?`
    restore() { return "$status"; }
    restore
    eval "$command" >"$output" 2>&1 </dev/null
    status=$?
    got=$(cat "$output"; echo .)
    got=${got%.}
    # of a build without the filter
    got=${got//'pramsim: note: --safe: this pramsim was built without libseccomp: no filter of system calls'$'\n'/}
    if [ -n "$expected" ]; then
        pattern=$(pattern_of "${expected%$'\n'}"; echo .)
        pattern=${pattern%.}
        [ -n "$figures" ] && pattern=$(any_figures "$pattern")$'\n'
    else
        pattern=
    fi
    command=${command%%$'\n'*} # a name for the report
    if [[ $got =~ ^$pattern$ ]]; then
        echo "ok - $name: $command"
    else
        failures=$((failures + 1))
        echo "not ok - $name: $command"
        printf '%s\n' "expected:" "$expected" "got (status $status):" "$got" | sed 's/^/#   /'
    fi
    command=
    expected=
}

figures=
inside=
file=
while IFS= read -r line || [ -n "$line" ]; do
    if [ -n "$file" ]; then
        if [ "$line" = '```' ]; then file=; else printf '%s
' "$line" >>"$file"; fi
        continue
    fi
    case $inside$line in
    '```console' | '```console figures')
        figures=${line#'```console'}
        inside=+
        ;;
    '```'[a-z]*' '*)
        file=${line##* }
        : >"$file"
        ;;
    '+```')
        run_command
        inside=
        ;;
    '+$ '*)
        run_command
        command=${line#'$ '}
        ;;
    '+> '*)
        command+=$'\n'${line#'> '}
        ;;
    +*)
        expected+=$line$'\n'
        ;;
    esac
done <"$document"
[ "$failures" -eq 0 ]
