# groups.s - the sequences of docs/internals/abi.md, section 7, as a compiler writes them: if with and without else, three deep;
# loops; leaving early; fork with empty subgroups and skippers; farm; seq. Works with any number of PPs.

    .include "abi.inc"
    .extern __fork_barrier, __fork_start, __fork_start_end, __fork_rank, __fork_rejoin, __fork_pp
    .extern __fork_split_all, __fork_split_part, __fork_split_many, __fork_settle, __fork_shared_frame
    .extern check, check_pp, together, report

    .bss
total:
    .space 1

# s0 PP number, s1 p, s2 s3 v_gp v_ssp of the outer, s4 s5 of the inner, s6 s7 of the innermost construct, s8 s9 free
    .text
    .global main
    .func
main:
    pshg  sp,1,ra
    getpn s0
    getnp s1
    add   s1,0,a0
    call  __fork_start,ra
    call  test_if,ra
    call  test_loop,ra
    call  test_break,ra
    call  test_fork,ra
    call  test_async,ra
    call  __fork_start_end,ra
    popng sp,-1,ra
    nop
    bra   report

# if (pn & 1) if (pn & 2) A else B, with a last if (pn & 4) in A
    .func
test_if:
    pshg  sp,1,ra
    add   gp,0,s2
    add   ssp,0,s3
    and   s0,1,t0
    cmp   t0,0
    beq   if_skip
    call  __fork_split_part,ra
    lsr   s1,1,a0                       # 1: half of the PPs are odd
    ldg   gp,GROUP_SIZE,a1
    getlo 1,a2
    call  check,ra
    getlo 2,a2                          # 2: synchronous
    call  together,ra
    call  __fork_rank,ra                # 3: ranks are 0, 1, 2 .. within the subgroup
    add   a0,0,a1
    lsr   s0,1,a0
    getlo 3,a2
    call  check,ra
    add   s0,0,a0                       # 4: $ is inherited
    getlo PP_ID,a1
    getlo 4,a2
    call  check_pp,ra

    add   gp,0,s4
    add   ssp,0,s5
    lsr   s0,1,a0
    and   a0,1,a0
    add   a0,0,s8                       # 0: first branch
    getlo 2,a1
    call  __fork_split_many,ra
    cmp   s8,0
    bne   if_else
    getlo 5,a2                          # 5: PPs with number = 1 mod 4
    add   s1,2,a0
    lsr   a0,2,a0
    ldg   gp,GROUP_SIZE,a1
    nop
    call  check,ra
    add   gp,0,s6
    add   ssp,0,s7
    and   s0,4,t0
    cmp   t0,0
    beq   if_inner_skip
    call  __fork_split_part,ra
    getlo 6,a2                          # 6: three deep
    call  together,ra
    nop                                 # the subgroups take their own time
    nop
    bra   if_inner_end
if_inner_skip:
    shint SHINT_group_leave
if_inner_end:
    add   s6,0,a0
    add   s7,0,a1
    call  __fork_rejoin,ra
    getlo 7,a2                          # 7
    call  together,ra
    bra   if_end
if_else:
    nop
    getlo 8,a2                          # 8: PPs with number = 3 mod 4
    lsr   s1,2,a0
    ldg   gp,GROUP_SIZE,a1
    nop
    call  check,ra
    getlo 9,a2                          # 9
    call  together,ra
if_end:
    add   s4,0,a0
    add   s5,0,a1
    call  __fork_rejoin,ra
    getlo 10,a2                         # 10
    call  together,ra
    bra   if_outer_end
if_skip:
    shint SHINT_group_leave
if_outer_end:
    add   s2,0,a0
    add   s3,0,a1
    call  __fork_rejoin,ra
    getlo 11,a2                         # 11
    call  together,ra
    popng sp,-1,ra
    nop
    jmp   ra

# for (s8 = 0; s8 < pn % 8; s8++): in iteration k there are those with pn % 8 > k
    .func
test_loop:
    pshg  sp,1,ra
    add   gp,0,s2
    add   ssp,0,s3
    call  __fork_split_all,ra
    getlo 0,s8
    and   s0,7,s9
loop_test:
    cmp   s8,s9
    bge   loop_leave
    mpadd gp,GROUP_SIZE,R0
    call  __fork_settle,ra
    lsr   s1,3,a0                       # 21: p / 8 * (7 - k), and of the last p % 8 those above k
    getlo 7,t0
    sub   t0,s8,t0
    mul   a0,t0,a0
    and   s1,7,t1
    sub   t1,s8,t1
    sub   t1,1,t1
    max   t1,0,t1
    add   a0,t1,a0
    ldg   gp,GROUP_SIZE,a1
    getlo 21,a2
    call  check,ra
    getlo 22,a2                         # 22
    call  together,ra
    call  __fork_barrier,ra             # 23: a barrier of those still there
    getlo 23,a2
    call  together,ra
    add   s8,1,s8
    bra   loop_test
loop_leave:
    shint SHINT_group_leave
    getlo -1,t0
    mpadd gp,GROUP_SIZE,t0
    add   s2,0,a0
    add   s3,0,a1
    call  __fork_rejoin,ra
    getlo 24,a2                         # 24
    call  together,ra
    popng sp,-1,ra
    nop
    jmp   ra

# a loop of four iterations with shared condition, in it: if (pn & 1) { if (pn >> 1 == k) break; }
    .func
test_break:
    pshg  sp,1,ra
    add   gp,0,s2
    add   ssp,0,s3
    call  __fork_split_all,ra
    getlo 0,s8                          # k
