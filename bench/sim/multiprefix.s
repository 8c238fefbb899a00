// Multiprefix requests and hardly anything else, 16 in a row. MASK = 0: all to one cell; else each PP to 16 random
// cells among MASK + 1. (In scatter.s only every 7th instruction is one, and each is to another cell.)
        .bss
cells:  .space 262144
        .global _start
        .text
_start: getpn R3
        set   2654435761,R4
        add   R3,1,R5
        set   cells,R6
        set   MASK,R7
        set   ITERATIONS,R30
        set   1,R28
        subs  R7,0,R0
        bne   many
        nop
        set   0,R28             // one cell: its address is known to be the same in all PPs
many:   mul   R5,R28,R8
        mul   R8,R4,R8
        mul   R8,R4,R9
        mul   R9,R4,R10
        mul   R10,R4,R11
        mul   R11,R4,R12
        mul   R12,R4,R13
        mul   R13,R4,R14
        mul   R14,R4,R15
        mul   R15,R4,R16
        mul   R16,R4,R17
        mul   R17,R4,R18
        mul   R18,R4,R19
        mul   R19,R4,R20
        mul   R20,R4,R21
        mul   R21,R4,R22
        mul   R22,R4,R23
        lsr   R8,8,R8
        and   R8,R7,R8
        add   R6,R8,R8
        lsr   R9,8,R9
        and   R9,R7,R9
        add   R6,R9,R9
        lsr   R10,8,R10
        and   R10,R7,R10
        add   R6,R10,R10
        lsr   R11,8,R11
        and   R11,R7,R11
        add   R6,R11,R11
        lsr   R12,8,R12
        and   R12,R7,R12
        add   R6,R12,R12
        lsr   R13,8,R13
        and   R13,R7,R13
        add   R6,R13,R13
        lsr   R14,8,R14
        and   R14,R7,R14
        add   R6,R14,R14
        lsr   R15,8,R15
        and   R15,R7,R15
        add   R6,R15,R15
        lsr   R16,8,R16
        and   R16,R7,R16
        add   R6,R16,R16
        lsr   R17,8,R17
        and   R17,R7,R17
        add   R6,R17,R17
        lsr   R18,8,R18
        and   R18,R7,R18
        add   R6,R18,R18
        lsr   R19,8,R19
        and   R19,R7,R19
        add   R6,R19,R19
        lsr   R20,8,R20
        and   R20,R7,R20
        add   R6,R20,R20
        lsr   R21,8,R21
        and   R21,R7,R21
        add   R6,R21,R21
        lsr   R22,8,R22
        and   R22,R7,R22
        add   R6,R22,R22
        lsr   R23,8,R23
        and   R23,R7,R23
        add   R6,R23,R23
        set   1,R24
        set   2,R25
        add   R3,3,R26
        xor   R3,R5,R27
again:  mpadd R8,0,R24
        mpadd R9,0,R25
        mpadd R10,0,R26
        mpadd R11,0,R27
        mpadd R12,0,R24
        mpadd R13,0,R25
        mpadd R14,0,R26
        mpadd R15,0,R27
        mpadd R16,0,R24
        mpadd R17,0,R25
        mpadd R18,0,R26
        mpadd R19,0,R27
        mpadd R20,0,R24
        mpadd R21,0,R25
        mpadd R22,0,R26
        mpadd R23,0,R27
        subs  R30,1,R30
        bne   again
        halt
