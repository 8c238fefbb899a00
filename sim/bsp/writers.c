/* writers.c - the other side of tile/border.h: which threads are still writing what was asked for in the last
 * phase, and when they have finished. Calls team.
 */
#include "sim/bsp/run.h"

/* What others have written next to a thread's own cells is fetched ahead of its use: so many lines of memory
 * on either side. */
enum { BORDER_LINES = 8, LINE_WORDS = 16 };

static struct border *border_of(const struct hand *hand)
{
    return &hand->bsp->workers[hand->first].effects.border;
}

/* Threads 0 .. that number - 1 have written. */
static unsigned count_writers(const struct hand *hand)
{
    return hand->from_all ? hand->bsp->threads : 1;
}

static void await_writers(void *context)
{
    struct hand *hand = context;
    const uint64_t start = hand_work_clock(hand);
    for (unsigned i = 0; i < count_writers(hand); i++)
        team_await(hand->member, i);
    border_close(border_of(hand));
    hand->waited += hand_work_clock(hand) - start;
}

static void notice_writers(void *context)
{
    struct hand *hand = context;
    for (unsigned i = 0; i < count_writers(hand); i++)
        if (!team_has_finished(hand->member, i))
            return;
    border_close(border_of(hand));
}

static void fetch_cells(const struct bsp *bsp, uint32_t cell)
{
    const uint32_t *first = bsp->machine->memory.cells + cell;
    for (unsigned line = 0; line < BORDER_LINES; line++)
        __builtin_prefetch(first + line * LINE_WORDS);
}

/* Brings to this core what lies on both sides of the cells that no other thread has written, and the news
 * that those who have written there are done. */
static void fetch_border(void *context)
{
    struct hand *hand = context;
    const struct border *border = border_of(hand);
    for (unsigned i = 0; i < count_writers(hand); i++)
        team_fetch_finish(hand->member, i);
    if (border->safe_low >= BORDER_LINES * LINE_WORDS)
        fetch_cells(hand->bsp, border->safe_low - BORDER_LINES * LINE_WORDS);
    if (border->safe_end != UINT32_MAX)
        fetch_cells(hand->bsp, border->safe_end);
}

void writers_begin(struct hand *hand)
{
    static const struct border_writers writers = {
        .await = await_writers, .notice = notice_writers, .fetch = fetch_border};
    for (unsigned i = hand->first; i < hand->end; i++) {
        struct tile_effects *effects = &hand->bsp->workers[i].effects;
        effects->alone = !hand->member && hand->bsp->meeting == NULL;
        effects->border = (struct border){.writers = &writers, .context = hand};
    }
}

void writers_finish(struct hand *hand, enum phase_kind kind, const struct commit_summary *const *summaries)
{
    if (!hand->member)
        return;
    struct border *border = border_of(hand);
    const struct commit_summary *own = summaries[hand->first];
    team_finish(hand->member);
    hand->from_all = kind == PHASE_own;
    border_open(border, hand->from_all || hand->first != 0);
    for (unsigned i = 0; i < hand->bsp->threads; i++) {
        const struct commit_summary *other = summaries[i];
        const uint32_t low = other->folds ? other->cell : other->low, high = other->folds ? low : other->high;
        if (!other->folds && (!other->stores || other == own)) /* thread 0 writes to the cell of all folds */
            continue;
        border_spare(border, low, high, own->stores && high < own->low);
    }
}
