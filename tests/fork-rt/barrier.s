# barrier.s - drives the exact barrier with every arrival offset 0..63 and checks that all leave in the same cycle,
# in the cycle that docs/internals/abi.md promises. Plain assembly: own _start, own group frames, nothing of the runtime but
# barrier.o. Assembled with -D BASES=N: N different cycles (mod 4) of the common beginning of a round.
#
# A round: all begin in the same cycle, each PP waits for its own offset, reads the clock, calls the barrier, reads the
# clock. Stages: one group of all PPs, then four groups at the same time (PP number mod 4), then one group again, in the
# same frame; in each, BASES beginnings x 5 patterns x k = 0..63:
#   0  the last PP is late by k           1  the last PP is early by k
#   2  odd PPs are late by k              3  offsets are pseudo-random, depending on PP and k
#   4  as 3, and the barrier is called three times in a row
# Output: "ROUNDS ERRORS"; an error is a PP that saw a wrong clock.

    .include "abi.inc"
    .extern __fork_barrier
    .set LATEST, 4                      # words behind the group frame: latest clock before the barrier,
    .set EXIT, 5                        # latest clock behind it
    .set STRIDE, 8

    .bss
frames:
    .space 4*STRIDE
everyone:                               # frame of all PPs, between the stages
    .space GROUP_WORDS
errors:
    .space 1

# s0 PP number, s1 last PP, s2 k, s3 pattern, s4 beginning, s5 stage, s6 clock before, s7 clock behind, s8 offset, s9 rounds
    .text
    .global _start
_start:
    getpn s0
    getnp s1
    sub   s1,1,s1
    set   everyone,gp
    add   s1,1,t0
    stg   gp,GROUP_SIZE,t0
    getlo 0,s5
    getlo 0,s9
stage:
    set   everyone,gp
    call  __fork_barrier,ra
    and   s5,1,t1
    mul   t1,3,t1
    and   s0,t1,t2
    mul   t2,STRIDE,t2
    set   frames,gp
    add   gp,t2,gp
    getlo 0,t0
    stg   gp,GROUP_SIZE,t0
    getlo 1,t0
    syncadd gp,GROUP_SIZE,t0
    getlo 0,s4
beginning:
    getlo 0,s3
pattern:
    getlo 0,s2
round:
    getlo 0,t0
    stg   gp,LATEST,t0
    stg   gp,EXIT,t0

    sub   s1,s0,t0
    lz    t0,t0
    lsr   t0,5,t0                       # 1 for the last PP, else 0
    mul   t0,s2,s8
    cmp   s3,0
    beq   begin
    sub   s2,s8,s8
    cmp   s3,1
    beq   begin
    and   s0,1,s8
    mul   s8,s2,s8
    cmp   s3,2
    beq   begin
    mul   s2,4093,t0
    add   t0,s0,t0
    set   2654435761,t1
    mul   t0,t1,t0
    lsr   t0,26,s8                      # 0..63
begin:
    set   slide_end,t0
    sub   t0,s4,t0
    sub   t0,s8,t0
    jmp   t0
    .align 128
    nop                                 # and 127 more
    .align 128
slide_end:
    cmp   s3,4
    bne   last
    call  __fork_barrier,ra
    call  __fork_barrier,ra
last:
    getct s6
    call  __fork_barrier,ra
    getct s7

    syncmax gp,LATEST,s6
    syncmax gp,EXIT,s7
    call  pause,ra                      # if the barrier is wrong its members are a few cycles apart
    ldg   gp,LATEST,t0
    ldg   gp,EXIT,t1
    add   t0,5,t0                       # call, ldg, getlo, bmc; then barrier_enter in the next even cycle,
    add   t0,1,t0
    andn  t0,1,t0
    add   t0,14,t0                      # and 14 cycles later all go on
    cmp   t0,s7
    bne   wrong
    cmp   t1,s7
    bne   wrong
    getlo 0,t0
    bra   counted
wrong:
    nop
    getlo 1,t0
counted:
    set   errors,t1
    syncadd t1,0,t0
    call  pause,ra

    add   s2,1,s2
    add   s9,1,s9
    cmp   s2,64
    blt   round
    add   s3,1,s3
    cmp   s3,5
    blt   pattern
    add   s4,1,s4
    cmp   s4,BASES
    blt   beginning
    add   s5,1,s5
    cmp   s5,3
    blt   stage

    cmp   s0,0
    bne   done
    add   s9,0,a0
    sys   SYS_print_int
    getlo 32,a0
    sys   SYS_print_char
    set   errors,t0
    ldg   t0,0,a0
    nop
    sys   SYS_print_int
    getlo 10,a0
    sys   SYS_print_char
done:
    halt

# Some 70 cycles.
pause:
    getlo 32,t0
pause_loop:
    subs  t0,1,t0
    bne   pause_loop
    jmp   ra

