// xcmp: each order, with the branches that follow it, and unordered.
//! run: -p 1 --real=double
//! mem out = 16
//! mem out+1 = 10
//! mem out+2 = 2
//! mem out+3 = 30
//! mem out+4 = 1
//! mem out+5 = 1
//! mem out+6 = 1
//! mem out+7 = 1
//! run: -p 1 --real=arprec:4
//! mem out = 16
//! mem out+1 = 10
//! mem out+2 = 2
//! mem out+3 = 30
//! mem out+4 = 1
//! mem out+5 = 1
//! mem out+6 = 1
//! mem out+7 = 1
        .data
out:    .space 8
        .text
        .global _start
_start: set    out,R7
        getlo  1,R3
        xfromi R3,X1
        getlo  2,R3
        xfromi R3,X2
        xdiv   X0,X0,X3         // NaN
        getlo  -2,R6            // all flags but the modulo bit
        xcmp   X1,X2
        getsr  R4               // N
        and    R4,R6,R4
        stg    R7,0,R4
        xcmp   X2,X2
        getsr  R4               // Z, C
        and    R4,R6,R4
        stg    R7,1,R4
        xcmp   X2,X1
        getsr  R4               // C
        and    R4,R6,R4
        stg    R7,2,R4
        xcmp   X1,X3
        getsr  R4               // all
        and    R4,R6,R4
        stg    R7,3,R4
        getlo  1,R5
        xcmp   X1,X2
        bge    .+2
        stg    R7,4,R5
        xcmp   X2,X1
        ble    .+2
        stg    R7,5,R5
        xcmp   X3,X3            // unordered: not equal
        beq    .+2
        stg    R7,6,R5
        xcmp   X3,X1
        bne    .+2
        halt
        stg    R7,7,R5
        halt
