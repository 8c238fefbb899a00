// Many PPs store to one cell in one cycle: under the policy `high`, the default, the highest number wins, under `low`
// the lowest. Once all to one cell with stg, once to four cells, once with a push.
//! run: -p 2
//! mem out = 101
//! mem out+8 = 201
//! run: -p 64
//! mem out = 163
//! mem out+4+i = 100+p-4+i for i in 0..3
//! mem out+8 = 263
//! run: -p 4096 --write-policy=high
//! mem out = 4195
//! mem out+4+i = 100+p-4+i for i in 0..3
//! mem out+8 = 4295
//! run: -p 2 --write-policy=low
//! mem out = 100
//! mem out+8 = 200
//! run: -p 64 --write-policy=low
//! mem out = 100
//! mem out+4+i = 100+i for i in 0..3
//! mem out+8 = 200
//! run: -p 4096 --write-policy=low
//! mem out = 100
//! mem out+4+i = 100+i for i in 0..3
//! mem out+8 = 200
        .data
out:    .space 16
        .text
        .global _start
_start: getpn R20
        set   out,R7
        add   R20,100,R3
        stg   R7,0,R3
        and   R20,3,R8
        add   R7,R8,R8
        stg   R8,4,R3
        add   R7,8,R9
        add   R20,200,R4
        pshg  R9,1,R4
        halt
