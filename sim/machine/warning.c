/* warning.c - see warning.h. */
#include "warning.h"

#include <stddef.h>

struct warning *warnings_add(struct warnings *warnings, unsigned kind, uint32_t place, uint32_t other_place)
{
    warnings->total++;
    for (uint32_t k = 0; k < warnings->count; k++) {
        struct warning *old = &warnings->kept[k];
        if (old->kind == kind && old->place == place && old->other_place == other_place) {
            old->times++;
            return NULL;
        }
    }
    if (warnings->count == WARNINGS_KEPT)
        return NULL;
    struct warning *warning = &warnings->kept[warnings->count++];
    warning->kind = kind;
    warning->place = place;
    warning->other_place = other_place;
    warning->times = 1;
    return warning;
}
