# laplace_sync.s - Jacobi iteration for Laplace's equation as Fig. 5 of the paper has it: synchronous, one PP an inner
# cell, no second field, no copy phase, no barrier. All PPs read the old values in the same cycles, compute, and store
# in the same cycle.
#
#     i = $ / SQRT_P + 1;
#     j = $ % SQRT_P + 1;
#     for (k = 0; k < K; k++)
#         src[i][j] = 0.25 * (src[i-1][j] + src[i+1][j] + src[i][j-1] + src[i][j+1]);
#
# With fewer PPs than inner cells each PP plays several (Brent's theorem), still synchronously: in every iteration all
# PPs first read and compute all their cells, keeping the new values on their own stacks, then all store. That needs
# the same number of cells for every PP: one that has none left repeats its first cell, and with more PPs than cells
# two PPs play the same one; they store the same value.
#
# Cycles of an iteration: 11 with a PP for every inner cell; else 17 for each of a PP's ceil((N - 2)^2 / p) cells and
# 6 around the two loops.
#
# Registers, the same in every PP except for the cells' addresses:
#   s0  own number                     s4  address of cell (0, 0)
#   s1  cells a PP plays               s5  own first cell
#   s2  N                              s6  -N
#   s3  iterations left                s7  the pairs (address of a cell, its new value) on the own stack
#   s8  0.25                           s9  cycle at which the iterations began

        .include "mesh.inc"
        .include "abi.inc"              # names of the host calls

        .global main
        .extern mesh, mesh_read, mesh_write, __fork_barrier, __fork_start, __fork_start_end

        .set STACK_RESERVE,64           # words that the calls at the end may need

        .data
stack_text:     .string "laplace_sync: too many cells a PP for its stack: take more PPs, or see pramsim --stack\n"

        .text
        .func
main:
        push    ra
        push    fp
        mov     sp,fp
        getpn   s0
        cmp     s0,0
        bne     wait_for_input
        getlo   0,a0                    # no second field
        call    mesh_read,ra
wait_for_input:
        call    __fork_barrier,ra

        set     mesh,t0
        ldg     t0,MESH_SIZE,s2
        ldg     t0,MESH_ITERATIONS,s3
        ldg     t0,MESH_FIELD,s4
        neg     s2,s6
        set     0x3e800000,s8           # 0.25
        sub     s2,2,t1
        mul     t1,t1,s9                # s9: inner cells
        getnp   t1
        sub     s9,1,s1
        divu    s1,t1,s1
        add     s1,1,s1                 # cells a PP plays, rounded up
        remu    s0,s9,a0                # the number of the own first cell
        call    cell_address,ra
        mov     a0,s5
        cmp     s1,1
        beq     ready
        call    list_cells,ra
ready:
        getnp   a0
        call    __fork_start,ra         # all PPs leave it in the same cycle and stay together from here on
        getct   s9
        cmp     s3,0
        beq     done
        cmp     s1,1
        bne     iteration

one_cell:
        ldg     s5,s6,a0
        ldg     s5,s2,a1
        ldg     s5,-1,a2
        fadd    a0,a1,a0
        ldg     s5,1,a3
        fadd    a0,a2,a0
        fadd    a0,a3,a0
        fmul    a0,s8,a0
        subs    s3,1,s3
        stg     s5,0,a0
        bne     one_cell
        bra     done

iteration:
        mov     s7,t0
        mov     s1,t1
compute_cell:
        popg    t0,1,t2
        subs    t1,1,t1
        ldg     t2,s6,a0
        ldg     t2,s2,a1
        ldg     t2,-1,a2
        fadd    a0,a1,a0
        ldg     t2,1,a3
        fadd    a0,a2,a0
        fadd    a0,a3,a0
        fmul    a0,s8,a0
        pshg    t0,1,a0
        bne     compute_cell

        mov     s7,t0
        mov     s1,t1
store_cell:
        popg    t0,1,t2
        popg    t0,1,a0
        subs    t1,1,t1
        stg     t2,0,a0
        bne     store_cell
        subs    s3,1,s3
        bne     iteration

done:
        getct   s8
        call    __fork_start_end,ra     # everyone for himself again
        sub     s8,s9,a0
        cmp     s0,0
        bne     finish
        call    mesh_write,ra
finish:
        mov     fp,sp
        pop     fp
        pop     ra
        mov     0,a0
        ret

# list_cells - puts the addresses of all own cells onto the stack, from s7 on, each in front of room for its value, and
# moves sp behind them: they belong to the frame of main. Cell number c is played by PP c mod p.
        .func
list_cells:
        sys     SYS_stack_layout        # a0 = the own stack area, a1 = its words
        add     a0,a1,a0
        sub     a0,sp,a0                # words left
        add     s1,s1,t1
        add     t1,STACK_RESERVE,t1
        cmp     a0,t1
        blt     fail_stack
        mov     ra,t6
        mov     sp,s7
        add     sp,s1,sp
        add     sp,s1,sp
        mov     s7,t1
        mov     s1,t2
        mov     s0,t3                   # number of a cell
        getnp   t4
next_cell:
        mov     s5,a0
        cmp     t3,s9
        bhs     put_address             # none left: the first one again
        mov     t3,a0
        call    cell_address,ra
put_address:
        pshg    t1,2,a0
        add     t3,t4,t3
        subs    t2,1,t2
        bne     next_cell
        jmp     t6

# cell_address - the address of an inner cell by its number, row by row.
#   a0   number, then address; changes a1 and a2
        .func
cell_address:
        sub     s2,2,a1
        divu    a0,a1,a2
        remu    a0,a1,a0
        add     a2,1,a2
        mul     a2,s2,a2
        add     a0,a2,a0
        add     a0,s4,a0
        add     a0,1,a0
        ret

fail_stack:
        cmp     s0,0
        bne     stop                    # one PP prints it for all
        set     stack_text,a0
        sys     SYS_print_string
        getlo   1,a0
        sys     SYS_exit
stop:
        halt
