# calls.sh - for calls.test and calls.slow.test: the library against the host's, call by call.
# shellcheck shell=bash
# shellcheck disable=SC2154 # build, made come from library.sh
. "$(dirname "${BASH_SOURCE[0]}")/library.sh"

# COUNT calls at random, by the host and by the machine; PRAM_SEED=N repeats them
compare_calls() {
    local count=$1 seed name
    seed=${PRAM_SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
    echo "# seed $seed"
    mkdir -p host machine # each with its own files
    (cd host && "$build/tests/fork-rt/library/calls" "$seed" "$count") >expected
    library_program calls
    pramsim -q -p1 --files=machine "$made.prog" "$seed" "$count" >got
    is "the program makes all calls" "0 $count" "$? $(wc -l <got)"
    while read -r name; do
        is "$name is as on the host" '' "$(diff <(grep "^$name:" expected) <(grep "^$name:" got) | grep '^[<>]' | cut -c1-400 | head -n 12)"
    done < <(cut -d: -f1 expected | sort -u)
}
