# The hand-written counterpart of matrix_multiply.fork. N, K from the command line.
        .global main
        .bss
a:      .space  N*N
b:      .space  N*N
c:      .space  N*N
        .text

# multiply - a0: n; a1, a2: the factors; a3: the product
        .func
multiply:
        mul     a0,a0,t0
        add     a1,t0,t6                # end of the first factor
row:
        add     a1,a0,t1                # end of the row
        mov     a2,t2                   # top of the column
        add     a2,a0,a5                # behind the top of the last column
column:
        mov     a1,t3
        mov     t2,t4
        mov     zero,a4                 # sum
product:
        popg    t3,1,t0
        popg    t4,a0,t5
        cmp     t3,t1
        fmul    t0,t5,t0
        fadd    a4,t0,a4
        bne     product
        add     t2,1,t2
        cmp     t2,a5
        pshg    a3,1,a4
        bne     column
        mov     t1,a1
        cmp     a1,t6
        bne     row
        ret

        .func
main:
        push    ra
        set     K,s0
again:
        set     N,a0
        set     a,a1
        set     b,a2
        set     c,a3
        call    multiply,ra
        subs    s0,1,s0
        bne     again
        pop     ra
        mov     0,a0
        ret
