# jumping.s - PPs come to `there` by a delayed jump: in its slot, the instruction at `slot`, the register R1 is still the
# address of that instruction. A read of R1 there is stored.
        .text
        .global _start
_start: getpn   R4
        gethi   %hi(jumps),R5
        add     R5,%lo(jumps),R5
        ldg     R5,0,R1
slot:   stg     R5,1,R1
        halt
there:  stg     R5,1,R4
        halt
        .data
        .global jumps
jumps:  .word   there,0
