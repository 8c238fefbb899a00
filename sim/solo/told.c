/* told.c - reports on diverged PPs to observers: which PPs access the same shared cell in the same cycle
 * (sim/solo/encounter).
 *
 * Most accesses are reported speculatively, and the reports are undone by a rollback. Information about
 * callers and groups exists only while a PP is at its event, so such accesses are events. Loads of sleeping
 * PPs are reported when other PPs access the cell, or, if observers want them in any case, by their number.
 * Calls machine's caller, sleep. */
#include "sim/solo/inside.h"
#include "sim/machine/caller.h"

enum {
#define GROUP_FIELD(offset, name, text) GROUP_##name = (offset),
#include "asm/tables/group.def"
};

bool event_create_told(struct event_core *core)
{
    const struct observer *observer = core->machine->observers;
    if (!listens(observer))
        return true;
    core->encounters = encounters_create(core->machine);
    core->care = core->encounters != NULL ? encounters_care(core->encounters) : NULL;
    core->tells_barriers = !observer->skips_barriers;
    core->skips_barrier_loads = observer->skips_barrier_loads || observer->skips_barriers;
    return core->encounters != NULL;
}

/* The entry for sleepers that load the cell in the same cycles, by one instruction called from one place. A
 * PP that fits no entry does not sleep. */
static struct event_sleepers *sleepers_in(const struct event_core *core, const struct event_watched *watched,
                                          uint64_t cycle)
{
    const size_t number = (size_t)(watched - core->watched);
    return &core->asleep[number * ACTION_PERIOD_MOST + cycle % watched->period];
}

/* ---- sleepers */

static bool needs_two(const struct event_core *core, const struct event_pp *pp)
{
    return pp->now.in_barrier || (core->care[pp->now.reg[1]] & ENCOUNTER_NEEDS_TWO) != 0;
}

/* The registers that identify callers and frames must be the same in each round. */
static bool keeps_frame(const struct event_core *core, const struct event_pp *pp)
{
    const unsigned word = event_operation(core, pp->now.reg[1])->i.target;
    return word != MACHINE_A1 && word != MACHINE_SP && word != MACHINE_FP && word != MACHINE_RA &&
           word != MACHINE_GP;
}

static bool are_told_always(const struct event_core *core, const struct event_pp *pp)
{
    return (core->care[pp->now.reg[1]] & ENCOUNTER_SKIPS_LOADS) == 0 &&
           !(pp->now.in_barrier && core->skips_barrier_loads);
}

static bool are_alike(const struct observer_meeting *a, const struct observer_meeting *b)
{
    return a->pc == b->pc && a->frame == b->frame && a->in_barrier == b->in_barrier &&
           a->is_synchronous == b->is_synchronous && a->caller == b->caller && a->inside == b->inside;
}

static void add_lowest(struct event_sleepers *sleepers, uint32_t number)
{
    uint32_t *lowest = sleepers->lowest;
    if (number < lowest[0]) {
        lowest[1] = lowest[0];
        lowest[0] = number;
    } else if (number < lowest[1]) {
        lowest[1] = number;
    }
}

static void forget_lowest(struct event_sleepers *sleepers)
{
    sleepers->lowest[0] = sleepers->lowest[1] = QUEUE_NONE;
    sleepers->are_known = true;
}

static void find_lowest(const struct event_core *core, const struct event_watched *watched,
                        struct event_sleepers *sleepers, uint64_t cycle)
{
    forget_lowest(sleepers);
    for (uint32_t number = watched->first; number != QUEUE_NONE; number = core->spins[number].next)
        if (core->spins[number].is_told && sleepers_in(core, watched, event_pp(core, number)->now.cycle) ==
                                               sleepers_in(core, watched, cycle))
            add_lowest(sleepers, number);
}

