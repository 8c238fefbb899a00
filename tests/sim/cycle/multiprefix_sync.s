// Multiprefix and sync requests of the same operation fold together in one PP order: PPs with even numbers use mpadd,
// the others syncadd, in the same cycle, to one cell; then the same with max, and, or. A load beside them sees the old value.
//   out+0..3: the cells; out+8+i, +p each: what the even PPs got
//! run: -p 2
//! mem out = 2
//! mem out+1 = 1
//! mem out+2 = -4
//! mem out+3 = 3
//! mem out+8 = 0
//! mem out+10 = -9
//! mem out+12 = -1
//! mem out+14 = 0
//! run: -p 4096
//! mem out = p
//! mem out+1 = p-1
//! mem out+2 = 0
//! mem out+3 = -1
//! mem out+8+2*i = 2*i for i in 0..2047
//! mem out+8+p = -9
//! mem out+8+p+2*i = 2*i-1 for i in 1..2047
//! mem out+8+2*p+2*i = i<16?~((1<<2*i)-1):0 for i in 0..2047
//! mem out+8+3*p+2*i = i<16?(1<<2*i)-1:-1 for i in 0..2047
        .data
out:    .word 0, -9, -1, 0
        .space 4
        .space 4*4096
        .text
        .global _start
_start: getpn R20
        getnp R21
        set   out,R7
        add   R7,R20,R10
        add   R10,8,R10
        and   R20,31,R4
        getlo 1,R3
        add   R20,0,R8
        lsl   R3,R4,R5          // bit i mod 32
        nor   R5,R0,R6
        ands  R20,1,R0
        bne   odd
        mpadd R7,0,R3           // even PPs: prefixes
        mpmax R7,1,R8
        mpand R7,2,R6
        mpor  R7,3,R5
        bra   met
odd:    syncadd R7,0,R3         // odd PPs, in the same cycles
        syncmax R7,1,R8
        syncand R7,2,R6
        syncor R7,3,R5
        bra   met
met:    stg   R10,0,R3
        add   R10,R21,R10
        stg   R10,0,R8
        add   R10,R21,R10
        stg   R10,0,R6
        add   R10,R21,R10
        stg   R10,0,R5
        halt
