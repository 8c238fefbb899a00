// Multiprefix and sync, one PP at a time: wrap-around, signs, all bits and none. The order among PPs is the matter of
// tests/sim/cycle/multiprefix_*.s.
//   per case: the cell afterwards, what the PP got (sync: its register, unchanged)
//! run: -p 1
// mpadd: 0x7fffffff + 1, -1 + 1, 5 + 0
//! mem out = 0x80000000
//! mem out+1 = 0x7fffffff
//! mem out+2 = 0
//! mem out+3 = -1
//! mem out+4 = 5
//! mem out+5 = 5
// mpmax: -1 with 0, 0x80000000 with -5, 7 with 0x80000000
//! mem out+6 = 0
//! mem out+7 = -1
//! mem out+8 = -5
//! mem out+9 = 0x80000000
//! mem out+10 = 7
//! mem out+11 = 7
// mpand: 0xff00ff00 with 0x0ff00ff0, -1 with 0, 0x12345678 with -1
//! mem out+12 = 0x0f000f00
//! mem out+13 = 0xff00ff00
//! mem out+14 = 0
//! mem out+15 = -1
//! mem out+16 = 0x12345678
//! mem out+17 = 0x12345678
// mpor: 0xff00ff00 with 0x0ff00ff0, 0 with -1, 0x12345678 with 0
//! mem out+18 = 0xfff0fff0
//! mem out+19 = 0xff00ff00
//! mem out+20 = -1
//! mem out+21 = 0
//! mem out+22 = 0x12345678
//! mem out+23 = 0x12345678
// syncadd, syncmax, syncand, syncor with the same operands
//! mem out+24 = 0x80000000
//! mem out+25 = 1
//! mem out+26 = 0
//! mem out+27 = 1
//! mem out+28 = 5
//! mem out+29 = 0
//! mem out+30 = 0
//! mem out+31 = 0
//! mem out+32 = -5
//! mem out+33 = -5
//! mem out+34 = 7
//! mem out+35 = 0x80000000
//! mem out+36 = 0x0f000f00
//! mem out+37 = 0x0ff00ff0
//! mem out+38 = 0
//! mem out+39 = 0
//! mem out+40 = 0x12345678
//! mem out+41 = -1
//! mem out+42 = 0xfff0fff0
//! mem out+43 = 0x0ff00ff0
//! mem out+44 = -1
//! mem out+45 = -1
//! mem out+46 = 0x12345678
//! mem out+47 = 0
// the flags are not touched: 5 - 5 left Z and C
//! mem out+48 = 10
        .data
out:    .word 0x7fffffff, 1, -1, 1, 5, 0                                // cell, contribution
        .word -1, 0, 0x80000000, -5, 7, 0x80000000
        .word 0xff00ff00, 0x0ff00ff0, -1, 0, 0x12345678, -1
        .word 0xff00ff00, 0x0ff00ff0, 0, -1, 0x12345678, 0
        .word 0x7fffffff, 1, -1, 1, 5, 0
        .word -1, 0, 0x80000000, -5, 7, 0x80000000
        .word 0xff00ff00, 0x0ff00ff0, -1, 0, 0x12345678, -1
        .word 0xff00ff00, 0x0ff00ff0, 0, -1, 0x12345678, 0
        .space 1
        .text
        .global _start
_start: set   out,R7
        getlo 2,R9              // the offset of a case as a register
        ldg   R7,1,R3
        ldg   R7,3,R4
        ldg   R7,5,R5
        subs  R9,2,R0
        mpadd R7,0,R3
        mpadd R7,R9,R4
        mpadd R7,4,R5
        add   R7,6,R7
        stg   R7,-5,R3
        stg   R7,-3,R4
        stg   R7,-1,R5
        ldg   R7,1,R3
        ldg   R7,3,R4
        ldg   R7,5,R5
        nop
        mpmax R7,0,R3
        mpmax R7,R9,R4
        mpmax R7,4,R5
        add   R7,6,R7
        stg   R7,-5,R3
        stg   R7,-3,R4
        stg   R7,-1,R5
        ldg   R7,1,R3
        ldg   R7,3,R4
        ldg   R7,5,R5
        nop
        mpand R7,0,R3
        mpand R7,R9,R4
        mpand R7,4,R5
        add   R7,6,R7
        stg   R7,-5,R3
        stg   R7,-3,R4
        stg   R7,-1,R5
        ldg   R7,1,R3
        ldg   R7,3,R4
        ldg   R7,5,R5
        nop
        mpor  R7,0,R3
        mpor  R7,R9,R4
        mpor  R7,4,R5
        add   R7,6,R7
        stg   R7,-5,R3
        stg   R7,-3,R4
        stg   R7,-1,R5
        ldg   R7,1,R3
        ldg   R7,3,R4
        ldg   R7,5,R5
        nop
        syncadd R7,0,R3
        syncadd R7,R9,R4
        syncadd R7,4,R5
        add   R7,6,R7
        stg   R7,-5,R3
        stg   R7,-3,R4
        stg   R7,-1,R5
        ldg   R7,1,R3
        ldg   R7,3,R4
        ldg   R7,5,R5
        nop
        syncmax R7,0,R3
        syncmax R7,R9,R4
        syncmax R7,4,R5
        add   R7,6,R7
        stg   R7,-5,R3
        stg   R7,-3,R4
        stg   R7,-1,R5
        ldg   R7,1,R3
        ldg   R7,3,R4
        ldg   R7,5,R5
        nop
        syncand R7,0,R3
        syncand R7,R9,R4
        syncand R7,4,R5
        add   R7,6,R7
        stg   R7,-5,R3
        stg   R7,-3,R4
        stg   R7,-1,R5
        ldg   R7,1,R3
        ldg   R7,3,R4
        ldg   R7,5,R5
        nop
        syncor R7,0,R3
        syncor R7,R9,R4
        syncor R7,4,R5
        add   R7,6,R7
        stg   R7,-5,R3
        stg   R7,-3,R4
        stg   R7,-1,R5
        bmc   .
        stg   R7,0,R0           // an even cycle
        halt
