# start.s - from asynchronous to synchronous mode and back: the root group (docs/internals/abi.md, section 7).
#
# start(e) is entered by PPs 0..e-1, always the same ones for the same e. Each e has its own gate cell for the
# entering barrier: a PP that comes early to start(7) cannot be mistaken for one that start(4) waits for. All starts
# have PP 0 inside, so there is one root group at a time and its frame always lies in the same place.
# Calls the barrier.

    .include "abi.inc"
    .extern __fork_barrier_sized, __fork_world, __fork_gates, __fork_root, __fork_pp
    .extern __fork_panic_too_many, __fork_panic_nested_start
    .text

    .global __fork_start
    .func
__fork_start:                           # a0 = e; returns a0 = 1: inside, 0: not
    getpn t0
    cmp   t0,a0
    bge   outside
    getnp t1
    cmp   a0,t1
    bgt   __fork_panic_too_many
    set   __fork_world,t1
    cmp   gp,t1
    bne   __fork_panic_nested_start
    set   __fork_gates,t1
    ldg   t1,0,gp
    add   a0,0,t0
    add   gp,a0,gp
    sub   gp,1,gp                       # gate of e = 1, 2, ..
    add   ra,0,a1
    call  __fork_barrier_sized,ra

    set   __fork_root,t1                # from here on together
    ldg   t1,0,gp
    ldg   t1,1,t0
    getlo 0,t1
    stg   gp,GROUP_LIMIT,t0
    stg   gp,GROUP_SYNC,t1
    stg   gp,GROUP_SIZE,a0
    add   gp,GROUP_WORDS,ssp
    gethi %hi(__fork_pp),t0
    add   t0,%lo(__fork_pp),t0
    stg   t0,PP_NUMBER,t1
    getpn t1
    stg   t0,PP_ID,t1
    stg   t0,PP_RANK,t1
    getlo 1,a0
    shint SHINT_async_leave
    shint SHINT_group_enter
    jmp   a1
outside:
    getlo 0,a0
    jmp   ra

    .global __fork_start_end
    .func
__fork_start_end:
    shint SHINT_group_leave
    shint SHINT_async_enter
    set   __fork_world,gp
    getlo 0,ssp
    gethi %hi(__fork_pp),t0
    add   t0,%lo(__fork_pp),t0
    getpn t1
    stg   t0,PP_ID,t1
    stg   t0,PP_RANK,t1
    jmp   ra
