// A pop whose target is its own pointer: the slot reads the moved pointer, then the popped value replaces it. A push
// whose datum is its own pointer stores the pointer as it was.
//! run: -p 1
//! mem out = 4096+9
//! mem out+1 = 55
//! mem out+2 = 4096+7
//! mem out+3 = 56
//! mem out+4 = 4096+10
//! mem out+5 = 4096+11
//! mem out+6 = 4096+11
//! mem out+10 = 4096+10
//! mem out+11 = 4096+12
        .data
out:    .space 7
cells:  .word 56, 55
        .space 3
        .text
        .global _start
_start: set   out,R10
        add   R10,8,R9
        popg  R9,1,R9           // M(out + 8) = 55, pointer to out + 9
        add   R9,0,R3
        add   R9,0,R4
        stg   R10,0,R3
        stg   R10,1,R4
        add   R10,8,R9
        popng R9,-1,R9          // pointer to out + 7, M(out + 7) = 56
        add   R9,0,R3
        add   R9,0,R4
        stg   R10,2,R3
        stg   R10,3,R4
        add   R10,10,R9
        stg   R10,4,R9
        pshg  R9,1,R9           // M(out + 10) = out + 10
        stg   R10,5,R9
        add   R10,12,R9
        pshng R9,-1,R9          // M(out + 11) = out + 12
        stg   R10,6,R9
        halt
