#!/bin/bash
# auto_table.sh DIR VECTORS [JOBS] - the precision that `lanczos --auto` chooses, against the least one in which all
# eigenvalues are right, for n = 25, 50, 100, three alphas and so many start vectors, into DIR/auto.csv. A line is written
# when it is known, so it can be killed at any time and goes on. Called by `make experiments`.
set -eu
tools=$(cd "$(dirname "$0")" && pwd)
vectors=$2
jobs=${3:-$(nproc)}
mkdir -p "$1/work"
cd "$1/work"
[ -s ../auto.csv ] || echo "n,alpha,seed,chosen,least" >../auto.csv

# one N ALPHA SEED: appends a line
one() {
    local name=auto-n$1-alpha$2-$3 said chosen least
    "$tools/matgen" -x -n "$1" -a "$2" -s "$3" -o "$name" >/dev/null
    said=$("$tools/lanczos" --auto --truth="$name.eigenvalues" "$name.matrix" "$name.vector" "$name.tridiagonal")
    chosen=$(sed -n 's/^\([0-9]*\) bits$/\1/p' <<<"$said")
    least=$(sed -n 's/^least with all eigenvalues right: \([0-9]*\) bits$/\1/p' <<<"$said")
    echo "$1,$2,$3,$chosen,$least" >>../auto.csv
    echo "n = $1, alpha = $2, vector $3: $chosen bits chosen, $least would do"
    rm -f "$name".*
}
export -f one
export tools
for n in 25 50 100; do
    for alpha in 0.25 0.5 1.0; do
        for ((seed = 1; seed <= vectors; seed++)); do
            grep -q "^$n,$alpha,$seed," ../auto.csv || echo "$n $alpha $seed"
        done
    done
done | xargs -P "$jobs" -L 1 bash -c 'set -eu; one "$@"' one
