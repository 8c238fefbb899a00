# hello.s - every PP says hello, in the order of their numbers, up to a million of them.
#
# All PPs start in the same cycle and stay together, so every line is printed in the same cycle, and output of one
# cycle appears in PP order. One host call prints a whole line; its numbers come from the PP's own private memory.
# No runtime is linked: this is a whole program.

        .global _start

        .set PRINT_FORMAT,7             # host call (asm/tables/hostcall.def)

        .data
line:    .string "hello from PP %d of %d\n"

        .private
numbers: .space 2                       # the line's two numbers, at the same private address in every PP

        .text
        .func
_start:
        getpn   t0
        getnp   t1
        set     numbers,a1
        stg     a1,0,t0
        stg     a1,1,t1
        set     line,a0
        sys     PRINT_FORMAT
        halt
