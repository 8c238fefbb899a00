# The hand-written counterpart of laplace_async.fork. N, K from the command line.
        .global main
        .extern __fork_barrier
        .bss
src:    .space  N*N
dst:    .space  N*N
        .text
        .func
main:
        push    ra
        getpn   s0
        getnp   s6
        set     K,s3
        set     src,s4
        set     dst,s5
        set     0x3e800000,s8           # 0.25
iteration:
        add     s0,1,t0                 # row
compute_row:
        cmp     t0,N-1
        bge     computed
        mul     t0,N,t1
        add     t1,s4,t2                # left end of the row in src
        add     t1,s5,t3                # in dst
        add     t2,1,t2
        add     t3,1,t3
        add     t2,N-2,t4               # right end
compute_cell:
        ldg     t2,-N,a0
        ldg     t2,N,a1
        ldg     t2,-1,a2
        fadd    a0,a1,a0
        ldg     t2,1,a3
        fadd    a0,a2,a0
        add     t2,1,t2
        fadd    a0,a3,a0
        fmul    a0,s8,a0
        cmp     t2,t4
        pshg    t3,1,a0
        bne     compute_cell
        add     t0,s6,t0
        bra     compute_row
computed:
        call    __fork_barrier,ra
        add     s0,1,t0
copy_row:
        cmp     t0,N-1
        bge     copied
        mul     t0,N,t1
        add     t1,s4,t2
        add     t1,s5,t3
        add     t2,1,t2
        add     t3,1,t3
        add     t3,N-2,t4
copy_cell:
        popg    t3,1,a0
        cmp     t3,t4
        pshg    t2,1,a0
        bne     copy_cell
        add     t0,s6,t0
        bra     copy_row
copied:
        call    __fork_barrier,ra
        subs    s3,1,s3
        bne     iteration
        pop     ra
        mov     0,a0
        ret
