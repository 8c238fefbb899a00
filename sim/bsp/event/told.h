/* told.h - what listeners are told of PPs that go their own ways, and when (told.c).
 *
 * Where there are none, all this costs a look at a pointer. Knows the state of the core, and encounters.
 */
#ifndef PRAM_EVENT_TOLD_H
#define PRAM_EVENT_TOLD_H

#include "sim/bsp/event/state.h"
#include "sim/machine/listens.h"

/* Whether listeners hear what the PP does where it is: in barriers not all want to. */
static inline bool event_is_heard(const struct event_core *core, const struct event_pp *pp)
{
    return listens(core->encounters) && (!pp->now.in_barrier || core->tells_barriers);
}

/* For listeners, who have to be told more of an access to shared memory at `pc` than where it is, accesses
 * are events. */
static inline bool event_must_be_told(const struct event_core *core, const struct event_pp *pp, uint32_t pc)
{
    return listens(core->encounters) &&
           ((core->care[pc] & ENCOUNTER_CALLER) != 0 ||
            (pp->now.in_sync && (core->care[pc] & ENCOUNTER_NOTED) != 0)) &&
           event_is_heard(core, pp);
}

/* Whether listeners are to be told what the PP does at `pc`. */
static inline bool event_is_noted(const struct event_core *core, const struct event_pp *pp, uint32_t pc)
{
    return event_is_heard(core, pp) && (core->care[pc] & ENCOUNTER_NOTED) != 0;
}

/* The PP loads a word by which its group gets memory (ENCOUNTER_FRAME): listeners are told of one of the
 * group. */
void event_tell_frame(struct event_core *core, const struct event_pp *pp, uint64_t cycle, uint32_t cell,
                      uint32_t pc);

/* .. in its cycle; sure, PPs go further than accesses are kept. */
void event_tell_frame_here(struct event_core *core, const struct event_pp *pp, uint32_t cell, bool is_sure);

static inline bool event_tells_frame(const struct event_core *core, uint32_t pc)
{
    return listens(core->encounters) && (core->care[pc] & ENCOUNTER_FRAME) != 0;
}

/* Any other access, at `pc`, ahead: it stands in the PP's logs, or will. Only if there are listeners. */
static inline void event_tell_access(struct event_core *core, const struct event_pp *pp, uint64_t cycle,
                                     uint32_t cell, uint32_t pc, uint32_t datum)
{
    const uint8_t care = core->care[pc];
    if ((care & ENCOUNTER_NOTED) != 0)
        encounters_note(core->encounters, cycle, cell, pp->number, pc, datum, pp->now.reg[MACHINE_GP]);
    else if ((care & ENCOUNTER_FRAME) != 0)
        event_tell_frame(core, pp, cycle, cell, pc);
}

/* Whether listeners are to be told of a load at `pc` from a calm block: it meets nothing but loads there.
 * Only if there are listeners. */
static inline bool event_tells_calm(const struct event_core *core, uint32_t pc)
{
    return (core->care[pc] & (ENCOUNTER_MEETS_LOADS | ENCOUNTER_FRAME)) != 0;
}

/* Memory for what is told; false if it is short. */
bool event_create_told(struct event_core *core);

/* Whether a PP works synchronously, and the size of its group stands in a cell. */
bool event_has_size(const struct event_core *core, bool in_sync, uint32_t frame, uint32_t *cell);

/* What is told of the access to which a PP comes in its cycle; of an image but where it lies. */
struct observer_access event_access(const struct event_core *core, const struct event_pp *pp);

/* A PP accesses a shared cell, and no other one is in the calendar: it may meet sleepers, or be told of all
 * the same. */
void event_tell_access_alone(struct event_core *core, const struct event_pp *pp, uint32_t cell,
                             uint32_t datum);

static inline void event_tell_alone(struct event_core *core, const struct event_pp *pp, uint32_t cell,
                                    uint32_t datum)
{
    if (listens(core->encounters) &&
        (core->sleeping != 0 || (core->care[pp->now.reg[1]] & ENCOUNTER_ALONE) != 0))
        event_tell_access_alone(core, pp, cell, datum);
}

/* Whether the event of the PP is to be told with the size of its group, which stands in that cell. */
bool event_find_size(const struct event_core *core, const struct event_pp *pp, uint32_t *cell);

/* The events of the batch are carried out in the present cycle. */
void event_tell_batch(struct event_core *core, uint32_t count);

/* ---- PPs that sleep */

/* The PP comes to a load of a cell from which it will go round in so many cycles. Whether it may sleep there,
 * for all about these loads that listeners want to know can be told when others access the cell; then it is
 * one of those of whom that is done. */
bool event_join_sleepers(struct event_core *core, struct event_pp *pp, struct event_watched *watched,
                         uint32_t period);

/* .. it sleeps no more: its first load that is not the sleeper's is in that cycle or later. */
void event_leave_sleepers(struct event_core *core, struct event_pp *pp, struct event_watched *watched,
                          uint64_t cycle);

/* The cell has changed in a cycle. If it has the size of a group of which some sleep, what they do is told in
 * another way now: they look once more, as do others that sleep on the same cells. Only if core->some_groups.
 */
void event_regroup(struct event_core *core, uint32_t cell, uint64_t cycle);

/* Another PP accesses the cell in a cycle: are there sleepers that load it then, of whom nothing has been
 * told? They are told. */
bool event_must_tell_sleepers(const struct event_core *core, uint32_t cell, uint64_t cycle, bool is_load);
void event_tell_sleepers(struct event_core *core, uint32_t cell, uint64_t cycle);

#endif
