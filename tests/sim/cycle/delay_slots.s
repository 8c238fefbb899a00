// The slot of each delayed instruction. First a slot that reads the target: it reads the old value, the instruction after
// it the new one. Then a slot that writes the target: the delayed value lands last and stays.
//   per instruction four cells: read in the slot, read after it; read after a slot that wrote, and the cell at the end
//! run: -p 1
// ldg: target 5, cell 70; the slot writes 99
//! mem out = 5
//! mem out+1 = 70
//! mem out+2 = 70
//! mem out+3 = 70
// popg
//! mem out+4 = 5
//! mem out+5 = 71
//! mem out+6 = 71
//! mem out+7 = 71
// popng
//! mem out+8 = 5
//! mem out+9 = 72
//! mem out+10 = 72
//! mem out+11 = 72
// mpadd: 73 + 5, then + 5
//! mem out+12 = 5
//! mem out+13 = 73
//! mem out+14 = 78
//! mem out+15 = 83
// mpmax: 4 max 5, then max 5
//! mem out+16 = 5
//! mem out+17 = 4
//! mem out+18 = 5
//! mem out+19 = 5
// mpand: 6 & 5 = 4
//! mem out+20 = 5
//! mem out+21 = 6
//! mem out+22 = 4
//! mem out+23 = 4
// mpor: 8 | 5 = 13
//! mem out+24 = 5
//! mem out+25 = 8
//! mem out+26 = 13
//! mem out+27 = 13
        .data
out:    .space 32
cells:  .word 70, 71, 72, 73, 4, 6, 8
        .text
        .global _start
_start: set   cells,R7
        set   out,R10
// ldg
        getlo 5,R8
        ldg   R7,0,R8
        add   R8,0,R3           // the slot reads the old value
        add   R8,0,R4
        getlo 5,R8
        ldg   R7,0,R8
        getlo 99,R8             // the slot writes the target
        add   R8,0,R5
        ldg   R7,0,R6
        nop
        stg   R10,0,R3
        stg   R10,1,R4
        stg   R10,2,R5
        stg   R10,3,R6
// popg
        getlo 5,R8
        add   R7,1,R9
        popg  R9,1,R8
        add   R8,0,R3
        add   R8,0,R4
        getlo 5,R8
        add   R7,1,R9
        popg  R9,1,R8
        getlo 99,R8
        add   R8,0,R5
        ldg   R7,1,R6
        nop
        stg   R10,4,R3
        stg   R10,5,R4
        stg   R10,6,R5
        stg   R10,7,R6
// popng
        getlo 5,R8
        add   R7,3,R9
        popng R9,-1,R8
        add   R8,0,R3
        add   R8,0,R4
        getlo 5,R8
        add   R7,3,R9
        popng R9,-1,R8
        getlo 99,R8
        add   R8,0,R5
        ldg   R7,2,R6
        nop
        stg   R10,8,R3
        stg   R10,9,R4
        stg   R10,10,R5
        stg   R10,11,R6
// mpadd
        getlo 5,R8
        mpadd R7,3,R8
        add   R8,0,R3
        add   R8,0,R4
        getlo 5,R8
        mpadd R7,3,R8
        getlo 99,R8
        add   R8,0,R5
        ldg   R7,3,R6
        nop
        stg   R10,12,R3
        stg   R10,13,R4
        stg   R10,14,R5
        stg   R10,15,R6
// mpmax
        getlo 5,R8
        mpmax R7,4,R8
        add   R8,0,R3
        add   R8,0,R4
        getlo 5,R8
        mpmax R7,4,R8
        getlo 99,R8
        add   R8,0,R5
        ldg   R7,4,R6
        nop
        stg   R10,16,R3
        stg   R10,17,R4
        stg   R10,18,R5
        stg   R10,19,R6
// mpand
        getlo 5,R8
        mpand R7,5,R8
        add   R8,0,R3
        add   R8,0,R4
        getlo 5,R8
        mpand R7,5,R8
        getlo 99,R8
        add   R8,0,R5
        ldg   R7,5,R6
        nop
        stg   R10,20,R3
        stg   R10,21,R4
        stg   R10,22,R5
        stg   R10,23,R6
// mpor
        getlo 5,R8
        mpor  R7,6,R8
        add   R8,0,R3
        add   R8,0,R4
        getlo 5,R8
        mpor  R7,6,R8
        getlo 99,R8
        add   R8,0,R5
        ldg   R7,6,R6
        nop
        stg   R10,24,R3
        stg   R10,25,R4
        stg   R10,26,R5
        stg   R10,27,R6
        halt
