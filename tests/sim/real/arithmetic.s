// Arithmetic with numbers that every format of 53 bits and more has exactly: the same results in all of them.
//! run: -p 3 --real=double
//! mem out+16*i = 10 for i in 0..2
//! mem out+16*i+1 = 4 for i in 0..2
//! mem out+16*i+2 = 21 for i in 0..2
//! mem out+16*i+3 = 0x3fe00000 for i in 0..2
//! mem out+16*i+4 = 3 for i in 0..2
//! mem out+16*i+5 = -7 for i in 0..2
//! mem out+16*i+6 = 7 for i in 0..2
//! mem out+16*i+7 = 7 for i in 0..2
//! mem out+16*i+8 = 28 for i in 0..2
//! mem out+16*i+9 = i for i in 0..2
//! mem out+16*i+10 = 0xc2f70000 for i in 0..2
//! mem out+16*i+11 = 2147483647 for i in 0..2
//! mem out+16*i+12 = -2147483648 for i in 0..2
//! mem out+16*i+13 = 0 for i in 0..2
//! mem out+16*i+14 = 0 for i in 0..2
//! mem out+16*i+15 = 0x7fc00000 for i in 0..2
//! run: -p 3 --real=ldouble
//! mem out+16*i = 10 for i in 0..2
//! mem out+16*i+1 = 4 for i in 0..2
//! mem out+16*i+2 = 21 for i in 0..2
//! mem out+16*i+3 = 0x3fe00000 for i in 0..2
//! mem out+16*i+4 = 3 for i in 0..2
//! mem out+16*i+5 = -7 for i in 0..2
//! mem out+16*i+6 = 7 for i in 0..2
//! mem out+16*i+7 = 7 for i in 0..2
//! mem out+16*i+8 = 28 for i in 0..2
//! mem out+16*i+9 = i for i in 0..2
//! mem out+16*i+10 = 0xc2f70000 for i in 0..2
//! mem out+16*i+11 = 2147483647 for i in 0..2
//! mem out+16*i+12 = -2147483648 for i in 0..2
//! mem out+16*i+13 = 0 for i in 0..2
//! mem out+16*i+14 = 0 for i in 0..2
//! mem out+16*i+15 = 0x7fc00000 for i in 0..2
//! run: -p 3 --real=float128
//! mem out+16*i = 10 for i in 0..2
//! mem out+16*i+1 = 4 for i in 0..2
//! mem out+16*i+2 = 21 for i in 0..2
//! mem out+16*i+3 = 0x3fe00000 for i in 0..2
//! mem out+16*i+4 = 3 for i in 0..2
//! mem out+16*i+5 = -7 for i in 0..2
//! mem out+16*i+6 = 7 for i in 0..2
//! mem out+16*i+7 = 7 for i in 0..2
//! mem out+16*i+8 = 28 for i in 0..2
//! mem out+16*i+9 = i for i in 0..2
//! mem out+16*i+10 = 0xc2f70000 for i in 0..2
//! mem out+16*i+11 = 2147483647 for i in 0..2
//! mem out+16*i+12 = -2147483648 for i in 0..2
//! mem out+16*i+13 = 0 for i in 0..2
//! mem out+16*i+14 = 0 for i in 0..2
//! mem out+16*i+15 = 0x7fc00000 for i in 0..2
//! run: -p 3 --real=dd
//! mem out+16*i = 10 for i in 0..2
//! mem out+16*i+1 = 4 for i in 0..2
//! mem out+16*i+2 = 21 for i in 0..2
//! mem out+16*i+3 = 0x3fe00000 for i in 0..2
//! mem out+16*i+4 = 3 for i in 0..2
//! mem out+16*i+5 = -7 for i in 0..2
//! mem out+16*i+6 = 7 for i in 0..2
//! mem out+16*i+7 = 7 for i in 0..2
//! mem out+16*i+8 = 28 for i in 0..2
//! mem out+16*i+9 = i for i in 0..2
//! mem out+16*i+10 = 0xc2f70000 for i in 0..2
//! mem out+16*i+11 = 2147483647 for i in 0..2
//! mem out+16*i+12 = -2147483648 for i in 0..2
//! mem out+16*i+13 = 0 for i in 0..2
//! mem out+16*i+14 = 0 for i in 0..2
//! mem out+16*i+15 = 0x7fc00000 for i in 0..2
//! run: -p 3 --real=qd
//! mem out+16*i = 10 for i in 0..2
//! mem out+16*i+1 = 4 for i in 0..2
//! mem out+16*i+2 = 21 for i in 0..2
//! mem out+16*i+3 = 0x3fe00000 for i in 0..2
//! mem out+16*i+4 = 3 for i in 0..2
//! mem out+16*i+5 = -7 for i in 0..2
//! mem out+16*i+6 = 7 for i in 0..2
//! mem out+16*i+7 = 7 for i in 0..2
//! mem out+16*i+8 = 28 for i in 0..2
//! mem out+16*i+9 = i for i in 0..2
//! mem out+16*i+10 = 0xc2f70000 for i in 0..2
//! mem out+16*i+11 = 2147483647 for i in 0..2
//! mem out+16*i+12 = -2147483648 for i in 0..2
//! mem out+16*i+13 = 0 for i in 0..2
//! mem out+16*i+14 = 0 for i in 0..2
//! mem out+16*i+15 = 0x7fc00000 for i in 0..2
//! run: -p 3 --real=mpfr:53
//! mem out+16*i = 10 for i in 0..2
//! mem out+16*i+1 = 4 for i in 0..2
//! mem out+16*i+2 = 21 for i in 0..2
//! mem out+16*i+3 = 0x3fe00000 for i in 0..2
//! mem out+16*i+4 = 3 for i in 0..2
//! mem out+16*i+5 = -7 for i in 0..2
//! mem out+16*i+6 = 7 for i in 0..2
//! mem out+16*i+7 = 7 for i in 0..2
//! mem out+16*i+8 = 28 for i in 0..2
//! mem out+16*i+9 = i for i in 0..2
//! mem out+16*i+10 = 0xc2f70000 for i in 0..2
//! mem out+16*i+11 = 2147483647 for i in 0..2
//! mem out+16*i+12 = -2147483648 for i in 0..2
//! mem out+16*i+13 = 0 for i in 0..2
//! mem out+16*i+14 = 0 for i in 0..2
//! mem out+16*i+15 = 0x7fc00000 for i in 0..2
//! run: -p 3 --real=mpfr:512
//! mem out+16*i = 10 for i in 0..2
//! mem out+16*i+1 = 4 for i in 0..2
//! mem out+16*i+2 = 21 for i in 0..2
//! mem out+16*i+3 = 0x3fe00000 for i in 0..2
//! mem out+16*i+4 = 3 for i in 0..2
//! mem out+16*i+5 = -7 for i in 0..2
//! mem out+16*i+6 = 7 for i in 0..2
//! mem out+16*i+7 = 7 for i in 0..2
//! mem out+16*i+8 = 28 for i in 0..2
//! mem out+16*i+9 = i for i in 0..2
//! mem out+16*i+10 = 0xc2f70000 for i in 0..2
//! mem out+16*i+11 = 2147483647 for i in 0..2
//! mem out+16*i+12 = -2147483648 for i in 0..2
//! mem out+16*i+13 = 0 for i in 0..2
//! mem out+16*i+14 = 0 for i in 0..2
//! mem out+16*i+15 = 0x7fc00000 for i in 0..2
//! run: -p 3 --real=mpf:64
//! mem out+16*i = 10 for i in 0..2
//! mem out+16*i+1 = 4 for i in 0..2
//! mem out+16*i+2 = 21 for i in 0..2
//! mem out+16*i+3 = 0x3fe00000 for i in 0..2
//! mem out+16*i+4 = 3 for i in 0..2
//! mem out+16*i+5 = -7 for i in 0..2
//! mem out+16*i+6 = 7 for i in 0..2
//! mem out+16*i+7 = 7 for i in 0..2
//! mem out+16*i+8 = 28 for i in 0..2
//! mem out+16*i+9 = i for i in 0..2
//! mem out+16*i+10 = 0xc2f70000 for i in 0..2
//! mem out+16*i+11 = 2147483647 for i in 0..2
//! mem out+16*i+12 = -2147483648 for i in 0..2
//! mem out+16*i+13 = 0 for i in 0..2
//! mem out+16*i+14 = 0 for i in 0..2
//! mem out+16*i+15 = 0x7fc00000 for i in 0..2
//! run: -p 3 --real=arf:64
//! mem out+16*i = 10 for i in 0..2
//! mem out+16*i+1 = 4 for i in 0..2
//! mem out+16*i+2 = 21 for i in 0..2
//! mem out+16*i+3 = 0x3fe00000 for i in 0..2
//! mem out+16*i+4 = 3 for i in 0..2
//! mem out+16*i+5 = -7 for i in 0..2
//! mem out+16*i+6 = 7 for i in 0..2
//! mem out+16*i+7 = 7 for i in 0..2
//! mem out+16*i+8 = 28 for i in 0..2
//! mem out+16*i+9 = i for i in 0..2
//! mem out+16*i+10 = 0xc2f70000 for i in 0..2
//! mem out+16*i+11 = 2147483647 for i in 0..2
//! mem out+16*i+12 = -2147483648 for i in 0..2
//! mem out+16*i+13 = 0 for i in 0..2
//! mem out+16*i+14 = 0 for i in 0..2
//! mem out+16*i+15 = 0x7fc00000 for i in 0..2
//! run: -p 3 --real=arf:300
//! mem out+16*i = 10 for i in 0..2
//! mem out+16*i+1 = 4 for i in 0..2
//! mem out+16*i+2 = 21 for i in 0..2
//! mem out+16*i+3 = 0x3fe00000 for i in 0..2
//! mem out+16*i+4 = 3 for i in 0..2
//! mem out+16*i+5 = -7 for i in 0..2
//! mem out+16*i+6 = 7 for i in 0..2
//! mem out+16*i+7 = 7 for i in 0..2
//! mem out+16*i+8 = 28 for i in 0..2
//! mem out+16*i+9 = i for i in 0..2
//! mem out+16*i+10 = 0xc2f70000 for i in 0..2
//! mem out+16*i+11 = 2147483647 for i in 0..2
//! mem out+16*i+12 = -2147483648 for i in 0..2
//! mem out+16*i+13 = 0 for i in 0..2
//! mem out+16*i+14 = 0 for i in 0..2
//! mem out+16*i+15 = 0x7fc00000 for i in 0..2
//! run: -p 3 --real=staggered:2
//! mem out+16*i = 10 for i in 0..2
//! mem out+16*i+1 = 4 for i in 0..2
//! mem out+16*i+2 = 21 for i in 0..2
//! mem out+16*i+3 = 0x3fe00000 for i in 0..2
//! mem out+16*i+4 = 3 for i in 0..2
//! mem out+16*i+5 = -7 for i in 0..2
//! mem out+16*i+6 = 7 for i in 0..2
//! mem out+16*i+7 = 7 for i in 0..2
//! mem out+16*i+8 = 28 for i in 0..2
//! mem out+16*i+9 = i for i in 0..2
//! mem out+16*i+10 = 0xc2f70000 for i in 0..2
//! mem out+16*i+11 = 2147483647 for i in 0..2
//! mem out+16*i+12 = -2147483648 for i in 0..2
//! mem out+16*i+13 = 0 for i in 0..2
//! mem out+16*i+14 = 0 for i in 0..2
//! mem out+16*i+15 = 0x7fc00000 for i in 0..2
//! run: -p 3 --real=staggered:5
//! mem out+16*i = 10 for i in 0..2
//! mem out+16*i+1 = 4 for i in 0..2
//! mem out+16*i+2 = 21 for i in 0..2
//! mem out+16*i+3 = 0x3fe00000 for i in 0..2
//! mem out+16*i+4 = 3 for i in 0..2
//! mem out+16*i+5 = -7 for i in 0..2
//! mem out+16*i+6 = 7 for i in 0..2
//! mem out+16*i+7 = 7 for i in 0..2
//! mem out+16*i+8 = 28 for i in 0..2
//! mem out+16*i+9 = i for i in 0..2
//! mem out+16*i+10 = 0xc2f70000 for i in 0..2
//! mem out+16*i+11 = 2147483647 for i in 0..2
//! mem out+16*i+12 = -2147483648 for i in 0..2
//! mem out+16*i+13 = 0 for i in 0..2
//! mem out+16*i+14 = 0 for i in 0..2
//! mem out+16*i+15 = 0x7fc00000 for i in 0..2
//! run: -p 3 --real=arprec:3
//! mem out+16*i = 10 for i in 0..2
//! mem out+16*i+1 = 4 for i in 0..2
//! mem out+16*i+2 = 21 for i in 0..2
//! mem out+16*i+3 = 0x3fe00000 for i in 0..2
//! mem out+16*i+4 = 3 for i in 0..2
//! mem out+16*i+5 = -7 for i in 0..2
//! mem out+16*i+6 = 7 for i in 0..2
//! mem out+16*i+7 = 7 for i in 0..2
//! mem out+16*i+8 = 28 for i in 0..2
//! mem out+16*i+9 = i for i in 0..2
//! mem out+16*i+10 = 0xc2f70000 for i in 0..2
//! mem out+16*i+11 = 2147483647 for i in 0..2
//! mem out+16*i+12 = -2147483648 for i in 0..2
//! mem out+16*i+13 = 0 for i in 0..2
//! mem out+16*i+14 = 0 for i in 0..2
//! mem out+16*i+15 = 0x7fc00000 for i in 0..2
//! run: -p 3 --real=arprec:12
//! mem out+16*i = 10 for i in 0..2
//! mem out+16*i+1 = 4 for i in 0..2
//! mem out+16*i+2 = 21 for i in 0..2
//! mem out+16*i+3 = 0x3fe00000 for i in 0..2
//! mem out+16*i+4 = 3 for i in 0..2
//! mem out+16*i+5 = -7 for i in 0..2
//! mem out+16*i+6 = 7 for i in 0..2
//! mem out+16*i+7 = 7 for i in 0..2
//! mem out+16*i+8 = 28 for i in 0..2
//! mem out+16*i+9 = i for i in 0..2
//! mem out+16*i+10 = 0xc2f70000 for i in 0..2
//! mem out+16*i+11 = 2147483647 for i in 0..2
//! mem out+16*i+12 = -2147483648 for i in 0..2
//! mem out+16*i+13 = 0 for i in 0..2
//! mem out+16*i+14 = 0 for i in 0..2
//! mem out+16*i+15 = 0x7fc00000 for i in 0..2
        .data
