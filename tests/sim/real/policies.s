// All PPs store an image to the same address in one cycle: one PP's image gets there as a whole.
//! run: -p 64 --real=mpfr:512
//! mem out = 63
//! mem out+1 = 1
//! run: -p 64 --real=mpfr:512 --write-policy=low
//! mem out = 0
//! mem out+1 = 1
//! run: -p 64 --real=arprec:9 --write-policy=arbitrary:1
//! mem out+1 = 1
//! run: -p 64 --real=mpfr:512 --write-policy=arbitrary:2
//! mem out+1 = 1
//! run: -p 64 --real=qd --write-policy=arbitrary:3
//! mem out+1 = 1
        .data
out:    .space 2
shared: .space 40
        .text
        .global _start
_start: getpn  R4
        set    shared,R7
        getlo  3,R3
        xfromi R3,X2
        xfromi R4,X1
        xdiv   X1,X2,X1         // PP / 3: every word of the image is another one's
        xst    R7,0,X1
        xld    R7,0,X3
        set    0x3f000000,R3
        xfromf R3,X4            // 0.5
        xfma   X3,X2,X4
        xtoi   X4,R5            // whose it is
        xfromi R5,X5
        xdiv   X5,X2,X5
        set    out,R8
        xcmp   X5,X3            // all of it
        bne    .+4
        getlo  1,R6
        stg    R8,0,R5
        stg    R8,1,R6
        halt