/* The accesses that represent all sleepers; returns their number. */
static uint32_t stand_for_all(const struct event_core *core, const struct event_watched *watched,
                              struct event_sleepers *sleepers, uint64_t cycle,
                              struct observer_meeting accesses[2])
{
    const uint32_t count = sleepers->count < 2 ? sleepers->count : 2;
    if (!sleepers->are_known)
        find_lowest(core, watched, sleepers, cycle);
    for (uint32_t k = 0; k < count; k++) {
        accesses[k] = sleepers->access;
        accesses[k].pp = sleepers->lowest[k];
        accesses[k].stands_for = k == 0 ? 1 : sleepers->count - 1;
    }
    return count;
}

/* ---- what sleepers have done */

/* Reports everything that the sleepers that load the cell in `cycle` have done since `last`, except in
 * `cycle`. */
static void tell_rounds(struct event_core *core, const struct event_watched *watched,
                        struct event_sleepers *sleepers, uint64_t cycle)
{
    struct observer_meeting accesses[2];
    const uint64_t last = sleepers->last;
    if (cycle <= last + watched->period)
        return;
    const uint64_t rounds = (cycle - 1 - last) / watched->period;
    sleepers->last += rounds * watched->period;
    if (sleepers->count < 2 || !sleepers->are_told_always)
        return;
    encounters_repeat(core->encounters, last + watched->period, accesses,
                      stand_for_all(core, watched, sleepers, last, accesses), rounds);
}

/* ---- groups with a size that observers want */

/* Whether a PP works synchronously, with the size of its group in a cell. */
static bool event_has_size(const struct event_core *core, bool in_sync, uint32_t frame, uint32_t *cell)
{
    const struct memory *memory = &core->machine->memory;
    *cell = frame + GROUP_SIZE;
    return in_sync && *cell - memory->guard < memory->shared_span;
}

/* Whether `cell` has the size of a group with sleepers on `watched` that are always reported. */
static bool is_size_of(const struct event_core *core, const struct event_watched *watched, uint32_t cell)
{
    for (uint32_t k = 0; k < watched->period && watched->told != 0; k++) {
        const struct event_sleepers *sleepers = sleepers_in(core, watched, k);
        uint32_t size;
        if (sleepers->count != 0 && sleepers->are_told_always &&
            event_has_size(core, sleepers->access.is_synchronous, sleepers->access.frame, &size) &&
            size == cell)
            return true;
    }
    return false;
}

static struct event_groups *groups_at(const struct event_core *core, uint32_t size)
{
    return &core->groups[size * 0x9e3779b1u >> 20 & (TOLD_GROUPS - 1)];
}

/* Notes that members of the group with its size in `size` sleep on the cell. */
static void note_group(struct event_core *core, uint32_t size, uint32_t cell)
{
    struct event_groups *groups = groups_at(core, size);
    unsigned place = TOLD_TOGETHER;
    core->some_groups = true;
    for (unsigned k = 0; k < TOLD_TOGETHER; k++) {
        if (groups->one[k].size == size && groups->one[k].cell == cell)
            return;
        const struct event_watched *watched =
            groups->one[k].cell != 0 ? event_find_watched(core, groups->one[k].cell) : NULL;
        if (watched == NULL || !is_size_of(core, watched, groups->one[k].size))
            place = k;
    }
    if (place == TOLD_TOGETHER) {
        groups->are_more = true;
        return;
    }
    groups->one[place].size = size;
    groups->one[place].cell = cell;
}

void event_regroup(struct event_core *core, uint32_t cell, uint64_t cycle)
{
    const struct event_groups groups = *groups_at(core, cell);
    for (uint32_t k = 0; groups.are_more && k < core->watched_count; k++)
        if (is_size_of(core, &core->watched[k], cell))
            event_wake_all(core, &core->watched[k], cycle);
    for (unsigned k = 0; k < TOLD_TOGETHER; k++) {
        if (groups.one[k].size != cell)
            continue;
        struct event_watched *watched = event_find_watched(core, groups.one[k].cell);
        if (watched != NULL && is_size_of(core, watched, cell))
            event_wake_all(core, watched, cycle);
    }
}

