/* race.c - data races: two PPs access a cell, at least one changes it by a plain store, and no happens-before
 * relation orders the two accesses. They are ordered if both PPs are members of one synchronous group, or if
 * the first PP has released after its access and the second PP has acquired after that release.
 *
 * Barriers release and acquire, so do multiprefix and sync requests, and plain loads and stores of the cells
 * that such requests have used (locks), or that have been loaded where a PP waits for others (near the hint
 * yield, waits.h): then the store before such a load was a release. Releases and acquires are recorded by
 * cycle, not by cell: this misses some races but never reports a correct program. The runtime's own accesses
 * are trusted, and count as synchronisation. */
#include "check_state.h"
#include "sim/machine/waits.h"

/* An access that a later access may race with. */
struct past {
    struct moment at;
    uint32_t serial; /* synchronous group of the PP at that time; 0: none */
    bool is_set;
    bool is_store;
};

/* A store of the value that the cell already has counts as a load. */
struct cell {
    struct past store;
    struct past loads[2]; /* the last ones by two PPs, the later one first */
    uint32_t value;       /* the value that `store` stored */
    bool is_lock;         /* target of multiprefix or sync requests, or waited for */
};

void race_release(struct check *check, uint32_t number, uint64_t cycle)
{
    struct check_pp *pp = &check->pps[number];
    uint64_t *place = &pp->released[pp->releases++ % CHECK_RELEASES];
    if (pp->forgotten < *place)
        pp->forgotten = *place;
    *place = cycle + 1;
}

/* Whether a release of the PP at or after `cycle` came before the last acquire of the other one. A release
 * that the ring has dropped may have come right after that cycle. */
static bool has_released(const struct check_pp *pp, uint64_t cycle, const struct check_pp *other)
{
    bool has_any = false;
    if (pp->forgotten > cycle)
        return other->acquired > cycle;
    for (uint32_t k = 0; k < CHECK_RELEASES && !has_any; k++)
        has_any = pp->released[k] > cycle && pp->released[k] <= other->acquired;
    return has_any;
}

static bool is_ordered(const struct check *check, const struct past *past)
{
    const struct check_pp *pp = &check->pps[check->step.pp];
    if (!past->is_set || past->at.pp == check->step.pp ||
        (past->serial != 0 && group_contains(pp, past->serial)))
        return true;
    return has_released(&check->pps[past->at.pp], past->at.cycle, pp);
}

static void warn(struct check *check, enum deed deed, uint32_t address, const struct past *past,
                 const char *did)
{
    static const char *const kinds[] = {[DEED_LOAD] = "race_load", [DEED_STORE] = "race_store"};
    static const char *const texts[] = {[DEED_LOAD] = "the outcome of a load from %s depends on timing",
                                        [DEED_STORE] = "the outcome of a store to %s depends on timing"};
    if (check->machine->journal != NULL)
        journal_note_conflict(check->machine->journal, check->cycle, texts[deed], address,
                              (struct journal_side){check->step.pp, blame_pc(check)},
                              (struct journal_side){past->at.pp, past->at.pc});
    struct warning *warning = blame_cell(check, kinds[deed], check->places[past->at.pc], address);
    if (warning == NULL)
        return;
    cell_name_at(check->machine, check->step.pc, address, warning->cell);
    warning->has_other = true;
    warning->other = (struct warning_other){.pp = past->at.pp, .pc = past->at.pc, .cycle = past->at.cycle};
    blame(check, warning, "the outcome of a %s %s depends on timing",
          deed == DEED_LOAD ? "load from" : "store to", warning->cell);
    blame_moment(check, &warning->what, past->at, did, "; no barrier, lock or multiprefix orders the two");
}

static struct past past_of(const struct check *check)
{
    const struct group *group = group_of_synchronous(&check->pps[check->step.pp]);
    return (struct past){.at = moment_of(check), .serial = group != NULL ? group->serial : 0, .is_set = true};
}

/* An access that changed nothing but would have noticed a change. */
static void remember(struct check *check, struct cell *cell, bool is_store)
{
    if (cell->loads[0].is_set && cell->loads[0].at.pp != check->step.pp)
        cell->loads[1] = cell->loads[0];
    cell->loads[0] = past_of(check);
    cell->loads[0].is_store = is_store;
}

static void load(struct check *check, uint32_t address, struct cell *cell)
{
    if (!is_ordered(check, &cell->store))
        warn(check, DEED_LOAD, address, &cell->store, "stored to it");
    remember(check, cell, false);
}

static void store(struct check *check, uint32_t address, uint32_t datum, struct cell *cell)
{
    const uint32_t present = cell->store.is_set ? cell->value : check->machine->memory.cells[address];
    if (datum == present) {
        remember(check, cell, true);
        return;
    }
    const struct past *other = NULL;
    if (!is_ordered(check, &cell->store))
        other = &cell->store;
    for (int k = 0; k < 2 && other == NULL; k++)
        if (!is_ordered(check, &cell->loads[k]))
            other = &cell->loads[k];
    if (other != NULL)
        warn(check, DEED_STORE, address, other,
             other == &cell->store ? "stored another value to it"
             : other->is_store     ? "stored the old value to it"
                                   : "loaded it");
    cell->store = past_of(check);
    cell->value = datum;
}

void race_forget(struct check *check, uint32_t index)
{
    const bool is_shared = index < check->machine->memory.shared_words;
    struct cell *cell = is_shared ? pages_find(&check->cells, index, sizeof *cell) : NULL;
    if (cell != NULL)
        cell->store.is_set = false;
}

void race_access(struct check *check, enum deed deed, uint32_t address, uint32_t datum)
{
    struct cell *cell = pages_at(&check->cells, address, sizeof *cell);
    const bool is_waited_for = deed == DEED_LOAD && (check->waits[check->step.pc] & WAITS_LOOK) != 0;
    if (is_waited_for &&
        cell->store.is_set) /* before any PP waited for the cell, this was an ordinary store */
        race_release(check, cell->store.at.pp, cell->store.at.cycle);
    if (deed == DEED_COMBINE || is_waited_for) {
        cell->is_lock = true;
        cell->store.is_set = false;
    }
    if (cell->is_lock || check->code[check->step.pc].is_runtime) {
        if (deed != DEED_LOAD)
            race_release(check, check->step.pp, check->cycle);
        check->pps[check->step.pp].acquired = check->cycle + 1;
        cell->store.is_set &= deed == DEED_LOAD;
        return;
    }
    if (deed == DEED_LOAD)
        load(check, address, cell);
    else
        store(check, address, datum, cell);
}
