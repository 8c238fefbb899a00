# heap.s - raw memory for the library's allocators: it only grows. Any PP, any time; asynchronous code.
#
# Shared words come from the global heap by one mpadd. A request that fails gives back what it took. Sums must not
# wrap around while many fail at once: requests above SMALL words go one at a time, under a lock, and look first.
# Then the cell is at most 2^31 (end of memory) + 2^20 PPs * SMALL + one large request that fitted, below 2^32.

    .include "abi.inc"
    .extern __fork_private_next
    .set SMALL, 1024
    .set END, 1                         # words behind __fork_heap
    .set TICKETS, 2
    .set SERVING, 3

    .bss
    .global __fork_heap
__fork_heap:                            # first free word, end, and the lock: next ticket, ticket being served
    .space 4

    .text
    .global __fork_heap_take
    .func
__fork_heap_take:                       # a0 words; returns a0 = their address, 0 if there is no room
    set   __fork_heap,t1
    cmp   a0,SMALL
    bhi   large
    add   a0,0,t0
    mpadd t1,0,t0
    ldg   t1,END,a1
    nop
    add   t0,a0,t2                      # end of the words
    cmp   t2,a1
    bhi   give_back
    add   t0,0,a0
    jmp   ra
give_back:
    sub   R0,a0,a0
    syncadd t1,0,a0
    getlo 0,a0
    jmp   ra

large:
    getlo 1,t2
    mpadd t1,TICKETS,t2
    nop
queue:
    ldg   t1,SERVING,a1
    shint SHINT_yield
    cmp   a1,t2
    bne   queue
    ldg   t1,0,t0
    ldg   t1,END,a1
    nop
    sub   a1,t0,t0                      # room: negative while small requests overshoot
    max   t0,0,t0
    cmp   a0,t0
    bhi   refuse
    add   a0,0,t0
    mpadd t1,0,t0                       # small ones may have come in between
    nop
    add   t0,a0,t2
    cmp   t2,a1
    bhi   undo
    add   t0,0,a0
release:
    getlo 1,t2
    syncadd t1,SERVING,t2
    jmp   ra
undo:
    sub   R0,a0,t0
    syncadd t1,0,t0
refuse:
    getlo 0,a0
    bra   release

# Private words of the PP: as many cycles whether there is room or not.
    .global __fork_private_take
    .func
__fork_private_take:                    # a0 words; returns a0 = their private address, 0 if there is no room
    gethi %hi(__fork_private_next),t1
    add   t1,%lo(__fork_private_next),t1
    ldg   t1,0,t0
    ldg   t1,1,t2
    nop
    sub   t2,t0,t2
    cmp   a0,t2
    bhi   no_room
    add   t0,a0,t2
    stg   t1,0,t2
    add   t0,0,a0
    jmp   ra
no_room:
    nop
    nop
    getlo 0,a0
    jmp   ra
