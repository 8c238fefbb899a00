# compiler_page.sh - fills a page of docs/internals whose tables and outputs come from the compiler; for compiler.test, and
# by hand: `tests/docs/compiler_page.sh docs/internals/passes.md >new`, after `make`.
#
#   <!-- NAME begin -->     a table: after its two lines of head, the rows that `NAME` of compiler_tables.sh prints; to `end`
#   <!-- file: NAME -->     the code after it is a file that commands read
#   <!-- run: COMMAND -->   the code after it is what the command prints
# shellcheck shell=bash disable=SC2154 # top comes from lib.sh

# fill_page PAGE: prints the page, made anew; runs its commands in the current folder
fill_page() {
    local line inside='' name='' blank=''
    while IFS= read -r line; do
        case $inside in
        table)
            case $line in
            '|--'*) line=$line$'\n'$("$name") inside=rows ;;
            esac
            ;;
        rows)
            [[ $line != '|'* ]] || continue
            [[ $line != '<!-- '*' end -->' ]] || inside=''
            ;;
        file)
            case $line in
            '```'?*) : >"$name" ;;
            '```') inside='' ;;
            ?*) echo "$line" >>"$name" ;;
            '') [ ! -s "$name" ] || echo >>"$name" ;;
            esac
            ;;
        run) # nothing but the old output is left out
            case $line in
            '') [ -n "$blank" ] || { blank=1 && continue; } ;;
            '```'*) inside=old && continue ;;
            esac
            inside=''
            [ -z "$blank" ] || echo
            ;;
        old)
            [[ $line == '```' ]] && inside=''
            continue
            ;;
        *)
            case $line in
            '<!-- '*' begin -->') inside=table name=${line#<!-- } name=${name% begin -->} ;;
            '<!-- file: '*' -->') inside=file name=${line#<!-- file: } name=${name% -->} && rm -f "$name" ;;
            '<!-- run: '*' -->')
                inside=run blank='' name=${line#<!-- run: } name=${name% -->}
                printf '%s\n```text\n%s\n```\n' "$line" "$(bash -c "$name" 2>&1)"
                continue
                ;;
            esac
            ;;
        esac
        printf '%s\n' "$line"
    done <"$1"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
    top=$(cd "$(dirname "$0")/../.." && pwd)
    . "$top/tests/docs/compiler_tables.sh"
    PATH=$top/build/bin:$PATH
    page=$(realpath "$1")
    cd "$(mktemp -d)" && fill_page "$page"
fi
