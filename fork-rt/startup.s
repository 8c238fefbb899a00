# startup.s - where every PP of a Fork program begins and ends: stack, shared memory, world group, main, exit status.
#
# All PPs begin in cycle 0 and none waits for another before main, so they go through _start in lockstep, and what
# many write to one cell is the same value: no barrier is needed. Uses host calls and the panic only.
#
# Shared memory behind the program's data (docs/internals/abi.md, section 9):
#   p gate cells for start | p words aside, one for each PP | global heap, up to the middle of what is left | piece of the root group

    .include "abi.inc"
    .extern main, __fork_heap, __fork_panic_no_memory, __private_words, __real_literals
    .set STACK_GUARD, 64                # words at the base of each stack that stay unused (docs/internals/abi.md, section 2)
    .set ROOT_LEAST, 64                 # a root group with less memory is not worth starting
    .set PRIVATE_HIGH, -0x40000         # for gethi: bit 31
    .set REAL_TABLE_ROUTINE, 1          # fork-rt/real.s

    .global __null_guard
    .set __null_guard, 4096

    .private_bss
    .global __fork_pp, __fork_private_next, __fork_private_end
__fork_pp:
    .space PP_WORDS
__fork_private_next:                    # free private memory, for malloc
    .space 1
__fork_private_end:
    .space 1

    .bss
    .global __fork_world, __fork_gates, __fork_root
__fork_world:                           # group frame of all PPs outside of groups
    .space GROUP_WORDS
__fork_gates:                           # address of the gate cells
    .space 1
__fork_root:                            # piece of the root group: first word, end
    .space 2
running:                                # PPs that have not returned from main
    .space 1
status:                                 # PP 0's value
    .space 1

    .text
    .global _start
    .func
_start:
    sys   SYS_stack_layout              # R3 = own stack area
    add   R3,0,sp
    shint SHINT_stack_base
    add   sp,STACK_GUARD,sp
    add   sp,0,fp
    gethi %hi(__fork_pp),t0
    add   t0,%lo(__fork_pp),t0
    getpn t1
    stg   t0,PP_ID,t1
    stg   t0,PP_RANK,t1
    getlo 0,t1
    stg   t0,PP_NUMBER,t1

    sys   SYS_memory_layout             # R3 = first free shared word, R4 = end, R5 = words of private memory
    gethi PRIVATE_HIGH,t1
    add   R5,t1,R5
    stg   t0,__fork_private_end-__fork_pp,R5
    set   __private_words,t2            # the linker knows
    add   t2,t1,t2
    stg   t0,__fork_private_next-__fork_pp,t2
    getnp t1
    set   __fork_world,gp
    stg   gp,GROUP_SIZE,t1
    stg   gp,running-__fork_world,t1
    stg   gp,__fork_gates-__fork_world,R3
    sub   R4,R3,t2                      # free words
    add   t1,t1,t3
    add   t3,ROOT_LEAST+ROOT_LEAST,t3
    set   _start+1,ra                   # the panic blames _start
    cmp   t2,t3
    blo   __fork_panic_no_memory
    getpn t2
    add   R3,t1,R3                      # words aside
    add   R3,t2,t2
    stg   t0,PP_ASIDE,t2
    add   R3,t1,t1                      # heap
    sub   R4,t1,t2
    lsr   t2,1,t2
    add   t1,t2,t2                      # root group
    set   __fork_heap,t3
    stg   t3,0,t1
    stg   t3,1,t2
    stg   gp,__fork_root-__fork_world,t2
    stg   gp,__fork_root-__fork_world+1,R4
    getlo 0,ssp                         # the world has no shared stack: LIMIT is 0 too
    set   __real_literals,t0            # numbers to be made of their texts: the linker knows
    cmp   t0,0
    beq   program
    ldg   t0,REAL_TABLE_ROUTINE,t1
    nop
    callr t1,ra
program:
    shint SHINT_async_enter             # a timeline's start-up ends with the next instruction
    call  main,ra

    set   __fork_world,t0
    getpn t1
    cmp   t1,0
    bne   ended
    stg   t0,status-__fork_world,a0
ended:
    getlo -1,t1
    mpadd t0,running-__fork_world,t1
    nop
    cmp   t1,1
    beq   last
    halt
last:
    ldg   t0,status-__fork_world,a0
    nop
    sys   SYS_exit
