// A push to R1 is a jump: the datum is stored at the address of the next instruction or of itself, and the PPs go on where R1
// leads, each elsewhere. With a status word or a late value as the datum, which both are kept until the phase.
//   cell 5, at which the first push is: the status word of the last PP, for which 5 is less: C
//! run: -p 64 --memory=16384
//! mem 5 = 2
//! run: -p 1100 --memory=16384
//! mem 5 = 2
//! run: -p 6 --memory=16384 --write-policy=low
//! mem 5 = 16
        .data
out:    .space 1
        .text
        .global _start
_start: getpn R3
        and   R3,7,R5
        add   R5,1,R5
        cmp   R3,5
        pshg  R1,R5,R0
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        halt
        halt
        halt
