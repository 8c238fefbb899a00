# cycles.s - the cost of each routine of the runtime for a group in lockstep: prints "NAME CYCLES" lines. PP 0 of the
# only group prints; a barrier after every print keeps the others in lockstep.

    .include "abi.inc"
    .extern __fork_barrier, __fork_rejoin, __fork_split_all, __fork_split_part, __fork_split_many, __fork_settle
    .extern __fork_rank, __fork_start, __fork_start_end, __fork_shared_frame, __fork_shalloc, __fork_shallfree
    .extern __fork_heap_take, __fork_private_take

# s0 v_gp, s1 v_ssp, s2 clock before, s3 clock behind
    .data
name_barrier:
    .string "__fork_barrier "
name_rejoin:
    .string "__fork_rejoin "
name_split_all:
    .string "__fork_split_all "
name_split_part:
    .string "__fork_split_part "
name_split_many:
    .string "__fork_split_many "
name_settle:
    .string "__fork_settle "
name_rank:
    .string "__fork_rank "
name_start:
    .string "__fork_start "
name_start_end:
    .string "__fork_start_end "
name_shared_frame:
    .string "__fork_shared_frame "
name_shalloc:
    .string "__fork_shalloc "
name_shallfree:
    .string "__fork_shallfree "
name_heap_take:
    .string "__fork_heap_take "
name_private_take:
    .string "__fork_private_take "

    .text
    .global main
    .func
main:
    pshg  sp,1,ra
    call  odd,ra
    getnp a0
    getct s2
    call  __fork_start,ra
    getct s3
    set   name_start,a0
    call  print_together,ra
    call  even,ra
    getct s2
    call  __fork_barrier,ra
    getct s3
    set   name_barrier,a0
    call  print_together,ra
    call  odd,ra
    getct s2
    call  __fork_barrier,ra
    getct s3
    set   name_barrier,a0
    call  print_together,ra
    add   gp,0,s0
    add   ssp,0,s1
    getct s2
    call  __fork_split_all,ra
    getct s3
    set   name_split_all,a0
    call  print_together,ra
    call  odd,ra
    add   s0,0,a0
    add   s1,0,a1
    getct s2
    call  __fork_rejoin,ra
    getct s3
    set   name_rejoin,a0
    call  print_together,ra
    getct s2
    call  __fork_split_part,ra
    getct s3
    set   name_split_part,a0
    call  print_together,ra
    getct s2
    call  __fork_settle,ra
    getct s3
    set   name_settle,a0
    call  print_together,ra
    call  even,ra
    add   s0,0,a0
    add   s1,0,a1
    getct s2
    call  __fork_rejoin,ra
    getct s3
    set   name_rejoin,a0
    call  print_together,ra
    getlo 0,a0
    getlo 1,a1
    getct s2
    call  __fork_split_many,ra
    getct s3
    set   name_split_many,a0
    call  print_together,ra
    getct s2
    call  __fork_rank,ra
    getct s3
    set   name_rank,a0
    call  print_together,ra
    getlo 5,a0
    getct s2
    call  __fork_shared_frame,ra
    getct s3
    set   name_shared_frame,a0
    call  print_together,ra
    getlo 5,a0
    getct s2
    call  __fork_shalloc,ra
    getct s3
    set   name_shalloc,a0
    call  print_together,ra
    ldg   gp,GROUP_LIMIT,a0
    nop
    add   a0,5,a0
    getct s2
    call  __fork_shallfree,ra
    getct s3
    set   name_shallfree,a0
    call  print_together,ra
    getlo 5,a0
    getct s2
    call  __fork_private_take,ra
    getct s3
    set   name_private_take,a0
    call  print_together,ra
    getlo 5,a0
    getct s2
    call  __fork_heap_take,ra
    getct s3
    set   name_heap_take,a0
    call  print_together,ra
    add   s0,0,a0
    add   s1,0,a1
    call  __fork_rejoin,ra
    getct s2
    call  __fork_start_end,ra
    getct s3
    set   name_start_end,a0
    call  print,ra
    call  even,ra
    getnp a0
    getct s2
    call  __fork_start,ra
    getct s3
    set   name_start,a0
    call  print_together,ra
    call  __fork_start_end,ra
    getlo 0,a0                          # no PP is inside
    getct s2
    call  __fork_start,ra
    getct s3
    set   name_start,a0
    call  print,ra
    popng sp,-1,ra
    getlo 0,a0
    jmp   ra

# The caller goes on in an odd, an even cycle.
    .func
odd:
    bmc   .
    jmp   ra
    .func
even:
    bms   .
    jmp   ra

# In synchronous code: one after the other prints, all go on together.
    .func
print_together:
    add   ra,0,t4
    shint SHINT_async_enter
    call  print,ra
    shint SHINT_async_leave
    jmp   t4

    .func
print:
    getpn t3
    cmp   t3,0
    bne   printed
    sys   SYS_print_string
    sub   s3,s2,a0
    sub   a0,1,a0                       # the clock's own reading
    sys   SYS_print_int
    getlo 10,a0
    sys   SYS_print_char
printed:
    add   ra,0,t3
    call  __fork_barrier,ra
    jmp   t3
