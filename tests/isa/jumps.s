// Branches forward and backward, jmp, call, callr, and the program counter as a register: R1 reads as the address of the
// instruction that reads it, and writing it jumps.
//! run: -p 1
//! mem out = 1
//! mem out+1 = 0
//! mem out+2 = 3
//! mem out+3 = 0
//! mem out+4 = 5
//! mem out+5 = 0
//! mem out+6 = 7
//! mem out+7 = 8
//! mem out+8 = 5
//! mem out+9 = 10
//! mem out+10 = 0
//! mem out+11 = 12
//! mem out+12 = 13
//! mem out+13 = 0
//! run: -p 64
//! mem out = 1
//! mem out+8 = 5
//! mem out+12 = 13
        .data
out:    .space 16
        .text
        .global _start
_start: set   out,R10
        getlo 1,R3
        bra   forward
back:   stg   R10,0,R3
        bra   on
forward:
        bra   back
on:     getlo here,R4           // R1 as an operand
here:   sub   R1,R4,R3
        stg   R10,1,R3
        getlo 3,R3
        call  subroutine,R31    // the return address is the next instruction
after:  stg   R10,2,R3          // not changed there
        getlo after,R4
        sub   R5,R4,R3
        stg   R10,3,R3
        getlo 5,R3
        getlo subroutine,R31
        callr R31,R31           // the old value is the target
after2: stg   R10,4,R3
        getlo after2,R4
        sub   R5,R4,R3
        stg   R10,5,R3
        getlo 7,R3
        jmp   skip              // a constant
        getlo 99,R3
skip:   stg   R10,6,R3
        getlo 8,R3
        getlo place,R4
        jmp   R4                // a register
        getlo 99,R3
place:  stg   R10,7,R3
        getlo 5,R3
        add   R1,2,R1           // writing R1: the next instruction is skipped
        add   R3,1,R3
        stg   R10,8,R3
        getlo 10,R3
        getlo target,R4
        or    R4,R0,R1          // any instruction that writes R1 jumps
        getlo 99,R3
target: stg   R10,9,R3
        getlo self,R4
self:   stg   R10,10,R1         // as a datum: the address of the store
        ldg   R10,10,R3
        nop
        sub   R3,R4,R3
        stg   R10,10,R3
        getlo 12,R3
        call  last,R1           // the jump wins, the return address is lost
        getlo 99,R3
last:   stg   R10,11,R3
        getlo 13,R3
        add   R1,1,R4           // the address of the next instruction: pshg stores there and jumps by 2
        pshg  R1,2,R3           // the pointer of a push may be R1
        getlo 99,R3
away:   ldg   R4,0,R3
        nop
        stg   R10,12,R3
        stg   R10,13,R0
        getlo 0,R3
        stg   R10,13,R3
        halt
subroutine:
        add   R31,0,R5
        ret
