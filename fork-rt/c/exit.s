# exit.s - exit: ends the run, after what atexit has set.

    .include "abi.inc"
    .private_bss
    .global __fork_exit_hook
__fork_exit_hook:                       # what runs this PP's functions of atexit, 0: there are none
    .space 1
    .text
    .global exit, _Exit
    .func
exit:                                   # a0 = status
    gethi %hi(__fork_exit_hook),t0
    ldg   t0,%lo(__fork_exit_hook),t1
    add   a0,0,s0                       # s0 need not be saved: this does not return
    cmp   t1,0
    beq   end
    callr t1,ra
    add   s0,0,a0
end:
    sys   SYS_exit
    .func
_Exit:
    sys   SYS_exit
