# shalloc.s - the group heap as the library offers it: a word before each block keeps the LIMIT of before, so that a block
# can be given back without knowing its size. Called by all members of a leaf group together; fixed numbers of cycles.

    .include "abi.inc"
    .extern __fork_shared_overflow, __fork_blame_shallfree
    .text

# Takes a0 words: a0 = their address.
    .global shalloc
    .func
shalloc:
    ldg   gp,GROUP_LIMIT,t0
    nop
    sub   t0,ssp,t1
    cmp   a0,t1
    bhs   __fork_shared_overflow
    sub   t0,a0,a0
    sub   a0,1,t1
    stg   gp,GROUP_LIMIT,t1
    stg   t1,0,t0
    jmp   ra

# Gives back the block at a0 and all that were taken after it. From LIMIT on, the heads of the blocks that are there lead
# from one to the next, so a block is found after as many steps as blocks were taken after it; what is not found is none.
    .global shallfree
    .func
shallfree:
    ldg   gp,GROUP_LIMIT,t0
    sub   a0,1,t1                       # the block's head
search:
    cmp   t1,t0
    bne   further
    ldg   t0,0,t0
    nop
    stg   gp,GROUP_LIMIT,t0
    jmp   ra
further:
    blo   __fork_blame_shallfree
    ldg   t0,0,t2
    nop
    cmp   t2,t0
    bls   __fork_blame_shallfree        # no head: the group's blocks end here
    add   t2,0,t0
    bra   search

# The same without looking, for the algorithms of pad.h.
    .global __fork_shallfree_known
    .func
__fork_shallfree_known:
    ldg   a0,-1,t0
    nop
    stg   gp,GROUP_LIMIT,t0
    jmp   ra
