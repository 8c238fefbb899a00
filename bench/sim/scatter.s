// Multiprefix requests back to back: MASK = 0: all to one cell; else each PP to random cells among MASK + 1.
        .bss
cells:  .space 262144
        .global _start
        .text
_start: getpn R3
        set   2654435761,R4
        add   R3,1,R5
        mul   R5,R4,R5
        set   cells,R6
        set   MASK,R10
        set   ITERATIONS,R20
again:  lsr   R5,9,R8
        and   R8,R10,R8
        add   R6,R8,R8
        mpadd R8,0,R3
        mul   R5,R4,R5
        subs  R20,1,R20
        bne   again
        halt
