# broken.s - PP 1 loads from nowhere, and the other PPs store, in one cycle: the fault comes before the stores.
        .text
        .global _start
_start: getpn   R4
        gethi   %hi(cells),R5
        add     R5,%lo(cells),R5
        add     R5,R4,R5
        subs    R4,1,R0
        beq     breaks
        stg     R5,0,R4
        halt
breaks: ldg     R0,-1,R9
        halt
        .bss
        .global cells
cells:  .space  4
