# real.s - gives the numbers of a program their values before main: constants and initial values of type real.
#
# A program with such numbers has one table for each object that fcc has made of it; the linker chains them.
#
#   word 0   address of the next table, 0: none
#        1   address of __fork_reals: so no other object has this file in the program
#        2   number of texts    3   number of copies
#        then  address of a text, address of the shared image that it is rounded to           for each text
#              address of a shared image, address of the private one that it is copied to     for each copy
#
# All PPs come here together, in the same cycle, and leave in the same cycle: PP i rounds the texts i, i + p, .., and
# the last one again where there are none left for it; what is private each PP copies for itself. Called by _start
# alone, which has nothing in registers but sp, fp, gp, ssp.

    .include "abi.inc"
    .set NEXT, 0
    .set TEXTS, 2
    .set COPIES, 3
    .set LINES, 4

    .text
    .global __fork_reals
    .func
__fork_reals:                           # t0 = the first table
table:
    ldg   t0,TEXTS,t1
    ldg   t0,COPIES,t2
    add   t0,LINES,t3
    getlo 0,t4                          # texts begun
texts:
    cmp   t4,t1
    bge   texts_done
    getpn t5
    add   t4,t5,t5
    sub   t1,1,t6
    min   t5,t6,t5
    lsl   t5,1,t5
    add   t3,t5,t5
    ldg   t5,0,a0
    ldg   t5,1,a1
    nop
    sys   SYS_real_parse
    getnp t5
    add   t4,t5,t4
    bra   texts
texts_done:
    lsl   t1,1,t5
    add   t3,t5,t3
copies:
    cmp   t2,0
    beq   copies_done
    ldg   t3,0,t5
    ldg   t3,1,t6
    sub   t2,1,t2
    xld   t5,0,X0
    xst   t6,0,X0
    add   t3,2,t3
    bra   copies
copies_done:
    ldg   t0,NEXT,t0
    nop
    cmp   t0,0
    bne   table
    ret
