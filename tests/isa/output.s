// Host calls that write: output of one cycle appears in PP order, a PP's own output in program order.
//! run: -p 3
//! stdout: 012   
//! stdout: -1-1-1
//! stdout: aaabbb
//! stdout: 0.50.50.5   
//! stdout: hello
//! run: -p 1
//! stdout: 0 
//! stdout: -1
//! stdout: ab
//! stdout: 0.5 
//! stdout: hello
        .data
text:   .string "hello\n"
half:   .float 0.5
        .text
        .global _start
_start: getpn R20
        add   R20,0,R3
        call  number,R31
        call  newline,R31
        getlo -1,R3
        sys   1
        call  newline,R31
        getlo 'a',R3
        sys   2
        getlo 'b',R3
        sys   2
        call  newline,R31
        set   half,R7
        ldg   R7,0,R3
        nop
        sys   4
        getlo 32,R3
        sys   2
        call  newline,R31
        subs  R20,0,R0
        bne   done
        set   text,R3
        sys   3
done:   halt
number: sys   1
        getlo 32,R3
        sys   2
        ret
newline:
        subs  R20,0,R0
        bne   silent
        getlo 10,R3
        sys   2
        ret
silent: nop                     // as long as the way of PP 0
        nop
        ret
