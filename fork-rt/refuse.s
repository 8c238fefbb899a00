# refuse.s - library routines that stop the run with the caller's source line when something is wrong.
#
# Each calls the Fork function that does the work and looks at its result. They take the same number of cycles for every
# result that lets the run go on, so those that lead to straight functions are straight themselves.

    .include "abi.inc"
    .extern __fork_malloc, __fork_free, __fork_blame_block, __private_words, __fork_calloc, __fork_realloc
    .set WRONG_BLOCK, 1                 # heap.h
    .set BLAME_WORDS, 243               # struct blame in heap_blame.fork, and its enum function
    .set FREE, 0
    .set REALLOC, 1
    .set SHALLFREE, 4
    .data
private_full:
    .string "the PP's private memory is full (use a larger --private, or free what is not needed)"

    .text
    .global malloc, __lib_try_malloc, calloc, realloc, free
    .global __fork_assert, __fork_blame_shallfree, __fork_stack_words, __fork_private_begin
    .global __fork_blame_resize, __fork_blame_block_of, __fork_blame_caller

# Functions that allocate or free pass on where they are called from: the block's head has it (heap.h).

    .func
__lib_try_malloc:
    sub   ra,1,a1
    bra   __fork_malloc
    .func
malloc:
    pshg  sp,1,ra
    sub   ra,1,a1
    call  __fork_malloc,ra
    bra   want_private
    .func
calloc:
    pshg  sp,1,ra
    sub   ra,1,a2
    call  __fork_calloc,ra
want_private:                           # a0 = 0: there was no memory
    popng sp,-1,ra
    cmp   a0,0
    beq   blame_private
    jmp   ra
    .func
realloc:
    pshg  sp,1,ra
    pshg  sp,1,a0
    sub   ra,1,a2
    call  __fork_realloc,ra
    popng sp,-1,a2
    popng sp,-1,ra
    getlo REALLOC,a1
    cmp   a0,WRONG_BLOCK
    beq   blame_resize
    blo   blame_private
    jmp   ra
blame_private:
    set   private_full,a0
    bra   blame_caller

    .func
free:
    pshg  sp,1,ra
    sub   ra,1,a1
    call  __fork_free,ra
    popng sp,-1,ra
    cmp   a0,0
    bne   blame_free
    jmp   ra
blame_free:
    getlo FREE,a1
    bra   blame_block

__fork_blame_shallfree:
    getlo SHALLFREE,a1
    bra   blame_block
__fork_blame_resize:
blame_resize:
    add   a2,0,a0
__fork_blame_block_of:
blame_block:                            # a0 what is no block, a1 the function
    pshg  sp,1,ra
    add   sp,0,a2
    add   sp,BLAME_WORDS,sp
    call  __fork_blame_block,ra         # fills a struct blame: message, and the hint's two words behind it
    sub   sp,BLAME_WORDS,sp
    ldg   sp,0,a0
    add   sp,1,a2
    popng sp,-1,ra
    nop
    sub   ra,1,a1
    sys   SYS_panic_hint

# a0 = the words of each PP's stack area.
    .func
__fork_stack_words:
    sys   SYS_stack_layout
    add   a1,0,a0
    jmp   ra

# a0 = where malloc's memory begins, as an offset into the PP's private area.
    .func
__fork_private_begin:
    set   __private_words,a0
    jmp   ra

# a0 = 0: the assertion failed, a1 identifies it
    .func
__fork_assert:
    cmp   a0,0
    beq   failed
    jmp   ra
failed:
    add   a1,0,a0
__fork_blame_caller:
blame_caller:
    sub   ra,1,a1
    sys   SYS_panic_at