out:    .space 48
        .text
        .global _start
_start: getpn  R4
        lsl    R4,4,R7
        set    out,R8
        add    R7,R8,R7
        getlo  7,R5
        getlo  3,R6
        xfromi R5,X1
        xfromi R6,X2
        xadd   X1,X2,X3         // 10
        xtoi   X3,R3
        stg    R7,0,R3
        xsub   X1,X2,X3         // 4
        xtoi   X3,R3
        stg    R7,1,R3
        xmul   X1,X2,X15        // 21
        xtoi   X15,R3
        stg    R7,2,R3
        getlo  4,R3
        xfromi R3,X4
        xdiv   X1,X4,X5         // 1.75
        xtof   X5,R3
        stg    R7,3,R3
        xmul   X2,X2,X6         // sqrt(9)
        xsqrt  X6,X6
        xtoi   X6,R3
        stg    R7,4,R3
        xneg   X1,X8            // -7
        xtoi   X8,R3
        stg    R7,5,R3
        xabs   X8,X9            // 7
        xtoi   X9,R3
        stg    R7,6,R3
        xmov   X9,X10
        xabs   X10,X10
        xmov   X10,X10
        xtoi   X10,R3
        stg    R7,7,R3
        xmov   X1,X11
        xfma   X1,X2,X11        // 7 * 3 + 7
        xtoi   X11,R3
        stg    R7,8,R3
        xfromi R4,X12           // each PP its own
        xtoi   X12,R3
        stg    R7,9,R3
        set    0xc2f70000,R3    // -123.5
        xfromf R3,X13
        xtof   X13,R3
        stg    R7,10,R3
        set    0x4f800000,R3    // 2^32: saturates
        xfromf R3,X13
        xtoi   X13,R3
        stg    R7,11,R3
        xneg   X13,X13
        xtoi   X13,R3
        stg    R7,12,R3
        xsub   X1,X1,X14        // 0 / 0
        xdiv   X14,X14,X14
        xtoi   X14,R3
        stg    R7,13,R3
        xsub   X2,X2,X0
        xtof   X0,R3            // +0.0
        stg    R7,14,R3
        xneg   X14,X14
        xfma   X14,X1,X1
        xsqrt  X1,X1            // NaN all the way
        xadd   X1,X2,X1
        xtof   X1,R3
        stg    R7,15,R3
        halt
