// Pushes and pops with steps of 1, -1, 3, a register and 0: pshg and popg use the pointer, then move it; pshng and popng
// move it, then use it. The stack of the convention grows upward; its area is the PP's own.
//! run: -p 1
//! mem out+16 = 1
//! mem out+17 = 2
//! mem out+18 = 0
//! mem out+19 = 3
//! mem out+20 = 4
// where the pointer stood after each push, relative to out
//! mem out = 17
//! mem out+1 = 18
//! mem out+2 = 19
//! mem out+3 = 20
// pops: values and pointers
//! mem out+4 = 4
//! mem out+5 = 20
//! mem out+6 = 3
//! mem out+7 = 19
//! mem out+8 = 2
//! mem out+9 = 17
//! mem out+10 = 2
//! mem out+11 = 17
// through the PP's own stack: last in, first out, and the pointer is back
//! mem out+12 = 102
//! mem out+13 = 101
//! mem out+14 = 0
// pshg and pshng through R0: addresses 0 and S; the moved pointer vanishes
//! mem out+21 = 61
//! mem out+22 = 62
        .data
out:    .space 32
        .text
        .global _start
_start: set   out,R10
        add   R10,16,R7
        getlo 1,R3
        getlo 2,R4
        getlo 3,R5
        getlo 4,R6
        pshg  R7,1,R3           // M(16) = 1
        sub   R7,R10,R8
        stg   R10,0,R8
        pshg  R7,1,R4           // M(17) = 2
        sub   R7,R10,R8
        stg   R10,1,R8
        pshng R7,1,R5           // M(19) = 3
        sub   R7,R10,R8
        stg   R10,2,R8
        getlo 1,R9
        pshng R7,R9,R6          // M(20) = 4, step in a register
        sub   R7,R10,R8
        stg   R10,3,R8
        popg  R7,0,R3           // 4, the pointer stays
        sub   R7,R10,R8
        stg   R10,4,R3
        stg   R10,5,R8
        popng R7,-1,R3          // 3
        sub   R7,R10,R8
        stg   R10,6,R3
        stg   R10,7,R8
        sub   R7,2,R7
        popg  R7,0,R3
        sub   R7,R10,R8
        stg   R10,8,R3          // 2
        stg   R10,9,R8          // 17
        getlo 3,R9
        sub   R7,3,R7
        popng R7,R9,R3          // 2 again
        sub   R7,R10,R8
        stg   R10,10,R3
        stg   R10,11,R8
        sys   20                // the PP's own stack
        add   R3,0,R2
        add   R3,0,R9
        getlo 101,R5
        getlo 102,R6
        push  R5
        push  R6
        pop   R3
        pop   R4
        nop
        stg   R10,12,R3
        stg   R10,13,R4
        sub   R2,R9,R3
        stg   R10,14,R3
        getlo 61,R3
        getlo 62,R4
        pshg  R0,5,R3           // M(0) = 61
        pshng R0,5,R4           // M(5) = 62
        add   R0,0,R5           // R0 is 0 all the same
        ldg   R0,0,R3
        popng R0,5,R4
        add   R10,R5,R10
        stg   R10,21,R3
        stg   R10,22,R4
        halt
