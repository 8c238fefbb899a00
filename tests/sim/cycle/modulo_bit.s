// bmc and bms branch on the lowest bit of the cycle counter, bmc in even cycles, bms in odd ones. So PPs that arrive at any
// time leave `bmc .` with an even cycle before them, and `bms .` with an odd one. getct and getsr tell the same.
//   rows of p cells: parity of getct after bmc, after bms; status word in an even, in an odd cycle; 1 if four branches
//   did what they should
//! run: -p 1
//! mem out = 0
//! mem out+1 = 1
//! mem out+2 = 0
//! mem out+3 = 1
//! mem out+4 = 1
//! run: -p 20
//! mem out+i = 0 for i in 0..p-1
//! mem out+p+i = 1 for i in 0..p-1
//! mem out+2*p+i = 0 for i in 0..p-1
//! mem out+3*p+i = 1 for i in 0..p-1
//! mem out+4*p+i = 1 for i in 0..p-1
        .data
out:    .space 5*20
        .text
        .global _start
_start: getpn R20
        getnp R21
        set   out,R10
        add   R10,R20,R10
        add   R20,1,R5
        add   R1,R5,R1          // PP i skips i of the nops that follow
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        bmc   .
        getct R3
        and   R3,1,R3
        stg   R10,0,R3
        add   R10,R21,R10
        bms   .
        getct R3
        and   R3,1,R3
        stg   R10,0,R3
        add   R10,R21,R10
        adds  R20,1,R0          // no flag is set
        bmc   .
        getsr R3                // an even cycle
        getsr R4                // an odd one
        stg   R10,0,R3
        add   R10,R21,R10
        stg   R10,0,R4
        add   R10,R21,R10
        getlo 0,R3
        bmc   .
        bms   wrong             // even
        bmc   wrong             // odd
        bmc   first             // even: taken
        bra   wrong
first:  bms   second            // odd: taken
        bra   wrong
second: getlo 1,R3
wrong:  stg   R10,0,R3
        halt
