// Pops with unusual targets and pointers: into R0 the value vanishes, but the pointer moves; through R1 the moved pointer is a
// jump, and the value of the own address lands after the instruction that is jumped to.
//! run: -p 1
//! mem out = 3
//! mem out+1 = 0
//! mem out+2 = 41
//! mem out+3 = 5
        .data
out:    .space 8
        .text
        .global _start
_start: set   out,R7
        getlo 41,R3
        stg   R0,place,R3       // page 0: the cell with the number of the instruction at place
        getlo 5,R3
        add   R7,0,R9
        popg  R9,3,R0
        add   R0,0,R4           // 0
        sub   R9,R7,R5          // 3
        stg   R7,0,R5
        stg   R7,1,R4
place:  popg  R1,2,R3           // loads the cell, jumps two on
        getlo 99,R3
        add   R3,0,R4           // the slot: the old 5
        stg   R7,2,R3           // the loaded 41
        stg   R7,3,R4
        halt
