# shalloc.s - the group heap as the library offers it: a word before each block keeps the LIMIT of before, so that a block
# can be given back without knowing its size. Called by all members of a leaf group together; fixed numbers of cycles.

    .include "abi.inc"
    .extern __fork_shared_overflow
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

# Gives back the block at a0 and all that were taken after it.
    .global shallfree
    .func
shallfree:
    ldg   a0,-1,t0
    nop
    stg   gp,GROUP_LIMIT,t0
    jmp   ra
