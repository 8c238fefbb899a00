// R0 as the datum of a store or push is the status word: modulo bit 1, C 2, V 4, Z 8, N 16. As the contribution of a
// multiprefix or sync it is 0, and as an operand too.
//! run: -p 1
// 0 - 0: Z and C; even and odd cycle
//! mem out = 10
//! mem out+1 = 11
// 0x7fffffff + 1: N and V; pushes in an even and an odd cycle
//! mem out+2 = 20
//! mem out+3 = 21
// getsr says the same
//! mem out+4 = 20
//! mem out+5 = 21
// an unordered fcmp: all flags, even cycle
//! mem out+6 = 30
// mpadd and syncadd of R0 add 0, mpmax of R0 is max 0
//! mem out+7 = 1000
//! mem out+8 = 0
// a plain store of 0 needs a register that holds 0
//! mem out+9 = 0
// a write to R0 vanishes, R0 reads 0
//! mem out+10 = 7
        .data
out:    .word -1, -1, -1, -1, -1, -1, -1, 1000, -5, -1, -1
        .text
        .global _start
_start: set   out,R7
        add   R7,2,R9
        set   0x7fffffff,R3
        subs  R0,R0,R0
        bmc   .
        stg   R7,0,R0
        stg   R7,1,R0
        adds  R3,1,R0
        bmc   .
        pshg  R9,1,R0           // even
        pshg  R9,1,R0           // odd
        getsr R4                // even
        getsr R5                // odd
        stg   R7,4,R4
        stg   R7,5,R5
        set   0x7fc00000,R3
        fcmp  R3,R3
        bmc   .
        stg   R7,6,R0
        mpadd R7,7,R0
        syncadd R7,7,R0
        mpmax R7,8,R0
        add   R0,0,R3
        stg   R7,9,R3
        getlo 55,R0
        ldg   R7,7,R0
        nop
        add   R0,7,R3
        stg   R7,10,R3
        halt
