/* inject.h - fault injection: events of --faults=FILE for PPs, and their cycles (docs/injection.md). read.c
 * reads the file, group.c has groups and barriers with dead members.
 *
 * Everything is a pure function of the file, the PP, and that PP's cycle, and does not depend on other PPs,
 * except for one rule: an event that is due while a PP waits in a barrier, or has left a group and not yet
 * rejoined, happens afterwards. Knows machine, no engine: an engine lets due events happen, reports hints,
 * and lets barriers be completed for dead PPs.
 */
#ifndef PRAM_INJECT_H
#define PRAM_INJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine;
struct cell_request;
struct inject;
struct caller_registers;

enum inject_kind {
#define INJECT(name, arguments, documentation) INJECT_##name,
#include "sim/inject/inject.def"
    INJECT_KINDS
};

/* As the file has them: "halt". */
extern const char *const inject_names[INJECT_KINDS];

/* An event of a PP. */
struct inject_event {
    enum inject_kind kind;
    uint64_t cycles;  /* pause */
    uint64_t bit;     /* flip: its number in the word */
    uint32_t address; /* amnesia, flip: of a word, from the PP's view */
    uint32_t count;   /* amnesia: words; 0: all private variables */
    uint8_t target;   /* flip: a register; 0: memory */
};

/* Reads the file at `path` for a machine whose program is loaded. NULL with one line in `error`, which names
 * file, line and column if the text is wrong. The machine owns it. */
struct inject *inject_create(struct machine *machine, const char *path, char *error, size_t error_size);

/* ---- events; an engine asks before each cycle */

/* What an engine does to its PPs. */
struct inject_engine {
    /* Those that identify the callers of the PP. */
    struct caller_registers (*registers)(const void *state, uint32_t pp);
    /* The PP goes on, after it has stood still for `cycles`; NULL: there is nothing to do. It ends. */
    void (*goes_on)(void *state, uint32_t pp, uint64_t cycles);
    void (*dies)(void *state, uint32_t pp);
    /* Inverts the bits `mask` of a register. */
    void (*flips)(void *state, uint32_t pp, unsigned number, uint32_t mask);
};

/* Whether an event is due in this cycle, or the end of a pause; cheap. */
bool inject_is_due(const struct inject *inject, uint64_t cycle);

/* Ends pauses, and carries out all events that are due; then PPs that stand still may be other ones. state:
 * of the engine. */
void inject_begin(struct inject *inject, uint64_t cycle, const struct inject_engine *engine, void *state);

/* The number of PPs that stand still; whether a PP does. inject may be NULL. */
uint32_t inject_asleep(const struct inject *inject);
bool inject_is_asleep(const struct inject *inject, uint32_t pp);

/* Whether a PP stands still, or an event is still possible after this cycle: then an endless loop of the run
 * may end. inject may be NULL. */
bool inject_goes_on(const struct inject *inject);

/* ---- notifying observers */

/* An observer of events (--check). All functions are called before memory is changed. */
struct inject_listener {
    /* An event happens to the PP at `at`, before this cycle is executed. */
    void (*happens)(void *context, uint64_t cycle, const struct inject_event *event,
                    const struct caller_registers *at);
    /* The last reported event of this PP, amnesia or a flip, changes cells[index]. */
    void (*changes)(void *context, uint32_t pp, uint32_t index);
    /* A request of this PP in the present cycle is lost (INJECT_omit) or repeated (INJECT_double). */
    void (*spoils)(void *context, uint32_t pp, enum inject_kind kind, uint32_t pc, uint32_t index);
    void *context;
};

/* The listener, at most one, must outlive the run. */
void inject_listen(struct inject *inject, const struct inject_listener *listener);

/* ---- marks on a PP's next request */

/* Drops stores to shared memory of PPs with the mark INJECT_omit from the list, and repeats additions by
 * multiprefix of PPs with INJECT_double: then the mark is used up. Returns the new number of requests. */
uint32_t inject_spoil(struct inject *inject, struct cell_request *requests, uint32_t count);

/* ---- groups and barriers */

/* A PP executes this hint (of groups and barriers), with its group frame at gp and, if it enters a barrier,
 * the size that it waits for. */
void inject_hint(struct inject *inject, uint32_t pp, unsigned hint, uint32_t gp, uint32_t size);

/* The PP has ended, by itself or by an event. */
void inject_end(struct inject *inject, uint32_t pp, bool is_dead);

/* At the end of a cycle: completes barriers in which only dead PPs are missing. `changed`, if not NULL, is
 * called for each changed cell. */
void inject_complete_barriers(struct inject *inject, void (*changed)(void *context, uint32_t cell),
                              void *context);

#endif
