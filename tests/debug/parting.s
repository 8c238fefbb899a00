# parting.s - PPs 0 to 3 jump to `low`, PPs 4 to 7 go on behind the branch: in each cycle these are at other instructions.
# In one cycle both store, to different words.
        .text
        .global _start
        .func
_start: getpn   R4
        gethi   %hi(cells),R5
        add     R5,%lo(cells),R5
        add     R5,R4,R5
        add     R4,7,R6
        subs    R4,4,R0
        bmi     low
        nop
        stg     R5,0,R6
        add     R6,1,R6
        halt
low:    nop
        stg     R5,0,R6
        add     R6,2,R6
        halt
        .bss
        .global cells
cells:  .space  8
