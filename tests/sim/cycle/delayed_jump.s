// A delayed value for R1: the slot instruction executes, then the PP goes on at the loaded address, whatever the slot was.
//! run: -p 1
//! mem out = 1
//! mem out+1 = 2
//! mem out+2 = 4
//! mem out+3 = 8
//! mem out+4 = 16
//! mem out+5 = 37
//! mem out+6 = 32
//! mem out+7 = 64
        .data
out:    .space 8
places: .word after_load, after_branch, after_call, after_pop, after_mpadd, after_two, via
        .text
        .global _start
_start: set   places,R7
        set   out,R10
        getlo 1,R3
        ldg   R7,0,R1
        stg   R10,0,R3          // the slot executes
        halt                    // never reached
after_load:
        getlo 2,R3
        ldg   R7,1,R1
        bra   wrong             // taken, but the delayed jump wins
        halt
after_branch:
        stg   R10,1,R3
        getlo 4,R3
        ldg   R7,2,R1
        call  wrong,R5          // the return address is stored, the jump is lost
before_call:
        halt
after_call:
        stg   R10,2,R3
        getlo before_call,R6
        sub   R5,R6,R5          // 0 if R5 is the address after the call
        add   R5,37,R5
        getlo 8,R3
        add   R7,3,R8
        popg  R8,1,R1
        stg   R10,5,R5
        halt
after_pop:
        stg   R10,3,R3
        getlo 16,R3
        mpor  R7,4,R1           // contributes the own address, jumps to the old value
        stg   R10,4,R3
        halt
after_mpadd:
        getlo 32,R3
        ldg   R7,6,R1           // two in a row: one instruction at via, then on to after_two
        ldg   R7,5,R1
        halt
wrong:  halt
via:    stg   R10,6,R3
        halt
after_two:
        getlo 64,R3
        stg   R10,7,R3
        halt
