# late.s - PPs 0 to 3 come to `join` by a load, PPs 4 to 7 by a jump, in the same cycle. At `join` a delayed value is on
# its way to R8, and behind the multiprefix one is on its way to R9.
        .text
        .global _start
        .func
_start: getpn   R4
        gethi   %hi(frame),gp
        add     gp,%lo(frame),gp
        gethi   %hi(cells),R5
        add     R5,%lo(cells),R5
        add     R5,R4,R5
        add     R4,7,R6
        stg     R5,0,R6
        subs    R4,4,R0
        bpl     wait
        nop
        ldg     R5,0,R8
join:   add     R0,0,R0
        getlo   100,R9
        mpadd   R5,0,R9
        add     R0,0,R0
        halt
wait:   nop
        bra     join
        .data
        .global frame
frame:  .word   0,8,0,0
        .bss
        .global cells
cells:  .space  8
