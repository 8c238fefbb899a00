# events.s - the cost of an event of the event core: each PP executes 20,000 rounds, and in each round its own path
# (some 20 instructions) and to one atomic, on one of 1024 cells that it chooses at random. 64 PPs, level 0, one thread:
# the time of a run by 1,280,000 is the time of an event.
    .bss
cells:
    .space 1024
    .global _start
    .text
_start:
    getpn R3
    set   2654435761,R4
    add   R3,1,R5
    mul   R5,R4,R5
    set   cells,R6
    set   20000,R20
again:
    lsr   R5,13,R8
    xor   R5,R8,R5
    mul   R5,R4,R5
    lsr   R5,29,R10                     # 1 to 8 rounds, differing by PP
delay:
    subs  R10,1,R10
    bpl   delay
    lsr   R5,9,R12
    and   R12,1023,R12
    add   R6,R12,R12
    add   R5,0,R13                      # the result is ignored: PPs stay diverged
    mpadd R12,0,R13
    subs  R20,1,R20
    bne   again
    halt
