# mesh.s - mesh files for the Laplace programs: PP 0 reads the input into shared memory, and writes the field at the
# end. File names are the program's two arguments. An error in them or in the file ends the whole run with a message:
# exit status 2 for wrong arguments, 1 for a file that cannot be used.
#
# The format (mesh_file.h is the host's side of it): the magic word, the size N, the iterations K, then N * N floats
# row by row, the boundary included.

        .include "mesh.inc"
        .include "abi.inc"              # names of the host calls

        .global mesh, mesh_read, mesh_write
        .extern __fork_heap_take

        .set MAGIC,0x4853454d           # "MESH" in the file
        .set SIZE_MIN,3                 # one inner cell
        .set SIZE_MAX,16384
        .set PATH_WORDS,1024

        .bss
mesh:            .space MESH_WORDS
path:            .space PATH_WORDS
report_words:    .space 4               # arguments of the report's format

        .data
usage_text:      .string "usage: pramsim laplace_....o IN OUT\n"
path_text:       .string "laplace: the file name is too long\n"
open_text:       .string "laplace: cannot read the input file\n"
header_text:     .string "laplace: the input is no mesh file\n"
size_text:       .string "laplace: the mesh size is not within 3..16384\n"
short_text:      .string "laplace: the input ends before its last cell\n"
memory_text:     .string "laplace: the mesh does not fit the shared memory (see pramsim --memory)\n"
write_text:      .string "laplace: cannot write the output file\n"
report_text:     .string "%u x %u cells, %u iterations: %u cycles\n"

        .text

# mesh_read - reads the input into shared memory and sets the words at `mesh`. By one PP alone.
#   a0   how many more fields of N * N words must fit behind it
        .func
mesh_read:
        push    ra
        push    s0
        push    s1
        push    s2
        add     a0,1,s1                 # fields in all
        sys     SYS_argument_count
        cmp     a0,3                    # the program's name, IN, OUT
        bne     fail_usage
        getlo   1,a0
        getlo   0,a1                    # for reading
        call    open_argument,ra
        mov     a0,s0
        cmp     s0,0
        blt     fail_open

        set     mesh,a1
        getlo   MESH_HEADER,a2
        sys     SYS_read_words
        cmp     a0,MESH_HEADER
        bne     fail_header
        set     mesh,t0
        ldg     t0,MESH_MAGIC,t1
        set     MAGIC,t2
        cmp     t1,t2
        bne     fail_header
        ldg     t0,MESH_SIZE,s2         # N
        getlo   SIZE_MAX,t2
        cmp     s2,SIZE_MIN
        blo     fail_size
        cmp     s2,t2
        bhi     fail_size

        mul     s2,s2,s2                # cells
        mul     s2,s1,a0                # words of all fields
        call    __fork_heap_take,ra
        mov     a0,a1
        cmp     a0,0
        beq     fail_memory
        set     mesh,t0
        stg     t0,MESH_FIELD,a0
        mov     s2,a2
        mov     s0,a0
        sys     SYS_read_words
        cmp     a0,s2
        bne     fail_short
        mov     s0,a0
        sys     SYS_close
        pop     s2
        pop     s1
        pop     s0
        pop     ra
        nop
        ret

# mesh_write - writes the field and prints what was done. By one PP alone.
#   a0   cycles that the iterations took
        .func
mesh_write:
        push    ra
        push    s0
        set     report_words,t0
        stg     t0,3,a0
        set     mesh,t1
        ldg     t1,MESH_SIZE,t2
        ldg     t1,MESH_ITERATIONS,t3
        stg     t0,0,t2
        stg     t0,1,t2
        stg     t0,2,t3
        set     report_text,a0
        mov     t0,a1
        sys     SYS_print_format

        getlo   2,a0
        getlo   1,a1                    # for writing
        call    open_argument,ra
        mov     a0,s0
        cmp     s0,0
        blt     fail_write
        set     mesh,a1
        getlo   MESH_HEADER,a2
        sys     SYS_write_words
        cmp     a0,MESH_HEADER
        bne     fail_write
        set     mesh,t0
        ldg     t0,MESH_SIZE,t1
        ldg     t0,MESH_FIELD,a1
        mul     t1,t1,a2
        mov     a2,t2
        mov     s0,a0
        sys     SYS_write_words
        cmp     a0,t2
        bne     fail_write
        mov     s0,a0
        sys     SYS_close               # the file appears
        cmp     a0,0
        bne     fail_write
        pop     s0
        pop     ra
        nop
        ret

# open_argument - opens the file that a program argument names.
#   a0   number of the argument      a1   how to open it, as for the host call;
#   result a0: the handle, -1 if it cannot be opened
        .func
open_argument:
        mov     a1,t0
        set     path,a1
        set     PATH_WORDS,a2
        sys     SYS_argument            # a0 = length
        cmp     a0,0
        blt     fail_path
        set     PATH_WORDS,t1
        cmp     a0,t1
        bge     fail_path
        set     path,a0
        mov     t0,a1
        sys     SYS_open
        ret

# Each way to fail: its text in a0, its exit status in s0.
fail_usage:
        set     usage_text,a0
        getlo   2,s0
        bra     fail
fail_path:
        set     path_text,a0
        bra     fail_file
fail_open:
        set     open_text,a0
        bra     fail_file
fail_header:
        set     header_text,a0
        bra     fail_file
fail_size:
        set     size_text,a0
        bra     fail_file
fail_short:
        set     short_text,a0
        bra     fail_file
fail_memory:
        set     memory_text,a0
        bra     fail_file
fail_write:
        set     write_text,a0
fail_file:
        getlo   1,s0
fail:
        sys     SYS_print_string
        mov     s0,a0
        sys     SYS_exit
