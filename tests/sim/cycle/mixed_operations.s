// Two different multiprefix operations on one cell in one cycle are an error too. With --mixed=ignore all fold in PP order,
// each with its own operation: 10 + 5 = 15, max 100 = 100, + 5 = 105, and 6 = 0.
//! run: -p 4
//! status: 9
//! stderr: ^pramsim: fault: .*0x00001000
//! stderr: by PP 1 at pc 11,.*: PP 0, pc 9, cycle 8
//! run: -p 4 --mixed=ignore
//! mem out = 105&6
//! mem out+1 = 10
//! mem out+2 = 15
//! mem out+3 = 100
//! mem out+4 = 6
        .data
out:    .word 10, 0, 0, 0, 0
values: .word 5, 100, 5, 6
        .text
        .global _start
_start: getpn R20
        set   out,R7
        add   R7,R20,R10
        ldg   R10,5,R3
        lsl   R20,1,R21
        add   R21,1,R21
        add   R1,R21,R1         // PP k executes the k-th of the following pairs
        mpadd R7,0,R3
        bra   met
        mpmax R7,0,R3
        bra   met
        mpadd R7,0,R3
        bra   met
        syncand R7,0,R3
        bra   met
met:    stg   R10,1,R3
        halt
