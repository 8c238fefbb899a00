// A private address is another cell for every PP, and each of these cells has a global address:
// BASE[PP] = end of shared memory + p * stack words + PP * private words. PP i puts 1000 + i into its own private cell,
// reads that of its neighbour through the global address, and adds 5000 to the cell of the neighbour before it, which the
// owner sees under the private address. The .private section is there in every copy.
//! run: -p 1
//! mem out = 1000
//! mem out+1 = 6000
//! mem out+2 = 77
//! run: -p 2
//! mem out+i = 1000+(i+1)%p for i in 0..p-1
//! mem out+p+i = 6000+i for i in 0..p-1
//! mem out+2*p+i = 77 for i in 0..p-1
//! run: -p 64
//! mem out+i = 1000+(i+1)%p for i in 0..p-1
//! mem out+p+i = 6000+i for i in 0..p-1
//! mem out+2*p+i = 77 for i in 0..p-1
//! run: -p 100 --private=64 --stack=16 --memory=32768
//! mem out+i = 1000+(i+1)%p for i in 0..p-1
//! mem out+p+i = 6000+i for i in 0..p-1
//! mem out+2*p+i = 77 for i in 0..p-1
//! run: -p 4096
//! mem out+i = 1000+(i+1)%p for i in 0..p-1
//! mem out+p+i = 6000+i for i in 0..p-1
//! mem out+2*p+i = 77 for i in 0..p-1
        .data
out:    .space 3*4096
        .private
mine:   .word 77, 0
        .text
        .global _start
_start: sys   19                // R4 = end of shared memory, R5 = private words
        add   R4,0,R10
        add   R5,0,R11
        sys   20                // R4 = stack words
        getpn R20
        getnp R21
        mul   R4,R21,R4
        add   R10,R4,R10        // BASE[0]
        set   mine,R12          // a private address: bit 31 is set
        gethi -262144,R3
        xor   R12,R3,R13        // its offset
        set   out,R14
        add   R14,R20,R14
        add   R20,1000,R3
        stg   R12,1,R3
        add   R20,1,R6
        remu  R6,R21,R6
        mul   R6,R11,R6
        add   R10,R6,R6
        add   R6,R13,R6
        ldg   R6,1,R3           // the neighbour's cell
        nop
        stg   R14,0,R3
        add   R20,R21,R6
        sub   R6,1,R6
        remu  R6,R21,R6
        add   R6,1000,R5
        mul   R6,R11,R6
        add   R10,R6,R6
        add   R6,R13,R6
        set   5000,R3
        add   R5,R3,R3
        stg   R6,1,R3           // 6000 + i for PP i, by its successor
        ldg   R12,1,R4
        ldg   R12,0,R5
        add   R14,R21,R14
        stg   R14,0,R4
        add   R14,R21,R14
        stg   R14,0,R5
        halt
