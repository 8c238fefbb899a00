// Multiprefix instructions fold in ascending PP number: PP i gets the old value combined with the contributions of PPs
// 0..i-1, and the cell ends with all of them. One cell; all four operations; p = 1, 2, 4096.
//   out+0..3: the cells of mpadd, mpmax (rising), mpor, mpand; out+4: the cell of mpmax (falling)
//   out+16+i, +p each: what the PPs got
//! run: -p 1
//! mem out = 1001
//! mem out+1 = 0
//! mem out+2 = 1
//! mem out+3 = -2
//! mem out+4 = 1
//! mem out+16 = 1000
//! mem out+16+1 = -5
//! mem out+16+2 = 0
//! mem out+16+3 = -1
//! mem out+16+4 = -5
//! run: -p 2
//! mem out = 1003
//! mem out+1 = 1
//! mem out+2 = 3
//! mem out+3 = -4
//! mem out+4 = 2
//! mem out+16 = 1000
//! mem out+17 = 1001
//! mem out+18 = -5
//! mem out+19 = 0
//! mem out+20 = 0
//! mem out+21 = 1
//! mem out+22 = -1
//! mem out+23 = -2
//! mem out+24 = -5
//! mem out+25 = 2
//! run: -p 4096
//! mem out = 1000+p*(p+1)/2
//! mem out+1 = p-1
//! mem out+2 = -1
//! mem out+3 = 0
//! mem out+4 = p
//! mem out+16+i = 1000+i*(i+1)/2 for i in 0..p-1
//! mem out+16+p = -5
//! mem out+16+p+i = i-1 for i in 1..p-1
//! mem out+16+2*p+i = i<32?(1<<i)-1:-1 for i in 0..p-1
//! mem out+16+3*p+i = i<32?~((1<<i)-1):0 for i in 0..p-1
//! mem out+16+4*p = -5
//! mem out+16+4*p+i = p for i in 1..p-1
        .data
out:    .word 1000, -5, 0, -1, -5
        .space 11
        .space 5*4096
        .text
        .global _start
_start: getpn R20
        getnp R21
        set   out,R7
        add   R7,R20,R10
        add   R10,16,R10
        add   R20,1,R3          // i + 1
        mpadd R7,0,R3
        nop
        stg   R10,0,R3
        add   R10,R21,R10
        add   R20,0,R3          // i: rising
        mpmax R7,1,R3
        and   R20,31,R4
        stg   R10,0,R3
        add   R10,R21,R10
        getlo 1,R3
        lsl   R3,R4,R3          // bit i mod 32
        nor   R3,R0,R5
        mpor  R7,2,R3
        nop
        stg   R10,0,R3
        add   R10,R21,R10
        mpand R7,3,R5           // all but that bit
        nop
        stg   R10,0,R5
        add   R10,R21,R10
        sub   R21,R20,R3        // p - i: falling
        mpmax R7,4,R3
        nop
        stg   R10,0,R3
        halt
