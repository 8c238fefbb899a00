# panic_array.s - the run stops at an array of variable size whose size is wrong, with the line of its declaration.
#
# A file of its own, so that only programs with such arrays have it. Called by compiled code; does not return.

    .include "abi.inc"
    .data
array_size:
    .string "an array of %d elements: its size must be 0 to 1073741823 words"

    .text
    .global __fork_panic_array
    .func
__fork_panic_array:                     # a0 = elements asked for
    stg   sp,0,a0                       # argument of the format, on the stack with the text made of it
    set   array_size,a0
    add   sp,0,a1
    add   sp,1,a2
    sys   SYS_format_string
    add   sp,1,a0
    sub   ra,1,a1
    sys   SYS_panic_at
