// Multiprefix requests of one cycle to several cells: the PPs of a cell get their turns in ascending number, whatever
// goes on at other cells. First PP i asks cell i mod 8, then cell i mod 3, then cell (7 i) mod p, its own.
//! run: -p 1
//! mem out = 1
//! mem out+8 = 1
//! mem out+16 = 0
//! mem out+17 = 0
//! run: -p 2
//! mem out+i = 1 for i in 0..1
//! mem out+8+i = 1 for i in 0..1
//! mem out+16+i = 0 for i in 0..3
//! run: -p 4096
//! mem out+i = 512 for i in 0..7
//! mem out+8+i = (p-i+2)/3 for i in 0..2
//! mem out+16+i = i/8 for i in 0..p-1
//! mem out+16+p+i = i/3 for i in 0..p-1
//! mem out+16+2*p+i = 10*i for i in 0..p-1
//! mem out+16+3*p+7*i%p = 10*i+1 for i in 0..p-1
        .data
out:    .space 16
        .space 4*4096
        .text
        .global _start
_start: getpn R20
        getnp R21
        set   out,R7
        add   R7,R20,R10
        add   R10,16,R10
        and   R20,7,R8
        add   R7,R8,R8
        getlo 1,R3
        mpadd R8,0,R3
        remu  R20,3,R8
        stg   R10,0,R3
        add   R10,R21,R10
        add   R7,R8,R8
        getlo 1,R3
        mpadd R8,8,R3
        nop
        stg   R10,0,R3
        add   R10,R21,R10
        mul   R20,7,R8
        remu  R8,R21,R8
        add   R7,R8,R8
        mul   R21,3,R9
        add   R8,R9,R8
        mul   R20,10,R3
        stg   R8,16,R3          // the own cell holds 10 i
        getlo 1,R3
        mpadd R8,16,R3
        nop
        stg   R10,0,R3
        halt
