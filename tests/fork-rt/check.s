# check.s - checks for the runtime's tests in assembly. Each takes the same number of cycles whether it holds or not, so
# that a failed check does not disturb synchronous code. a2 is the number of the check; keeps all but a0 a1 t0-t2 ra.

    .include "abi.inc"
    .extern __fork_barrier, __fork_pp
    .bss
checks:                                 # checks made, checks failed, highest number of a failed one
    .space 3

    .text
    .global check, together, check_pp, report

# a0 expected, a1 got
    .func
check:
    xor   a0,a1,t0
    lz    t0,t0
    lsr   t0,5,t0                       # 1: equal
    xor   t0,1,t0
    set   checks,t1
    getlo 1,t2
    syncadd t1,0,t2
    syncadd t1,1,t0
    mul   t0,a2,t0
    syncmax t1,2,t0
    jmp   ra

# All members of the group at gp, as many as SIZE says, are here in the same cycle.
    .func
together:
    ldg   gp,GROUP_RANK,t0
    getlo 1,t1
    syncadd gp,GROUP_RANK,t1
    ldg   gp,GROUP_RANK,t2
    ldg   gp,GROUP_SIZE,a0
    sub   t2,t0,a1
    bra   check

# a0 expected, a1 offset of a word in __fork_pp
    .func
check_pp:
    gethi %hi(__fork_pp),t0
    add   t0,%lo(__fork_pp),t0
    add   t0,a1,t0
    ldg   t0,0,a1
    bra   check

# When all PPs are here PP 0 prints "CHECKS ERRORS LAST"; each returns its number of errors in a0.
    .func
report:
    pshg  sp,1,ra
    call  __fork_barrier,ra
    getpn t0
    set   checks,t1
    cmp   t0,0
    bne   printed
    ldg   t1,0,a0
    nop
    sys   SYS_print_int
    getlo 32,a0
    sys   SYS_print_char
    ldg   t1,1,a0
    nop
    sys   SYS_print_int
    getlo 32,a0
    sys   SYS_print_char
    ldg   t1,2,a0
    nop
    sys   SYS_print_int
    getlo 10,a0
    sys   SYS_print_char
printed:
    ldg   t1,1,a0
    popng sp,-1,ra
    nop
    jmp   ra
