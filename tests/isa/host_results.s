// Host calls that give values put them into R3..R5 for the next instruction: random numbers are seeded by the PP's number.
//! run: -p 1
//! mem out = 1
//! mem out+1 = 0
        .data
out:    .word 0, 0
        .text
        .global _start
_start: set   out,R7
        sys   21                // the number of arguments: the program's name
        stg   R7,0,R3
        getlo 5,R3
        sys   18
        sys   17
        add   R3,0,R8
        getlo 5,R3
        sys   18                // the same seed
        sys   17
        sub   R3,R8,R3          // the same number
        stg   R7,1,R3
        halt
