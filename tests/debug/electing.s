# electing.s - all PPs store to cells[0] in one cycle, and add to cells[1] in another one. Then PPs 0 to 3 store to cells[2],
# and PPs 4 to 7 add to it, in one cycle.
        .text
        .global _start
_start: getpn   R4
        gethi   %hi(cells),R5
        add     R5,%lo(cells),R5
        add     R5,1,R6
        add     R4,1,R7
        stg     R5,0,R7
        add     R7,0,R8
        mpadd   R6,0,R8
        add     R5,2,R6
        subs    R4,4,R0
        bpl     adds
        add     R7,0,R8
        stg     R6,0,R7
        halt
adds:   add     R7,0,R8
        mpadd   R6,0,R8
        halt
        .bss
        .global cells
cells:  .space  3
