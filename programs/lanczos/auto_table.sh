#!/bin/bash
# auto_table.sh DIR VECTORS [JOBS [SIZES]] - the precision that `lanczos --auto` chooses, against the least one in which all
# eigenvalues are right, for n = 25, 50, 100 (or others), three alphas and this number of start vectors, into DIR/auto.csv, which is shown at
# the end. Called by `make experiments`.
#
# It can be killed at any time and goes on: a line is written as a whole when it is known, and a process that dies takes along what it
# has started. One call at a time has the lock of auto.csv; all processes below it keep it, too.
set -eu
tools=$(cd "$(dirname "$0")" && pwd)
folder=$1
vectors=$2
jobs=${3:-$(nproc)}
sizes=${4:-100 50 25} # the long ones first
mkdir -p "$folder/work"
cd "$folder/work"
stop() {
    echo "auto_table.sh: $folder/auto.csv: $1" >&2
    exit 1
}
exec 9>>../auto.csv
flock -w 5 9 || stop "another call is writing it; wait for it or take another folder"
if [ "$(tail -c 1 ../auto.csv | wc -l)" -eq 0 ]; then # empty, or cut off
    truncate -s "$(head -n -1 ../auto.csv | wc -c)" ../auto.csv
fi
header=n,alpha,seed,chosen,least
[ -s ../auto.csv ] || echo $header >&9
[ "$(head -n 1 ../auto.csv)" = $header ] || stop "is no file of this experiment; take another folder or remove it"
rm -f auto-*

# one N ALPHA SEED: appends a line
one() {
    local name=auto-n$1-alpha$2-$3 said chosen least
    "$tools/matgen" -x -n "$1" -a "$2" -s "$3" -o "$name" >/dev/null
    said=$(exec setpriv --pdeathsig KILL "$tools/lanczos" --auto --truth="$name.eigenvalues" "$name.matrix" "$name.vector" "$name.tridiagonal")
    chosen=$(sed -n 's/^\([0-9]*\) bits$/\1/p' <<<"$said")
    least=$(sed -n 's/^least with all eigenvalues right: \([0-9]*\) bits$/\1/p' <<<"$said")
    echo "$1,$2,$3,$chosen,$least" >>../auto.csv
    echo "n = $1, alpha = $2, vector $3: $chosen bits chosen, $least would do"
    rm -f "$name".*
}
export -f one
export tools
for n in $sizes; do
    for alpha in 0.25 1.0 0.5; do
        for ((seed = 1; seed <= vectors; seed++)); do
            grep -q "^$n,$alpha,$seed," ../auto.csv || echo "$n $alpha $seed"
        done
    done
done >auto-jobs
setpriv --pdeathsig KILL xargs -r -P "$jobs" -L 1 setpriv --pdeathsig KILL bash -c 'set -eu; one "$@"' one <auto-jobs
rm -f auto-jobs
{ echo $header && sort -t, -k1,1n -k2,2n -k3,3n <(tail -n +2 ../auto.csv); } >../auto.csv.part
mv ../auto.csv.part ../auto.csv
awk -F, '{ printf "%6s %6s %6s %8s %6s\n", $1, $2, $3, $4, $5 }' ../auto.csv
