/* pointer.c - private addresses that PPs get from other PPs: each PP has its own cell there (words.h).
 *
 * If a PP stores a word that may be a private address to memory that is not its own, the word is remembered
 * with the PPs that stored it. Any other PP that loads the word gets a mark on the register. Copies of the
 * value, and sums of it and a number, have the mark, too, while they may be such an address. A finding is an
 * access to the PP's own private area by a marked register, or by the host for the PP. Numbers that look like
 * addresses, differences of addresses, and global addresses made from private ones are not reported.
 *
 * Values from the host and results of multiprefix requests are not followed: a word counts only while it
 * holds the stored value.
 */
#include <string.h>

#include "common/bisect.h"
#include "sim/check/pages.h"
#include "sim/isa/system.h"
#include "words.h"

enum { LATE = 32 };

/* The origin of an address: the PP that stored it first, and the word. */
struct origin_of_address {
    uint32_t index, pp, pc;
    uint64_t cycle;
};

/* A word that holds such an address. */
struct record {
    uint32_t value;       /* if the word is another one by now, the record says nothing */
    uint64_t cycle;       /* in which it was stored */
    uint32_t *pps;        /* the PPs that made the address, ascending */
    uint32_t count, room; /* count 0: there is no record */
    struct origin_of_address origin;
};

/* The marks of a PP's registers. */
struct marks {
    uint32_t registers; /* those marked, a bit each */
    unsigned late;      /* the register whose word lands after the next instruction; 0: none does */
    bool late_mark;     /* then: whether it is marked */
    struct origin_of_address *origins; /* by register, and LATE; NULL: it had no mark yet */
};

struct pointers {
    struct marks *marks;  /* by PP */
    struct pages records; /* by word */
    bool has_records;
};

void pointer_survey(struct check *check)
{
    struct pointers *pointers = ARENA_NEW(&check->arena, struct pointers);
    check->pointers = pointers;
    pointers->marks = ARENA_ARRAY(&check->arena, struct marks, check->machine->config.pps);
    pointers->records = pages_make(&check->arena, check->machine->memory.host_words);
}

static bool may_be_private(const struct check *check, uint32_t word)
{
    return word - MEMORY_PRIVATE <= check->machine->memory.private_mask;
}

/* ---- words that hold such addresses */

/* The record of the word; NULL: it has none. */
static const struct record *record_of(const struct pointers *pointers, uint32_t index)
{
    const struct record *record = pages_find(&pointers->records, index, sizeof *record);
    return record != NULL && record->count != 0 ? record : NULL;
}

/* Where the PP stands among those that made the address, or would stand. */
static uint32_t place_among(const struct record *record, uint32_t pp)
{
    if (record->count != 0 && record->pps[record->count - 1] < pp) /* they come in their order */
        return record->count;
    BISECT(place, record->count, at, record->pps[at] < pp)
    return place;
}

/* Whether what the PP stores to a word in the present cycle stays there, and not what `other` has stored, a
 * lower PP. */
static bool is_last_word(const struct check *check, uint32_t index, uint32_t pp, uint32_t other)
{
    const struct machine_config *config = &check->machine->config;
    const uint32_t address = memory_address(&check->machine->memory, index);
    if (config->policy == POLICY_ARBITRARY)
        return policy_rank(config->policy_seed, check->cycle, address, pp) >
               policy_rank(config->policy_seed, check->cycle, address, other);
    return config->policy == POLICY_HIGH;
}

/* The word will hold an address of this origin, which the PP stores. */
static void remember(struct check *check, uint32_t pp, uint32_t value, uint32_t index,
                     const struct origin_of_address *origin)
{
    struct record *record = pages_at(&check->pointers->records, index, sizeof *record);
    check->pointers->has_records = true;
    const bool is_shared_by = record->count != 0 && record->cycle == check->cycle;
    if (is_shared_by && record->value != value && !is_last_word(check, index, pp, record->origin.pp))
        return;
    if (!is_shared_by || record->value != value) {
        record->value = value;
        record->cycle = check->cycle;
        record->count = 0;
        record->origin = *origin;
    }
    const uint32_t at = place_among(record, origin->pp);
    if (at < record->count && record->pps[at] == origin->pp)
        return;
    record->pps = arena_grow(&check->arena, record->pps, record->count, &record->room, sizeof *record->pps);
    memmove(record->pps + at + 1, record->pps + at, (record->count - at) * sizeof *record->pps);
    record->pps[at] = origin->pp;
    record->count++;
}

