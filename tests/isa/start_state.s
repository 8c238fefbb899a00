// At the start all registers and flags are 0, R2 too, and memory that the program does not initialise is 0.
//! run: -p 1
//! mem 200+i = 7 for i in 2..31
//! mem 232 = 0
//! mem 233 = 7
//! mem 234 = 7
//! mem 235 = 7
//! run: -p 64
//! mem 200+i = 7 for i in 2..31
//! mem 232 = 0
//! mem 233 = 7
//! mem 234 = 7
//! mem 235 = 7
        .bss
cell:   .space 1
        .private_bss
mine:   .space 1
        .text
        .global _start
_start:
        add   R2,7,R2
        stg   R0,202,R2
        add   R3,7,R3
        stg   R0,203,R3
        add   R4,7,R4
        stg   R0,204,R4
        add   R5,7,R5
        stg   R0,205,R5
        add   R6,7,R6
        stg   R0,206,R6
        add   R7,7,R7
        stg   R0,207,R7
        add   R8,7,R8
        stg   R0,208,R8
        add   R9,7,R9
        stg   R0,209,R9
        add   R10,7,R10
        stg   R0,210,R10
        add   R11,7,R11
        stg   R0,211,R11
        add   R12,7,R12
        stg   R0,212,R12
        add   R13,7,R13
        stg   R0,213,R13
        add   R14,7,R14
        stg   R0,214,R14
        add   R15,7,R15
        stg   R0,215,R15
        add   R16,7,R16
        stg   R0,216,R16
        add   R17,7,R17
        stg   R0,217,R17
        add   R18,7,R18
        stg   R0,218,R18
        add   R19,7,R19
        stg   R0,219,R19
        add   R20,7,R20
        stg   R0,220,R20
        add   R21,7,R21
        stg   R0,221,R21
        add   R22,7,R22
        stg   R0,222,R22
        add   R23,7,R23
        stg   R0,223,R23
        add   R24,7,R24
        stg   R0,224,R24
        add   R25,7,R25
        stg   R0,225,R25
        add   R26,7,R26
        stg   R0,226,R26
        add   R27,7,R27
        stg   R0,227,R27
        add   R28,7,R28
        stg   R0,228,R28
        add   R29,7,R29
        stg   R0,229,R29
        add   R30,7,R30
        stg   R0,230,R30
        add   R31,7,R31
        stg   R0,231,R31
        stg   R0,232,R0         // the status word in cycle 60
        sys   20
        add   R3,0,R7
        ldg   R7,0,R5           // the own stack
        set   cell,R7
        ldg   R7,0,R3
        nop
        add   R3,7,R3
        stg   R0,233,R3
        set   mine,R7
        ldg   R7,0,R3
        nop
        add   R3,7,R3
        stg   R0,234,R3
        add   R5,7,R5
        stg   R0,235,R5
        halt
