// An array is shifted by one place in one step: cell i gets what cell i + 1 held, for all i at once.
//! run: -p 2
//! mem out+i = 7*(i+1)+3 for i in 0..p-2
//! mem out+p-1 = 0
//! run: -p 64
//! mem out+i = 7*(i+1)+3 for i in 0..p-2
//! mem out+p-1 = 0
//! run: -p 4096
//! mem out+i = 7*(i+1)+3 for i in 0..p-2
//! mem out+p-1 = 0
        .data
out:    .space 4097
        .text
        .global _start
_start: getpn R20
        set   out,R7
        add   R7,R20,R7
        mul   R20,7,R3
        add   R3,3,R3
        stg   R7,0,R3           // a[i] = 7 i + 3
        ldg   R7,1,R8
        nop
        stg   R7,0,R8           // a[i] = a[i + 1]
        halt
