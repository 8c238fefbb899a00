// Requests of two kinds meet also where one PP uses the private and another the global address of a cell. A load is no
// request: it may stand beside anything. PP 0 stores 4 to its private cell, which holds 1, PP 1 adds 4 to it through the
// global address, PP 2 loads it; then all write down what they got, and PP 0 what its cell holds.
//! run: -p 3
//! status: 9
//! stderr: ^pramsim: fault: mixed requests to mine of PP 0 \(0x04030000\) in .*PP 1 at pc 19,.*: PP 0, pc 17
//! run: -p 3 --mixed=ignore
//! mem out = 4
//! mem out+1 = 1
//! mem out+2 = 1
        .data
out:    .space 3
        .private
mine:   .word 1
        .text
        .global _start
_start: sys   19
        add   R4,0,R10
        sys   20
        getpn R20
        getnp R21
        mul   R4,R21,R4
        add   R10,R4,R10        // BASE[0], the cell of PP 0
        set   mine,R12
        set   out,R7
        add   R7,R20,R7
        getlo 4,R3
        lsl   R20,1,R21
        add   R21,1,R21
        add   R1,R21,R1         // PP k executes the k-th of the following pairs
        stg   R12,0,R3
        bra   owner
        mpadd R10,0,R3
        bra   met
        ldg   R10,0,R3
        bra   met
owner:   ldg   R12,0,R3
        nop
met:    stg   R7,0,R3
        halt
