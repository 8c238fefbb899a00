/* list_schedule.c - orders instructions so that useful ones fill the slots of delayed ones.
 *
 * A list scheduler for each block. An instruction is ready if the instructions that it depends on precede it
 * and it fits the slot of the last delayed instruction. Of the ready instructions, the one with the longest
 * chain to the block's end comes first, then the first one in the old order. Only the next few in the old
 * order are candidates, so that registers' lives stay short. Allocatable machine registers, calls, host calls
 * and hints cut blocks: no instruction crosses them.
 *
 * An open slot takes the step of a loop's counter from below the accesses that the counter indexes: their
 * bases are reduced by the step before the loop. Or it takes an instruction from a successor with no other
 * predecessor, if that cannot fault, touches no memory, and its result is not live on the other path.
 *
 * All PPs of a group execute the same code and so the same order; depend.c decides which memory accesses may
 * change places. Must have run before: coalesce. Runs before: regalloc. */
#include "fcc/back/list_schedule.h"

#include "fcc/back/depend.h"
#include "fcc/back/live.h"

enum { WINDOW = 12, LONGEST_STRETCH = 256 };

/* A stretch of instructions without cuts, in the old order. */
struct stretch {
    struct machine_instr *instr[LONGEST_STRETCH];
    uint32_t height[LONGEST_STRETCH]; /* cycles from its beginning to the stretch's end */
    bool placed[LONGEST_STRETCH];
    uint32_t count;
    unsigned window; /* number of candidates among the remaining instructions */
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

/* Cycles from an instruction to one that depends on it. */
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

/* Whether no remaining instruction must precede it. */
static bool is_ready(const struct stretch *s, uint32_t first, uint32_t i)
{
    for (uint32_t j = first; j < i; j++) {
        if (!s->placed[j] && !depend_may_swap(s->instr[j], s->instr[i]))
            return false;
    }
    return true;
}

/* The next remaining instruction after `before`; `first` is the first one. */
static uint32_t choose(const struct stretch *s, uint32_t first, const struct machine_instr *before)
{
    uint32_t target = before ? depend_late_target(before) : 0;
    uint32_t best = s->count;
    for (uint32_t i = first; i < s->count && i < first + s->window; i++) {
        bool fits = !s->placed[i] && (!target || depend_fits_slot(s->instr[i], target));
        if (fits && (best == s->count || s->height[i] > s->height[best]) && is_ready(s, first, i))
            best = i;
    }
    return best < s->count ? best : first;
}

/* Puts the stretch, which ends before `end` (NULL: at the block's end), into its new order. */
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

static void order_block(struct machine_block *block, unsigned window)
{
    struct stretch s;
    s.window = window;
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

/* ---- slots that are open still */

/* Data about the function while slots are filled. */
struct filler {
    struct machine_function *function;
    const struct live *live;
    uint32_t *predecessors;      /* by block id: how many */
    uint32_t *positions;         /* by block id: of its first instruction in `live` */
    struct machine_block **from; /* by block id: a predecessor that is not the block itself; NULL: none */
};

static bool is_open(const struct machine_instr *instr)
{
    const uint32_t target = depend_late_target(instr);
    return target && instr->next && !depend_fits_slot(instr->next, target);
}

/* ---- steps of counters */

enum { MOST_BASES = 2 };

/* A step `add i,S,i` that shall precede the accesses [base + i]. */
struct early_step {
    struct machine_instr *step;
    uint32_t bases[MOST_BASES]; /* registers */
    uint32_t count;
};

/* The other register of an access whose address is the sum of two registers, one of them `reg`, which it does
 * not use otherwise; 0: no such access. */
static uint32_t other_of_sum(const struct machine_instr *instr, uint32_t reg)
{
    const struct machine_row *row = &machine_rows[instr->op];
    const bool access =
        row->form == FORM_RSD && row->rs == ROLE_READ && (row->memory_read || row->memory_write);
    if (!access || instr->has_imm || instr->rd == reg || instr->rs == instr->rt)
        return 0;
    const uint32_t other = instr->rs == reg ? instr->rt : instr->rt == reg ? instr->rs : 0;
    return other == instr->rd ? 0 : other;
}

static bool is_written_in(const struct machine_block *block, uint32_t reg)
{
    for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
        struct machine_uses uses;
        machine_uses(instr, &uses);
        for (unsigned i = 0; i < uses.writes; i++) {
            if (uses.written[i] == reg)
                return true;
        }
    }
    return false;
}

static bool add_base(struct early_step *early, const struct machine_block *block, uint32_t base)
{
    for (uint32_t i = 0; i < early->count; i++) {
        if (early->bases[i] == base)
            return true;
    }
    if (early->count == MOST_BASES || base < FIRST_VIRTUAL || is_written_in(block, base))
        return false;
    early->bases[early->count++] = base;
    return true;
}

/* Whether the step may follow `delayed` directly if the accesses between are changed. */
static bool may_step_early(struct early_step *early, const struct machine_block *block,
                           const struct machine_instr *delayed)
{
    const struct machine_instr *step = early->step;
    const bool adds = step->op == MACHINE_add && step->rd == step->rs && step->rd >= FIRST_VIRTUAL &&
                      step->base == BASE_NONE;
    if (!adds || !depend_fits_slot(step, depend_late_target(delayed)) ||
        (!step->has_imm && (step->rt == step->rd || is_written_in(block, step->rt))))
        return false;
    for (const struct machine_instr *above = step->previous; above != delayed; above = above->previous) {
        const uint32_t base = other_of_sum(above, step->rd);
        if (base ? !add_base(early, block, base) : !depend_may_swap(above, step))
            return false;
    }
    return early->count > 0 && (!step->has_imm || machine_fits(-(int64_t)step->imm));
}

/* For the access, one register is already stepped; the base is reduced by the step. */
static void count_early_step(struct machine_instr *access, const struct machine_instr *step)
{
    const bool is_first = access->rs == step->rd;
    const struct ir_part base = is_first ? access->index.b : access->index.a;
    machine_index_after(&access->index, is_first ? access->index.a : access->index.b, step);
    access->index.is_known &= base.kind == IR_PART_FOLLOWS || base.times == 0;
}

/* Reduces each base at the end of `front`, and makes the accesses from `delayed` to the step use the
 * result. */
static void step_early(struct filler *f, struct machine_block *front, struct machine_block *block,
                       struct machine_instr *delayed, const struct early_step *early)
{
    struct machine_instr *step = early->step;
    for (uint32_t i = 0; i < early->count; i++) {
        struct machine_instr *place = front->last && machine_rows[front->last->op].ends ? front->last : NULL;
        struct machine_instr *back = machine_insert(f->function, front, place, MACHINE_sub);
        back->rd = machine_new_register(f->function);
        back->rs = early->bases[i];
        back->has_imm = step->has_imm;
        back->imm = step->imm;
        back->rt = step->rt;
        back->line = step->line;
        back->file = step->file;
        back->index = ir_index_of((struct ir_part){.kind = IR_PART_FOLLOWS}, ir_part_times(0, 1));
        for (struct machine_instr *access = delayed->next; access != step; access = access->next) {
            if (other_of_sum(access, step->rd) == early->bases[i]) {
                count_early_step(access, step);
                machine_replace_reads(access, early->bases[i], back->rd);
            }
        }
    }
    machine_move(block, step, delayed->next);
}

/* Fills the slot of `delayed`, in a block that is a loop, with a step from further down. */
static bool fill_with_step(struct filler *f, struct machine_block *front, struct machine_block *block,
                           struct machine_instr *delayed)
{
    struct machine_instr *instr = delayed->next;
    for (int n = 0; instr && n < WINDOW; n++, instr = instr->next) {
        struct early_step early = {.step = instr};
        if (may_step_early(&early, block, delayed)) {
            step_early(f, front, block, delayed, &early);
            return true;
        }
    }
    return false;
}

/* The block before a loop of one block: its only other predecessor; NULL: there are several. */
static struct machine_block *find_front(const struct filler *f, const struct machine_block *loop)
{
    const bool goes_back = loop->successor[0] == loop || loop->successor[1] == loop;
    return goes_back && f->predecessors[loop->id] == 2 ? f->from[loop->id] : NULL;
}

/* ---- instructions of the next block */

/* Whether it only reads virtual registers and the frame's address. */
static bool reads_plainly(const struct machine_instr *instr)
{
    struct machine_uses uses;
    machine_uses(instr, &uses);
    for (unsigned i = 0; i < uses.reads; i++) {
        if (uses.read[i] < FIRST_VIRTUAL && uses.read[i] != REGISTER_fp)
            return false;
    }
    return true;
}

/* Whether it may be executed speculatively: takes a cycle, sets one virtual register, cannot fault. */
static bool is_harmless(const struct filler *f, const struct machine_instr *instr)
{
    const struct machine_row *row = &machine_rows[instr->op];
    const bool divides = instr->op == MACHINE_div || instr->op == MACHINE_divu || instr->op == MACHINE_rem ||
                         instr->op == MACHINE_remu;
    const bool plain = row->form == FORM_RSD || row->form == FORM_RTD || row->form == FORM_RD ||
                       (instr->op == MACHINE_SET && instr->base == BASE_NONE && machine_fits(instr->imm));
    return plain && !divides && row->rd == ROLE_WRITE && !row->memory_read && !row->memory_write &&
           !row->ends && !row->delayed && !row->writes_flags && !machine_reads_flags(instr) &&
           !is_cut(instr) && reads_plainly(instr) && instr->rd >= FIRST_VIRTUAL &&
           !machine_is_real(f->function, instr->rd);
}

/* The first nonempty block on the path from `block`; NULL: none. */
static const struct machine_block *first_filled(const struct machine_block *block)
{
    enum { LONGEST_CHAIN = 64 };
    for (int i = 0; i < LONGEST_CHAIN && block && !block->first; i++)
        block = block->successor[1] ? NULL : block->successor[0];
    return block && block->first ? block : NULL;
}

/* Whether the candidate, in the next block, may move up into the slot of `delayed`. */
static bool may_leave(const struct machine_instr *candidate, const struct machine_instr *delayed)
{
    for (const struct machine_instr *above = candidate->previous; above; above = above->previous) {
        if (!depend_may_swap(above, candidate))
            return false;
    }
    for (const struct machine_instr *above = delayed->next; above; above = above->next) {
        if (!depend_may_swap(above, candidate))
            return false;
    }
    return depend_fits_slot(candidate, depend_late_target(delayed));
}

/* Fills the slot of `delayed`, in a block that ends with a branch, from its i-th successor. */
static bool fill_from_next(const struct filler *f, struct machine_block *block, struct machine_instr *delayed,
                           unsigned i)
{
    struct machine_block *next = block->successor[i];
    const struct machine_block *other = first_filled(block->successor[1 - i]);
    if (f->predecessors[next->id] != 1 || next == f->function->first || !other ||
        next->synchronous != block->synchronous)
        return false;
    struct machine_instr *candidate = next->first;
    for (int n = 0; candidate && n < WINDOW; n++, candidate = candidate->next) {
        if (is_harmless(f, candidate) &&
            !live_contains(&f->live->intervals[candidate->rd], f->positions[other->id]) &&
            may_leave(candidate, delayed)) {
            machine_remove(next, candidate);
            struct machine_instr *place = delayed->next;
            struct machine_instr *moved = machine_insert(f->function, block, place, MACHINE_nop);
            candidate->previous = moved->previous;
            candidate->next = moved->next;
            candidate->notes = moved->notes;
            *moved = *candidate;
            return true;
        }
    }
    return false;
}

static void fill_block(struct filler *f, struct machine_block *block)
{
    struct machine_block *front = find_front(f, block);
    /* liveness is that before any moves, so all candidates come from one side: a moved instruction is then
     * not set on the other one */
    enum { NEITHER = 2 } side = NEITHER;
    for (struct machine_instr *instr = block->first; instr; instr = instr->next) {
        if (!is_open(instr))
            continue;
        if (front && fill_with_step(f, front, block, instr)) {
            front = NULL; /* one is enough */
            continue;
        }
        const struct machine_block *first = block->successor[0];
        const struct machine_block *second = block->successor[1];
        const bool branches = first && second;
        const unsigned deeper = branches && second->loop_depth > first->loop_depth;
        for (unsigned i = 0; i < 2 && branches; i++) {
            const unsigned tried = i ^ deeper;
            if ((side == NEITHER || side == tried) && fill_from_next(f, block, instr, tried)) {
                side = tried;
                break;
            }
        }
    }
}

static bool has_open_slots(const struct machine_function *function)
{
    for (const struct machine_block *block = function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
            if (block->successor[1] && is_open(instr))
                return true;
        }
    }
    return false;
}

