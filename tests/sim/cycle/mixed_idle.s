// Two kinds of requests to one cell in one cycle are an error also if none of them changes the cell, and if all PPs of a
// tile make the same one.
//! run: -p 4
//! status: 9
//! stderr: ^pramsim: fault: .*0x00001000
//! stderr: by PP 2 at pc 12,.*: PP 0, pc 10, cycle 9
//! run: -p 4096
//! status: 9
//! stderr: by PP 2048 at pc 12,.*: PP 0, pc 10, cycle 9
//! run: -p 4096 --mixed=ignore
//! mem out = 3
//! mem out+1+i = i for i in 0..4095
        .data
out:    .word 3
        .space 4096
        .text
        .global _start
_start: getpn R20
        getnp R21
        lsr   R21,1,R23
        set   out,R7
        add   R7,R20,R10
        stg   R10,1,R20         
        subs  R20,R23,R0
        bge   upper
        syncadd R7,0,R0
        halt
upper:  syncor R7,0,R0
        halt
