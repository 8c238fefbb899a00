# random.sh - random programs with pointer arithmetic (random.awk): --check finds the loads outside of the pointer's
# object, and no others. For a pointer that is the sum of several it may report nothing, or the object at that address.
# Sourced by tests/sim/aims_random.test and its slow sister:   random_aims FIRST LAST
# shellcheck shell=bash disable=SC2154
random_aims() {
    local seed level engine wrong
    for ((seed = $1; seed <= $2; seed++)); do
        awk -v seed="$seed" -v program=aims.fork -v findings=known -f "$top/tests/sim/aims/random.awk"
        wrong=
        for level in -O0 -Og -O1; do
            fcc -g -w $level -o aims.o aims.fork 2>messages || wrong+="fcc $level: $(head -5 messages)"
            within 60 pramsim --check -q -p1 --engine=reference aims.o >said 2>&1
            for engine in bsp cycle; do
                within 60 pramsim --check -q -p1 --engine=$engine aims.o >too 2>&1
                cmp -s said too || wrong+="$level: the $engine engine differs: $(diff said too | head -5)"
            done
            awk -f "$top/tests/sim/aims/said.awk" said |
                awk 'FNR == NR { may[$1] = $2 == "may"; next } !may[$1]' known - | sort >found
            sed -n 's/ must / /p' known | sort >certain
            wrong+=$(comm -23 certain found | sed "s/^/$level, not found: /")$(comm -13 certain found | sed "s/^/$level, not so: /")
        done
        is "random pointers, seed $seed" '' "$wrong"
    done
}
