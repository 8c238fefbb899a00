        .text
        .global _start
        .func
_start: getpn   R4
        gethi   %hi(cells),R5
        add     R5,%lo(cells),R5
        add     R5,R4,R5
        add     R4,7,R6
        stg     R5,0,R6
        call    again,ra
        halt
        .func
again:  add     R6,R6,R6
        stg     R5,0,R6
        jmp     ra
        .bss
        .global cells
cells:  .space  8
