// What is no conflict: requests of different kinds to different cells, requests of different kinds to one cell in different
// cycles, loads beside stores and beside multiprefixes, mpadd beside syncadd.
//! run: -p 4
//! mem out = 50
//! mem out+1 = 13
//! mem out+2 = 0
//! mem out+3 = 10
//! mem out+4 = 10
//! mem out+5 = 0
        .data
out:    .word 0, 10, 0, 0, 0, 0
        .text
        .global _start
_start: getpn R20
        set   out,R7
        getlo 50,R3
        getlo 1,R4
        lsl   R20,1,R21
        add   R21,1,R21
        add   R1,R21,R1         // PP k executes the k-th of the following pairs
        stg   R7,0,R3           // one cell
        bra   met
        mpadd R7,1,R4           // another: gets 10
        bra   one
        syncadd R7,1,R4
        bra   met
        ldg   R7,1,R5           // sees 10
        bra   three
one:    nop
        stg   R7,3,R4
        halt
three:  nop
        stg   R7,4,R5
        halt
met:    subs  R20,2,R0
        bne   .+2
        syncadd R7,1,R4         // a cycle later: 13
        halt
