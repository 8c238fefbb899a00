// Fully diverged asynchronous code: every PP takes a different random walk through branches, with some stores.
        .bss
cells:  .space 65536
        .global _start
        .text
_start: getpn R3
        set   2654435761,R4
        add   R3,1,R5
        mul   R5,R4,R5
        set   cells,R6
        add   R6,R3,R6
        set   ITERATIONS,R20
        mul   R3,64,R7
again:  lsr   R5,13,R8
        xor   R5,R8,R5
        mul   R5,R4,R5
        ands  R5,64,R0
        beq   left
        add   R7,R5,R7
        ands  R7,256,R0
        beq   low
        xor   R7,R5,R7
        add   R7,3,R7
        bra   joined
low:    sub   R7,R5,R7
        lsr   R7,1,R9
        add   R9,R7,R7
        bra   joined
left:   ands  R5,128,R0
        bne   joined
        rol   R7,5,R7
        add   R7,R3,R7
        ands  R5,1024,R0
        beq   joined
        stg   R6,0,R7
joined: subs  R20,1,R20
        bne   again
        stg   R6,0,R7
        halt
