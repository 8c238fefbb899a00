// Under the policy `common` all PPs that store to one cell in one cycle must store the same value; to different cells
// they may store what they like.
//! run: -p 2 --write-policy=common
//! mem out = 42
//! mem out+1+i = i for i in 0..p-1
//! run: -p 64 --write-policy=common
//! mem out = 42
//! mem out+1+i = i for i in 0..p-1
//! run: -p 4096 --write-policy=common
//! mem out = 42
//! mem out+1+i = i for i in 0..p-1
        .data
out:    .space 4097
        .text
        .global _start
_start: getpn R20
        set   out,R7
        getlo 42,R3
        stg   R7,0,R3
        add   R7,R20,R8
        stg   R8,1,R20
        halt
