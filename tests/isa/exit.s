// sys 0 ends the whole run with the low 8 bits of R3 as status: 263 gives 7. Stores of its cycle have happened, host calls of
// lower PPs have been served, those of higher ones are not.
//! run: -p 5
//! status: 7
//! stdout: a
//! mem out = 3
//! mem out+1 = 0
        .data
out:    .word 0, 0
values: .word 'a', 10, 263, 3, 'b'
        .text
        .global _start
_start: getpn R20
        set   out,R7
        add   R7,R20,R8
        ldg   R8,2,R3
        lsl   R20,1,R21
        add   R21,1,R21
        add   R1,R21,R1         // PP k executes the k-th of the following pairs
        sys   2
        bra   after
        sys   2
        bra   after
        sys   0
        bra   after
        stg   R7,0,R3
        bra   after
        sys   2
        bra   after
after:  stg   R7,1,R20          // no cycle follows
        halt
