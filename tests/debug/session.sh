#!/bin/bash
# session.sh FILE.session - carries out the commands of a session and prints what comes: the same file, if all is as it was.
#
# The first line of a session is `# [-Og] PROGRAM [options of pramsim] [-- arguments] [< INPUT]`: a source beside it, which
# is compiled here. All other lines are what the debugger prints; those that begin with "(pram) " have the commands.
# To record one again: tests/debug/session.sh FILE.session >new && mv new FILE.session
set -eu
session=$(realpath "$1")
folder=$(dirname "$session")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
read -r hash program rest <"$session"
level=-O1
[[ $program != -O* ]] || { level=$program && read -r program rest <<<"$rest"; }
[ "$hash" = '#' ] || { echo "$session: the first line names no program" >&2 && exit 2; }
rest=" $rest"
options=${rest%% -- *} arguments='' input=/dev/null
[[ $rest != *' -- '* ]] || arguments=${rest#* -- }
[[ $arguments != *'<'* ]] || input=$folder/${arguments##*< } arguments=${arguments%%<*}
cp "$folder/$program" .
case $program in
*.s) prasm "$program" && prlink -o program.o "${program%.s}.o" ;;
*) fcc "$level" -o program.o "$(basename "$program")" ;;
esac
program=$(basename "$program")
mv program.o "${program%.*}.o" 2>/dev/null || true
sed -n 's/^(pram) //p' "$session" >commands
head -1 "$session"
# shellcheck disable=SC2086
pramsim -q --debug --batch -x commands $options -- "${program%.*}.o" $arguments <"$input" 2>&1 || true
