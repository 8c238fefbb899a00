# join.s - PPs gather at a join statement's bus and go on an excursion as a synchronous group (docs/internals/abi.md, section 8).
#
# Boarding is one mpadd on the bus's SIZE, whatever the number of PPs: the result is the seat, or shows by bit 30
# that the doors are closed. Those that missed the bus leave their 1 in the cell; opening the doors stores 0 over it.
# Such a store must not meet an mpadd in one cycle: boarding and departing happen in even cycles, opening
# in odd ones. 2^30 vain attempts during one excursion would be needed to confuse the count.
# Calls barrier and heap.

    .include "abi.inc"
    .extern __fork_barrier, __fork_heap_take, __fork_pp, __fork_panic_bus_memory
    .set CLOSED_HIGH, 0x40000000 >> 13  # for gethi

    .text
    .global __fork_join_board
    .func
__fork_join_board:                      # a0 = bus; returns a0 = seat, -1: missed; on board gp = bus
    getlo 1,t0
    bmc   .
    mpadd a0,BUS_SIZE,t0                # even
    gethi CLOSED_HIGH,t1
    cmp   t0,t1
    bhs   missed
    add   a0,0,gp
    gethi %hi(__fork_pp),t1
    add   t1,%lo(__fork_pp),t1
    stg   t1,PP_ID,t0
    getlo 0,t2
    stg   t1,PP_NUMBER,t2
    add   t0,0,a0
    jmp   ra
missed:
    getlo -1,a0
    shint SHINT_yield                   # a PP that missed it often tries again: the simulator keeps the order of time
    jmp   ra

# The driver makes sure that the bus has memory for a group with a1 words in addition to its frame.
    .global __fork_join_prepare
    .func
__fork_join_prepare:                    # a0 = bus = gp
    ldg   gp,BUS_MEMORY_WORDS,t0
    max   a1,0,a1
    add   a1,GROUP_WORDS,a1
    cmp   a1,t0
    bls   prepared
    pshg  sp,1,ra
    pshg  sp,1,a1
    add   a1,0,a0
    call  __fork_heap_take,ra
    popng sp,-1,a1
    popng sp,-1,ra
    cmp   a0,0
    beq   __fork_panic_bus_memory
    stg   gp,BUS_MEMORY,a0
    stg   gp,BUS_MEMORY_WORDS,a1
prepared:
    jmp   ra

# The driver closes the doors and makes the group's frame.
    .global __fork_join_depart
    .func
__fork_join_depart:                     # a0 = bus
    ldg   a0,BUS_MEMORY,t1
    ldg   a0,BUS_MEMORY_WORDS,t2
    gethi CLOSED_HIGH,t0
    bmc   .
    mpadd a0,BUS_SIZE,t0                # even; t0 = passengers
    add   t1,t2,t2
    stg   t1,GROUP_SIZE,t0
    stg   t1,GROUP_LIMIT,t2
    getlo 0,t2
    stg   t1,GROUP_SYNC,t2
    stg   a0,BUS_GROUP,t1
    jmp   ra

# All passengers wait for the departure and leave in the same cycle, a synchronous group.
    .global __fork_join_ride
    .func
__fork_join_ride:                       # a0 = bus
    ldg   a0,BUS_GROUP,t1
    shint SHINT_yield
    cmp   t1,0
    beq   __fork_join_ride
    add   t1,0,gp
    add   gp,GROUP_WORDS,ssp
    add   ra,0,a1
    call  __fork_barrier,ra
    shint SHINT_async_leave
    shint SHINT_group_enter
    jmp   a1

# Those that stay on board are numbered anew, together: $ = $$ = rank.
    .global __fork_join_seat
    .func
__fork_join_seat:
    ldg   gp,GROUP_RANK,t0
    getlo 1,t2
    mpadd gp,GROUP_RANK,t2
    gethi %hi(__fork_pp),t1
    add   t1,%lo(__fork_pp),t1
    sub   t2,t0,t2
    stg   t1,PP_ID,t2
    stg   t1,PP_RANK,t2
    jmp   ra

# Those that got off, together, after their subtraction from SIZE: if no PP is left the doors must be opened.
    .global __fork_join_left
    .func
__fork_join_left:                       # a0 = bus
    ldg   gp,GROUP_SIZE,t0
    nop
    cmp   t0,0
    beq   open_doors
    shint SHINT_async_enter
    jmp   ra

# The end of the excursion, all members together.
    .global __fork_join_end
    .func
__fork_join_end:                        # a0 = bus
    shint SHINT_group_leave
open_doors:
    getlo 0,t0
    stg   a0,BUS_GROUP,t0
    shint SHINT_async_enter
    bms   .
    syncand a0,BUS_SIZE,t0              # odd; atomic: the parallel engine orders it by time among those that board
    jmp   ra
