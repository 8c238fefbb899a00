# mpi.sh - for the tests of several ranks (docs/scale.md): what they run with, and how a run of ranks is compared with one
# of one process.
#
#   needs_ranks               ends the script, counted as skipped, where there is no mpirun or no plugin
#   ranked N OPTION ...       pramsim on N ranks of this host, each as if it had a host of its own, --force: what mpirun
#                             says of a status is left out
#   joined N OPTION ...       the same of N processes that become one rank
#   continued NAME "RANKS THREADS ..." OPTION ... PROGRAM ...   the same of two ranks that write checkpoints all the time, then
#                             of one process and of as many ranks as each pair says that go on with the last one
#   alike NAME "RANKS THREADS ..." OPTION ... PROGRAM ...   runs the program in one process, then on as many ranks and
#                             threads as each pair says: output, messages, status, memory, files out*, registers and what
#                             was counted are the same, except for segments and phases
# shellcheck shell=bash disable=SC2154 # build comes from lib.sh
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_hwloc_base_binding_policy=none
# There are more processes than processors: one that waits hands its processor over. Messages go through shared memory; to
# look for networks takes longer than most of these runs.
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader

needs_ranks() {
    if ! type -P mpirun >/dev/null; then
        echo '1..0 # SKIP no mpirun (Open MPI) here'
    elif [ ! -e "${lib:?}/pram-mpi.so" ]; then
        echo '1..0 # SKIP pramsim was built without Open MPI: no pram-mpi.so'
    elif [[ $build = *san ]]; then
        echo '1..0 # SKIP sanitizers do not know what MPI does'
    else
        return
    fi
    exit
}

ranked() {
    local count=$1
    shift
    joined "$count" --join-ranks=1 "$@"
}

joined() {
    local count=$1 status
    shift
    timeout -k 5 $((240 * SLOWNESS / 100)) mpirun -n "$count" pramsim --force "$@" 2>said_by_all
    status=$?
    # a program's status other than 0 is news to mpirun
    awk '/^-----------/ { within = !within; next } !within' said_by_all >&2
    return $status
}

# look FILE COMMAND -- OPTION ...: all that a run leaves behind
look() {
    local file=$1 command=()
    shift
    while [ "$1" != -- ]; do
        command+=("$1")
        shift
    done
    shift
    rm -f counted
    [ -n "${keep:-}" ] || rm -f out*
    "${command[@]}" -q --hash --stats-json=counted "$@" <input >printed 2>said
    echo "status $?" >"$file"
    cat printed said out* >>"$file" 2>/dev/null
    # when a deadlock is noticed depends on how it is looked for
    ! grep -q 'fault: deadlock' said || return 0
    jq -S 'del(.options, .threads, .threads_used, .threads_why, .segments, .phases, .phase_kinds, .wall_seconds, .mips, .peak_memory, .ranks, .native, .races_noticed)' \
        counted >>"$file"
}

alike() {
    local name=$1 pairs count threads
    read -ra pairs <<<"$2"
    shift 2
    [ -e input ] || echo 'q-12 34 2.5 1aF word' >input
    look expected pramsim -- -t1 "$@"
    for ((k = 0; k < ${#pairs[@]}; k += 2)); do
        in_turn 2 || continue
        count=${pairs[k]} threads=${pairs[k + 1]}
        look seen ranked "$count" -- -t"$threads" "$@"
        differs "$name: $count ranks with $threads threads"
    done
}

# differs NAME: whether `seen` is what is expected
differs() {
    if cmp -s expected seen; then
        report 0 "$1"
    else
        report 1 "$1" "$(diff expected seen | head -12)"
    fi
}

continued() {
    local name=$1 pairs printed
    read -ra pairs <<<"$2"
    shift 2
    [ -e input ] || echo 'q-12 34 2.5 1aF word' >input
    rm -f check
    look expected pramsim -- -t1 "$@"
    look seen ranked 2 -- -t1 --checkpoint=check --checkpoint-every=0.001 "$@"
    differs "$name: 2 ranks that write checkpoints"
    printed=$(pramsim --describe=check | awk '/^standard output/ { print $3 }')
    head -c "${printed:-0}" printed >before
    # files that are complete, and not open any more, are not written again
    local keep=
    pramsim --describe=check | grep -q '^file.*written' || keep=yes
    # what comes before what was printed then is the status
    look_on() {
        look seen "$@"
        { head -1 seen && cat before && tail -n +2 seen; } >rest && mv rest seen
    }
    look_on pramsim -- -t2 --resume=check "$@"
    differs "$name: one process goes on"
    for ((k = 0; k < ${#pairs[@]}; k += 2)); do
        look_on ranked "${pairs[k]}" -- -t"${pairs[k + 1]}" --resume=check "$@"
        differs "$name: ${pairs[k]} ranks with ${pairs[k + 1]} threads go on"
    done
}
