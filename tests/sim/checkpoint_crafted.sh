# checkpoint_crafted.sh - checkpoints that pramsim did not make, with a right checksum: they are refused, or a run
# continues from their state. Nothing crashes, hangs or takes all memory. CRAFTED: their number. SEED: of the first one.
# shellcheck shell=bash
# shellcheck source=tests/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
: "${CRAFTED:=60}" "${SEED:=$RANDOM}"

cat >work.fork <<'END'
#include <fork.h>
#include <io.h>
#include <stdlib.h>
sh int total, file, in;
int main(void)
{
    int k;
    if (__PROC_NR__ == 0) {
        file = open("lines", OPEN_WRITE);
        in = open("words", OPEN_READ);
    }
    start
        for (k = 0; k < 3000; k++) {
            mpadd(&total, rand() & 7);
            if ($ == 0) {
                farm fprintf(file, "%d %c %c\n", total, getchar(), getc(in));
                if (k % 16 == 0)
                    farm {
                        int log = open("log", OPEN_APPEND);
                        fprintf(log, "%d\n", k);
                        close(log);
                    }
            }
        }
    return 0;
}
END
head -c 900 /dev/urandom | base64 -w 0 >words
ok 'a program' fcc -o work.o work.fork
cat >units.s <<'END'
        .text
        .global _start
_start: getpn R3
        xfromi R3,X1
again:  xadd  X1,X1,X2
        xadd  X2,X1,X1
        bra   again
END
ok 'a program for precision units' prasm -o units.a units.s
ok 'linked' prlink -o units.o units.a
# checkpoint FILE OPTION ...: of a run that is stopped on its way
checkpoint() {
    local file=$1
    shift
    for _ in {1..50}; do # a run of milliseconds may end before its first checkpoint is there
        pramsim -q --checkpoint="$file" --checkpoint-every=0.001 "$@" <words >out 2>err
        [ ! -s "$file" ] || break
    done
    ok "a checkpoint, $*" test -s "$file"
}
checkpoint first -p5 --engine=reference --max-cycles=150000 work.o
cp first third # and then what a run finds that ends in a fault
pramsim -q -p5 --max-cycles=200000 --resume=third --checkpoint=third work.o <words >out 2>err
is 'one with files that are to be put back' '14 1' "$? $(pramsim --describe=third | grep -c '^puts back')"
checkpoint second -p70 --engine=reference --max-seconds=0.3 units.o

refused=0 wrong=
ways=(--engine=reference '-t1' '-t2 -g0' '-g4')
for ((k = 0; k < CRAFTED; k++)); do
    which=first program=work.o pps=5
    [ $((k % 4)) = 2 ] && which=third
    [ $((k % 4)) = 3 ] && which=second program=units.o pps=70
    "$build/tests/sim/checkpoint_damage" $which crafted $((SEED + k)) || wrong+="not made "
    # shellcheck disable=SC2086
    within 20 pramsim -q ${ways[k % 3 + (k % 12 == 8)]} -p$pps --max-cycles=300000 --max-seconds=0.5 --max-host-memory=1G --resume=crafted $program <words >out 2>err
    status=$?
    [ $status = 29 ] && refused=$((refused + 1))
    [ $status -gt 29 ] && wrong+="seed $((SEED + k)): $status $(head -1 err); "
    within 20 pramsim --describe=crafted >out 2>err
    status=$?
    [ $status = 0 ] || [ $status = 29 ] || wrong+="seed $((SEED + k)), described: $status $(head -1 err); "
done
is "$CRAFTED crafted checkpoints do no harm (seed $SEED)" '' "$wrong"
ok "some are refused ($refused)" test $refused -gt $((CRAFTED / 5))
ok "some are not" test $refused -lt $CRAFTED
finish
