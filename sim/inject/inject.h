/* inject.h - fault injection: events of --faults=FILE for PPs, and their cycles (docs/injection.md).
 *
 * Everything is a pure function of the file, the PP, and that PP's cycle, and does not depend on other PPs,
 * except for one rule: an event that is due while a PP waits in a barrier, or has left a group and not yet
 * rejoined, happens afterwards. Knows machine, no engine: an engine asks for due events, reports hints, and
 * lets barriers be completed for dead PPs.
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

/* An event of a PP. */
struct inject_event {
    enum inject_kind kind;
    uint64_t cycles;  /* pause */
    uint32_t address; /* amnesia, flip: of a word, from the PP's view */
    uint32_t count;   /* amnesia: words; 0: all private variables */
    uint8_t target;   /* flip: a register; 0: memory */
    uint8_t bit;      /* flip */
};

/* Reads the file at `path` for a machine whose program is loaded. NULL with one line in `error`, which names
 * file, line and column if the text is wrong. */
struct inject *inject_create(struct machine *machine, const char *path, char *error, size_t error_size);
void inject_destroy(struct inject *inject);

/* ---- due events; an engine asks before each cycle */

/* Whether an event is due in this cycle; cheap. */
bool inject_is_due(const struct inject *inject, uint64_t cycle);

/* The next due event, and its PP: call it until it returns false. */
bool inject_next(struct inject *inject, uint64_t cycle, uint32_t *pp, struct inject_event *event);

/* Whether an event is still possible after this cycle: then an endless loop of the run may end. */
bool inject_goes_on(const struct inject *inject);

/* Carries out amnesia, and flip of a word in memory. */
void inject_memory(struct inject *inject, uint32_t pp, const struct inject_event *event);

/* ---- notifying observers */

/* An observer of events (--check). All functions are called before memory is changed. */
struct inject_listener {
    /* An event happens to the PP at `at`, before this cycle is executed. */
    void (*happens)(void *context, uint64_t cycle, const struct inject_event *event,
                    const struct caller_registers *at);
    /* The last reported event of this PP, amnesia or a flip, changes cells[index]. */
    void (*changes)(void *context, uint32_t pp, enum inject_kind kind, uint32_t index);
    /* A request of this PP in the present cycle is lost (INJECT_omit) or repeated (INJECT_double). */
    void (*spoils)(void *context, uint32_t pp, enum inject_kind kind, uint32_t pc, uint32_t index);
    void *context;
};

/* The listener, at most one, must outlive the run. */
void inject_listen(struct inject *inject, const struct inject_listener *listener);

/* Whether events are observed: by the listener, or by the machine's journal. */
bool inject_is_heard(const struct inject *inject);

/* Reports an event of this cycle for the PP at `at`. */
void inject_tell(const struct inject *inject, uint64_t cycle, const struct inject_event *event,
                 const struct caller_registers *at);

/* Reports to the listener, if there is one, the fate of a request of the PP for cells[index]. */
void inject_tell_request(const struct inject *inject, uint32_t pp, enum inject_kind kind, uint32_t pc,
                         uint32_t index);

/* ---- marks on a PP's next request, for engines that do not keep them themselves */

/* omit or double has happened: marks the next store, or the next addition by multiprefix. */
void inject_mark(struct inject *inject, uint32_t pp, enum inject_kind kind);

/* Whether any PP has a mark; whether the request of the instruction at pc is lost (INJECT_omit: it is a store
 * to shared memory) or repeated (INJECT_double: it adds by multiprefix): then the mark is used up. */
bool inject_has_marks(const struct inject *inject);
bool inject_use_mark(struct inject *inject, uint32_t pp, enum inject_kind kind, uint32_t pc);

/* ---- groups and barriers */

/* A PP executes this hint (of groups and barriers) in this cycle, with its group frame at gp and, if it
 * enters a barrier, the size that it waits for. */
void inject_hint(struct inject *inject, uint32_t pp, unsigned hint, uint32_t gp, uint32_t size,
                 uint64_t cycle);

/* The PP has ended, by itself or by an event. */
void inject_end(struct inject *inject, uint32_t pp, bool is_dead);

/* At the end of a cycle: completes barriers in which only dead PPs are missing. `changed`, if not NULL, is
 * called for each changed cell with its old value. */
typedef void inject_changed(void *context, uint32_t cell, uint32_t before);
void inject_complete_barriers(struct inject *inject, inject_changed *changed, void *context);

#endif
