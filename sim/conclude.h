/* conclude.h - what pramsim does after a run: files of the program appear, findings, profile, timeline and
 * statistics are written, messages are printed. Knows the machine, the options and what listened to the run;
 * no engine but by struct engine. */
#ifndef PRAM_CONCLUDE_H
#define PRAM_CONCLUDE_H

struct documents;
struct keeper;
struct machine;
struct options;
struct suppressions;
struct trace_watches;

/* Everything after a run whose engine has that state; keeper: NULL without checkpoints. Returns the exit
 * status. */
int conclude(struct machine *machine, const struct options *options, const void *state,
             const struct trace_watches *watches, const struct suppressions *suppressions,
             struct documents *documents, const struct keeper *keeper);

#endif
