# laplace_async.s - Jacobi iteration for Laplace's equation as Fig. 4 of the paper has it: the rows are dealt to the
# PPs; each iteration computes new values into a second field, waits at the barrier, copies them back, waits again.
# Runs with any mesh and any number of PPs (a PP without a row just waits).
#
#     for (k = 0; k < K; k++) {
#         farm forall (i, 1, N - 1, #)
#             for (j = 1; j < N - 1; j++)
#                 dst[i][j] = 0.25 * (src[i-1][j] + src[i+1][j] + src[i][j-1] + src[i][j+1]);
#         farm forall (i, 1, N - 1, #)
#             for (j = 1; j < N - 1; j++)
#                 src[i][j] = dst[i][j];
#     }
#
# Cycles of an iteration: 15 r (n + 1) + 46 at most, with n = N - 2 inner rows and the r = ceil(n / p) rows of a PP: 11 an
# inner cell to compute, 4 to copy, 15 around the loops of a row, the rest for the iteration and its two barriers.
#
# Registers, the same in every PP except `row`. A row is addressed from its right end by an index that counts up to
# zero, so that the step of the index is also the test for the end.
#   s0  own number                     s4  address in src of the right end of the first own row
#   s1  words from src to dst          s5  right end of the row behind the last inner one
#   s2  N                              s6  words between two own rows: # * N
#   s3  iterations left                s7  -(N - 2), the index of the first inner cell
#   s8  0.25                           s9  cycle at which the iterations began

        .include "mesh.inc"

        .global main
        .extern mesh, mesh_read, mesh_write, __fork_barrier
        .text
        .func
main:
        push    ra
        getpn   s0
        cmp     s0,0
        bne     wait_for_input
        getlo   1,a0                    # one more field: dst
        call    mesh_read,ra
wait_for_input:
        call    __fork_barrier,ra

        set     mesh,t0
        ldg     t0,MESH_SIZE,s2
        ldg     t0,MESH_ITERATIONS,s3
        ldg     t0,MESH_FIELD,t1
        mul     s2,s2,s1                # dst lies behind src
        getnp   s6
        mul     s6,s2,s6
        add     s0,2,s4                 # row 1 + own number ends one word before row 2 + own number begins
        mul     s4,s2,s4
        add     s4,t1,s4
        sub     s4,1,s4
        add     t1,s1,s5
        sub     s5,1,s5
        neg     s2,s7
        add     s7,2,s7
        set     0x3e800000,s8           # 0.25
        getct   s9
        cmp     s3,0
        beq     done

iteration:
        mov     s4,t0                   # t0: right end of the row in src
        cmp     t0,s5
        bhs     computed
compute_row:
        sub     t0,s2,t1                # right ends of the row above,
        add     t0,s2,t2                # below,
        sub     t0,1,t3                 # shifted by one to the left
        add     t0,1,t4                 # and right,
        add     t3,s1,t5                # and of the row in dst, for an index already stepped
        mov     s7,t6
compute_cell:
        ldg     t6,t1,a0
        ldg     t6,t2,a1
        ldg     t6,t3,a2
        fadd    a0,a1,a0
        ldg     t6,t4,a3
        fadd    a0,a2,a0
        fadd    a0,a3,a0
        fmul    a0,s8,a0
        adds    t6,1,t6
        stg     t6,t5,a0
        bne     compute_cell
        add     t0,s6,t0
        cmp     t0,s5
        blo     compute_row
computed:
        call    __fork_barrier,ra       # no PP copies before all have read the old values

        mov     s4,t0
        cmp     t0,s5
        bhs     copied
copy_row:
        add     t0,s1,t1                # right end of the row in dst
        sub     t0,1,t2                 # and in src, for an index already stepped
        mov     s7,t6
copy_cell:
        ldg     t6,t1,a0
        adds    t6,1,t6
        stg     t6,t2,a0
        bne     copy_cell
        add     t0,s6,t0
        cmp     t0,s5
        blo     copy_row
copied:
        call    __fork_barrier,ra       # no PP reads before all have copied
        subs    s3,1,s3
        bne     iteration

done:
        getct   a0
        sub     a0,s9,a0
        cmp     s0,0
        bne     finish
        call    mesh_write,ra
finish:
        pop     ra
        mov     0,a0
        ret
