# refuse.s - library routines that stop the run with the caller's source line when something is wrong.
#
# Each calls the Fork function that does the work and looks at its result. They take the same number of cycles for every
# result that lets the run go on, so those that lead to straight functions are straight themselves.

    .include "abi.inc"
    .extern try_malloc, try_shmalloc, __fork_free, __fork_shfree
    .extern __fork_calloc, __fork_shcalloc, __fork_realloc, __fork_shrealloc
    .data
private_full:
    .string "the PP's private memory is full (use a larger --private, or free what is not needed)"
shared_full:
    .string "the shared heap is full (use a larger --memory, or shfree what is not needed)"
no_block:
    .string "free of what malloc did not give, or of what is free already"
no_shared_block:
    .string "shfree of what shmalloc did not give, or of what is free already"
aborted:
    .string "abort was called"

    .text
    .global malloc, calloc, realloc, shmalloc, shcalloc, shrealloc, free, shfree, abort, __fork_assert

    .func
malloc:
    pshg  sp,1,ra
    call  try_malloc,ra
    bra   want_private
    .func
calloc:
    pshg  sp,1,ra
    call  __fork_calloc,ra
    bra   want_private
    .func
realloc:
    pshg  sp,1,ra
    call  __fork_realloc,ra
want_private:                           # a0 = 0: there was no memory
    popng sp,-1,ra
    cmp   a0,0
    beq   blame_private
    jmp   ra
blame_private:
    set   private_full,a0
    bra   blame_caller

    .func
shmalloc:
    pshg  sp,1,ra
    call  try_shmalloc,ra
    bra   want_shared
    .func
shcalloc:
    pshg  sp,1,ra
    call  __fork_shcalloc,ra
    bra   want_shared
    .func
shrealloc:
    pshg  sp,1,ra
    call  __fork_shrealloc,ra
want_shared:
    popng sp,-1,ra
    cmp   a0,0
    beq   blame_shared
    jmp   ra
blame_shared:
    set   shared_full,a0
    bra   blame_caller

    .func
free:
    pshg  sp,1,ra
    call  __fork_free,ra
    popng sp,-1,ra
    cmp   a0,0
    bne   blame_free
    jmp   ra
blame_free:
    set   no_block,a0
    bra   blame_caller

    .func
shfree:
    pshg  sp,1,ra
    call  __fork_shfree,ra
    popng sp,-1,ra
    cmp   a0,0
    bne   blame_shfree
    jmp   ra
blame_shfree:
    set   no_shared_block,a0
    bra   blame_caller

    .func
abort:
    set   aborted,a0
    bra   blame_caller

# a0 = 0: the assertion failed, a1 says which
    .func
__fork_assert:
    cmp   a0,0
    beq   failed
    jmp   ra
failed:
    add   a1,0,a0
blame_caller:
    sub   ra,1,a1
    sys   SYS_panic_at
