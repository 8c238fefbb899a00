// A loop that touches registers only: 32 operations on rows that differ from PP to PP, and the loop's own two.
        .global _start
_start: getpn R3
        mul   R3,R3,R4
        mul   R4,R3,R5
        add   R5,R3,R6
        set   ITERATIONS,R20
again:
        add   R4,R5,R7
        xor   R5,R6,R8
        sub   R7,R8,R9
        and   R6,R4,R10
        or    R9,R10,R11
        lsl   R11,3,R12
        max   R12,R7,R13
        mul   R13,R5,R4
        add   R4,R5,R7
        xor   R5,R6,R8
        sub   R7,R8,R9
        and   R6,R4,R10
        or    R9,R10,R11
        lsl   R11,3,R12
        max   R12,R7,R13
        add   R13,R5,R6
        add   R4,R5,R7
        xor   R5,R6,R8
        sub   R7,R8,R9
        and   R6,R4,R10
        or    R9,R10,R11
        lsl   R11,3,R12
        max   R12,R7,R13
        mul   R13,R5,R4
        add   R4,R5,R7
        xor   R5,R6,R8
        sub   R7,R8,R9
        and   R6,R4,R10
        or    R9,R10,R11
        lsl   R11,3,R12
        max   R12,R7,R13
        add   R13,R5,R5
        subs  R20,1,R20
        bne   again
        halt
