// Requests that add nothing to a counter, between stores of all PPs, as synchronous loops make them: what was stored before
// is there behind them, and what other PPs add in the same cycle is there in the next.
//   out: the counter; out+8+i: number of PP i, + 7; out+8+p+i, +p each: the sum of what PP i has read of the cell
//   of the next PP, in the rounds 5 to 2; the counter as it has seen it; by how much the next PP's last word is more than
//   its own number, read behind requests of two kinds
//! run: -p 3
//! mem out = 2
//! mem out+8+i = i+7 for i in 0..2
//! mem out+11+i = 14 for i in 0..2
//! mem out+14+i = 2 for i in 0..2
//! mem out+17+i = i==2?5:8 for i in 0..2
//! run: -p 4096
//! mem out = p/2
//! mem out+8+p+i = 14 for i in 0..4095
//! mem out+8+2*p+i = p/2 for i in 0..4095
//! mem out+8+3*p+i = i==4095?8-p:8 for i in 0..4095
        .data
out:    .space 8
        .space 4*4096
        .text
        .global _start
_start: getpn R20
        getnp R21
        lsr   R21,1,R23
        set   out,R7
        add   R7,R20,R10
        add   R20,1,R22
        remu  R22,R21,R22
        add   R7,R22,R11
        getlo 0,R4
        getlo 5,R3
        subs  R20,R23,R0
        bge   high
        getlo 0,R9              // 0 in the lower half, 1 in the upper one, in the same cycle
        bra   loop
high:   getlo 1,R9
        bra   loop
loop:   stg   R10,8,R3
        subs  R3,1,R3
        beq   last
        syncadd R7,0,R0         // nothing, from all
        ldg   R11,8,R5
        nop
        add   R4,R5,R4
        bra   loop
last:   add   R10,R21,R12
        stg   R12,8,R4
        syncadd R7,0,R9         // something, from some
        ldg   R7,0,R5
        add   R12,R21,R12
        stg   R12,8,R5
        add   R20,7,R4
        stg   R10,8,R4
        subs  R9,0,R0
        bne   upper
        syncadd R7,0,R0         // nothing, to two cells by two operations
        bra   met
upper:  syncor R7,1,R0
        bra   met
met:    ldg   R11,8,R5          // the next PP's number + 7
        add   R12,R21,R12
        nop
        sub   R5,R20,R5
        stg   R12,8,R5
        halt
