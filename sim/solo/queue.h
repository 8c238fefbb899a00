/* queue.h - a calendar: PPs by the cycle of their next event, the earliest first.
 *
 * One bucket per cycle, in a ring; a bitmap shows which are not empty. All events lie within one turn of the
 * ring from the present on, because no PP speculates further. PPs are numbers; the caller owns the links. */
#ifndef PRAM_EVENT_QUEUE_H
#define PRAM_EVENT_QUEUE_H

#include <stdint.h>

#define QUEUE_CYCLES 4096u
#define QUEUE_NONE UINT32_MAX

/* The neighbours of a PP in the one list that it is in: a bucket, or another list of the caller's. */
struct queue_link {
    uint32_t next, before;
};

struct queue {
    struct queue_link *links; /* by PP */
    uint64_t some;            /* bit w: filled[w] is not 0 */
    uint64_t filled[QUEUE_CYCLES / 64];
    uint32_t head[QUEUE_CYCLES]; /* of a bucket that is not empty */
};

static inline void queue_enter(struct queue *queue, uint32_t *head, uint32_t pp)
{
    queue->links[pp] = (struct queue_link){.next = *head, .before = QUEUE_NONE};
    if (*head != QUEUE_NONE)
        queue->links[*head].before = pp;
    *head = pp;
}

static inline void queue_leave(struct queue *queue, uint32_t *head, uint32_t pp)
{
    const struct queue_link link = queue->links[pp];
    if (link.next != QUEUE_NONE)
        queue->links[link.next].before = link.before;
    *(link.before != QUEUE_NONE ? &queue->links[link.before].next : head) = link.next;
}

static inline void queue_add(struct queue *queue, uint32_t pp, uint64_t time)
{
    const uint32_t at = (uint32_t)time % QUEUE_CYCLES, word = at / 64;
    const uint64_t bit = (uint64_t)1 << at % 64;
    if (!(queue->filled[word] & bit))
        queue->head[at] = QUEUE_NONE;
    queue_enter(queue, &queue->head[at], pp);
    queue->filled[word] |= bit;
    queue->some |= (uint64_t)1 << word;
}

/* Empties the bucket of a cycle. */
static inline void queue_clear(struct queue *queue, uint64_t time)
{
    const uint32_t at = (uint32_t)time % QUEUE_CYCLES, word = at / 64;
    queue->filled[word] &= ~((uint64_t)1 << at % 64);
    if (queue->filled[word] == 0)
        queue->some &= ~((uint64_t)1 << word);
}

static inline void queue_remove(struct queue *queue, uint32_t pp, uint64_t time)
{
    uint32_t *const head = &queue->head[(uint32_t)time % QUEUE_CYCLES];
    queue_leave(queue, head, pp);
    if (*head == QUEUE_NONE)
        queue_clear(queue, time);
}

/* The cycle of the earliest event, given that none is before `now`; UINT64_MAX: there is none. */
static inline uint64_t queue_first(const struct queue *queue, uint64_t now)
{
    const uint32_t at = (uint32_t)now % QUEUE_CYCLES, word = at / 64;
    const uint64_t here = queue->filled[word] >> at % 64;
    if (here != 0)
        return now + (unsigned)__builtin_ctzll(here);
    const unsigned turn = (word + 1) % 64;
    const uint64_t rest = turn == 0 ? queue->some : queue->some >> turn | queue->some << (64 - turn);
    if (rest == 0)
        return UINT64_MAX;
    const uint32_t found = (word + 1 + (unsigned)__builtin_ctzll(rest)) % 64;
    const uint32_t first = found * 64 + (unsigned)__builtin_ctzll(queue->filled[found]);
    return now + (first - at) % QUEUE_CYCLES;
}

#endif
