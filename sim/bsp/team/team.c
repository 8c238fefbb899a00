/* team.c - meetings by one cache line a member, spinning and then yielding, on POSIX threads.
 *
 * Every member writes its own line and reads those of all others: with two members, a meeting takes the time
 * that one line needs from core to core. A common counter would take three times as long, for it goes to
 * everybody who arrives and its news back to everybody who waits. The threads are started once for a run:
 * starting a parallel region costs more than a whole segment of a small machine. May call the C library only.
 */
#include "sim/bsp/team/team.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef PRAM_HOSTILE
enum { NUMBERS_BEFORE_WRAP = 3 };
#else
enum { NUMBERS_BEFORE_WRAP = 0 };
#endif

/* Some ten microseconds: longer than a usual wait, shorter than a time slice. */
enum { LOOKS = 300 };

struct start {
    struct team_member member;
    void (*body)(struct team_member *member, void *context);
    void *context;
    atomic_int *go;         /* 0: wait, 1: run, -1: not all threads could be started, go home */
    const cpu_set_t *cores; /* where the thread may go after its start; NULL: it stays as it is */
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

/* ---- meeting */

static uint64_t read_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The rest of a wait that takes longer than usual: mostly the other member has lost its core. */
static __attribute__((noinline)) void await_long(struct team_member *member, const struct team_line *line,
                                                 unsigned number)
{
    const uint64_t start = read_clock();
    while (atomic_load_explicit(&line->number, memory_order_acquire) != number)
        sched_yield();
    const uint64_t stall = read_clock() - start;
    member->stall = stall > member->stall ? stall : member->stall;
}

uint64_t team_take_stall(struct team_member *member)
{
    const uint64_t stall = member->stall;
    member->stall = 0;
    return stall;
}

/* Acquire pairs with the release of the other member: nothing after the wait may rise above the look that
 * ends it. Numbers are compared for equality only, so that wrapping around is harmless: until this member
 * arrives again, the line cannot be used for the next number. */
static void await(struct team_member *member, const struct team_line *line, unsigned number)
{
    for (unsigned looks = 0; looks < member->team->looks; looks++) {
        if (atomic_load_explicit(&line->number, memory_order_acquire) == number)
            return;
        relax();
    }
    await_long(member, line, number);
}

void team_barrier(struct team_member *member)
{
    struct team *const team = member->team;
    const unsigned turn = ++member->arrivals % 2;
    if (team->size == 1)
        return;
    disturb(member);
    /* Release: what this member wrote before the barrier, its message and all else, may not sink below. */
    atomic_store_explicit(&team->lines[member->index].arrival[turn].number, member->arrivals,
                          memory_order_release);
    for (unsigned i = 0; i < team->size; i++)
        if (i != member->index)
            await(member, &team->lines[i].arrival[turn], member->arrivals);
    disturb(member);
}

void team_finish(struct team_member *member)
{
    disturb(member);
    /* Release: what this member wrote until now may not sink below. */
    atomic_store_explicit(&member->team->lines[member->index].finish.number, ++member->finishes,
                          memory_order_release);
}

void team_await(struct team_member *member, unsigned index)
{
    if (index != member->index)
        await(member, &member->team->lines[index].finish, member->finishes);
}

bool team_has_finished(const struct team_member *member, unsigned index)
{
    const struct team_line *line = &member->team->lines[index].finish;
    return index == member->index ||
           atomic_load_explicit(&line->number, memory_order_acquire) == member->finishes;
}

void team_fetch_finish(const struct team_member *member, unsigned index)
{
    __builtin_prefetch(&member->team->lines[index].finish);
}

/* ---- the threads */

/* Cores that this process may use; at least 1. */
static unsigned count_cores(void)
{
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) == 0)
        return (unsigned)CPU_COUNT(&cores);
    const long online = sysconf(_SC_NPROCESSORS_ONLN); /* more cores than the set has room for */
    return online > 0 ? (unsigned)online : 1;
}

static void *begin(void *argument)
{
    struct start *start = argument;
    int go;
    if (start->cores)
        pthread_setaffinity_np(pthread_self(), sizeof *start->cores, start->cores);
    while ((go = atomic_load_explicit(start->go, memory_order_acquire)) == 0)
        sched_yield();
    if (go > 0)
        start->body(&start->member, start->context);
    return NULL;
}

/* Starts a thread on any core but its maker's: left to the scheduler alone it often starts there, and stays
 * for many milliseconds, in which the two hinder each other at every meeting. Which of the others is idle the
 * scheduler knows. */
static bool start_thread(pthread_t *thread, struct start *start)
{
    pthread_attr_t attributes;
    bool good = false;
    if (start->cores && pthread_attr_init(&attributes) == 0) {
        cpu_set_t others = *start->cores;
        CPU_CLR(sched_getcpu(), &others);
        good = pthread_attr_setaffinity_np(&attributes, sizeof others, &others) == 0 &&
               pthread_create(thread, &attributes, begin, start) == 0;
        pthread_attr_destroy(&attributes);
    }
    return good || pthread_create(thread, NULL, begin, start) == 0;
}

static struct team_lines *make_lines(unsigned size)
{
    struct team_lines *lines = aligned_alloc(_Alignof(struct team_lines), size * sizeof *lines);
    if (!lines)
        return NULL;
    memset(lines, 0, size * sizeof *lines);
    for (unsigned i = 0; i < size; i++) {
        atomic_init(&lines[i].arrival[0].number, 0u - NUMBERS_BEFORE_WRAP);
        atomic_init(&lines[i].arrival[1].number, 0u - NUMBERS_BEFORE_WRAP);
        atomic_init(&lines[i].finish.number, 0u - NUMBERS_BEFORE_WRAP);
    }
    return lines;
}

bool team_run(unsigned size, void (*body)(struct team_member *member, void *context), void *context)
{
    struct team team = {.size = size};
    struct start starts[TEAM_MAX];
    pthread_t threads[TEAM_MAX];
    atomic_int go;
    cpu_set_t cores;

    if (size == 0 || size > TEAM_MAX || (team.lines = make_lines(size)) == NULL)
        return false;
    const bool has_cores = count_cores() >= size;
    const bool places = has_cores && size > 1 && sched_getaffinity(0, sizeof cores, &cores) == 0;
    team.looks = has_cores ? LOOKS : 0;
    atomic_init(&go, 0);

    unsigned started = 1;
    for (unsigned i = 0; i < size; i++)
        starts[i] = (struct start){.member = {.team = &team,
                                              .index = i,
                                              .arrivals = 0u - NUMBERS_BEFORE_WRAP,
                                              .finishes = 0u - NUMBERS_BEFORE_WRAP,
                                              .random = i},
                                   .body = body,
                                   .context = context,
                                   .go = &go,
                                   .cores = places ? &cores : NULL};
    while (started < size && start_thread(&threads[started], &starts[started]))
        started++;

    const bool complete = started == size;
    /* Release: the members' starts were written before. */
    atomic_store_explicit(&go, complete ? 1 : -1, memory_order_release);
    if (complete)
        body(&starts[0].member, context);
    for (unsigned i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    free(team.lines);
    return complete;
}
