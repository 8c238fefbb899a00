# checks.sh - for tests whose checks are a Python program: included after lib.sh.
# shellcheck shell=bash disable=SC2154 # top comes from lib.sh

# checks SCRIPT ARGUMENT ...: reports each line "FAILED NAME DETAIL" (tabs between) that the script prints
checks() {
    local failed name detail script=$1
    shift
    while IFS=$'\t' read -r failed name detail; do
        report "$failed" "$name" "$detail"
    done < <(PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$top/tests/lsp /usr/bin/python3 "$top/tests/lsp/$script" "$@" 2>python.log
        echo "$?" >python.status)
    wait
    is "$script ends without an error" 0 "$(<python.status)$(tail -3 python.log)"
}
