/* warning.c - see warning.h. */
#include "warning.h"

#include <stdlib.h>

#include "common/memory.h"

enum { SLOTS = 4096 }; /* a power of two, well over WARNINGS_KEPT */

static uint32_t hash_of(const char *kind, uint32_t place, uint32_t other_place)
{
    const uint64_t key = ((uint64_t)place << 32 | other_place) ^ (uintptr_t)kind;
    return (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 40) % SLOTS;
}

struct warning *warnings_add(struct warnings *warnings, const char *kind, uint32_t place,
                             uint32_t other_place)
{
    if (warnings->slots == NULL)
        warnings->slots = memory_take(SLOTS, sizeof *warnings->slots);
    warnings->total++;
    uint32_t slot = hash_of(kind, place, other_place);
    for (; warnings->slots[slot] != 0; slot = (slot + 1) % SLOTS) {
        struct warning *old = &warnings->kept[warnings->slots[slot] - 1];
        if (old->kind == kind && old->place == place && old->other_place == other_place) {
            old->times++;
            return NULL;
        }
    }
    if (warnings->count == WARNINGS_KEPT)
        return NULL;
    warnings->kept =
        memory_grow(warnings->kept, &warnings->capacity, warnings->count + 1, sizeof *warnings->kept);
    struct warning *warning = &warnings->kept[warnings->count++];
    *warning = (struct warning){.kind = kind, .place = place, .other_place = other_place, .times = 1};
    warnings->slots[slot] = (uint16_t)warnings->count;
    return warning;
}

void warnings_free(struct warnings *warnings)
{
    free(warnings->kept);
    free(warnings->slots);
    *warnings = (struct warnings){.count = 0};
}
