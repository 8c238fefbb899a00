/* conclude.h - the end of a run of pramsim: files of the program appear; findings, profile, timeline and
 * statistics are written; messages are printed. Knows machine, options and listeners; engines only through
 * struct engine. */
#ifndef PRAM_CONCLUDE_H
#define PRAM_CONCLUDE_H

struct documents;
struct keeper;
struct machine;
struct options;
struct suppressions;
struct trace_watches;

/* Everything after a run; `state` is the engine's; keeper: NULL without checkpoints. Returns the exit
 * status. */
int conclude(struct machine *machine, const struct options *options, const void *state,
             const struct trace_watches *watches, const struct suppressions *suppressions,
             struct documents *documents, const struct keeper *keeper);

#endif
