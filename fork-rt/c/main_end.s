# main_end.s - lets this PP's functions of atexit run when main returns.
#
# main's frame is the first one on the stack: the word behind its caller's fp is where main returns to (docs/internals/abi.md,
# section 2). That word is replaced, so that programs without atexit need no test.

    .include "abi.inc"
    .extern __fork_exit_hook
    .set STACK_GUARD, 64                # startup.s
    .set FRAME_RETURN, 1
    .private_bss
returns_to:
    .space 1
    .text
    .global __fork_watch_main
    .func
__fork_watch_main:                      # once for a PP, from a function that main has called
    sys   SYS_stack_layout              # R3 = own stack area
    ldg   R3,STACK_GUARD+FRAME_RETURN,t0
    gethi %hi(returns_to),t1
    stg   t1,%lo(returns_to),t0
    set   main_has_returned,t0
    stg   R3,STACK_GUARD+FRAME_RETURN,t0
    jmp   ra
    .func
main_has_returned:                      # a0 = main's value
    gethi %hi(__fork_exit_hook),t0
    ldg   t0,%lo(__fork_exit_hook),t1
    add   a0,0,s0
    callr t1,ra
    gethi %hi(returns_to),t0
    ldg   t0,%lo(returns_to),ra
    add   s0,0,a0
    jmp   ra
