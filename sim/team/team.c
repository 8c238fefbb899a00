/* team.c - team barriers by cache lines of the members, with spinning and then yielding, on POSIX threads.
 *
 * Every member writes its own line and reads those of its neighbours: with two members, a barrier takes as
 * long as one line travels from core to core. In a team of more than TEAM_NEAR each member then passes the
 * joined messages to members of other such groups, and so on: sixteen members meet in the time of two lines,
 * and each has read six. A common counter would take three times as long, because it travels to all arriving
 * members, and its news to all waiting ones. Threads are started for a part of a run, not for each
 * segment: starting them costs more than many segments of a small machine. May call the C library and
 * common/system. */
#include "sim/team/team.h"

#include "common/system/system.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#ifdef PRAM_HOSTILE
enum { NUMBERS_BEFORE_WRAP = 3 };
#else
enum { NUMBERS_BEFORE_WRAP = 0 };
#endif

enum {
#define TEAM_CONSTANT(name, value, text) name = (value),
#include "sim/team/constant.def"
};

struct start {
    struct team_member member;
    void (*body)(struct team_member *member, void *context);
    void *context;
    atomic_int *go;                   /* 0: wait, 1: run, -1: not all threads could be started, end */
    const struct system_cores *cores; /* where the thread may move after its start; NULL: it stays */
};

static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#else
    atomic_thread_fence(memory_order_acquire);
#endif
}

/* In the hostile build members lose their core at random, so that tests see every order of arrival. */
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

/* ---- the barrier */

/* Acquire pairs with the release of the other member: nothing after the wait may move before the read that
 * ends it. Numbers are compared for equality only, so wrapping around is harmless: until this member arrives
 * again, the line cannot be used for the next number. */
static void await(const struct team_member *member, const struct team_line *line, unsigned number)
{
    for (unsigned looks = 0; atomic_load_explicit(&line->number, memory_order_acquire) != number; looks++)
        if (looks < member->team->looks)
            relax();
        else
            sched_yield(); /* usually the other member has lost its core */
}

/* The line that a member writes at level `round` of the tree. */
static struct team_line *line_of(const struct team *team, unsigned index, unsigned round, unsigned turn)
{
    struct team_lines *lines = &team->lines[index];
    return round == 0 ? &lines->arrival[turn] : &lines->joined[round - 1][turn];
}

/* One step up the tree: the member knows the messages of the `block` members around it, and exchanges them
 * with members of the neighbouring blocks. Members of a block know the same, so each member of a block reads
 * a different member of another one. */
static void climb(struct team_member *member, unsigned round, unsigned block, struct team_news *news)
{
    const struct team *team = member->team;
    const unsigned number = member->arrivals, index = member->index, turn = number % 2;
    const unsigned own = index / block * block, whole = block * TEAM_NEAR, begin = index / whole * whole;
    const unsigned before = (own - begin) / block;
    /* Release: what this member wrote before the barrier, its message and everything else, must not move
     * after it. */
    atomic_store_explicit(&line_of(team, index, round, turn)->number, number, memory_order_release);
    news->near -= before;
    news->own += before;
    news->all_count = 0;
    unsigned next = (unsigned)(news->near - news->parts);
    for (unsigned first = begin; first < begin + whole && first < team->size; first += block) {
        const unsigned count = team->size - first < block ? team->size - first : block;
        const unsigned beside = index - own < count ? index - own : count - 1;
        const struct team_line *line = line_of(team, first + beside, round, turn);
        news->all[news->all_count++] = line->message;
        if (first == own) {
            next += news->near_count;
            continue;
        }
        await(member, line, number);
        news->parts[next++] = (struct team_part){line->message, first, count};
    }
    news->near_count += news->all_count - 1;
}

void team_exchange(struct team_member *member, team_join *join, struct team_news *news)
{
    const struct team *team = member->team;
    const unsigned turn = ++member->arrivals % 2, middle = (TEAM_NEAR - 1) * TEAM_DEPTH;
    disturb(member);
    news->near = &news->parts[middle];
    news->own = 0;
    news->near_count = 1;
    news->parts[middle] =
        (struct team_part){line_of(team, member->index, 0, turn)->message, member->index, 1};
    climb(member, 0, 1, news);
    unsigned block = TEAM_NEAR;
    for (unsigned round = 1; block < team->size; round++, block *= TEAM_NEAR) {
        unsigned char *const message = line_of(team, member->index, round, turn)->message;
        if (join != NULL)
            memcpy(message, news->all[0], TEAM_MESSAGE);
        for (unsigned k = 1; join != NULL && k < news->all_count; k++)
            join(message, news->all[k]);
        disturb(member);
        climb(member, round, block, news);
    }
    disturb(member);
}

void team_barrier(struct team_member *member)
{
    struct team_news news;
    team_exchange(member, NULL, &news); /* there are no messages */
}

void team_finish(struct team_member *member)
{
    disturb(member);
    /* Release: earlier writes of this member must not move after it. */
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

/* ---- the threads */

/* The member's counters of barriers are on its thread's stack: side by side, members would take each other's
 * cache lines away. */
static void take_part(const struct start *start)
{
    struct team_member member = start->member;
    start->body(&member, start->context);
}

static void *begin(void *argument)
{
    struct start *start = argument;
    int go;
    if (start->cores)
        system_use_cores(start->cores);
    while ((go = atomic_load_explicit(start->go, memory_order_acquire)) == 0)
        sched_yield();
    if (go > 0)
        take_part(start);
    return NULL;
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
    struct system_cores cores;

    if (size == 0 || size > TEAM_MAX || (team.lines = make_lines(size)) == NULL)
        return false;
    const bool has_cores = system_count_cores() >= size;
    const bool places = has_cores && size > 1 && system_get_cores(&cores);
    team.looks = has_cores ? AWAIT_LOOKS : 0;
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
    /* Not on its creator's core: the scheduler alone often starts a thread there, and leaves it for many
     * milliseconds, in which both delay each other at every barrier. */
    while (started < size &&
           ((places && system_start_elsewhere(&threads[started], &cores, begin, &starts[started])) ||
            system_start_thread(&threads[started], begin, &starts[started])))
        started++;

    const bool complete = started == size;
    /* Release: the members' starts were written before. */
    atomic_store_explicit(&go, complete ? 1 : -1, memory_order_release);
    if (complete)
        take_part(&starts[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    free(team.lines);
    return complete;
}
