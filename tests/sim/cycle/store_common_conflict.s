// Different values under the policy `common` end the run; the message names both PPs with their program counters, source
// lines and values, the address and the cycle. PPs 0 and 1 store 5 and 6: set is two instructions, the store is the
// fourth, in cycle 4.
//! asm: -g
//! run: -p 2 --write-policy=common
//! status: 10
//! stderr: ^pramsim: fault: .*0x00001000.*
//! stderr: 0x00000005, and 0x00000006 by PP 1 at pc 5,.*: PP 0, pc 5, cycle 4,
//! stderr: store_common_conflict.s:23
//! run: -p 64 --write-policy=common
//! status: 10
//! stderr: 0x00000005, and 0x00000006 by PP 1 at pc 5,.*: PP 0, pc 5, cycle 4,
//! run: -p 4096 --write-policy=common
//! status: 10
//! stderr: 0x00000005, and 0x00000006 by PP 1 at pc 5,.*: PP 0, pc 5, cycle 4,
        .data
out:    .word 0
        .text
        .global _start
_start: set   out,R7
        getpn R20
        add   R20,5,R3
        stg   R7,0,R3
        halt