/* The record of a word that holds an address that the PP has not made; NULL: it holds none. */
static const struct record *foreign_record(const struct check *check, uint32_t pp, uint32_t index)
{
    const struct record *record = record_of(check->pointers, index);
    if (record == NULL || record->value != check->machine->memory.cells[index])
        return NULL;
    const uint32_t at = place_among(record, pp);
    return at < record->count && record->pps[at] == pp ? NULL : record;
}

/* ---- steps */

static void set_mark(struct check *check, struct marks *marks, unsigned number,
                     const struct origin_of_address *origin)
{
    if (marks->origins == NULL)
        marks->origins = ARENA_ARRAY(&check->arena, struct origin_of_address, LATE + 1);
    marks->origins[number] = *origin;
    if (number < LATE)
        marks->registers |= 1u << number;
}

static void warn(struct check *check, const struct observer_step *step, const char *does, uint32_t address,
                 const struct origin_of_address *origin)
{
    struct warning *warning = warnings_add(&check->machine->warnings, "private_pointer",
                                           check->places[blame_pc(check, step)], check->places[origin->pc]);
    if (warning == NULL)
        return;
    const struct memory *memory = &check->machine->memory;
    char cell[CELL_NAME_SIZE], place[PLACE_SIZE];
    warning->address = memory_address(memory, memory_index(memory, step->pp, address));
    blame_warn(check, step, warning, "a PP %s %s, its own cell, by a private address that PP %u has made",
               does, cell_name(check->machine, warning->address, cell), origin->pp);
    fault_hint(&warning->what,
               "PP %u stored it to %s in cycle %llu at %s; to share data, use a sh variable or shmalloc",
               origin->pp, cell_name(check->machine, memory_address(memory, origin->index), cell),
               (unsigned long long)origin->cycle, blame_place(check, origin->pc, place));
}

/* The PP makes an access by these registers. */
static void use(struct check *check, const struct observer_step *step, const struct marks *marks,
                uint32_t registers, uint32_t address, const char *does)
{
    registers &= marks->registers;
    if (registers == 0 || !may_be_private(check, address))
        return;
    unsigned number = 0;
    while ((registers >> number & 1u) == 0)
        number++;
    warn(check, step, does, address, &marks->origins[number]);
}

static void store(struct check *check, const struct observer_step *step, const struct marks *marks,
                  const struct instruction *i, uint32_t address)
{
    const struct memory *memory = &check->machine->memory;
    const uint32_t value = observer_datum(check->now, step, i);
    if (!may_be_private(check, value))
        return;
    const struct memory_place place = memory_place(memory, step->pp, address);
    const bool is_marked = (marks->registers & 1u << i->rd) != 0;
    const bool is_own = place.region != MEMORY_REGION_SHARED && place.owner == step->pp;
    if (place.region == MEMORY_REGION_ILLEGAL)
        return;
    if (is_own && !is_marked) {
        const struct record *record = record_of(check->pointers, place.index);
        if (record == NULL)
            return; /* cannot be mistaken for an address of another PP */
    }
    const struct origin_of_address own = {place.index, step->pp, blame_pc(check, step), check->cycle};
    remember(check, step->pp, value, place.index, is_marked ? &marks->origins[i->rd] : &own);
}

/* The register that has the target's mark; 0: none has. */
static unsigned source_of(const struct check *check, const struct observer_step *step,
                          const struct marks *marks, const struct instruction *i, enum effect effect)
{
    const bool is_first = (marks->registers & 1u << i->rs) != 0;
    const bool is_second = (marks->registers & 1u << i->rt) != 0;
    if (is_first == is_second)
        return 0;
    const uint32_t a = observer_word(check->now, step, i->rs);
    const uint32_t b = observer_word(check->now, step, i->rt) + i->constant;
    const uint32_t result = effect == EFFECT_AND          ? a & b
                            : effect == EFFECT_ANDN       ? a & ~b
                            : effect == EFFECT_OR         ? a | b
                            : effect == EFFECT_DIFFERENCE ? a - b
                                                          : a + b;
    if (!may_be_private(check, result) || (effect == EFFECT_DIFFERENCE && is_second) ||
        (effect >= EFFECT_AND && result != (is_first ? a : b)))
        return 0;
    return is_first ? i->rs : i->rt;
}

