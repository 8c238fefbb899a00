// Images of doubles in memory, with constant and register offsets, private ones too; registers and sums begin as +0.
//! run: -p 1 --real=double
//! mem out = 0
//! mem out+1 = 0x3ff80000
//! mem out+2 = 0
//! mem out+3 = 0xc0040000
//! mem out+4 = 0
//! mem out+5 = 0
//! mem out+6 = 0
//! mem out+7 = 0x7ff80000
//! mem out+8 = 0x55555555
//! mem out+9 = 0x3fd55555
//! mem out+10 = 0
//! mem out+11 = 0
//! mem out+12 = 77
//! mem out+13 = 0
//! mem out+14 = 0x40080000
        .data
out:    .word 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 77, 0, 0
values: .word 0, 0x3ff80000, 0, 0x40040000      // 1.5, 2.5
        .text
        .global _start
_start: set    out,R7
        set    values,R8
        xld    R8,0,X1
        xst    R7,0,X1          // 1.5
        getlo  2,R9
        xld    R8,R9,X2
        xneg   X2,X2
        xst    R7,R9,X2         // -2.5
        add    R7,5,R10
        xst    R10,-1,X3        // no register was written before: +0
        xsub   X3,X3,X4
        xdiv   X4,X4,X4
        xst    R7,6,X4          // NaN
        getlo  1,R3
        xfromi R3,X5
        getlo  3,R3
        xfromi R3,X6
        xdiv   X5,X6,X7
        xst    R7,8,X7          // 1/3
        xacround X8
        xst    R7,10,X8         // the empty sum
        set    0x80000000,R9    // the first private words
        xst    R9,0,X6
        xld    R9,0,X9
        xst    R7,13,X9         // 3
        halt
