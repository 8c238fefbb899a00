#!/bin/bash
# experiment.sh FOLDER quick|full - value iteration whose tasks may be substituted: steps with progress and errors against the rate
# of failures, and error by error step for step, on 10 x 10 and 50 x 50 cells. The oracle draws many runs; some are run on the
# machine, with --faults, and must agree bit for bit.
# shellcheck source=programs/experiment.sh
. "$(dirname "$0")/../experiment.sh"
[ "$size" = full ] && draws=50 steps=400 large=200 || draws=10 steps=400 large=30
program=$programs/value_iteration/value_iteration
modes="none unlimited measured"

# columns: the numbers of what the oracle prints: steps, with progress, substitutions, error, distance
columns() {
    sed -n 's/.*: \([0-9]*\) steps, \([0-9]*\) with progress, \([0-9]*\) substitutions, error \([0-9.]*\), distance \([0-9.]*\)/\1,\2,\3,\4,\5/p'
}

# a pair of PPs that break with probability B and are mended with M is broken for (B / (B + M))^2 of the time
header draws.csv mode n breaks steps progress substitutions error distance
for n in 10 50; do
    for breaks in 0 0.001 0.002 0.005 0.01 0.02; do
        for mode in $modes; do
            for ((seed = 1; seed <= draws; seed++)); do
                line draws.csv $mode $n $breaks "$("${program}_host" draw $mode $n $seed $steps $breaks 0.1 | columns)"
            done
        done
    done
done
awk -F, -v OFS=, 'function scatter(sum, squares, count) {
        v = squares / count - (sum / count) ^ 2
        return sqrt(v > 0 ? v : 0)
    }
    NR > 1 {
        k = $1 OFS $2 OFS $3
        if (!(k in count)) order[++keys] = k
        count[k]++; steps[k] += $4; progress[k] += $5; share[k] += $5 / $4; shares[k] += ($5 / $4) ^ 2
        substitutions[k] += $6; error[k] += $7; errors[k] += $7 ^ 2; distance[k] += $8; distances[k] += $8 ^ 2
    }
    END {
        print "mode,n,breaks,draws,steps,progress,share_with_progress,scatter,substitutions,error,scatter,distance,scatter"
        for (i = 1; i <= keys; i++) {
            k = order[i]; c = count[k]
            printf "%s,%d,%.1f,%.1f,%.4f,%.4f,%.1f,%.5f,%.5f,%.5f,%.5f\n", k, c, steps[k] / c, progress[k] / c, share[k] / c,
                scatter(share[k], shares[k], c), substitutions[k] / c, error[k] / c, scatter(error[k], errors[k], c),
                distance[k] / c, scatter(distance[k], distances[k], c)
        }
    }' draws.csv >means.csv

# the error after each step, with the scatter of the draws; a run that has stopped keeps its last one
header curves.csv mode n step error scatter
for n in 10 50; do
    for mode in $modes; do
        for ((seed = 1; seed <= draws; seed++)); do
            "${program}_host" curve $mode $n $seed $steps 0.01 0.1 | grep -v cells | sed "s/^/$seed,/"
        done | awk -F, -v mode=$mode -v n=$n -v steps=$steps 'function end() {
                for (; at < steps; at++) add(at + 1, last)
            }
            function add(step, error) { sum[step] += error; square[step] += error ^ 2 }
            $1 != seed { if (seed) end(); draws++; seed = $1 }
            { add($2, $3); at = $2; last = $3 }
            END {
                end()
                for (step = 10; step <= steps; step += 10) {
                    v = square[step] / draws - (sum[step] / draws) ^ 2
                    printf "%s,%d,%d,%.5f,%.5f\n", mode, n, step, sum[step] / draws, sqrt(v > 0 ? v : 0)
                }
            }' >>curves.csv
    done
done

header machine.csv mode n breaks steps progress substitutions error distance
for run in "10 0.01 300" "10 0.05 300" "50 0.005 $large"; do
    read -r n breaks most <<<"$run"
    printf 'seed 7\nchain all %s 0.1 1200 8000\n' "$breaks" >chain.faults
    for mode in $modes; do
        pramsim -q --faults=chain.faults -p $((2 * n * n)) "$program.o" $mode $n 1 "$most" out.words >said
        "${program}_host" check out.words >checked
        [ "$(cat said)" = "$(sed 's/, error .*//' checked)" ]
        line machine.csv $mode $n "$breaks" "$(columns <checked)"
    done
done
rm -f said checked out.words chain.faults
cat means.csv machine.csv
draw value_iteration 1000 420 <<END
set multiplot layout 1,2
set xlabel "step"
set ylabel "mean error"
set logscale y
set yrange [0.001:20]
set key top right
do for [n in "10 50"] {
    set title n." x ".n." cells, failures 0.01, repairs 0.1"
    plot for [mode in "$modes"] "< grep ^".mode.",".n.", curves.csv" using 3:4:(\$4 > \$5 ? \$4 - \$5 : 0.0001):(\$4 + \$5) with yerrorlines title mode
}
END
