// The accumulator: every PP sums what a double would lose, saves its sum, and PP 0 merges all of them.
// PP 0 adds 2^1000, the last PP takes it off, the others add their number squared, exactly.
//! run: -p 5 --real=double
//! mem out = 14
//! mem out+1 = 14
//! mem out+2 = 0
//! mem out+3 = 28
//! run: -p 64 --real=double --acc=mpfr
//! mem out = 81375
//! mem out+1 = 81375
//! mem out+2 = 0
//! mem out+3 = 162750
//! run: -p 64 --real=double --acc=kulisch
//! mem out = 81375
//! mem out+1 = 81375
//! mem out+2 = 0
//! mem out+3 = 162750
//! run: -p 5 --real=qd
//! mem out = 14
//! mem out+1 = 14
//! mem out+2 = 0
//! mem out+3 = 28
//! run: -p 5 --real=mpfr:64
//! mem out = 14
//! mem out+1 = 14
//! mem out+2 = 0
//! mem out+3 = 28
//! run: -p 5 --real=mpfr:64 --acc=mpfr
//! mem out = 14
//! mem out+1 = 14
//! mem out+2 = 0
//! mem out+3 = 28
//! run: -p 5 --real=arprec:3 --acc=kulisch
//! mem out = 14
//! mem out+1 = 14
//! mem out+2 = 0
//! mem out+3 = 28
        .data
out:    .space 4
        .bss
sums:   .space 200000           // one of 3000 words (64 of 134) for each PP
        .text
        .global _start
_start: getpn  R4
        getnp  R5
        sub    R5,1,R6          // the last PP
        set    sums,R7
        set    3000,R8
        subs   R5,10,R0
        blt    few
        set    134,R8
few:    mul    R4,R8,R9
        add    R7,R9,R9         // this PP's image
        set    0x71800000,R3    // 2^100
        xfromf R3,X1
        xmul   X1,X1,X2
        xmul   X2,X2,X2
        xmul   X2,X1,X2         // 2^500
        xfromi R4,X3
        xaclr
        subs   R4,0,R0
        bne    other
        xacmul X2,X2            // 2^1000
        bra    save
other:  cmp    R4,R6
        beq    last
        xacmul X3,X3
        bra    save
last:   xmul   X2,X2,X4
        xacsub X4
        xacadd X4               // and back
        xacsub X4
save:   xacsave R9,0
        subs   R4,0,R0
        bne    done
        nop                     // the other PPs are a few cycles behind
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        xaclr
        getlo  0,R10
merge:  mul    R10,R8,R9
        add    R7,R9,R9
        xacmerge R9,0
        add    R10,1,R10
        cmp    R10,R5
        blt    merge
        xacround X5
        xtoi   X5,R3
        set    out,R9
        stg    R9,0,R3
        xacround X6             // reading it leaves it
        xtoi   X6,R3
        stg    R9,1,R3
        xacsave R7,0
        xacmerge R7,0           // doubled
        xacround X6
        xtoi   X6,R3
        stg    R9,3,R3
        xaclr
        xacadd X5
        xacsub X5
        xacsave R7,R0
        xacmerge R7,R0
        xacround X5
        xtof   X5,R3
        stg    R9,2,R3
done:   halt
