# atomic.s - operations that read and write a word at once (stdatomic.h), exact next to each other.
#
# Only mpadd changes the word of an atomic object: requests of one kind may meet in a cycle. Time is divided in
# rounds of 16 cycles by the cycle counter, which all PPs share. Additions take place in one cycle of a round. Other
# operations take turns at an object by tickets, and the PP whose turn it is reads the word in another cycle and adds the
# difference to the new value before the next cycle of additions: no other PP has changed the word meanwhile.
#
# An object: value, next ticket, ticket whose turn it is.

    .include "abi.inc"
    .set VALUE, 0
    .set NEXT, 1
    .set TURN, 2
    .set ROUND_MASK, 15

    .text
    .global __fork_atomic_add, __fork_atomic_change, __fork_atomic_exchange_if

# Goes on in the cycle that has the number 0 in its round, and back to t6 in 1: one nop of the row less for each
# cycle that is over.
    .func
next_round:
    getct t0
    set   row,t1
    add   t0,8,t0
    and   t0,ROUND_MASK,t0
    add   t1,t0,t1
    jmp   t1
row:
    nop
    nop
    nop
    nop
    nop
    nop
    nop
    nop
    nop
    nop
    nop
    nop
    nop
    nop
    nop
    jmp   t6

    .func
__fork_atomic_add:                      # a0 = object, a1 = addend; returns the value before
    set   adds,t6
    bra   next_round
adds:
    mpadd a0,VALUE,a1
    nop
    add   a1,0,a0
    jmp   ra

# Waits for its turn at the object a0; back to t7. Keeps a0 to a3.
    .func
take_turn:
    getlo 1,t0
    mpadd a0,NEXT,t0
    nop
wait:
    shint SHINT_yield
    getlo 0,t1
    mpadd a0,TURN,t1
    nop
    cmp   t0,t1
    bne   wait
    jmp   t7

    .func
__fork_atomic_change:                   # a0 = object, a1, a2: value = value & a1 ^ a2; returns the value before
    set   changes,t7
    bra   take_turn
changes:
    set   reads,t6
    bra   next_round
reads:
    nop                                 # additions
    getlo 0,t0
    mpadd a0,VALUE,t0
    nop
    and   t0,a1,t1
    xor   t1,a2,t1
    sub   t1,t0,t1
    mpadd a0,VALUE,t1
    getlo 1,t2
    mpadd a0,TURN,t2
    add   t0,0,a0
    jmp   ra

    .func
__fork_atomic_exchange_if:              # a0 = object, a1 = expected, a2 = desired; returns the value before
    set   compares,t7
    bra   take_turn
compares:
    set   looks,t6
    bra   next_round
looks:
    nop                                 # additions
    getlo 0,t0
    mpadd a0,VALUE,t0
    getlo 0,t1
    cmp   t0,a1
    bne   other
    sub   a2,t0,t1
other:
    mpadd a0,VALUE,t1
    getlo 1,t2
    mpadd a0,TURN,t2
    add   t0,0,a0
    jmp   ra
