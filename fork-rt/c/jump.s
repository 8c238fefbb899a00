# jump.s - setjmp and longjmp: the registers that a call keeps, in a jmp_buf (setjmp.h).
#
# The group's registers go along, though longjmp has checked that the group is the same: ssp may have been moved by the
# calls that the jump leaves.

    .include "abi.inc"
    .set SAVED_FP, 12
    .set SAVED_GP, 13
    .data
other_group:
    .string "longjmp out of the group in which setjmp was called: the other PPs of the group would wait for this one"

    .text
    .global setjmp, longjmp
    .func
setjmp:                                 # a0 = jmp_buf; returns 0, after a jump longjmp's value
    stg   a0,0,s0
    stg   a0,1,s1
    stg   a0,2,s2
    stg   a0,3,s3
    stg   a0,4,s4
    stg   a0,5,s5
    stg   a0,6,s6
    stg   a0,7,s7
    stg   a0,8,s8
    stg   a0,9,s9
    stg   a0,10,sfp
    stg   a0,11,sp
    stg   a0,SAVED_FP,fp
    stg   a0,SAVED_GP,gp
    stg   a0,14,ssp
    stg   a0,15,ra
    getlo 0,a0
    jmp   ra

    .func
longjmp:                                # a0 = jmp_buf, a1 = value
    ldg   a0,SAVED_GP,t0
    ldg   a0,15,t1
    cmp   t0,gp
    bne   refuse
    add   t1,0,ra
    ldg   a0,0,s0
    ldg   a0,1,s1
    ldg   a0,2,s2
    ldg   a0,3,s3
    ldg   a0,4,s4
    ldg   a0,5,s5
    ldg   a0,6,s6
    ldg   a0,7,s7
    ldg   a0,8,s8
    ldg   a0,9,s9
    ldg   a0,10,sfp
    ldg   a0,11,sp
    ldg   a0,SAVED_FP,fp
    ldg   a0,14,ssp
    cmp   a1,0
    bne   jump
    getlo 1,a1
jump:
    add   a1,0,a0
    jmp   ra
refuse:
    sub   ra,1,a1
    set   other_group,a0
    sys   SYS_panic_at
