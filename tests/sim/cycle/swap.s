// Two PPs swap two cells: both load in one cycle, both store in one cycle, nothing is lost.
//! run: -p 2
//! mem out = 22
//! mem out+1 = 11
        .data
out:    .word 11, 22
        .text
        .global _start
_start: getpn R20
        set   out,R7
        add   R7,R20,R8         // the own cell
        xor   R20,1,R9
        add   R7,R9,R9          // the other one
        ldg   R9,0,R3
        nop
        stg   R8,0,R3
        halt
