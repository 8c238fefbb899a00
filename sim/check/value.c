/* value.c - see value.h: taints of registers. */
#include "value.h"

void taint_set(struct check *check, struct registers *registers, enum taint taint, uint32_t set,
               const struct source *source)
{
    if (registers->sources[taint] == NULL)
        registers->sources[taint] = ARENA_ARRAY(&check->arena, struct source, 32);
    registers->tainted[taint] |= set;
    for (uint32_t left = set; left != 0; left &= left - 1)
        registers->sources[taint][__builtin_ctz(left)] = *source;
}
