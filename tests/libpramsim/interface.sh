# interface.sh - for interface.test: what programs that are linked with libpramsim rely on, as text and as libraries to be compared.
#
#   declarations HEADER             prints the header's declarations, one a line, and a line for each structure: its members' offsets and
#                                   sizes in bytes, as the compiler of this host lays them out
#   released_library LIST OUT       builds a library with the declarations and the symbols of LIST (interface.1): its functions do nothing
#   present_library FOLDER OUT      builds one of libpramsim's sources in FOLDER, with its types in DWARF
#   compare_libraries OLD HEADERS NEW HEADERS   prints what abidiff finds of changes; functions that were added are none
# shellcheck shell=bash disable=SC2154 # top comes from lib.sh

released_flags=(-std=c17 -D_GNU_SOURCE -g -O0 -w -fPIC -fvisibility=hidden)

# layouts: of the structures among declarations, read from standard input
layouts() { # HEADER
    {
        printf '#include <stddef.h>\n#include <stdio.h>\n#include "%s"\n' "$1"
        echo 'int main(void) {'
        awk '/^struct [a-z_]+ \{/ {
            name = $2; members = $0
            sub(/^[^{]*\{/, "", members); sub(/\}.*/, "", members)
            printf "struct %s %s; printf(\"struct %s has %%zu bytes:\", sizeof %s);", name, name, name, name
            count = split(members, member, /[;,]/)
            for (k = 1; k <= count; k++) {
                sub(/\[.*/, "", member[k])
                if (!match(member[k], /[a-z_]+ *$/)) continue
                field = substr(member[k], RSTART)
                printf "printf(\" %s %%zu+%%zu\", offsetof(struct %s, %s), sizeof %s.%s);", field, name, field, name, field
            }
            print "puts(\"\");"
        }'
        echo 'return 0; }'
    } >layouts.c
    gcc -std=c17 -w -o layouts layouts.c && ./layouts
}

# from the first declaration of the library's own on
declarations() {
    gcc -E -P -x c "$1" | sed 's/__attribute__((visibility("default")))//' | tr -s ' \n' ' ' |
        awk -v RS=';' '{ held = held $0; opened += gsub(/{/, "{"); opened -= gsub(/}/, "}") }
            opened == 0 { sub(/^ +/, "", held); print held ";"; held = ""; next } { held = held ";" }' | grep pramsim_ >declared
    cat declared
    layouts "$(realpath "$1")" <declared
}

released_library() {
    mkdir -p released
    { printf '#include <stddef.h>\n#include <stdint.h>\n' && grep ';$' "$1"; } >released/pramsim.h
    { echo '#include "pramsim.h"' && grep ');$' "$1" | grep -v '^typedef' |
        sed 's/^/__attribute__((visibility("default"))) /; s/;$/ { __builtin_trap(); }/'; } >released/stub.c
    sed -n 's/@@/ /p' "$1" | awk '{ names[$2] = names[$2] " " $1 ";" }
        END { for (version in names) print version " { global:" names[version] (n++ ? "" : " local: *;") " };" }' >released/map
    gcc "${released_flags[@]}" -shared -Ireleased -Wl,--version-script=released/map -o "$2" released/stub.c
}

present_library() {
    local source objects=()
    for source in "$1"/*.c; do
        objects+=("present.$(basename "$source" .c).o")
        gcc "${released_flags[@]}" -I"$(dirname "$1")" -I"$top" -c -o "${objects[-1]}" "$source" || return
    done
    gcc -shared -Wl,--version-script="$1/libpramsim.map" -o "$2" "${objects[@]}"
}

compare_libraries() {
    abidiff --headers-dir1 "$2" --headers-dir2 "$4" --drop-private-types --no-added-syms --no-show-locs "$1" "$3" | grep -vE '^(Functions|Variables) changes summary: 0 Removed, 0 Changed|^$'
}