static void note_edge(struct filler *f, struct machine_block *from, const struct machine_block *to)
{
    f->predecessors[to->id]++;
    if (from != to)
        f->from[to->id] = from;
}

static void fill_slots(struct machine_function *function)
{
    struct arena own;
    struct filler f = {.function = function};
    const struct arena *limits = function->arena;
    uint32_t position = 0;
    arena_within(&own, limits);
    f.live = live_analyse(&own, function);
    f.predecessors = ARENA_ARRAY(&own, uint32_t, function->block_count);
    f.positions = ARENA_ARRAY(&own, uint32_t, function->block_count);
    f.from = ARENA_ARRAY(&own, struct machine_block *, function->block_count);
    for (struct machine_block *block = function->first; block; block = block->next) {
        f.positions[block->id] = position;
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next)
            position += 2;
        for (unsigned i = 0; i < 2; i++) {
            if (block->successor[i])
                note_edge(&f, block, block->successor[i]);
        }
    }
    for (struct machine_block *block = function->first; block; block = block->next)
        fill_block(&f, block);
    arena_release(&own);
}

void list_schedule(struct machine_function *function, unsigned window)
{
    for (struct machine_block *block = function->first; block; block = block->next)
        order_block(block, window);
    if (has_open_slots(function))
        fill_slots(function);
}