/* ---- falling asleep and waking */

static void begin(const struct event_core *core, struct event_watched *watched, uint32_t period)
{
    watched->period = period;
    for (uint32_t k = 0; k < period; k++)
        sleepers_in(core, watched, k)->count = 0;
}

/* Whether other PPs have read the cell speculatively for later cycles, and so are not examined again in
 * these. From now on no PP reads it speculatively. */
static bool is_read_ahead(struct event_core *core, uint32_t cell, uint64_t cycle)
{
    core->shadow[cell] |= SHADOW_ASKED;
    return (core->shadow[cell] & ~SHADOW_ASKED) > event_time(core, cycle);
}

/* The report of the access that a PP makes in its cycle; of an image only its place. */
static struct observer_meeting event_access(const struct event_core *core, const struct event_pp *pp)
{
    const uint32_t *const reg = pp->now.reg, pc = reg[1];
    struct caller caller = {.pc = pc, .inside = pc};
    if ((core->care[pc] & ENCOUNTER_CALLER) != 0) {
        const struct caller_registers at = {.pp = pp->number,
                                            .pc = pc,
                                            .a1 = reg[MACHINE_A1],
                                            .sp = reg[MACHINE_SP],
                                            .fp = reg[MACHINE_FP],
                                            .ra = reg[MACHINE_RA]};
        caller = caller_find(core->machine, &at);
    }
    uint32_t size;
    return (struct observer_meeting){.pp = pp->number,
                                    .pc = pc,
                                    .address = pp->cell,
                                    .value = pp->datum,
                                    .frame = reg[MACHINE_GP],
                                    .in_barrier = pp->now.in_barrier,
                                    .is_synchronous = pp->now.in_sync,
                                    .members = event_has_size(core, pp->now.in_sync, reg[MACHINE_GP], &size)
                                                   ? core->machine->memory.cells[size]
                                                   : 0,
                                    .stands_for = 1,
                                    .caller = caller.pc,
                                    .inside = caller.inside};
}

bool event_join_sleepers(struct event_core *core, struct event_pp *pp, struct event_watched *watched,
                         uint32_t period)
{
    const bool is_told = event_is_noted(core, pp, pp->now.reg[1]);
    if (core->shadow[watched->cell] ==
        SHADOW_CALM) { /* a PP that changes the cell would not look for sleepers */
        (void)event_want(core, watched->cell);
        return false;
    }
    core->spins[pp->number].is_told = is_told;
    if (!is_told)
        return true;
    const bool told_always = are_told_always(core, pp);
    uint32_t size;
    const bool has_size = event_has_size(core, pp->now.in_sync, pp->now.reg[MACHINE_GP], &size);
    if (has_size && core->shadow[size] == SHADOW_CALM) {
        (void)event_want(core, size);
        return false;
    }
    if (!needs_two(core, pp) || !keeps_frame(core, pp) || (watched->told != 0 && watched->period != period) ||
        (told_always && (is_read_ahead(core, watched->cell, pp->now.cycle))))
        return false;
    const struct observer_meeting access = event_access(core, pp);
    if (watched->told == 0)
        begin(core, watched, period);
    struct event_sleepers *sleepers = sleepers_in(core, watched, pp->now.cycle);
    if (sleepers->count != 0 && !are_alike(&sleepers->access, &access))
        return false;
    if (sleepers->count == 0) {
        sleepers->access = access;
        sleepers->are_told_always = told_always;
        forget_lowest(sleepers);
    } else {
        tell_rounds(core, watched, sleepers, pp->now.cycle);
    }
    sleepers->last = pp->now.cycle;
    sleepers->count++;
    add_lowest(sleepers, pp->number);
    watched->told++;
    if (has_size) {
        core->shadow[size] |= SHADOW_ASKED; /* no early stores there: it is loaded again */
        if (told_always)
            note_group(core, size, watched->cell);
    }
    return true;
}