break_test:
    getlo 0,s9                          # the note
    add   gp,0,s4
    add   ssp,0,s5
    and   s0,1,t0
    cmp   t0,0
    beq   break_skip
    call  __fork_split_part,ra
    add   gp,0,s6
    add   ssp,0,s7
    lsr   s0,1,t0
    cmp   t0,s8
    bne   break_inner_skip
    call  __fork_split_part,ra
    getlo 1,a0                          # 31: one PP at most
    ldg   gp,GROUP_SIZE,a1
    getlo 31,a2
    call  check,ra
    getlo 1,s9
    bra   break_inner_end
break_inner_skip:
    shint SHINT_group_leave
break_inner_end:
    add   s6,0,a0
    add   s7,0,a1
    call  __fork_rejoin,ra
    cmp   s9,0
    bne   break_leave_outer
    mpadd gp,GROUP_SIZE,R0
    call  __fork_settle,ra
    getlo 32,a2                         # 32: odd PPs but the k + 1 first ones: # is right, they are together
    call  together,ra
    lsr   s1,1,a0
    sub   a0,s8,a0
    sub   a0,1,a0
    max   a0,0,a0
    ldg   gp,GROUP_SIZE,a1
    getlo 33,a2
    call  check,ra
    bra   break_end
break_leave_outer:
    shint SHINT_group_leave
    getlo -1,t0
    mpadd gp,GROUP_SIZE,t0
    bra   break_end
break_skip:
    shint SHINT_group_leave
break_end:
    add   s4,0,a0
    add   s5,0,a1
    call  __fork_rejoin,ra
    cmp   s9,0
    bne   break_leave
    mpadd gp,GROUP_SIZE,R0
    call  __fork_settle,ra
    getlo 34,a2                         # 34
    call  together,ra
    add   s8,1,s8
    cmp   s8,4
    blt   break_test
break_leave:
    shint SHINT_group_leave
    getlo -1,t0
    mpadd gp,GROUP_SIZE,t0
    add   s2,0,a0
    add   s3,0,a1
    call  __fork_rejoin,ra
    getlo 35,a2                         # 35
    call  together,ra
    popng sp,-1,ra
    nop
    jmp   ra

# fork (5; @ = pn % 7; $ = pn / 7): 0..3 may be empty, 5 and 6 skip; in each, fork (2; ..) again
    .func
test_fork:
    pshg  sp,1,ra
    add   gp,0,s2
    add   ssp,0,s3
    remu  s0,7,s8
    divu  s0,7,s9
    cmp   s8,5
    bhs   fork_skip
    add   s8,0,a0
    getlo 5,a1
    call  __fork_split_many,ra
    gethi %hi(__fork_pp),t0
    add   t0,%lo(__fork_pp),t0
    stg   t0,PP_ID,s9
    stg   t0,PP_NUMBER,s8
    add   s1,6,a0                       # 41: # = (p + 6 - @) / 7
    sub   a0,s8,a0
    divu  a0,7,a0
    ldg   gp,GROUP_SIZE,a1
    getlo 41,a2
    call  check,ra
    getlo 42,a2                         # 42
    call  together,ra
    call  __fork_rank,ra                # 43
    add   a0,0,a1
    add   s9,0,a0
    getlo 43,a2
    call  check,ra
    getlo 10,a0                         # 44: shared memory of the subgroups: they write, then read their own
    call  __fork_shared_frame,ra
    stg   a0,9,s8
    add   a0,0,s6
    add   gp,0,s4
    add   ssp,0,s5
    and   s9,1,a0
    add   a0,0,s7
    getlo 2,a1
    call  __fork_split_many,ra
    getlo 45,a2                         # 45
    call  together,ra
    cmp   s7,0
    bne   fork_odd
    nop
    nop
    nop
fork_odd:
    add   s4,0,a0
    add   s5,0,a1
    call  __fork_rejoin,ra
    ldg   s6,9,a1
    add   s8,0,a0
    getlo 44,a2
    call  check,ra
    getlo 46,a2                         # 46
    call  together,ra
    bra   fork_end
fork_skip:
    shint SHINT_group_leave
fork_end:
    add   s2,0,a0
    add   s3,0,a1
    call  __fork_rejoin,ra
    gethi %hi(__fork_pp),t0
    add   t0,%lo(__fork_pp),t0
    stg   t0,PP_ID,s0
    getlo 0,t1
    stg   t0,PP_NUMBER,t1
    getlo 47,a2                         # 47
    call  together,ra
    popng sp,-1,ra
    nop
    jmp   ra

# farm: each PP waits for its number of rounds; seq: one PP adds 1000
    .func
test_async:
    pshg  sp,1,ra
    call  __fork_rank,ra
    shint SHINT_async_enter
    add   s0,1,t0
farm_wait:
    subs  t0,1,t0
    bne   farm_wait
    set   total,t0
    getlo 1,t1
    mpadd t0,0,t1
    call  __fork_barrier,ra
    shint SHINT_async_leave
    getlo 51,a2                         # 51
    call  together,ra
    call  __fork_rank,ra
    shint SHINT_async_enter
    cmp   a0,0
    bne   seq_end
    set   total,t0
    ldg   t0,0,t1
    nop
    add   t1,1000,t1
    stg   t0,0,t1
seq_end:
    call  __fork_barrier,ra
    shint SHINT_async_leave
    getlo 52,a2                         # 52
    call  together,ra
    set   total,t0
    ldg   t0,0,a1
    add   s1,1000,a0
    getlo 53,a2                         # 53
    call  check,ra
    popng sp,-1,ra
    nop
    jmp   ra
