// Loads and stores: constant and register offsets, negative ones, wrap-around of the address sum, page 0.
//! run: -p 1
//! mem out = 11
//! mem out+1 = 12
//! mem out+2 = 13
//! mem out+3 = 14
//! mem out+4 = 15
//! mem out+5 = 16
//! mem out+6 = 77
//! mem out+7 = 78
//! mem out+8 = 0
//! mem out+9 = 79
//! mem out+4100 = 80
        .data
out:    .space 16
cells:  .word 11, 12, 13, 14
        .space 4080
        .word 0
        .text
        .global _start
_start: set   cells,R7
        set   out,R10
        ldg   R7,0,R3           // no offset
        ldg   R7,1,R4           // a constant
        getlo 2,R8
        ldg   R7,R8,R5          // a register
        add   R7,4,R9
        stg   R10,0,R3
        stg   R10,1,R4
        ldg   R9,-1,R6          // a negative constant
        stg   R10,2,R5
        stg   R10,3,R6
        getlo -5,R8             // a negative register: the sum is taken modulo 2^32
        getlo 15,R3
        add   R10,9,R9
        stg   R9,R8,R3
        getlo -1,R8
        getlo 16,R3
        set   4102,R9           // 4102 - 1 = out + 5
        stg   R8,R9,R3
        getlo 77,R3
        stg   R0,100,R3         // page 0, by a constant
        ldg   R0,100,R4
        getlo 78,R5
        stg   R10,6,R4
        stg   R0,4095,R5        // its last word
        getlo 4095,R9
        ldg   R9,0,R4
        ldg   R9,-4094,R5       // word 1 holds 0
        stg   R10,7,R4
        stg   R10,8,R5
        getlo 79,R3
        sub   R10,4000,R9
        stg   R9,4009,R3        // the datum may be the last register written
        getlo 80,R3
        add   R10,4095,R9
        stg   R9,5,R3
        halt
