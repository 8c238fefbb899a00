# checkpoint_kill.sh - SIGKILL at random moments of runs that write a checkpoint every fifth of a second; each time the
# run goes on with the last one, on another engine or with another number of threads, until it has ended: what it has
# printed and written, its memory, its clock and its counters are those of a run in one go.
# KILLS: their number. SEED: where the random moments come from. SECONDS_LONG: how long the program runs at least, on
# whatever host, for a run that has ended cannot be killed.
# shellcheck shell=bash
# shellcheck source=tests/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
: "${KILLS:=3}" "${SEED:=$RANDOM}" "${SECONDS_LONG:=1}"
RANDOM=$SEED

# PPs that compute for different times, in a group and on their own; they read, print, write, replace and append
cat >work.fork <<'END'
#include <fork.h>
#include <io.h>
#include <stdlib.h>
sh int total, rounds[8], log_file;
sh char name[16];
int main(void)
{
    unsigned sum = 0;
    int k, i;
    if (__PROC_NR__ == 0)
        log_file = open("log", OPEN_WRITE);
    start {
        for (k = 0; k < ROUNDS; k++) {
            sum = sum * 31 + rand() + mpadd(&total, $ + k);
            farm {
                for (i = 0; i < 20 * $ + 12000; i++)
                    sum = sum * 1664525 + i;
                mpadd(&rounds[$ & 7], 1);
                if ($ == 3) {
                    int file;
                    sprintf(name, "part%d", k % 4);
                    file = open(name, k % 8 < 4 ? OPEN_WRITE : OPEN_APPEND);
                    fprintf(file, "round %d: %u\n", k, sum);
                    close(file);
                }
            }
            if ($ == 0) {
                farm {
                    int c = getchar();
                    printf("round %d: %u %c\n", k, sum, c);
                    fprintf(log_file, "%u %c\n", sum, c);
                }
            }
        }
    }
    return 0;
}
END
head -c 3000 /dev/urandom | base64 -w 0 >input
compile() { # ROUNDS
    fcc -DROUNDS="$1" -o work.o work.fork
}
in_one_go() {
    pramsim -t1 -p13 -q work.o <input
}
rounds=$(rounds_lasting "$SECONDS_LONG" compile in_one_go)
ok 'a program that computes and writes, for long enough to be killed' test -n "$rounds"

ways=('--engine=reference' '-t1' '-g0 -t2' '-t3')
way=(-p13 -q --hash --stats-json=stats.json)
counters='[.cycles, .instructions, .work, .loads, .stores, .multiprefix, .write_conflicts, .barrier_wait_cycles, .host_calls, .end]'
remains() { # of a run: what it left behind
    cat said && jq -c "$counters" stats.json && tail -n +1 log part?
}

mkdir one && cd one && ok 'a run in one go' bash -c 'pramsim -p13 -q --hash --stats-json=stats.json ../work.o <../input >../printed.one 2>said'
remains >../expected && cd ..

# Stopped at random moments and continued in the same process: this finds defects of stopping sooner than kills.
sliced=()
for seed in 1 2; do
    mkdir sliced && cd sliced || exit 1
    SLICES_SEED=$seed "$build/tests/sim/slices" "${way[@]}" ../work.o <../input >../printed.sliced 2>said
    remains >../remained
    cd .. && rm -r sliced
    cmp -s remained expected && cmp -s printed.sliced printed.one || sliced+=("$(diff remained expected | head -4)")
done
is "a run in slices ends as one in one go" '' "${sliced[*]}"

# One run in legs: each is killed, unless it comes to its end first.
run_in_legs() {
    local resume=() pid seconds status
    mkdir legs && cd legs || exit 1
    : >printed
    for ((;;)); do
        seconds=0.$(printf %03d $((RANDOM % 400 + 230)))
        # shellcheck disable=SC2086
        pramsim ${ways[RANDOM % 4]} "${way[@]}" --checkpoint=check --checkpoint-every=0.2 "${resume[@]}" ../work.o <../input >>printed 2>said &
        pid=$!
        { sleep "$seconds" && kill -KILL $pid; } 2>/dev/null &
        wait $pid 2>/dev/null
        status=$?
        kill $! 2>/dev/null
        [ $status != 137 ] && break
        kills=$((kills + 1))
        [ -e check ] || { : >printed && continue; }
        resume=(--resume=check)
        # what was printed after the checkpoint is printed again
        truncate -s "$(pramsim --describe=check | awk '/^standard output/ { print $3 }')" printed
    done
    remains >../remained
    cp printed ..
    cd .. && rm -r legs
    [ "$status" = 0 ] && cmp -s remained expected && cmp -s printed printed.one
}

kills=0 runs=0 differ=
while [ $kills -lt "$KILLS" ] && [ -z "$differ" ] && [ $runs -lt $((KILLS * 10)) ]; do
    runs=$((runs + 1))
    run_in_legs || differ="run $runs: $(diff remained expected | head -20) $(cmp printed printed.one)"
done
is "runs that were killed $KILLS times end as one in one go" '' "$differ"
ok "runs are long enough to be killed" test $kills -ge "$KILLS"
echo "# $runs runs, $kills kills, seed $SEED"
finish
