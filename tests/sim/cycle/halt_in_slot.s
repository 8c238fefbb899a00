// A slot that holds halt: the delayed access has happened, and a delayed jump does not wake the stopped PP up. The other
// PP goes on alone, and the stopped one takes no part any more.
//! run: -p 2
//! mem out = 12
//! mem out+1 = 0
//! mem out+2 = 1
        .data
out:    .word 10, 0, 0
place:  .word wrong
        .text
        .global _start
_start: set   out,R7
        getpn R20
        subs  R20,0,R0
        bne   other
        getlo 1,R3
        mpadd R7,0,R3           // out: 11
        ldg   R7,3,R1
        halt
wrong:  getlo 99,R3
        stg   R7,1,R3
        halt
other:  nop
        nop
        nop
        nop
        nop
        nop
        getlo 1,R3
        mpadd R7,0,R3           // out: 12
        getlo 1,R3
        stg   R7,2,R20
        halt
