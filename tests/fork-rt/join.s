# join.s - every PP rides RIDES times with a bus that waits WAIT cycles and keeps 5 passengers. In its first excursion
# all passengers get off, so that a bus without passengers must open its doors too.

    .include "abi.inc"
    .extern __fork_barrier, __fork_join_board, __fork_join_prepare, __fork_join_depart, __fork_join_ride, __fork_join_seat
    .extern __fork_join_end, __fork_join_left, __fork_rank, __fork_settle, __fork_world
    .extern check, check_pp, together, report
    .set RIDES, 3

    .bss
bus:
    .space BUS_WORDS
rides:
    .space 1

# s0 PP number, s1 rides to come, s2 times got off, s3 seat, s4 clock, s5 s6 v_gp v_ssp
    .text
    .global main
    .func
main:
    pshg  sp,1,ra
    getpn s0
    getlo RIDES,s1
    getlo 0,s2
again:
    add   gp,0,s5
    add   ssp,0,s6
    set   bus,a0
    call  __fork_join_board,ra
    cmp   a0,0
    blt   missed
    add   a0,0,s3
    bne   wait
    set   bus,a0
    getlo 100,a1
    call  __fork_join_prepare,ra
    getct s4
delay:
    getct t0
    sub   t0,s4,t0
    cmp   t0,WAIT
    bhi   depart
    shint SHINT_yield
    bra   delay
depart:
    set   bus,a0
    call  __fork_join_depart,ra
wait:
    set   bus,a0
    call  __fork_join_ride,ra
    getlo 1,a2                          # 1: the passengers are together
    call  together,ra
    add   s3,0,a0                       # 2: $ is the seat
    getlo PP_ID,a1
    getlo 2,a2
    call  check_pp,ra
    cmp   s2,0
    beq   leave
    cmp   s3,5
    bge   leave
    mpadd gp,GROUP_SIZE,R0
    call  __fork_settle,ra
    call  __fork_join_seat,ra
    getlo 3,a2                          # 3: so are those that stayed
    call  together,ra
    call  __fork_rank,ra                # 4: $ = $$ again
    getlo PP_ID,a1
    getlo 4,a2
    call  check_pp,ra
    ldg   gp,GROUP_SIZE,a1              # 5: five at most
    getlo 5,a0
    max   a1,a0,a1
    getlo 5,a2
    call  check,ra
    ldg   gp,GROUP_LIMIT,a1             # 6: at least 100 words of memory
    add   ssp,100,a0
    getlo 6,a2
    call  check,ra
    set   rides,t0
    getlo 1,t1
    syncadd t0,0,t1
    sub   s1,1,s1
    set   bus,a0
    call  __fork_join_end,ra
    bra   home
leave:
    shint SHINT_group_leave
    getlo -1,t0
    mpadd gp,GROUP_SIZE,t0
    set   bus,a0
    call  __fork_join_left,ra
    add   s2,1,s2
home:
    add   s5,0,gp
    add   s6,0,ssp
missed:
    shint SHINT_yield
    cmp   s1,0
    bgt   again
    set   __fork_world,a0               # 7
    add   gp,0,a1
    getlo 7,a2
    call  check,ra
    call  __fork_barrier,ra
    set   rides,t0                      # 8: no PP was forgotten
    ldg   t0,0,a1
    getnp a0
    mul   a0,RIDES,a0
    getlo 8,a2
    call  check,ra
    popng sp,-1,ra
    nop
    bra   report
