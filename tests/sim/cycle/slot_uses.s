// The slot reads the old value however it uses the register: as a datum of a store or push, as an address, as the contribution
// of a sync, as the argument of a host call, as the operand of a comparison, as the target of a jump.
//! run: -p 1
//! stdout: 5
//! mem out = 5
//! mem out+1 = 5
//! mem out+2 = 33
//! mem out+3 = 15
//! mem out+4 = 70
//! mem out+5 = 1
//! mem out+6 = 2
        .data
out:    .word 0, 0, 0, 10, 0, 0, 0
cells:  .word 70
        .word 0
there:  .word wrong
        .text
        .global _start
_start: set   out,R10
        set   cells,R7
        add   R10,1,R9
        getlo 5,R8
        ldg   R7,0,R8
        stg   R10,0,R8          // the old 5
        getlo 5,R8
        ldg   R7,0,R8
        pshg  R9,1,R8           // the old 5, to out + 1
        getlo 33,R3
        add   R10,2,R8
        ldg   R7,0,R8
        stg   R8,0,R3           // through the old address
        getlo 5,R8
        ldg   R7,0,R8
        syncadd R10,3,R8        // adds the old 5
        getlo 5,R3
        ldg   R7,0,R3
        sys   1                 // prints the old 5; then the loaded value lands in R3
        stg   R10,4,R3
        getlo 10,R3
        sys   2
        getlo 5,R8
        ldg   R7,0,R8
        subs  R8,5,R0           // compares the old 5
        bne   wrong
        getlo 1,R3
        stg   R10,5,R3
        getlo right,R8
        ldg   R7,2,R8
        jmp   R8                // to the old place
wrong:  halt
right:  getlo 2,R3
        stg   R10,6,R3
        halt
