/* warning.c - see warning.h. */
#include "warning.h"

#include <stddef.h>

struct warning *warnings_add(struct warnings *warnings, unsigned kind, uint32_t pc, uint32_t other_pc)
{
    warnings->total++;
    for (uint32_t k = 0; k < warnings->count; k++) {
        struct warning *old = &warnings->kept[k];
        if (old->kind == kind && old->what.pc == pc && old->other_pc == other_pc) {
            old->times++;
            return NULL;
        }
    }
    if (warnings->count == WARNINGS_KEPT)
        return NULL;
    struct warning *warning = &warnings->kept[warnings->count++];
    warning->kind = kind;
    warning->what.pc = pc;
    warning->other_pc = other_pc;
    warning->times = 1;
    return warning;
}
