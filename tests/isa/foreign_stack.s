// Without the hint stack_base, R2 and R28 are registers like any other: a store through them into the neighbour's stack, or
// into a private area, is a store. With another base register it always is.
//! run: -p 2 --stack=16
//! mem out = 71
//! mem out+1 = 70
        .data
out:    .space 2
        .text
        .global _start
_start: sys   20
        getpn R20
        lsl   R20,4,R5
        sub   R3,R5,R6          // the stack of PP 0
        xor   R5,16,R5
        add   R6,R5,R2          // that of the other one
        add   R20,70,R8
        stg   R2,3,R8
        ldg   R3,3,R9
        set   out,R7
        add   R7,R20,R7
        stg   R7,0,R9
        halt
