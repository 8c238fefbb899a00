/* inject.h - faults on purpose: what --faults=FILE says shall happen to PPs, and when (docs/injection.md).
 *
 * Everything is a pure function of the file, the PP, and that PP's cycle: it does not depend on what other
 * PPs do, except for one rule. What is due while a PP waits in a barrier, or has left a group and not yet
 * rejoined, happens when it is through. Knows machine, no engine: an engine asks what is due, tells of hints,
 * and lets the barriers be completed for the dead.
 *
 *   inject.h    what engines use
 *   read.c      the file
 *   create.c    each PP's part of it
 *   inject.c    events that are due, marks, notifying observers
 *   group.c     groups and barriers with dead members
 */
#ifndef PRAM_INJECT_H
#define PRAM_INJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine;
struct inject;
struct caller_registers;

enum inject_kind {
#define INJECT(name, arguments, documentation) INJECT_##name,
#include "sim/inject/inject.def"
    INJECT_KINDS
};

/* What happens to a PP. */
struct inject_event {
    enum inject_kind kind;
    uint64_t cycles;  /* pause */
    uint32_t address; /* amnesia, flip: of a word, as the PP addresses it */
    uint32_t count;   /* amnesia: words; 0: all private variables */
    uint8_t target;   /* flip: a register; 0: memory */
    uint8_t bit;      /* flip */
};

/* Reads the file at `path` for a machine whose program is loaded. NULL with one line in `error`, which names
 * file, line and column if the text is wrong. */
struct inject *inject_create(struct machine *machine, const char *path, char *error, size_t error_size);
void inject_destroy(struct inject *inject);

/* ---- events that are due. An engine asks before each cycle. */

/* Whether something is due in this cycle; cheap. */
bool inject_is_due(const struct inject *inject, uint64_t cycle);

/* The next event that is due, and its PP: call it until it returns false. */
bool inject_next(struct inject *inject, uint64_t cycle, uint32_t *pp, struct inject_event *event);

/* Whether something may still happen after this cycle: then it cannot be said that a run will never end. */
bool inject_goes_on(const struct inject *inject);

/* Carries out amnesia, and flip of a word in memory. */
void inject_memory(struct inject *inject, uint32_t pp, const struct inject_event *event);

/* ---- notifying observers */

/* One that wants to hear what happens (--check). All are called before memory is changed. */
struct inject_listener {
    /* An event happens to the PP that stands at `at`, before this cycle is executed. */
    void (*happens)(void *context, uint64_t cycle, const struct inject_event *event,
                    const struct caller_registers *at);
    /* The event of this PP that was told of last, amnesia or a flip, gives another value to cells[index]. */
    void (*changes)(void *context, uint32_t pp, enum inject_kind kind, uint32_t index);
    /* A request of this PP in the present cycle gets lost (INJECT_omit) or is made twice (INJECT_double). */
    void (*spoils)(void *context, uint32_t pp, enum inject_kind kind, uint32_t pc, uint32_t index);
    void *context;
};

/* The listener, of which there is one at most, outlives the run. */
void inject_listen(struct inject *inject, const struct inject_listener *listener);

/* Whether events are observed: by the listener, or by the machine's journal. */
bool inject_is_heard(const struct inject *inject);

/* Tells them what happens in this cycle to the PP that stands at `at`. */
void inject_tell(const struct inject *inject, uint64_t cycle, const struct inject_event *event,
                 const struct caller_registers *at);

/* Tells the listener, if there is one, what becomes of a request of the PP for cells[index]. */
void inject_tell_request(const struct inject *inject, uint32_t pp, enum inject_kind kind, uint32_t pc,
                         uint32_t index);

/* ---- what becomes of a PP's next request, for engines that keep no book of it themselves */

/* omit or double has taken place: the next store, the next addition by multiprefix, is marked. */
void inject_mark(struct inject *inject, uint32_t pp, enum inject_kind kind);

/* Whether any PP has a mark; whether the request of the instruction at pc gets lost (INJECT_omit: it is a
 * store to shared memory) or is made twice (INJECT_double: it adds by multiprefix): then the mark is used up.
 */
bool inject_has_marks(const struct inject *inject);
bool inject_use_mark(struct inject *inject, uint32_t pp, enum inject_kind kind, uint32_t pc);

/* ---- groups and barriers */

/* A PP executes this hint (of groups and barriers) in this cycle, with its group frame at
 * gp, and, if it enters a barrier, the size that it waits for. */
void inject_hint(struct inject *inject, uint32_t pp, unsigned hint, uint32_t gp, uint32_t size,
                 uint64_t cycle);

/* The PP has ended, by itself or by an event. */
void inject_end(struct inject *inject, uint32_t pp, bool is_dead);

/* At the end of a cycle: barriers in which only dead PPs are missing are complete. `changed`, if it is not
 * NULL, is told of each cell that has been changed, and what it was before. */
typedef void inject_changed(void *context, uint32_t cell, uint32_t before);
void inject_complete_barriers(struct inject *inject, inject_changed *changed, void *context);

#endif
