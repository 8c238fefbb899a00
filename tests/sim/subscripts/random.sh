# random.sh - random programs with subscripts of arrays in arrays, and of members (random.awk): --check finds the lines
# with one out of bounds, and no others. At -O1 it may miss one line of a hundred, where two loads are merged or an
# address starts as a pointer itself. Sourced by tests/sim/subscripts_random.test and its slow sister:
#   random_subscripts FIRST LAST
# shellcheck shell=bash disable=SC2154
random_subscripts() {
    local seed level wrong missed=0 known=0
    for ((seed = $1; seed <= $2; seed++)); do
        awk -v seed="$seed" -v program=rows.fork -v findings=known -f "$top/tests/sim/subscripts/random.awk"
        wrong=
        for level in -O0 -Og -O1; do
            fcc -g -w $level -o rows.o rows.fork 2>messages || wrong+="fcc $level: $(head -5 messages)"
            within 60 pramsim --check -q -p1 --engine=reference rows.o >said 2>&1
            within 60 pramsim --check -q -p1 --engine=bsp rows.o >too 2>&1
            cmp -s said too || wrong+="$level: the engines differ: $(diff said too | head -5)"
            sed -n 's/^pramsim: warning.*rows.fork:\([0-9]*\),.*/\1/p' said | sort -u >found
            grep -v '^pramsim: \(warning\|hint\)' said >other && wrong+="$level: $(cat other)"
            comm -23 <(sort known) found >lost
            if [ $level = -O0 ]; then wrong+=$(sed "s/^/$level, not found: /" lost)
            else missed=$((missed + $(wc -l <lost))) known=$((known + $(wc -l <known)))
            fi
            wrong+=$(comm -13 <(sort known) found | sed "s/^/$level, not so: /")
        done
        is "random subscripts, seed $seed" '' "$wrong"
    done
    ok "of $known lines, -O1 misses at most one of a hundred: $missed" [ $((100 * missed)) -le $known ]
}
