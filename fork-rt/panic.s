# panic.s - run-time errors that the runtime finds: the run stops with a message that names the caller's line.
#
# Entered by a branch or call with the address after the blamed call in ra. Does not return.

    .include "abi.inc"
    .set MOST_PPS, 1 << 22
    .data
shared_overflow:
    .string "the group's shared memory is full (use a larger --memory, smaller shared objects, or fewer subgroups)"
nested_start:
    .string "start inside a group: PPs can only be started from asynchronous code that is in no group"
too_many:
    .string "start of %d PPs on a machine of %d: run it with -p%d, or start fewer"
far_too_many:
    .string "start of %d PPs: no machine has more than 4194304"
no_memory:
    .string "no shared memory is left for groups and heap (use a larger --memory)"
bus_memory:
    .string "no shared memory is left for the group of a join (use a larger --memory)"

    .text
    .global __fork_shared_overflow
    .func
__fork_shared_overflow:
    set   shared_overflow,a0
    bra   blame_caller

    .global __fork_panic_nested_start
    .func
__fork_panic_nested_start:
    set   nested_start,a0
    bra   blame_caller

    .global __fork_panic_too_many
    .func
__fork_panic_too_many:                  # a0 = PPs asked for
    getnp t0
    stg   sp,0,a0                       # arguments of the format, on the stack with the text made of them
    stg   sp,1,t0
    stg   sp,2,a0
    set   MOST_PPS,t0
    cmp   a0,t0
    set   far_too_many,a0
    bgt   tell
    set   too_many,a0
tell:
    add   sp,0,a1
    add   sp,3,a2
    sys   SYS_format_string
    add   sp,3,a0
    bra   blame_caller

    .global __fork_panic_no_memory
    .func
__fork_panic_no_memory:
    set   no_memory,a0
    bra   blame_caller

    .global __fork_panic_bus_memory
    .func
__fork_panic_bus_memory:
    set   bus_memory,a0
blame_caller:
    sub   ra,1,a1
    sys   SYS_panic_at
