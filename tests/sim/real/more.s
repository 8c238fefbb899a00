// Results over operands, roots, and the accumulator with its other implementation: the same numbers everywhere.
//! run: -p 1 --real=double
//! mem out = 3
//! mem out+1 = 5
//! mem out+2 = -8
//! mem out+3 = 61
//! run: -p 1 --real=arf:100 --acc=mpfr
//! mem out = 3
//! mem out+1 = 5
//! mem out+2 = -8
//! mem out+3 = 61
//! run: -p 1 --real=staggered:3 --acc=mpfr --real-cost=words
//! mem out = 3
//! mem out+1 = 5
//! mem out+2 = -8
//! mem out+3 = 61
        .data
out:    .space 4
        .text
        .global _start
_start: set    out,R7
        getlo  81,R3
        xfromi R3,X1
        xsqrt  X1,X1            // 9
        xsqrt  X1,X2            // 3
        xtoi   X2,R3
        stg    R7,0,R3
        getlo  -25,R3
        xfromi R3,X3
        xabs   X3,X3
        xsqrt  X3,X3            // 5
        xmov   X3,X4
        xtoi   X4,R3
        stg    R7,1,R3
        xadd   X2,X4,X5         // 8
        xneg   X5,X5
        xtoi   X5,R3
        stg    R7,2,R3
        xaclr
        xacmul X1,X2            // 27
        xacmul X4,X4            // 52
        xacadd X1               // 61
        xacround X6
        xtoi   X6,R3
        stg    R7,3,R3
        halt
