// A hint is a nop of one cycle, with and without an argument, also an unknown one; nop too; halt stops one PP only.
//! run: -p 2
//! mem out = 6
//! mem out+1 = 6
//! mem out+2 = 0
//! mem out+3 = 1
        .data
out:    .space 4
        .text
        .global _start
_start: set   out,R7
        getct R3                // cycle 2
        shint 11
        shint 0
        nop
        nop
        nop
        getct R4                // cycle 8
        sub   R4,R3,R4
        getpn R5
        add   R7,R5,R8
        stg   R8,0,R4
        subs  R5,0,R0
        bne   .+2
        halt                    // PP 0 stops here
        stg   R8,2,R5
        halt
