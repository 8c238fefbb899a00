/* pointer.c - private addresses that PPs get from other PPs: each PP has its own cell there (words.h).
 *
 * If a PP stores a word that may be a private address to memory that is not its own, the word is remembered
 * with the PPs that stored it. Any other PP that loads the word gets a taint on the register. Copies of the
 * value, and sums of it and a number, have it, too, while they may be such an address. A finding is an
 * access to the PP's own private area by a tainted register, or by the host for the PP. Numbers that look
 * like addresses, differences of addresses, and global addresses made from private ones are not reported.
 * Values from the host and results of multiprefix requests are not followed: a word counts only while it
 * holds the stored value. */
#include <stdio.h>
#include <string.h>

#include "common/bisect.h"
#include "value.h"

/* A word that holds such an address. */
struct record {
    uint32_t value;       /* if the word is another one by now, the record says nothing */
    uint64_t cycle;       /* in which it was stored */
    uint32_t *pps;        /* the PPs that made the address, ascending */
    uint32_t count, room; /* count 0: there is no record */
    struct source source;
};

static bool may_be_private(const struct check *check, uint32_t word)
{
    return word - MEMORY_PRIVATE <= check->machine->memory.private_mask;
}

/* ---- words that hold such addresses */

/* The record of the word; NULL: it has none. */
static const struct record *record_of(const struct check *check, uint32_t index)
{
    const struct record *record = pages_find(&check->pointers, index, sizeof *record);
    return record != NULL && record->count != 0 ? record : NULL;
}

/* Where the PP stands among those that made the address, or would stand. */
static uint32_t place_among(const struct record *record, uint32_t pp)
{
    BISECT(place, record->count, at, record->pps[at] < pp)
    return place;
}

/* Whether what the PP stores to a word in the present cycle stays there, and not what `other` has stored, a
 * lower PP. */
static bool is_last_word(const struct check *check, uint32_t index, uint32_t other)
{
    const struct machine_config *config = &check->machine->config;
    const uint32_t address = memory_address(&check->machine->memory, index);
    if (config->policy == POLICY_ARBITRARY)
        return policy_rank(config->policy_seed, check->cycle, address, check->step.pp) >
               policy_rank(config->policy_seed, check->cycle, address, other);
    return config->policy == POLICY_HIGH;
}

/* The word will hold an address from this source, which the PP stores. */
static void remember(struct check *check, uint32_t value, uint32_t index, const struct source *source)
{
    struct record *record = pages_at(&check->pointers, index, sizeof *record);
    const bool is_shared_by = record->count != 0 && record->cycle == check->cycle;
    if (is_shared_by && record->value != value && !is_last_word(check, index, record->source.at.pp))
        return;
    if (!is_shared_by || record->value != value) {
        record->value = value;
        record->cycle = check->cycle;
        record->count = 0;
        record->source = *source;
    }
    const uint32_t at = place_among(record, source->at.pp);
    if (at < record->count && record->pps[at] == source->at.pp)
        return;
    record->pps =
        arena_grow(&check->machine->arena, record->pps, record->count, &record->room, sizeof *record->pps);
    memmove(record->pps + at + 1, record->pps + at, (record->count - at) * sizeof *record->pps);
    record->pps[at] = source->at.pp;
    record->count++;
}

const struct source *pointer_load(const struct check *check, uint32_t index)
{
    const struct record *record = record_of(check, index);
    if (record == NULL || record->value != check->machine->memory.cells[index])
        return NULL;
    const uint32_t pp = check->step.pp, at = place_among(record, pp);
    return at < record->count && record->pps[at] == pp ? NULL : &record->source;
}

/* ---- steps */

void pointer_use(struct check *check, enum deed deed, uint32_t address, const struct source *source)
{
    if (source == NULL || !may_be_private(check, address))
        return;
    struct warning *warning = blame_cell(check, "private_pointer", check->places[source->at.pc], address);
    if (warning == NULL)
        return;
    const struct memory *memory = &check->machine->memory;
    char cell[CELL_NAME_SIZE], did[CELL_NAME_SIZE + 16];
    blame(check, warning, "a PP %s %s, its own cell, by a private address that PP %u has made",
          deed_texts[deed], warning->cell, source->at.pp);
    snprintf(did, sizeof did, "stored it to %s",
             cell_name(check->machine, memory_address(memory, source->index), cell));
    blame_moment(check, &warning->what, source->at, did, "; to share data, use a sh variable or shmalloc");
}

void pointer_store(struct check *check, const struct instruction *i, uint32_t address)
{
    const struct memory *memory = &check->machine->memory;
    const uint32_t value = observer_datum(check->now, &check->step, i);
    if (!may_be_private(check, value))
        return;
    const struct memory_place place = memory_place(memory, check->step.pp, address);
    const struct source *source = taint_find(check, TAINT_FOREIGN, 1u << i->rd);
    const bool is_own = place.region != MEMORY_REGION_SHARED && place.owner == check->step.pp;
    if (place.region == MEMORY_REGION_ILLEGAL)
        return;
    if (is_own && source == NULL && record_of(check, place.index) == NULL)
        return; /* cannot be mistaken for an address of another PP */
    const struct source own = {.index = place.index, .at = moment_of(check)};
    remember(check, value, place.index, source != NULL ? source : &own);
}

/* The bit of the operand that the result is an address by; 0: none. */
static uint32_t source_of(const struct check *check, const struct instruction *i, enum effect effect)
{
    const uint32_t tainted = check->own->tainted[TAINT_FOREIGN];
    const bool is_first = (tainted >> i->rs & 1u) != 0;
    const bool is_second = (tainted >> i->rt & 1u) != 0;
    if (is_first == is_second)
        return 0;
    const uint32_t a = step_word(check, i->rs);
    const uint32_t b = step_word(check, i->rt) + i->constant;
    const uint32_t result = effect == EFFECT_AND          ? a & b
                            : effect == EFFECT_ANDN       ? a & ~b
                            : effect == EFFECT_OR         ? a | b
                            : effect == EFFECT_DIFFERENCE ? a - b
                                                          : a + b;
    if (!may_be_private(check, result) || (effect == EFFECT_DIFFERENCE && is_second) ||
        (effect >= EFFECT_AND && result != (is_first ? a : b)))
        return 0;
    return 1u << (is_first ? i->rs : i->rt);
}

void pointer_compute(struct check *check, const struct instruction *i, enum effect effect)
{
    const bool may_pass = effect != EFFECT_CLEAR && effect != EFFECT_XOR;
    if (effect == EFFECT_NOTHING)
        return;
    const uint32_t from = may_pass ? source_of(check, i, effect) : 0;
    const struct source *source = taint_find(check, TAINT_FOREIGN, from);
    check->own->tainted[TAINT_FOREIGN] &= ~(1u << i->target);
    if (source != NULL)
        taint_set(check, TAINT_FOREIGN, 1u << i->target, source);
}
