/* inject.h - faults on purpose: what --faults=FILE says shall happen to PPs, and when (docs/simulator.md).
 *
 * Everything is a pure function of the file, the PP, and that PP's cycle: it does not depend on what other
 * PPs do, but for one rule. What is due while a PP waits in a barrier, or has left a group and not yet
 * rejoined, happens when it is through. Knows machine, no engine: an engine asks what is due, tells of hints,
 * and lets the barriers be completed for the dead.
 *
 *   inject.h    what engines use
 *   read.c      the file
 *   create.c    each PP's part of it
 *   inject.c    whose turn it is
 *   group.c     groups and barriers with dead members
 */
#ifndef PRAM_INJECT_H
#define PRAM_INJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine;
struct inject;

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

/* ---- whose turn it is. An engine asks in every cycle, before it executes it. */

/* Whether something is due in this cycle; cheap. */
bool inject_is_due(const struct inject *inject, uint64_t cycle);

/* The next thing that is due, and to whom it happens: call it until it returns false. */
bool inject_next(struct inject *inject, uint64_t cycle, uint32_t *pp, struct inject_event *event);

/* Whether something may still happen after this cycle: then nobody can say that a run will never end. */
bool inject_goes_on(const struct inject *inject);

/* Carries out amnesia, and flip of a word in memory. */
void inject_memory(struct inject *inject, uint32_t pp, const struct inject_event *event);

/* ---- groups and barriers */

/* A PP executes this hint in this cycle, with its group frame at gp, and, if it enters a barrier, the size
 * that it waits for. */
void inject_hint(struct inject *inject, uint32_t pp, unsigned hint, uint32_t gp, uint32_t size,
                 uint64_t cycle);

/* The PP has ended, by itself or by an event. */
void inject_end(struct inject *inject, uint32_t pp, bool is_dead);

/* At the end of a cycle: barriers in which only dead PPs are missing are complete. */
void inject_complete_barriers(struct inject *inject);

#endif
