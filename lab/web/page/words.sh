#!/bin/sh
# words.sh - prints the keywords of Fork, from the compiler's table, as JSON.
set -eu
fcc=$(dirname "$0")/../../../fcc
printf '{"keywords":['
sed -n 's/^KEYWORD([A-Z_]*, "\(.*\)").*/"\1"/p' "$fcc/text/token.def" | paste -sd, - | tr -d '\n'
echo ']}'
