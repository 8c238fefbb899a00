// The same cell under its private and its global address is one cell: stores of one cycle to it meet, and a multiprefix
// through both addresses folds in PP order. PP 0 owns the cells, the others use their global addresses.
//! run: -p 64 --write-policy=high
//! mem out = 163
//! mem out+1 = 10+p
//! mem out+2+i = 10+i for i in 0..p-1
//! run: -p 64 --write-policy=low
//! mem out = 100
//! mem out+1 = 10+p
//! mem out+2+i = 10+i for i in 0..p-1
        .data
out:    .space 100
        .private
mine:   .word 0, 10
        .text
        .global _start
_start: sys   19
        add   R4,0,R10
        sys   20
        getpn R20
        getnp R21
        mul   R4,R21,R4
        add   R10,R4,R10
        set   mine,R12
        gethi -262144,R3
        xor   R12,R3,R13
        add   R10,R13,R7        // global address of mine of PP 0
        subs  R20,0,R0
        bne   others
        add   R12,0,R7          // PP 0: the private address
        bra   met
others: nop                     // as long as the way of PP 0
        bra   met
met:    add   R20,100,R3
        stg   R7,0,R3
        getlo 1,R4
        mpadd R7,1,R4
        set   out,R14
        add   R14,R20,R15
        stg   R15,2,R4
        ldg   R7,0,R3
        ldg   R7,1,R4
        subs  R20,0,R0
        bne   done
        stg   R14,0,R3
        stg   R14,1,R4
done:   halt
