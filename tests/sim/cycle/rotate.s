// A whole array moves in one step through a permutation: cell (5 i + 3) mod p gets what cell i held, p a power of two.
//! run: -p 64
//! mem out+(5*i+3)%p = 1000+i for i in 0..p-1
//! run: -p 4096
//! mem out+(5*i+3)%p = 1000+i for i in 0..p-1
        .data
out:    .space 4096
        .text
        .global _start
_start: getpn R20
        getnp R21
        sub   R21,1,R21
        set   out,R7
        add   R7,R20,R8
        add   R20,1000,R3
        stg   R8,0,R3
        mul   R20,5,R9
        add   R9,3,R9
        and   R9,R21,R9
        ldg   R8,0,R4
        add   R7,R9,R9
        stg   R9,0,R4
        halt
