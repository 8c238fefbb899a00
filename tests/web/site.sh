# site.sh - for tests of the browser lab.
#
#   needs_site           skips the whole file if `make web` has not made the lab, and says what it lacks
#   scenes KIND PROGRAM  performs the scenes of lab.js in a browser, chromium or firefox; skips them if PROGRAM is empty
# shellcheck shell=bash disable=SC2154 # top, build come from tests/lib.sh
needs_site() {
    local missing
    [ ! -e "$build/web/pramsim.wasm" ] || return 0
    missing=$("$top/mk/deps.sh" --missing web)
    echo "1..0 # SKIP the browser lab is not built${missing:+: there is no $missing}; make test-web builds it"
    exit
}

scenes() { # KIND PROGRAM
    if [ -z "$2" ]; then
        skip "the lab in $1" "no $1 here"
        return
    fi
    within 280 node "$top/tests/web/lab.js" "$build/web" "$2" "$1" >results 2>errors
    ok "$1: the checks ran to their end" test -s results -a ! -s errors
    cat errors >&2
    while IFS=$'\t' read -r _ name expected got; do
        is "$1: $name" "$expected" "$got"
    done < <(grep '^RESULT' results)
}
