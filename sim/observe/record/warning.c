/* warning.c - see warning.h. */
#include "warning.h"

#include <string.h>

static uint32_t hash_of(const char *kind, uint32_t place, uint32_t other_place)
{
    const uint64_t key = ((uint64_t)place << 32 | other_place) ^ (uintptr_t)kind;
    return (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 40) % WARNING_SLOTS;
}

/* The slot of the place in the table, or a free slot for it. */
static uint16_t *find_slot(struct warnings *warnings, const char *kind, uint32_t place, uint32_t other_place)
{
    uint32_t slot = hash_of(kind, place, other_place);
    for (; warnings->slots[slot] != 0; slot = (slot + 1) % WARNING_SLOTS) {
        const struct warning *old = &warnings->kept[warnings->slots[slot] - 1];
        if (old->kind == kind && old->place == place && old->other_place == other_place)
            break;
    }
    return &warnings->slots[slot];
}

/* The first finding at its place. */
static struct warning first_of(struct warnings *warnings, const char *kind, uint32_t place,
                               uint32_t other_place)
{
    return (struct warning){
        .kind = kind, .place = place, .other_place = other_place, .times = 1, .number = warnings->total};
}

struct warning *warnings_add(struct arena *arena, struct warnings *warnings, const char *kind, uint32_t place,
                             uint32_t other_place)
{
    uint16_t *slot = find_slot(warnings, kind, place, other_place);
    warnings->total++;
    if (*slot != 0)
        warnings->kept[*slot - 1].times++;
    if (*slot != 0 || warnings->count == WARNINGS_KEPT)
        return NULL;
    struct warning *warning = ARENA_ADD(arena, warnings->kept, warnings->count, warnings->room);
    *warning = first_of(warnings, kind, place, other_place);
    *slot = (uint16_t)warnings->count;
    return warning;
}

/* ---- what is found late */

static bool is_earlier(const struct warning *warning, uint64_t cycle, uint32_t address)
{
    return warning->what.cycle != cycle ? warning->what.cycle < cycle : warning->address < address;
}

/* Those of one cell in one cycle come one after another. */
static bool comes_before(const struct warning *warning, const struct warning *other)
{
    return is_earlier(warning, other->what.cycle, other->address) ||
           (!is_earlier(other, warning->what.cycle, warning->address) && warning->number < other->number);
}

static void fill_slots(struct warnings *warnings)
{
    memset(warnings->slots, 0, sizeof warnings->slots);
    for (uint32_t k = 0; k < warnings->count; k++) {
        const struct warning *warning = &warnings->kept[k];
        *find_slot(warnings, warning->kind, warning->place, warning->other_place) = (uint16_t)(k + 1);
    }
}

static struct warning *latest_of(struct warnings *warnings)
{
    struct warning *latest = &warnings->kept[0];
    for (uint32_t k = 1; k < warnings->count; k++)
        if (comes_before(latest, &warnings->kept[k]))
            latest = &warnings->kept[k];
    return latest;
}

/* The new one replaces a later one at its place or, without room for another place, the latest one. */
struct warning *warnings_add_late(struct arena *arena, struct warnings *warnings, const char *kind,
                                  uint32_t place, uint32_t other_place, uint64_t cycle, uint32_t address)
{
    struct warning *warning = warnings_add(arena, warnings, kind, place, other_place);
    if (warning != NULL)
        return warning;
    const uint16_t slot = *find_slot(warnings, kind, place, other_place);
    warning = slot != 0 ? &warnings->kept[slot - 1] : latest_of(warnings);
    const bool is_of_same = warning->what.cycle == cycle && warning->address == address;
    if (is_earlier(warning, cycle, address) || (slot == 0 && is_of_same))
        return NULL;
    const uint64_t times = slot != 0 ? warning->times : 1;
    *warning = first_of(warnings, kind, place, other_place);
    warning->times = times;
    if (slot == 0)
        fill_slots(warnings);
    return warning;
}

void warnings_order(struct warnings *warnings)
{
    for (uint32_t k = 1; k < warnings->count; k++) {
        const struct warning warning = warnings->kept[k];
        uint32_t at = k;
        for (; at > 0 && comes_before(&warning, &warnings->kept[at - 1]); at--)
            warnings->kept[at] = warnings->kept[at - 1];
        warnings->kept[at] = warning;
    }
    if (warnings->count != 0)
        fill_slots(warnings);
}
