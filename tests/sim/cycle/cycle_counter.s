// getct gives the number of its own cycle, counted from 0 at the first instruction; it is the same for all PPs. Every
// instruction takes one cycle: branches, taken or not, delayed ones, hints and jumps too.
//! run: -p 1
//! mem out = 0
//! mem out+1 = 1
//! mem out+2 = 16
//! run: -p 3
//! mem out = 0
//! mem out+1 = 1
//! mem out+2 = 16
        .data
out:    .space 3
        .text
        .global _start
_start: getct R3                // cycle 0
        getct R4                // 1
        set   out,R7            // 2, 3
        bra   next              // 4
next:   bmi   next              // 5: not taken
        ldg   R7,0,R8           // 6
        mpadd R7,0,R0           // 7
        divu  R7,3,R8           // 8
        fsqrt R7,R8             // 9
        shint 11                // 10
        shint 11                // 11
        getsr R8                // 12
        call  there,R31         // 13
there:  jmp   over              // 14
over:   nop                     // 15
        getct R5                // 16
        stg   R7,2,R5
        stg   R7,0,R3
        stg   R7,1,R4
        halt
