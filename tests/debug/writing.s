# writing.s - in one cycle PPs 0 to 2 write "A", "B" and "C" to parts of cells, by a host call, and PP 3 stores to cells[0].
# In a later cycle all PPs write a letter to cells[16].
        .text
        .global _start
_start: getpn   R7
        gethi   %hi(cells),R10
        add     R10,%lo(cells),R10
        gethi   %hi(letter),R11
        add     R11,%lo(letter),R11
        gethi   %hi(words),R12
        add     R12,%lo(words),R12
        lsl     R7,2,R8
        add     R12,R8,R12      // words[4 * PP]: the argument of the format
        add     R7,65,R9
        stg     R12,0,R9
        add     R11,0,R3
        add     R12,0,R4
        add     R10,R8,R5
        subs    R7,3,R0
        beq     third
        nop
        nop
        sys     23              // text
        bra     join
third:  nop
        nop
        stg     R10,0,R7
        nop
join:   add     R11,0,R3
        add     R12,0,R4
        add     R10,16,R5
        sys     23              // text
        halt
        .data
letter: .string "%c"
words:  .space  16
        .global cells
cells:  .space  24
