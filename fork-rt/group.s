# group.s - splits, ranks and the shared memory of groups (docs/internals/abi.md, sections 3 to 7).
#
# Called by all members of a synchronous leaf group together, unless said otherwise; every path takes a fixed
# number of cycles. May call nothing but the panic. Knows no startup, no joins.
#
# All members of a subgroup write the same words of its frame in the same cycle: the same values, so every write
# policy gives the same frame. RANK is not reset: only its differences are used.

    .include "abi.inc"
    .extern __fork_shared_overflow, __fork_pp
    .text

# One subgroup of all members: its size is known.
    .global __fork_split_all
    .func
__fork_split_all:
    ldg   gp,GROUP_LIMIT,t0
    ldg   gp,GROUP_SIZE,t1
    add   ssp,GROUP_WORDS,t2
    cmp   t2,t0
    bhi   __fork_shared_overflow
    add   ssp,0,gp
    add   t2,0,ssp
    stg   gp,GROUP_LIMIT,t0
    getlo 0,t0
    stg   gp,GROUP_SYNC,t0
    stg   gp,GROUP_SIZE,t1
    shint SHINT_group_enter
    jmp   ra

# One subgroup of those that call: they are counted.
    .global __fork_split_part
    .func
__fork_split_part:
    ldg   gp,GROUP_LIMIT,t0
    add   ssp,GROUP_WORDS,t2
    cmp   t2,t0
    bhi   __fork_shared_overflow
    add   ssp,0,gp
    add   t2,0,ssp
    stg   gp,GROUP_LIMIT,t0
    getlo 0,t0
    stg   gp,GROUP_SYNC,t0
    stg   gp,GROUP_SIZE,t0
    getlo 1,t0
    syncadd gp,GROUP_SIZE,t0
    shint SHINT_group_enter
    jmp   ra

# a1 subgroups, the caller's is number a0, 0 <= a0 < a1: equal pieces of the free middle, counted members.
    .global __fork_split_many
    .func
__fork_split_many:
    ldg   gp,GROUP_LIMIT,t0
    getlo 0,t2
    sub   t0,ssp,t0                     # free words
    divu  t0,a1,t0                      # words of a piece
    mul   a0,t0,t1
    add   ssp,t1,t1                     # the subgroup's frame
    cmp   t0,GROUP_WORDS
    blo   __fork_shared_overflow
    add   t1,0,gp
    add   gp,GROUP_WORDS,ssp
    add   gp,t0,t0
    stg   gp,GROUP_LIMIT,t0
    stg   gp,GROUP_SYNC,t2
    stg   gp,GROUP_SIZE,t2
    getlo 1,t0
    syncadd gp,GROUP_SIZE,t0
    shint SHINT_group_enter
    jmp   ra

# Keeps those that stay in a loop busy until the leavers' subtraction from SIZE has certainly been done.
# In the parallel engine at its finest levels a leaver may be a phase late: the empty addition waits for it.
    .global __fork_settle
    .func
__fork_settle:
    nop
    nop
    nop
    syncadd gp,GROUP_SIZE,R0
    jmp   ra

# a0 = rank of the caller among the members of the leaf group, by PP number; kept for asynchronous code.
    .global __fork_rank
    .func
__fork_rank:
    ldg   gp,GROUP_RANK,t0
    getlo 1,a0
    mpadd gp,GROUP_RANK,a0
    gethi %hi(__fork_pp),t1
    sub   a0,t0,a0
    stg   t1,%lo(__fork_pp+PP_RANK),a0
    jmp   ra

# Takes a0 words of the shared stack: a0 = their base.
    .global __fork_shared_frame
    .func
__fork_shared_frame:
    ldg   gp,GROUP_LIMIT,t0
    add   ssp,0,t1
    sub   t0,ssp,t0
    cmp   a0,t0
    bhi   __fork_shared_overflow
    add   ssp,a0,ssp
    add   t1,0,a0
    jmp   ra

# Takes a0 words of the group heap: a0 = their address. They live as long as the group, or until shallfree.
    .global __fork_shalloc
    .func
__fork_shalloc:
    ldg   gp,GROUP_LIMIT,t0
    nop
    sub   t0,ssp,t1
    cmp   a0,t1
    bhi   __fork_shared_overflow
    sub   t0,a0,a0
    stg   gp,GROUP_LIMIT,a0
    jmp   ra

# Gives back what the group heap took since its LIMIT was a0.
    .global __fork_shallfree
    .func
__fork_shallfree:
    stg   gp,GROUP_LIMIT,a0
    jmp   ra
