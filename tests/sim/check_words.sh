# check_words.sh - for tests of --check's findings in single words: runs small programs on two engines, and compares the
# messages. The sourcing script has lib.sh.
# shellcheck shell=bash

# program NAME: the body of main is on standard input; the declarations before it are in the variable `before`
program() {
    made=$1
    { printf '#include <io.h>\n#include <stdlib.h>\n#include <string.h>\n%s\nint main(int argc, char **argv)\n{\n' "${before-}"
      cat
      printf '    return 0;\n}\n'; } >"$made.fork"
    fcc -g -w -o "$made.o" "$made.fork" || report 1 "$made can be compiled"
    # shellcheck disable=SC2034 # the tests use it
    line=$(($(wc -l <<<"${before-}") + 6)) # of the first line of main
    before=
}

# run PPS: on the reference engine and the cycle engine, which must print the same
run() {
    pramsim --check -q -p"$1" --engine=reference "$made.o" one two >there 2>&1 <<<'1 2'
    echo "status $?" >>there
    pramsim --check -q -p"$1" --engine=cycle "$made.o" one two >here 2>&1 <<<'1 2'
    echo "status $?" >>here
    cmp here there || diff here there
    cat here
}

# finds NAME PPS FINDINGS PATTERN ...: FINDINGS findings, and a line that matches each pattern
finds() {
    local name=$1 findings=$3 said pattern
    said=$(run "$2" 2>&1)
    shift 3
    is "$name: number of findings" "$findings" "$(grep -c '^pramsim: warning' <<<"$said")"
    for pattern; do like "$name: $pattern" "$pattern" "$said"; done
    like "$name: the status says so" 'status 17' "$said"
}

clean() { # NAME PPS
    is "$1: no findings" 'status 0' "$(run "$2" 2>&1 | grep -v '^printed')"
}
