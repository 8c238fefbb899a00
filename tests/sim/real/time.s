// What the instructions cost, and what delayed values see of one that takes several cycles.
//! run: -p 2 --real=mpfr:128
//! mem out = 6
//! mem out+1 = 6
//! mem out+2 = 1
//! mem out+3 = 1
//! mem out+4 = 1
//! mem out+5 = 10
//! mem out+6 = 11
//! mem out+7 = 6
//! mem out+8 = 5
//! run: -p 2 --real=mpfr:128 --real-cost=words
//! mem out = 6
//! mem out+1 = 6
//! mem out+2 = 6
//! mem out+3 = 36
//! mem out+4 = 1
//! mem out+5 = 10
//! mem out+6 = 11
//! mem out+7 = 6
//! mem out+8 = 5
//! run: -p 2 --real=double --real-cost=words
//! mem out = 2
//! mem out+1 = 2
//! mem out+2 = 2
//! mem out+3 = 4
//! mem out+4 = 1
//! mem out+5 = 10
//! mem out+6 = 11
//! mem out+7 = 2
//! mem out+8 = 5
        .data
out:    .space 9
number: .space 40               // room for an image
eleven: .word 11
target: .word there
        .text
        .global _start
_start: set    out,R7
        set    number,R8
        set    eleven,R9
        set    target,R10
        // getct, instruction, getct: one more than its cost
        getct  R3
        xld    R8,0,X1
        getct  R4
        sub    R4,R3,R4
        sub    R4,1,R4
        stg    R7,0,R4
        getct  R3
        xst    R8,0,X1
        getct  R4
        sub    R4,R3,R4
        sub    R4,1,R4
        stg    R7,1,R4
        getct  R3
        xadd   X1,X1,X2
        getct  R4
        sub    R4,R3,R4
        sub    R4,1,R4
        stg    R7,2,R4
        getct  R3
        xmul   X1,X1,X2
        getct  R4
        sub    R4,R3,R4
        sub    R4,1,R4
        stg    R7,3,R4
        getct  R3
        xaclr
        getct  R4
        sub    R4,R3,R4
        sub    R4,1,R4
        stg    R7,4,R4
        // in the delay slot the old value is read, however long the instruction takes
        getlo  10,R5
        ldg    R9,0,R5
        xfromi R5,X1
        xtoi   X1,R4
        stg    R7,5,R4
        stg    R7,6,R5
        // a jump that lands while the unit works: the PP jumps when it has finished
        getct  R3
        ldg    R10,0,R1
        xld    R8,0,X3
        halt
there:  getct  R4
        sub    R4,R3,R4
        sub    R4,2,R4
        stg    R7,7,R4
        // xtoi to R1 jumps
        set    last,R3
        xfromi R3,X1
        xtoi   X1,R1
        halt
last:   getlo  5,R4
        stg    R7,8,R4
        halt
