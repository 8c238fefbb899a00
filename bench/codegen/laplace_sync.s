# The hand-written counterpart of laplace_sync.fork and laplace_semisync.fork. N, K from the command line.
        .global main
        .extern __fork_start, __fork_start_end
        .bss
src:    .space  N*N
        .text
        .func
main:
        push    ra
        getnp   a0
        call    __fork_start,ra
        getpn   t0
        div     t0,N-2,t1
        rem     t0,N-2,t2
        mul     t1,N,t1
        add     t1,t2,t1
        set     src+N+1,t2
        add     t1,t2,s5                # own cell
        set     K,s3
        set     0x3e800000,s8           # 0.25
iteration:
        ldg     s5,-N,a0
        ldg     s5,N,a1
        ldg     s5,-1,a2
        fadd    a0,a1,a0
        ldg     s5,1,a3
        fadd    a0,a2,a0
        subs    s3,1,s3
        fadd    a0,a3,a0
        fmul    a0,s8,a0
        stg     s5,0,a0
        bne     iteration
        call    __fork_start_end,ra
        pop     ra
        mov     0,a0
        ret
