/* order.c - the order of the instructions of a block, so that the slots of delayed ones hold others.
 *
 * A list scheduler: of the instructions that may come next (nothing before them that they depend on is left,
 * and the slot of a delayed instruction takes them) the one comes first from which the longest chain leads to
 * the block's end; of equals the first one. Only the next few in the old order are looked at, so that
 * registers do not live much longer than they must. Blocks are cut where a machine register that the
 * allocator hands out is read or written, at calls, host calls and hints: nothing crosses those. All PPs of a
 * group have the same code and so the same order; which accesses of memory may change places is depend.c's
 * affair. Must have run before: coalesce. Runs before: regalloc.
 */
#include "fcc/back/order.h"

#include "fcc/back/depend.h"

enum { WINDOW = 12, LONGEST_STRETCH = 256 };

/* A stretch of instructions without cuts, in the old order. */
struct stretch {
    struct machine_instr *instr[LONGEST_STRETCH];
    uint32_t height[LONGEST_STRETCH]; /* cycles from its beginning to the stretch's end */
    bool placed[LONGEST_STRETCH];
    uint32_t count;
};

static bool is_handed_out(uint32_t reg)
{
    return reg < FIRST_VIRTUAL && (machine_allocatable() >> reg & 1) != 0;
}

static bool is_cut(const struct machine_instr *instr)
{
    struct machine_uses uses;
    bool copies_machine = false;
    machine_uses(instr, &uses);
    for (unsigned i = 0; i < uses.reads; i++)
        copies_machine |= is_handed_out(uses.read[i]);
    for (unsigned i = 0; i < uses.writes; i++)
        copies_machine |= uses.written[i] < FIRST_VIRTUAL;
    bool fixed = machine_rows[instr->op].fence && !machine_rows[instr->op].delayed;
    return copies_machine || fixed || machine_rows[instr->op].ends || instr->implicit_reads ||
           instr->implicit_writes || instr->op == MACHINE_getct || instr->op == MACHINE_getsr;
}

/* Cycles from the beginning of an instruction to that of one that depends on it. */
static uint32_t latency(const struct machine_instr *from, const struct machine_instr *to)
{
    uint32_t target = depend_late_target(from);
    return target && !depend_fits_slot(to, target) ? 2 : 1;
}

static void find_heights(struct stretch *s)
{
    for (uint32_t i = s->count; i-- > 0;) {
        uint32_t height = depend_late_target(s->instr[i]) ? 2 : 1;
        for (uint32_t j = i + 1; j < s->count && j <= i + 2 * WINDOW; j++) {
            if (depend_may_swap(s->instr[i], s->instr[j]))
                continue;
            uint32_t through = latency(s->instr[i], s->instr[j]) + s->height[j];
            height = through > height ? through : height;
        }
        s->height[i] = height;
    }
}

/* Whether nothing that is left before it must come before it. */
static bool is_ready(const struct stretch *s, uint32_t first, uint32_t i)
{
    for (uint32_t j = first; j < i; j++) {
        if (!s->placed[j] && !depend_may_swap(s->instr[j], s->instr[i]))
            return false;
    }
    return true;
}

/* The next instruction after `before`; `first` is the first one left. */
static uint32_t choose(const struct stretch *s, uint32_t first, const struct machine_instr *before)
{
    uint32_t target = before ? depend_late_target(before) : 0;
    uint32_t best = s->count;
    for (uint32_t i = first; i < s->count && i < first + WINDOW; i++) {
        bool fits = !s->placed[i] && (!target || depend_fits_slot(s->instr[i], target));
        if (fits && (best == s->count || s->height[i] > s->height[best]) && is_ready(s, first, i))
            best = i;
    }
    return best < s->count ? best : first;
}

/* Puts the stretch, which ends before `end` (NULL: with the block), into its new order. */
static void order_stretch(struct machine_block *block, struct stretch *s, struct machine_instr *end)
{
    if (s->count < 3)
        return;
    find_heights(s);
    const struct machine_instr *before = s->instr[0]->previous;
    for (uint32_t first = 0; first < s->count;) {
        uint32_t next = choose(s, first, before);
        s->placed[next] = true;
        before = s->instr[next];
        machine_move(block, s->instr[next], end);
        while (first < s->count && s->placed[first])
            first++;
    }
}

static void order_block(struct machine_block *block)
{
    struct stretch s;
    struct machine_instr *instr = block->first;
    while (instr) {
        s.count = 0;
        while (instr && is_cut(instr))
            instr = instr->next;
        for (; instr && !is_cut(instr) && s.count < LONGEST_STRETCH; instr = instr->next) {
            s.placed[s.count] = false;
            s.instr[s.count++] = instr;
        }
        order_stretch(block, &s, instr);
    }
}

void order_function(struct machine_function *function)
{
    for (struct machine_block *block = function->first; block; block = block->next)
        order_block(block);
}
