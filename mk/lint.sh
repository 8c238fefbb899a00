#!/bin/bash
# lint.sh [format] - format, braces, clang-tidy, cppcheck and shellcheck over everything that git tracks; prints what is wrong.
# LINT_NODES: states of a function that clang's analyser follows, 10,000 unless said: the functions that need more take
# most of the time. LINT_NODES=225000 is the default of clang.
set -eu
cd "$(dirname "$0")/.."
./mk/deps.sh lint
nodes=${LINT_NODES:-10000}
status=0

# headers of Fork programs are left alone: clang-format does not know their language
mapfile -t sources < <(
    git ls-files '*.c' 'common/*.h' 'asm/*.h' 'sim/*.h' 'fcc/*.h' 'lab/*.h'
    git ls-files '*.h' ':!common' ':!asm' ':!sim' ':!fcc' ':!lab' | while read -r header; do
        { git grep -qF "#include \"$header\"" -- "*.c" || git grep -qE "^#include \"([^\"]*/)?${header##*/}\"" -- "${header%/*}/*.c"; } &&
            echo "$header"
    done)
if [ "${1-}" = format ]; then # formats the files in place of looking at them
    printf '%s\n' "${sources[@]}" | xargs -P "$(nproc)" -n 50 clang-format -i
    exit
fi
printf '%s\n' "${sources[@]}" | xargs -P "$(nproc)" -n 50 clang-format --dry-run -Werror || status=1

git ls-files 'fcc/*.[ch]' 'asm/*.[ch]' 'common/*.[ch]' | xargs awk -f mk/braces.awk || status=1

# the largest first, so that the cores are done at the same time
mapfile -t units < <(git ls-files -z '*.c' | xargs -0 ls -S)
# one file a process: the analyser of clang 14 mixes up what it knows of several; the row kernels are written in gcc's
# vector language, which it cannot read; lab/web/port defines functions that the C library of this host has; of MPI it does not know that MPI_Testall ends requests
# shellcheck disable=SC2016
printf '%s\n' "${units[@]}" | grep -v -e '^sim/tile/rows/rows' -e '^sim/ranks/mpi.c' -e '^lab/web/port/' | xargs -P "$(nproc)" -n 1 sh -c '
    clang-tidy --quiet --warnings-as-errors="*" "$@" -- \
        -std=c17 -D_GNU_SOURCE -fopenmp -I. -ffp-contract=off -Xclang -analyzer-config -Xclang max-nodes="$0" 2>/dev/null' "$nodes" || status=1

# cppcheck does not know addresses of labels, and it would take half of its
# time for the one function of advance.c that has a row for each instruction
mapfile -t units < <(printf '%s\n' "${units[@]}" | grep -vx sim/solo/advance.c)
cppcheck --quiet --std=c11 --language=c --inline-suppr --error-exitcode=1 -j "$(nproc)" -I. \
    --suppress=assignBoolToPointer:asm/tables/alu.def \
    --suppress=shiftTooManyBitsSigned:asm/tables/alu.h \
    --enable=warning,performance,portability --suppress=missingIncludeSystem --suppress=preprocessorErrorDirective \
    -D_GNU_SOURCE "${units[@]}" || status=1

# reading the sourced files of each script takes most of the time: tests that `make test` runs are read alone, because
# under `set -u` they find unset variables themselves
mapfile -t scripts < <(git ls-files '*.sh' '*.slow.test' '.ci/run' ':!tests/hostile/programs')
printf '%s\n' "${scripts[@]}" | xargs -P "$(nproc)" -n 4 shellcheck -x -P SCRIPTDIR -P . -S warning || status=1
mapfile -t scripts < <(git ls-files '*.test' ':!*.slow.test')
printf '%s\n' "${scripts[@]}" | xargs -P "$(nproc)" -n 20 shellcheck -S warning -e SC2154,SC2034,SC2164 || status=1

# pieces of scripts, which programs.test runs with its own variables
git ls-files 'tests/hostile/programs/*.sh' | xargs shellcheck -s bash -e SC2154 -S warning || status=1

[ $status -eq 0 ] && echo "lint: clean"
exit $status
