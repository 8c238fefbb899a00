// What the printing host calls print at the edges of their ranges.
//! run: -p 1
//! stdout: -2147483648 4294967295 000000ff
//! stdout: -0 inf nan 1e+10 0.333333
        .data
floats: .word 0x80000000, 0x7f800000, 0x7fc00000
        .float 1e10
        .word 0x3eaaaaab
        .text
        .global _start
_start: gethi -262144,R3
        sys   1
        call  blank,R31
        getlo -1,R3
        sys   5
        call  blank,R31
        getlo 255,R3
        sys   6
        getlo 10,R3
        sys   2
        set   floats,R7
        getlo 4,R8
next:   popg  R7,1,R3
        nop
        sys   4
        call  blank,R31
        subs  R8,1,R8
        bne   next
        ldg   R7,0,R3
        nop
        sys   4
        getlo 10,R3
        sys   2
        halt
blank:  getlo 32,R3
        sys   2
        ret