/* The target of an instruction that computes. */
static void compute(struct check *check, const struct observer_step *step, struct marks *marks,
                    const struct instruction *i, enum effect effect)
{
    const uint32_t target = i->target < DECODE_SINK ? 1u << i->target : 0;
    const bool may_pass = effect != EFFECT_CLEAR && effect != EFFECT_XOR;
    const unsigned source = may_pass ? source_of(check, step, marks, i, effect) : 0;
    if (source != 0 && target != 0)
        set_mark(check, marks, i->target, &marks->origins[source]);
    else
        marks->registers &= ~target;
}

static void load(struct check *check, const struct observer_step *step, struct marks *marks,
                 const struct instruction *i, uint32_t address)
{
    const uint32_t index = memory_index(&check->machine->memory, step->pp, address);
    const bool is_followed = check->effects[step->pc] == EFFECT_LOAD && index != MEMORY_ILLEGAL;
    const struct record *record = is_followed ? foreign_record(check, step->pp, index) : NULL;
    const bool is_late = (i->traits & DECODE_DELAYED) != 0;
    if (i->target >= DECODE_SINK)
        return;
    if (record != NULL)
        set_mark(check, marks, is_late ? LATE : i->target, &record->origin);
    else if (!is_late)
        marks->registers &= ~(1u << i->target);
    if (!is_late)
        return;
    marks->late = i->target;
    marks->late_mark = record != NULL;
}

static void access_memory(struct check *check, const struct observer_step *step, struct marks *marks,
                          const struct instruction *i, enum effect effect)
{
    const uint32_t address = observer_address(check->now, step, i);
    use(check, step, marks, 1u << i->rs | 1u << i->rt, address, deed_texts[check->intents[step->pc]]);
    if (effect == EFFECT_STORE)
        store(check, step, marks, i, address);
    else
        load(check, step, marks, i, address);
}

void pointer_read_by_host(struct check *check, const struct observer_step *step, uint32_t index,
                          uint32_t address)
{
    const struct record *record = foreign_record(check, step->pp, index);
    if (record != NULL && may_be_private(check, address))
        warn(check, step, deed_texts[DEED_LOAD], address, &record->origin);
}

void pointer_give_host(struct check *check, const struct observer_step *step, unsigned number, enum deed deed)
{
    use(check, step, &check->pointers->marks[step->pp], 1u << number, observer_word(check->now, step, number),
        deed_texts[deed]);
}

bool pointer_is_idle(const struct check *check, uint32_t pp)
{
    const struct marks *marks = &check->pointers->marks[pp];
    return marks->registers == 0 && !marks->late_mark;
}

void pointer_step(struct check *check, const struct observer_step *step)
{
    const struct pointers *pointers = check->pointers;
    const enum effect effect = (enum effect)check->effects[step->pc];
    struct marks *marks = &pointers->marks[step->pp];
    const struct instruction *i = &check->machine->program.code[step->pc];
    const bool may_begin = effect == EFFECT_STORE || (effect == EFFECT_LOAD && pointers->has_records);
    if (marks->late == 0 && marks->registers == 0 && !may_begin)
        return;
    const unsigned landing = marks->late;
    const bool landing_mark = marks->late_mark;
    const struct origin_of_address origin =
        landing_mark ? marks->origins[LATE] : (struct origin_of_address){0};
    marks->late = 0;
    marks->late_mark = false;
    if (effect >= EFFECT_LOAD || effect == EFFECT_TAKE)
        access_memory(check, step, marks, i, effect);
    else if (effect == EFFECT_HOST) /* results; hosted.c sees the arguments, before this */
        marks->registers &= ~(7u << MACHINE_A0);
    else if (effect != EFFECT_NOTHING)
        compute(check, step, marks, i, effect);
    if (landing_mark)
        set_mark(check, marks, landing, &origin);
    else
        marks->registers &= ~(landing == 0 ? 0 : 1u << landing);
}
