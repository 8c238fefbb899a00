/* told.h - reports on diverged PPs to observers, and their time (told.c). Without observers all this costs a
 * test of a pointer. Knows the state of the core, and encounters. */
#ifndef PRAM_EVENT_TOLD_H
#define PRAM_EVENT_TOLD_H

#include "sim/solo/state.h"
#include "sim/machine/listens.h"

/* Whether observers want what the PP does now: not all want accesses in barriers. */
static inline bool event_is_heard(const struct event_core *core, const struct event_pp *pp)
{
    return listens(core->encounters) && (!pp->now.in_barrier || core->tells_barriers);
}

/* Whether observers want more about an access to shared memory at `pc` than its place: then it is an event.
 */
static inline bool event_must_be_told(const struct event_core *core, const struct event_pp *pp, uint32_t pc)
{
    return listens(core->encounters) &&
           ((core->care[pc] & ENCOUNTER_CALLER) != 0 ||
            (pp->now.in_sync && (core->care[pc] & ENCOUNTER_NOTED) != 0)) &&
           event_is_heard(core, pp);
}

/* Whether observers want what the PP does at `pc`. */
static inline bool event_is_noted(const struct event_core *core, const struct event_pp *pp, uint32_t pc)
{
    return event_is_heard(core, pp) && (core->care[pc] & ENCOUNTER_NOTED) != 0;
}

/* The PP loads a word by which its group is allocated memory (ENCOUNTER_FRAME): reports one member of the
 * group. */
void event_tell_frame(struct event_core *core, const struct event_pp *pp, uint64_t cycle, uint32_t cell,
                      uint32_t pc);

/* The same in its present cycle; if certain, PPs go further than accesses are kept. */
void event_tell_frame_here(struct event_core *core, const struct event_pp *pp, uint32_t cell, bool is_sure);

static inline bool event_tells_frame(const struct event_core *core, uint32_t pc)
{
    return listens(core->encounters) && (core->care[pc] & ENCOUNTER_FRAME) != 0;
}

/* Reports any other access at `pc`, speculatively: it is in the PP's logs, or will be. Only with observers.
 */
static inline void event_tell_access(struct event_core *core, const struct event_pp *pp, uint64_t cycle,
                                     uint32_t cell, uint32_t pc, uint32_t datum)
{
    const uint8_t care = core->care[pc];
    if ((care & ENCOUNTER_NOTED) != 0)
        encounters_note(core->encounters, cycle, cell, pp->number, pc, datum, pp->now.reg[MACHINE_GP]);
    else if ((care & ENCOUNTER_FRAME) != 0)
        event_tell_frame(core, pp, cycle, cell, pc);
}

/* Whether observers want a load at `pc` from a calm block: only loads meet there. Only with observers. */
static inline bool event_tells_calm(const struct event_core *core, uint32_t pc)
{
    return (core->care[pc] & (ENCOUNTER_MEETS_LOADS | ENCOUNTER_FRAME)) != 0;
}

/* Allocates memory for reports; false if it is short. */
bool event_create_told(struct event_core *core);

/* A PP accesses a shared cell, and no other PP is in the calendar: it may meet sleepers, or be reported in
 * any case. */
void event_tell_access_alone(struct event_core *core, const struct event_pp *pp, uint32_t cell,
                             uint32_t datum);

static inline void event_tell_alone(struct event_core *core, const struct event_pp *pp, uint32_t cell,
                                    uint32_t datum)
{
    if (listens(core->encounters) &&
        (core->sleeping != 0 || (core->care[pp->now.reg[1]] & ENCOUNTER_ALONE) != 0))
        event_tell_access_alone(core, pp, cell, datum);
}

/* Whether to report the event of the PP with the size of its group, which is in that cell. */
bool event_find_size(const struct event_core *core, const struct event_pp *pp, uint32_t *cell);

/* Reports the events of the batch, which are carried out in the present cycle. */
void event_tell_batch(struct event_core *core, uint32_t count);

/* ---- PPs that sleep */

/* The PP is at a load of a cell from which it will return in `period` cycles. True: it may sleep, because
 * everything that observers want of these loads can be reported when others access the cell; it is entered
 * among these sleepers. */
bool event_join_sleepers(struct event_core *core, struct event_pp *pp, struct event_watched *watched,
                         uint32_t period);

/* The sleeper wakes: its first own load is in that cycle or later. */
void event_leave_sleepers(struct event_core *core, struct event_pp *pp, struct event_watched *watched,
                          uint64_t cycle);

/* The cell has changed in a cycle. If it has the size of a group with sleepers, they and other sleepers on
 * the same cells load once more, because their reports change. Only if core->some_groups. */
void event_regroup(struct event_core *core, uint32_t cell, uint64_t cycle);

#endif
