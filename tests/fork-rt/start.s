# start.s - start(e) for every e from 0 to p, PPs outside running ahead; then start in the world again.

    .include "abi.inc"
    .extern __fork_barrier, __fork_start, __fork_start_end, __fork_rank, __fork_world, __fork_shared_frame, __fork_shalloc
    .extern check, check_pp, together, report
    .text
    .global main
    .func
main:
    pshg  sp,1,ra
    getnp a0                            # 1: the world has all PPs
    ldg   gp,GROUP_SIZE,a1
    getlo 1,a2
    call  check,ra
    getpn a0                            # 2: $ in the world
    getlo PP_ID,a1
    getlo 2,a2
    call  check_pp,ra

    getlo 0,s0                          # e
each:
    add   s0,0,a0
    call  __fork_start,ra
    cmp   a0,0
    beq   outside
    getlo 1,a1                          # 3: inside
    getlo 3,a2
    call  check,ra
    add   s0,0,a0                       # 4: # = e
    ldg   gp,GROUP_SIZE,a1
    getlo 4,a2
    call  check,ra
    getlo 5,a2                          # 5: synchronous
    call  together,ra
    getpn a0                            # 6: $
    getlo PP_ID,a1
    getlo 6,a2
    call  check_pp,ra
    call  __fork_rank,ra                # 7: $$
    getpn a1
    getlo 7,a2
    call  check,ra
    getlo 0,a0                          # 8: @
    getlo PP_NUMBER,a1
    getlo 8,a2
    call  check_pp,ra
    add   gp,GROUP_WORDS,a1             # 9: the shared stack begins behind the frame
    getlo 5,a0
    add   a1,0,s1
    call  __fork_shared_frame,ra
    add   s1,0,a1
    getlo 9,a2
    call  check,ra
    add   s1,5,a0                       # 10: and went up
    add   ssp,0,a1
    getlo 10,a2
    call  check,ra
    ldg   gp,GROUP_LIMIT,s2             # 11: the group heap goes down
    getlo 7,a0
    call  __fork_shalloc,ra
    sub   s2,7,a1
    getlo 11,a2
    call  check,ra
    call  __fork_barrier,ra
    getlo 12,a2                         # 12: still together
    call  together,ra
    call  __fork_start_end,ra
    set   __fork_world,a0               # 13: back in the world
    add   gp,0,a1
    getlo 13,a2
    call  check,ra
outside:
    add   s0,1,s0
    getnp t0
    cmp   s0,t0
    ble   each
    call  __fork_barrier,ra
    getlo 14,a2                         # 14: the world's barrier is exact too
    call  together,ra
    popng sp,-1,ra
    nop
    bra   report
