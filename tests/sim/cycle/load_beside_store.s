// In one cycle PP 0 stores to a cell and PPs 1 and 2 load it: they see the old value. A cycle later they see the new.
//! run: -p 3
//! mem out = 99
//! mem out+2 = 7
//! mem out+3 = 7
//! mem out+5 = 99
//! mem out+6 = 99
        .data
out:    .word 7
        .space 8
        .text
        .global _start
_start: getpn R20
        set   out,R7
        add   R7,R20,R10
        getlo 99,R3
        lsl   R20,1,R21
        add   R21,1,R21
        add   R1,R21,R1         // PP k executes the k-th of the following pairs
        stg   R7,0,R3           // PP 0
        bra   met
        ldg   R7,0,R4           // PP 1, in the same cycle
        bra   met
        ldg   R7,0,R4           // PP 2
        bra   met
met:    ldg   R7,0,R5           // one cycle later
        stg   R10,1,R4
        stg   R10,4,R5
        halt
