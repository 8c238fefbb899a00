# heap.s - the raw allocators: pieces of many PPs do not overlap, nothing is lost when memory runs out.

    .include "abi.inc"
    .extern __fork_heap_take, __fork_private_take, __fork_private_end, __fork_heap, __fork_barrier
    .extern check, report

    .bss
taken:                                  # words that were handed out
    .space 1
first:
    .space 1

# s0 PP number, s1 p, s2 list of the PP's pieces (first word: the next piece), s3 words, s4 counter
    .text
    .global main
    .func
main:
    pshg  sp,1,ra
    getpn s0
    getnp s1
    set   __fork_heap,t0
    ldg   t0,0,t1
    set   first,t0
    stg   t0,0,t1

    getlo 0,s2
    getlo 20,s4
small:                                  # 20 pieces of 2..51 words, marked at both ends
    getlo 50,s3
    remu  s0,s3,s3
    add   s3,2,s3
    add   s3,0,a0
    call  __fork_heap_take,ra
    stg   a0,0,s2
    add   a0,0,s2
    add   a0,s3,t0
    stg   t0,-1,s0
    call  count,ra
    subs  s4,1,s4
    bne   small
    call  __fork_barrier,ra
    getlo 0,s4
walk:                                   # 1: the marks are still there
    add   s2,s3,t0
    ldg   t0,-1,a1
    add   s0,0,a0
    getlo 1,a2
    call  check,ra
    add   s4,1,s4
    ldg   s2,0,s2
    nop
    cmp   s2,0
    bne   walk
    add   s4,0,a0                       # 2: and so are the lists
    getlo 20,a1
    getlo 2,a2
    call  check,ra

    getlo 3000,s3                       # large pieces until there is no more
    add   s3,s0,s3
    call  exhaust,ra
    getlo 700,s3                        # small ones until there is no more
    call  exhaust,ra
    getlo 1,s3
    call  exhaust,ra
    call  __fork_barrier,ra
    set   __fork_heap,t0                # 3: everything was handed out, word by word
    ldg   t0,0,a1
    ldg   t0,1,a0
    getlo 3,a2
    call  check,ra
    set   __fork_heap,t0                # 4: and counted
    ldg   t0,1,a0
    set   first,t0
    ldg   t0,0,t1
    set   taken,t0
    ldg   t0,0,a1
    sub   a0,t1,a0
    getlo 4,a2
    call  check,ra
    set   0x7fffffff,a0                 # 5: absurd requests are refused
    call  __fork_heap_take,ra
    getlo 0,a1
    getlo 5,a2
    call  check,ra
    getlo -1,a0                         # 6
    call  __fork_heap_take,ra
    getlo 0,a1
    getlo 6,a2
    call  check,ra

    getlo 11,a0                         # 7: private pieces lie one behind the other
    call  __fork_private_take,ra
    add   a0,0,s2
    getlo 5,a0
    call  __fork_private_take,ra
    add   s2,11,a1
    getlo 7,a2
    call  check,ra
    gethi %hi(__fork_private_end),t0    # 8: up to the last word
    ldg   t0,%lo(__fork_private_end),t0
    add   s2,16,s2
    sub   t0,s2,a0
    call  __fork_private_take,ra
    add   s2,0,a1
    getlo 8,a2
    call  check,ra
    getlo 1,a0                          # 9: and no further
    call  __fork_private_take,ra
    getlo 0,a1
    getlo 9,a2
    call  check,ra
    popng sp,-1,ra
    nop
    bra   report

# Takes pieces of s3 words until there is no room.
    .func
exhaust:
    pshg  sp,1,ra
more:
    add   s3,0,a0
    call  __fork_heap_take,ra
    cmp   a0,0
    beq   exhausted
    call  count,ra
    bra   more
exhausted:
    call  __fork_barrier,ra
    popng sp,-1,ra
    nop
    jmp   ra

    .func
count:
    set   taken,t0
    syncadd t0,0,s3
    jmp   ra
