// call and callr: the return address is the address of the next instruction, in any register; nested calls with the return
// addresses in different registers or on the stack; calls that store their return address into R0 or R1.
//! run: -p 1
//! mem out = 1
//! mem out+1 = 12
//! mem out+2 = 3
//! mem out+3 = 20
//! mem out+4 = 5
//! mem out+5 = 6
//! mem out+6 = 7
//! run: -p 64
//! mem out+1 = 12
//! mem out+3 = 20
        .data
out:    .space 8
        .text
        .global _start
_start: sys   20
        add   R3,0,R2
        set   out,R10
        getlo outer,R4
        getlo 1,R3
        callr R4,R30            // not R31
        stg   R10,0,R6          // 1: R3 as it was
        stg   R10,1,R3          // (2 * 1 + 4) * 2
        getlo 3,R3
        callr R4,R30
        stg   R10,2,R6
        stg   R10,3,R3
        getlo 5,R3
        getlo place,R5
        callr R5,R1             // the jump wins
        getlo 99,R3
place:  stg   R10,4,R3
        getlo 6,R3
        call  next,R0
        getlo 99,R3
next:   stg   R10,5,R3
        getlo 7,R3
        call  pushed,R31
        stg   R10,6,R3
        halt
outer:  add   R3,0,R6           // (2 x + 4) * 2
        call  inner,R29
        add   R3,R3,R3
        jmp   R30
inner:  add   R3,R3,R3
        add   R3,4,R3
        jmp   R29
pushed: push  R31
        getlo 0,R31
        call  leaf,R31
        pop   R31
        nop
        ret
leaf:   ret
