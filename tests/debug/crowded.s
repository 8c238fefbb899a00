# crowded.s - 32 PPs store to one word each in one cycle: PPs 0 to 15 the value that it has, PPs 16 to 31 another one.
        .text
        .global _start
_start: getpn   R4
        gethi   %hi(cells),R5
        add     R5,%lo(cells),R5
        add     R5,R4,R5
        lsr     R4,4,R6
        stg     R5,0,R6
        ldg     R5,0,R7
        nop
        halt
        .bss
        .global cells
cells:  .space  32
