# lib.sh - for the tests of lab/: what documents and man pages say of tables.
# shellcheck shell=bash disable=SC2154 # bin comes from lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck disable=SC2034
programs=$build/programs

# table FILE HEADING: the rows of the table in a document whose first column is called so
table() {
    awk -v heading="| $2 |" 'index($0, heading) == 1 { inside = 1; getline; next } inside && /^\|/ { print; next } { inside = 0 }' "$top/$1"
}
# option_rows FILE.def: as the documents have them; option_lines: as the man pages have them
option_rows() {
    sed -n "s/^OPTION('\(.\)', \([a-z_]*\), \"\", \"\(.*\)\")\$/| \`-\1\`, \`--\2\` | \3 |/p; s/^OPTION('\(.\)', \([a-z]*\), \"\(.*\)\", \"\(.*\)\")\$/| \`-\1\`, \`--\2=\3\` | \4 |/p" "$top/$1" |
        sed 's/\\"/"/g; s/`--\([a-z]*\)_/`--\1-/'
}
option_lines() {
    option_rows "$1" | sed 's/^| `\(.*\)`, `\([^`]*\)` | \(.*\) |$/\1, \2: \3/'
}
man_lines() {
    awk '/^.SH OPTIONS/ { inside = 1; next } /^.SH/ { inside = 0 } inside && $0 != ".TP"' "$top/docs/man/$1.1" |
        sed 's/\\f[BRI]//g; s/\\-/-/g' | paste -d '@' - - | sed 's/@/: /'
}
