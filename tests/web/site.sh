# site.sh - for tests of the browser lab.
#
#   needs_site      skips the whole file if `make web` has not made the lab, and says what it lacks
# shellcheck shell=bash disable=SC2154 # top, build come from tests/lib.sh
needs_site() {
    local missing
    [ ! -e "$build/web/pramsim.wasm" ] || return 0
    missing=$("$top/mk/deps.sh" --missing web)
    echo "1..0 # SKIP the browser lab is not built${missing:+: there is no $missing}; make test-web builds it"
    exit
}
