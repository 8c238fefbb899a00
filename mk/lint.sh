#!/bin/bash
# lint.sh - format, clang-tidy, cppcheck and shellcheck over everything that git tracks; prints what is wrong.
set -eu
cd "$(dirname "$0")/.."
./mk/deps.sh lint
status=0

# headers of Fork programs are left alone: clang-format does not know their language
mapfile -t sources < <(
    git ls-files '*.c' 'asm/*.h' 'sim/*.h' 'fcc/*.h'
    git ls-files '*.h' ':!asm' ':!sim' ':!fcc' | while read -r header; do
        { git grep -qF "#include \"$header\"" -- "*.c" || git grep -qE "^#include \"([^\"]*/)?${header##*/}\"" -- "${header%/*}/*.c"; } &&
            echo "$header"
    done)
clang-format --dry-run -Werror "${sources[@]}" || status=1

mapfile -t units < <(git ls-files '*.c')
# one file a process: the analyser of clang 14 mixes up what it knows of several; the row kernels are written in gcc's
# vector language, which it cannot read
# shellcheck disable=SC2016
printf '%s\n' "${units[@]}" | grep -v '^sim/bsp/rows' | xargs -P "$(nproc)" -n 1 sh -c '
    clang-tidy --quiet --warnings-as-errors="*" "$@" -- \
        -std=c17 -D_GNU_SOURCE -fopenmp -I. -ffp-contract=off 2>/dev/null' clang-tidy || status=1

cppcheck --quiet --std=c11 --language=c --inline-suppr --error-exitcode=1 -j "$(nproc)" -I. \
    --enable=warning,performance,portability --suppress=missingIncludeSystem --suppress=preprocessorErrorDirective \
    -D_GNU_SOURCE "${units[@]}" || status=1

mapfile -t scripts < <(git ls-files '*.sh' '*.test' '.ci/run')
shellcheck -x -P SCRIPTDIR -P . -S warning "${scripts[@]}" || status=1

[ $status -eq 0 ] && echo "lint: clean"
exit $status
