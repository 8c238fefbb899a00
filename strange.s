    .global _start
    .func
_start:
    .loc "a b.fork", 3, "f\"g"
    ldg R0,-1,R3
    .loc "a b.fork" 4
    halt
