# Two ways of equal length, one with a store that no other PP can see: legal in synchronous code (docs/check.md).
# All levels must give the members their ranks in the order of their numbers; odd PPs end a segment more.
    .include "abi.inc"
    .extern __fork_start, __fork_start_end, __fork_rank
    .text
    .global main
    .func
main:
    pshg sp,1,ra
    getnp a0
    call __fork_start,ra
    getpn s0
    and s0,1,t0
    set own,t1
    cmp t0,0
    beq even
    stg t1,0,s0         # to the private area
    bra private
even: nop
    nop
private: call __fork_rank,ra
    set ranks,t1
    add t1,s0,t1
    stg t1,0,a0
    getnp t2
    add t1,t2,t1
    cmp t0,0
    bne odd
    stg sp,0,s0         # to the stack, outside the frame
    bra stack
odd: nop
    nop
stack: call __fork_rank,ra
    stg t1,0,a0
    call __fork_start_end,ra
    popng sp,-1,ra
    getlo 0,a0
    jmp ra
    .private_bss
own: .space 1
    .bss
ranks: .space 8192
