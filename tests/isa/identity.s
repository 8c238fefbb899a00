// getpn, getnp, getct, getsr.
//! run: -p 1
//! mem out = 0
//! mem out+1 = 1
//! mem out+2 = 5
//! mem out+3 = 11
//! run: -p 3
//! mem out+4*i = i for i in 0..2
//! mem out+4*i+1 = 3 for i in 0..2
//! mem out+4*i+2 = 5 for i in 0..2
//! mem out+4*i+3 = 11 for i in 0..2
//! run: -p 1000
//! mem out+4*i = i for i in 0..999
//! mem out+4*i+1 = 1000 for i in 0..999
//! mem out+4*i+2 = 5 for i in 0..999
//! mem out+4*i+3 = 11 for i in 0..999
        .data
out:    .space 4000
        .text
        .global _start
_start: getpn R3
        getnp R4
        set   out,R7            // cycles 2, 3
        lsl   R3,2,R8           // 4
        getct R5                // 5
        subs  R0,0,R0           // 6: Z and C
        getsr R6                // 7: an odd cycle, so 8 + 2 + 1
        add   R7,R8,R7
        stg   R7,0,R3
        stg   R7,1,R4
        stg   R7,2,R5
        stg   R7,3,R6
        halt
