# raise.s - raise, with the place of the call for the message.

    .extern __fork_raise
    .text
    .global raise
    .func
raise:
    sub   ra,1,a1
    bra   __fork_raise
