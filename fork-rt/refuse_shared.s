# refuse_shared.s - as refuse.s, for blocks of the shared heap.

    .extern __fork_shmalloc, __fork_shfree, __fork_shcalloc, __fork_shrealloc
    .extern __fork_blame_resize, __fork_blame_block_of, __fork_blame_caller
    .set WRONG_BLOCK, 1                 # heap.h
    .set SHFREE, 2                      # enum function in heap_blame.fork
    .set SHREALLOC, 3
    .data
shared_full:
    .string "the shared heap is full (use a larger --memory, or shfree what is not needed)"

    .text
    .global shmalloc, try_shmalloc, shcalloc, shrealloc, shfree

    .func
try_shmalloc:
    sub   ra,1,a1
    bra   __fork_shmalloc
    .func
shmalloc:
    pshg  sp,1,ra
    sub   ra,1,a1
    call  __fork_shmalloc,ra
    bra   want_shared
    .func
shcalloc:
    pshg  sp,1,ra
    sub   ra,1,a2
    call  __fork_shcalloc,ra
want_shared:
    popng sp,-1,ra
    cmp   a0,0
    beq   blame_shared
    jmp   ra
    .func
shrealloc:
    pshg  sp,1,ra
    pshg  sp,1,a0
    sub   ra,1,a2
    call  __fork_shrealloc,ra
    popng sp,-1,a2
    popng sp,-1,ra
    getlo SHREALLOC,a1
    cmp   a0,WRONG_BLOCK
    beq   blame_resize
    blo   blame_shared
    jmp   ra
blame_resize:
    bra   __fork_blame_resize
blame_shared:
    set   shared_full,a0
    bra   __fork_blame_caller

    .func
shfree:
    pshg  sp,1,ra
    sub   ra,1,a1
    call  __fork_shfree,ra
    popng sp,-1,ra
    getlo SHFREE,a1
    cmp   a0,0
    bne   blame_block
    jmp   ra
blame_block:
    bra   __fork_blame_block_of
