/* parts.h - a build that times each worker's part of a run (make PARTS=1; bench/cores.sh): from these it can
 * be computed how long a team of threads would take that the host has no cores for.
 *
 * One thread does all the work there. What it does between two meetings of a team is one of three things: a
 * worker's part, for which a team has a thread each, so the longest of them counts; or what every thread
 * does, or thread 0 for all, which counts as it is. In any other build all functions are empty. Knows clocks
 * only.
 */
#ifndef PRAM_BSP_PARTS_H
#define PRAM_BSP_PARTS_H

#include <stdbool.h>

#ifdef PRAM_PARTS

/* The run begins, ends. The file that PRAM_PARTS_FILE names, if it does, gets what each worker has taken
 * between each two meetings. If it is there, of a run of the same program, each part gets the least of both:
 * what interrupts and other programs took is no part of it. Then a line of CSV goes to standard error:
 * threads, meetings, phases that a team leaves by the border, and seconds: of all workers, of the longest
 * between two meetings, common. */
void parts_begin(unsigned threads);
void parts_end(void);

/* What has been done since the last call of one of these was the worker's part; was common; and now a team
 * would meet. parts_phase: threads would leave a phase by the border. */
void parts_worker(unsigned worker);
void parts_common(void);
void parts_meet(void);
void parts_phase(void);

enum { PARTS_ONLY = true };

#else

static inline void parts_begin(unsigned threads)
{
    (void)threads;
}
static inline void parts_end(void)
{
}
static inline void parts_worker(unsigned worker)
{
    (void)worker;
}
static inline void parts_common(void)
{
}
static inline void parts_meet(void)
{
}
static inline void parts_phase(void)
{
}

enum { PARTS_ONLY = false };

#endif

#endif
