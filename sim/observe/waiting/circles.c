/* circles.c - see waits.h: circles of waiting PPs, each as one sentence.
 *
 * A depth-first search from each thing that PPs wait for to the things that its holders wait for. A thing
 * that is already on the path closes a circle. Each thing is visited once. */
#include "waits.h"

enum { CIRCLES_MOST = 3, MEMBERS_MOST = 8 };

enum color { WHITE, ON_WAY, DONE };

/* A thing on the path: how many of its holders have been visited, and the one that the path continues
 * with. */
struct station {
    uint32_t thing; /* number of the awaited */
    uint32_t pp;
    size_t place;
};

struct search {
    struct waits *waits;
    uint8_t *colors; /* by awaited */
    struct station *way;
    size_t length;
    unsigned found;
};

/* ---- holders that wait */

/* Holder number *place of the lock. */
static uint32_t holder_at(const struct waits *waits, const struct wait *wait, size_t place)
{
    const uint32_t owner = wait->thing == THING_LOCK ? holders_owner(waits, wait) : FAULT_NO_PP;
    const struct reader *first;
    if (wait->thing != THING_LOCK && wait->thing != THING_READERS && wait->thing != THING_VISITORS)
        return FAULT_NO_PP;
    if (owner != FAULT_NO_PP)
        return place == 0 ? owner : FAULT_NO_PP;
    return place < holders_readers(waits, wait->address, &first) ? first[place].pp : FAULT_NO_PP;
}

/* Whether a PP with this wait, or none, goes on only after one change: after any of several, a circle through
 * one of them does not block it. */
static bool is_blocked(const struct wait *wait)
{
    return wait != NULL && wait->word_count <= 1;
}

/* The next PP, from *place on, that a thing's waiting PPs wait for, and that waits itself; FAULT_NO_PP: none.
 * *place starts as 0. */
static uint32_t next_holder(const struct waits *waits, const struct awaited *awaited, size_t *place)
{
    const struct wait *first = awaited->first;
    uint32_t pp;
    if (first->thing != THING_BARRIER) {
        while ((pp = holder_at(waits, first, (*place)++)) != FAULT_NO_PP)
            if (is_blocked(waits->pps[pp].wait))
                return pp;
        return FAULT_NO_PP;
    }
    const struct frame frame = holders_frame(waits, first->address);
    while (*place < waits->count) {
        const struct wait *wait = &waits->list[(*place)++];
        if (wait->awaited != first->awaited && is_blocked(wait) && holders_belongs(waits, &frame, wait->pp))
            return wait->pp;
    }
    return FAULT_NO_PP;
}

/* ---- the sentence */

/* A holder of one thing that waits for the next one. before: a PP that waits for the first one. */
static void print_member(const struct waits *waits, const struct wait *holds, uint32_t before, uint32_t pp)
{
    const struct wait *waiting = waits->pps[pp].wait;
    const bool as_reader = holds->thing == THING_READERS ||
                           (holds->thing == THING_LOCK && holders_owner(waits, holds) == FAULT_NO_PP);
    if (holds->thing == THING_BARRIER)
        fprintf(waits->text, "PP %u is missing in the barrier of PP %u", pp, before);
    else
        fprintf(waits->text, "PP %u holds %s%s", pp, name_lock(waits, holds),
                as_reader ? " as a reader" : "");
    if (waiting->thing == THING_BARRIER)
        fprintf(waits->text, " and waits in a barrier");
    else
        fprintf(waits->text, " and waits for %s%s", waiting->thing == THING_READERS ? "the readers of " : "",
                name_lock(waits, waiting));
}

/* The circle is the path from `begin` on. The sentence begins with its lowest PP. */
static void tell(struct search *search, size_t begin)
{
    const size_t members = search->length - begin;
    const struct station *circle = &search->way[begin];
    size_t first = 0;
    name_line(search->waits);
    for (size_t k = 1; k < members; k++)
        if (circle[k].pp < circle[first].pp)
            first = k;
    for (size_t k = 0; k < members && k < MEMBERS_MOST; k++) {
        const struct station *at = &circle[(first + k) % members];
        const struct station *before = &circle[(first + k + members - 1) % members];
        fprintf(search->waits->text, "%s", k > 0 ? "; " : "");
        print_member(search->waits, search->waits->awaited[at->thing].first, before->pp, at->pp);
    }
    if (members > MEMBERS_MOST)
        fprintf(search->waits->text, "; and so on, %zu PPs in a circle", members);
    name_print(search->waits, true);
}

/* ---- the search */

static void go_to(struct search *search, uint32_t thing)
{
    search->colors[thing] = ON_WAY;
    search->way[search->length++] = (struct station){.thing = thing};
}

static void close_circle(struct search *search, uint32_t thing)
{
    size_t begin = search->length;
    while (search->way[begin - 1].thing != thing)
        begin--;
    if (search->found++ < CIRCLES_MOST)
        tell(search, begin - 1);
}

/* Extends the path from its last thing, or goes back. */
static void step(struct search *search)
{
    struct station *at = &search->way[search->length - 1];
    const struct awaited *awaited = search->waits->awaited;
    at->pp = next_holder(search->waits, &awaited[at->thing], &at->place);
    if (at->pp == FAULT_NO_PP) {
        search->colors[at->thing] = DONE;
        search->length--;
        return;
    }
    const uint32_t next = search->waits->pps[at->pp].wait->awaited;
    if (search->colors[next] == ON_WAY)
        close_circle(search, next);
    else if (search->colors[next] == WHITE)
        go_to(search, next);
}

void circles_print(struct waits *waits)
{
    struct search search = {.waits = waits,
                            .colors = ARENA_ARRAY(waits->arena, uint8_t, waits->awaited_count + 1),
                            .way = ARENA_ARRAY(waits->arena, struct station, waits->awaited_count + 1)};
    for (uint32_t thing = 0; thing < waits->awaited_count; thing++) {
        if (search.colors[thing] == WHITE)
            go_to(&search, thing);
        while (search.length != 0)
            step(&search);
    }
}
