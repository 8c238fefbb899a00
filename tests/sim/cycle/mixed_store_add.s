// A store and a multiprefix to one cell in one cycle are a program error that names both PPs with their program counters and
// source lines, the address and the cycle. With --mixed=ignore the multiprefixes fold first, then the store wins.
// PP 0 uses mpadd, PP 1 stores, PPs 2 and 3 use mpadd and syncadd; all in cycle 9.
//! asm: -g
//! run: -p 4
//! status: 9
//! stderr: ^pramsim: fault: .*0x00001000
//! stderr: by PP 1 at pc 12,.*: PP 0, pc 10, cycle 9,
//! stderr: mixed_store_add.s:32
//! stderr: mixed_store_add.s:34
//! run: -p 4 --mixed=ignore
//! mem out = 77
//! mem out+1 = 10
//! mem out+2 = 5
//! mem out+3 = 15
//! mem out+4 = 5
// with one PP there is no second request
//! run: -p 1
//! mem out = 15
        .data
out:    .word 10, 0, 0, 0, 0
        .text
        .global _start
_start: getpn R20
        set   out,R7
        add   R7,R20,R10
        getlo 5,R3
        getlo 77,R4
        lsl   R20,1,R21
        add   R21,1,R21
        add   R1,R21,R1         // PP k executes the k-th of the following pairs
        mpadd R7,0,R3
        bra   met
        stg   R7,0,R4
        bra   met
        mpadd R7,0,R3
        bra   met
        syncadd R7,0,R3
        bra   met
met:    stg   R10,1,R3
        halt
