// Two delayed instructions in a row with one target: each value lands one cycle after its own instruction, in order.
//! run: -p 1
//! mem out+1 = 70
//! mem out+2 = 71
// a load, and in its slot a mpadd with the same target: its contribution is the register before both, its result stays
//! mem out+3 = 70
//! mem out+4 = 71
//! mem out+5 = 76
// a load whose slot loads through the target: the old address is used
//! mem out+6 = 70
        .data
out:    .space 8
cells:  .word 70, 71
        .word cells2
cells2: .word 90
        .text
        .global _start
_start: set   cells,R7
        set   out,R10
        getlo 5,R8
        ldg   R7,0,R8
        ldg   R7,1,R8           // in the slot of the first
        add   R8,0,R4           // second slot: the first value
        add   R8,0,R5           // the second value
        stg   R10,1,R4
        stg   R10,2,R5
        getlo 5,R8
        ldg   R7,0,R8
        mpadd R7,1,R8           // adds the old 5
        add   R8,0,R3
        add   R8,0,R4
        ldg   R7,1,R5
        nop
        stg   R10,3,R3
        stg   R10,4,R4
        stg   R10,5,R5
        add   R7,0,R9
        ldg   R7,2,R9           // R9 = cells2, one cycle late
        ldg   R9,0,R3           // still through cells
        nop
        stg   R10,6,R3
        halt
