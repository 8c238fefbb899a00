/* writers.c - the other side of tile/border.h: which threads are still writing their requests of the last
 * phase, and when they have finished. Calls team. */
#include "sim/segment/run.h"

static struct border *border_of(const struct hand *hand)
{
    return &hand->bsp->workers[hand->first].effects.border;
}

/* Sets the border to what is safe while the remaining writers have not finished. */
static void draw_border(struct hand *hand)
{
    struct border *border = border_of(hand);
    border_open(border, hand->writer_count != 0);
    for (unsigned k = 0; k < hand->writer_count; k++) {
        const struct writer *writer = &hand->writers[k];
        border_spare(border, writer->low, writer->high,
                     hand->own_low != UINT32_MAX && writer->high < hand->own_low);
    }
}

static bool has_finished(const struct hand *hand, const struct writer *writer)
{
    for (unsigned i = 0; i < writer->count; i++)
        if (!team_has_finished(hand->member, writer->first + i))
            return false;
    return true;
}

static void await_writer(struct hand *hand, const struct writer *writer)
{
    const uint64_t start = hand->weight != 0 ? pace_clock() : 0;
    for (unsigned i = 0; i < writer->count; i++)
        team_await(hand->member, writer->first + i);
    hand->waited += hand->weight != 0 ? pace_clock() - start : 0;
}

/* Cells that nobody writes, but that lie beyond a writer's cells, are read again and again, like columns of a
 * matrix: the border is tested each time until all have finished. */
static void await_writers(void *context, uint32_t low, uint32_t high)
{
    struct hand *hand = context;
    unsigned left = 0;
    for (unsigned k = 0; k < hand->writer_count; k++) {
        const struct writer writer = hand->writers[k];
        if (writer.high >= low && writer.low <= high)
            await_writer(hand, &writer);
        else if (!has_finished(hand, &writer))
            hand->writers[left++] = writer;
    }
    hand->writer_count = left;
    draw_border(hand);
}

void writers_begin(struct hand *hand)
{
    for (unsigned i = hand->first; i < hand->end; i++) {
        struct tile_effects *effects = &hand->bsp->workers[i].effects;
        effects->border = (struct border){.await = await_writers, .context = hand};
    }
}

/* Thread 0 writes the cell of all multiprefix requests; otherwise each thread that has reported stores
 * writes. */
static struct writer writer_of(const struct team_part *part, const struct commit_summary *summary)
{
    return summary->folds ? (struct writer){summary->cell, summary->cell, 0, 1}
                          : (struct writer){summary->low, summary->high, part->first, part->count};
}

void writers_finish(struct hand *hand, enum phase_kind kind, const struct heard *heard)
{
    if (!hand->member)
        return;
    const struct commit_summary *own = heard->near[heard->own];
    const bool from_all = kind == PHASE_own;
    team_finish(hand->member);
    hand->own_low = from_all && own->stores ? own->low : UINT32_MAX;
    hand->writer_count = 0;
    for (unsigned k = 0; k < heard->near_count; k++) {
        const struct commit_summary *other = heard->near[k];
        if (from_all ? !other->stores || k == heard->own : hand->first == 0 || !other->folds)
            continue;
        hand->writers[hand->writer_count++] = writer_of(&heard->news.near[k], other);
        if (!from_all) /* one cell, and one thread */
            break;
    }
    draw_border(hand);
}