void event_leave_sleepers(struct event_core *core, struct event_pp *pp, struct event_watched *watched,
                          uint64_t cycle)
{
    if (!core->spins[pp->number].is_told)
        return;
    struct event_sleepers *sleepers = sleepers_in(core, watched, pp->now.cycle);
    tell_rounds(core, watched, sleepers, cycle);
    sleepers->count--;
    sleepers->are_known &= pp->number != sleepers->lowest[0] && pp->number != sleepers->lowest[1];
    watched->told--;
}

/* ---- PPs that meet sleepers */

/* Another PP accesses the cell in a cycle. Whether sleepers that load it in that cycle must be reported now;
 * event_tell_sleepers reports them. */
static bool event_must_tell_sleepers(const struct event_core *core, uint32_t cell, uint64_t cycle,
                                     bool is_load)
{
    if (core->sleeping == 0 || core->shadow[cell] < SHADOW_ASKED)
        return false;
    const struct event_watched *watched = event_find_watched(core, cell);
    if (watched == NULL || watched->told == 0)
        return false;
    const struct event_sleepers *sleepers = sleepers_in(core, watched, cycle);
    return sleepers->count != 0 && sleepers->last < cycle && (sleepers->are_told_always || !is_load);
}

static void event_tell_sleepers(struct event_core *core, uint32_t cell, uint64_t cycle)
{
    const struct event_watched *watched = event_find_watched(core, cell);
    struct event_sleepers *sleepers = sleepers_in(core, watched, cycle);
    struct observer_meeting accesses[2];
    uint32_t size;
    tell_rounds(core, watched, sleepers, cycle);
    sleepers->last = cycle;
    if (event_has_size(core, sleepers->access.is_synchronous, sleepers->access.frame, &size))
        sleepers->access.members = core->machine->memory.cells[size];
    const uint32_t count = stand_for_all(core, watched, sleepers, cycle, accesses);
    for (uint32_t k = 0; k < count; k++)
        encounters_note_whole(core->encounters, cycle, &accesses[k]);
}

/* ---- events */

/* Whether to report the event of a PP of the batch, as far as it is in shared memory. */
static bool is_told(const struct event_core *core, const struct event_pp *pp)
{
    if (event_has_posts(pp))
        return false;
    switch (pp->kind) {
    case EVENT_STORE:
    case EVENT_STORE_IMAGE:
        return (core->care[pp->now.reg[1]] & ENCOUNTER_NOTED) != 0;
    case EVENT_LOAD:
    case EVENT_LOAD_IMAGE:
    case EVENT_FOLD:
        return event_is_noted(core, pp, pp->now.reg[1]);
    default:
        return false;
    }
}

bool event_find_size(const struct event_core *core, const struct event_pp *pp, uint32_t *cell)
{
    return is_told(core, pp) && event_has_size(core, pp->now.in_sync, pp->now.reg[MACHINE_GP], cell);
}

/* The other members of the group access the same cell in the same cycle, sooner or later. The last reported
 * member is kept: if it comes again, it has been rolled back. */
void event_tell_frame(struct event_core *core, const struct event_pp *pp, uint64_t cycle, uint32_t cell,
                      uint32_t pc)
{
    struct event_framed *framed = &core->framed[cell * 0x9e3779b1u >> 26 & (TOLD_FRAMES - 1)];
    const uint32_t *const reg = pp->now.reg;
    if (framed->cell == cell && framed->cycle == cycle && framed->pp != pp->number)
        return;
    *framed = (struct event_framed){.cycle = cycle, .cell = cell, .pp = pp->number};
    encounters_note_whole(core->encounters, cycle,
                          &(struct observer_meeting){.pp = pp->number,
                                                    .pc = pc,
                                                    .address = cell,
                                                    .value = reg[MACHINE_SSP],
                                                    .frame = reg[MACHINE_GP],
                                                    .stands_for = 1,
                                                    .caller = reg[MACHINE_RA] - 1,
                                                    .inside = pc});
}

