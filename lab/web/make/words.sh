#!/bin/sh
# words.sh - prints the words of Fork as JSON: keywords and operations with what they do, from the compiler's tables; functions of the
# library with their declarations and headers.
set -eu
top=$(dirname "$0")/../../..
printf '{"keywords":['
sed -n 's/^KEYWORD([A-Z_]*, "\(.*\)").*/"\1"/p' "$top/fcc/text/token.def" | paste -sd, - | tr -d '\n'
printf '],\n"operations":['
sed -n 's/^BUILTIN(\([a-z]\w*\),.*, \("[^"\\]*"\))$/[\1,\2]/p' "$top/fcc/check/builtin.def" | sed 's/^\[\([^,]*\),/["\1",/' | paste -sd, - | tr -d '\n'
printf '],\n"functions":['
for header in "$top"/fork-rt/include/*.h; do
    sed -n 's|^\(\(straight \)\{0,1\}\(sync \)\{0,1\}[a-z][A-Za-z_ ]*[ *]\{1,\}\([a-z]\w*\)([^()]*)\)[^;(]*;.*|["\4","\1;","'"${header##*/}"'"]|p' "$header"
done | grep -v -e typedef -e '"[^"]*\\\\' | paste -sd, - | tr -d '\n'
echo ']}'
