# abort.s - abort: stops the run with the caller's line, after what signal has set for SIGABRT.

    .include "abi.inc"
    .set SIGABRT, 6
    .private_bss
    .global __fork_abort_hook
__fork_abort_hook:                      # handler of SIGABRT, 0: none
    .space 1
    .data
aborted:
    .string "abort was called"
    .text
    .global abort
    .func
abort:
    gethi %hi(__fork_abort_hook),t0
    ldg   t0,%lo(__fork_abort_hook),t1
    add   ra,0,s0                       # s0 need not be saved: this does not return
    cmp   t1,0
    beq   stop
    getlo SIGABRT,a0
    callr t1,ra
stop:
    sub   s0,1,a1
    set   aborted,a0
    sys   SYS_panic_at
