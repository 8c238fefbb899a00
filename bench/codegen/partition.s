# The hand-written counterpart of the function in partition.fork: int partition(int *x, int high, int pivot). A round in which
# neither scan moves takes 11 instructions: the number that goes to the right is stored in the slot of the next round's first
# load, which still reads the old one, and that store steps the pointer. No number is loaded that the program would not load.
#   t0  where the next number on the left is; t2 the last one from there
#   t1  the same on the right; until the next round begins, where t2 goes to; t3 the last number from there
        .global partition
        .text
        .func
partition:
        add     a0,0,t0
        add     a0,a1,t1
        add     t1,-1,t1
        cmp     t0,t1
        bhi     empty
        ldg     t0,0,t2
        nop
        cmp     t2,a2
        bge     look_right
scan_left:
        popng   t0,1,t2
        nop
        cmp     t2,a2
        blt     scan_left
        ldg     t1,0,t3
        add     t0,1,t0
        cmp     t3,a2
        bgt     scan_right
look_again:                             # a scan has moved: have they met?
        cmp     t0,t1
        bhs     last
        stg     t0,-1,t3
round:
        ldg     t0,0,t2
        pshg    t1,-1,t2                # the number of the round before
        cmp     t2,a2
        blt     scan_left
look_right:
        ldg     t1,0,t3
        add     t0,1,t0
        cmp     t3,a2
        bgt     scan_right
        stg     t0,-1,t3
        cmp     t0,t1
        blo     round
        stg     t1,0,t2
        sub     t0,a0,a0
        ret
scan_right:
        popng   t1,-1,t3
        nop
        cmp     t3,a2
        bgt     scan_right
        bra     look_again
last:
        add     t0,-1,t4
        cmp     t4,t1
        bhi     crossed
        stg     t4,0,t3
        stg     t1,0,t2
        sub     t0,a0,a0
        ret
crossed:
        sub     t4,a0,a0
        ret
empty:
        mov     0,a0
        ret
