/* team.c - a sense-reversing barrier that spins and then yields, on POSIX threads.
 *
 * The threads are started once for a run: starting a parallel region costs more than a whole segment of a
 * small machine. May call the C library only.
 */
#include "team.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#ifdef PRAM_HOSTILE
enum { FIRST_GENERATION_BEFORE_WRAP = 3 };
#else
enum { FIRST_GENERATION_BEFORE_WRAP = 0 };
#endif

enum { SPINS = 300 }; /* some ten microseconds: longer than a usual wait, shorter than a time slice */

struct start {
    struct team_member member;
    void (*body)(struct team_member *member, void *context);
    void *context;
    atomic_int *go; /* 0: wait, 1: run, -1: not all threads could be started, go home */
};

static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    atomic_thread_fence(memory_order_acquire);
#endif
}

/* In the hostile build members lose their core at random, so that every order of arrival occurs in tests. */
static void disturb(struct team_member *member)
{
#ifdef PRAM_HOSTILE
    member->random = member->random * 1664525u + 1013904223u;
    for (unsigned yields = member->random >> 30; yields > 0; yields--)
        sched_yield();
#else
    (void)member;
#endif
}

void team_barrier(struct team_member *member)
{
    struct team *const team = member->team;
    if (team->size == 1)
        return;
    disturb(member);

    /* The generation cannot change before this member has arrived, so a relaxed read is the current one; it
     * must come before the arrival, which the release half of the addition guarantees. */
    const unsigned generation = atomic_load_explicit(&team->generation, memory_order_relaxed);

    /* Release: what this member wrote before the barrier may not sink below its arrival. Acquire: the last
     * member has seen all arrivals, hence all writes before them. */
    if (atomic_fetch_add_explicit(&team->arrived, 1, memory_order_acq_rel) == team->size - 1) {
        /* Only the last member is here, the others wait for the generation: the count is its own. The reset
         * may not sink below the release store, or a fast member's next arrival would be lost. */
        atomic_store_explicit(&team->arrived, 0, memory_order_relaxed);
        atomic_store_explicit(&team->generation, generation + 1, memory_order_release);
    } else {
        /* Acquire pairs with that store: nothing after the barrier may rise above the look that ends the
         * wait. Generations are compared for inequality only, so that wrapping around is harmless. */
        unsigned looks = 0;
        while (atomic_load_explicit(&team->generation, memory_order_acquire) == generation) {
            if (looks < team->spins) {
                looks++;
                relax();
            } else {
                sched_yield();
            }
        }
    }
    disturb(member);
}

static void *begin(void *argument)
{
    struct start *start = argument;
    int go;
    while ((go = atomic_load_explicit(start->go, memory_order_acquire)) == 0)
        sched_yield();
    if (go > 0)
        start->body(&start->member, start->context);
    return NULL;
}

bool team_run(unsigned size, void (*body)(struct team_member *member, void *context), void *context)
{
    struct team team = {.size = size};
    struct start starts[TEAM_MAX];
    pthread_t threads[TEAM_MAX];
    atomic_int go;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);

    if (size == 0 || size > TEAM_MAX)
        return false;
    team.spins = cores > 0 && (unsigned long)cores >= size ? SPINS : 0;
    atomic_init(&team.arrived, 0);
    atomic_init(&team.generation, 0u - FIRST_GENERATION_BEFORE_WRAP);
    atomic_init(&go, 0);

    unsigned started = 1;
    for (unsigned i = 0; i < size; i++)
        starts[i] = (struct start){
            .member = {.team = &team, .index = i, .random = i}, .body = body, .context = context, .go = &go};
    while (started < size && pthread_create(&threads[started], NULL, begin, &starts[started]) == 0)
        started++;

    const bool complete = started == size;
    /* Release: the members' starts were written before. */
    atomic_store_explicit(&go, complete ? 1 : -1, memory_order_release);
    if (complete)
        body(&starts[0].member, context);
    for (unsigned i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    return complete;
}