void event_tell_frame_here(struct event_core *core, const struct event_pp *pp, uint32_t cell, bool is_sure)
{
    if (is_sure && encounters_are_due(core->encounters, pp->now.cycle))
        encounters_tell(core->encounters, pp->now.cycle);
    event_tell_frame(core, pp, pp->now.cycle, cell, pp->now.reg[1]);
}

/* Reports sleepers that load the cell in the same cycle. */
static void tell_sleepers(struct event_core *core, uint32_t cell, uint32_t pc)
{
    const bool is_load = (core->care[pc] & ENCOUNTER_LOADS) != 0;
    if (event_must_tell_sleepers(core, cell, core->present, is_load))
        event_tell_sleepers(core, cell, core->present);
}

static void tell_image(struct event_core *core, const struct event_pp *pp)
{
    struct observer_meeting access = event_access(core, pp);
    struct event_image image;
    event_look_at_image(core, pp, &image);
    for (uint32_t word = 0; word < image.words; word++) {
        access.address = image.cell[word];
        access.value = image.datum[word];
        if (!event_is_shared(core, access.address))
            continue;
        encounters_note_whole(core->encounters, core->present, &access);
        tell_sleepers(core, access.address, access.pc);
    }
}

static void tell_word(struct event_core *core, const struct event_pp *pp)
{
    const uint32_t *const reg = pp->now.reg, pc = reg[1];
    if (!event_is_shared(core, pp->cell))
        return;
    tell_sleepers(core, pp->cell, pc);
    if (!pp->now.in_barrier && !event_must_be_told(core, pp, pc)) {
        encounters_note(core->encounters, core->present, pp->cell, pp->number, pc, pp->datum,
                        reg[MACHINE_GP]);
        return;
    }
    const struct observer_meeting access = event_access(core, pp);
    encounters_note_whole(core->encounters, core->present, &access);
}

/* Posts for the present cycle were reported when they were made. */
static void tell_whom_post_meets(struct event_core *core, const struct event_pp *pp)
{
    const struct event_post *post = &pp->posts[pp->post_first];
    if ((core->care[post->pc] & ENCOUNTER_NOTED) != 0)
        tell_sleepers(core, post->cell, post->pc);
}

void event_tell_batch(struct event_core *core, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        const struct event_pp *pp = event_pp(core, core->batch[k]);
        if (event_has_posts(pp))
            tell_whom_post_meets(core, pp);
        else if (pp->kind == EVENT_LOAD && event_tells_frame(core, pp->now.reg[1]))
            event_tell_frame(core, pp, core->present, pp->cell, pp->now.reg[1]);
        else if (!is_told(core, pp))
            continue;
        else if (pp->kind == EVENT_LOAD_IMAGE || pp->kind == EVENT_STORE_IMAGE)
            tell_image(core, pp);
        else
            tell_word(core, pp);
    }
}

/* ---- a lone PP */

void event_tell_access_alone(struct event_core *core, const struct event_pp *pp, uint32_t cell,
                             uint32_t datum)
{
    const uint32_t pc = pp->now.reg[1];
    const uint64_t cycle = pp->now.cycle;
    const bool meets = event_must_tell_sleepers(core, cell, cycle, (core->care[pc] & ENCOUNTER_LOADS) != 0);
    if (!event_is_noted(core, pp, pc) || !(meets || (core->care[pc] & ENCOUNTER_ALONE) != 0))
        return;
    if (encounters_are_due(core->encounters, cycle))
        encounters_tell(core->encounters, cycle);
    struct observer_meeting access = event_access(core, pp);
    access.address = cell;
    access.value = datum;
    encounters_note_whole(core->encounters, cycle, &access);
    if (meets)
        event_tell_sleepers(core, cell, cycle);
}
