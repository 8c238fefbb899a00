# experiment.sh - what the experiments of the programs share. A script sets `usage` and sources this; after it stand
#
#   $folder  where results go, made here    $size  quick or full
#   $top, $programs                         the source tree and what it has built
#   line FILE WORD ...      appends the words to FILE, with commas between them; `header` begins the file
#   header FILE WORD ...    begins FILE with the names of its columns
#   draw NAME [WIDTH HEIGHT]   commands of gnuplot on standard input become NAME.svg; data files have commas
#   words FILE FIRST COUNT  prints the 32-bit words FIRST.. of a file, signed, one a line
#
# Several experiments run side by side, so each run of pramsim has one thread; SIMULATION_THREADS=N gives it N.
# shellcheck shell=bash
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck disable=SC2034 # for scripts that source this
programs=$top/${BUILD:-build}/programs
PATH=$top/${BUILD:-build}/bin:$PATH
if [ $# -ne 2 ] || { [ "$2" != quick ] && [ "$2" != full ]; }; then
    echo "usage: ${0##*/} FOLDER quick|full" >&2
    exit 2
fi
size=$2
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$folder"
echo "== ${0%/*} ($size): $folder"

pramsim() {
    command pramsim -t"${SIMULATION_THREADS:-1}" "$@"
}

header() {
    local file=$1 IFS=,
    shift
    echo "$*" >"$file"
}

line() {
    local file=$1 IFS=,
    shift
    echo "$*" >>"$file"
}

draw() {
    local commands
    commands=$(cat)
    gnuplot <<END
set terminal svg size ${2:-720},${3:-440} dynamic background 'white' font 'sans,12'
set output "$1.svg.part"
set datafile separator ","
set grid
$commands
END
    mv "$1.svg.part" "$1.svg"
}

words() {
    od -An -v -td4 -w4 -j $((4 * $2)) -N $((4 * $3)) "$1"
}
