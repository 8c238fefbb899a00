/* values.c - register allocation with spills: every instruction reads the values that it read before.
 *
 * The function as it was before allocation is compared with the function as it is when places are chosen.
 * Between the instructions of before stand loads and stores of spill words, copies, and values that are
 * computed again; some copies, and values that are computed again, are gone. For each read of a register a
 * walk goes back over all paths and follows the value through these, until the instruction that wrote the
 * register, or an earlier read of it in the same place, which has a walk of its own. Independent of spill.c.
 */
#include "fcc/back/verify/verify.h"

#include <stdlib.h>
#include <string.h>

/* An instruction before allocation. */
struct original {
    const struct machine_instr *instr;
    struct machine_instr was;
};

struct original_block {
    struct original *instrs;
    uint32_t count;
};

struct machine_original {
    struct original_block *blocks; /* by id */
    uint32_t register_limit;
};

/* ---- places: 0 to 47 machine registers, then the words of the near part of the frame, and one more */

enum { REMADE = UINT32_MAX, NO_WORD = UINT32_MAX - 1 }; /* REMADE: the result of query->remade */

/* One step of a block: an instruction of before that is still there (both), that is gone (`was` alone), or a
 * new one (`now` alone). */
struct step {
    const struct machine_instr *now, *was;
    uint32_t word;       /* of a spill word's load or store: its place */
    uint32_t loaded_for; /* of a load: a walk has gone over it for this register; 0: none */
};

struct steps {
    struct step *step;
    uint32_t count;
    const struct machine_block **before; /* its predecessors */
    uint32_t before_count;
};

/* Whether the place holds the value of register `reg` of before, before step `at` of a block. */
struct query {
    uint32_t block, at;
    uint32_t place;
    uint32_t reg;
    const struct machine_instr *remade;
    uint32_t remade_block, remade_at;
};

enum answer { GOES_ON, HOLDS, BROKEN };

struct walker {
    struct machine_verifier v;
    struct arena arena;
    const struct machine_original *original;
    const uint32_t *place;
    struct steps *blocks;                /* by id */
    const struct machine_instr **origin; /* by register: the instruction that is gone and alone wrote it */
    uint32_t *writes;                    /* by register: instructions of before that write it */
    register_set changed;                /* machine registers that some instruction writes */
    bool divides;                        /* the function divides its group */
    struct query *stack, *seen;          /* seen: a table of starts of blocks, of seen_room entries */
    uint32_t depth, room, seen_count, seen_room;
};

static uint32_t place_of(const struct walker *w, uint32_t reg)
{
    return reg < FIRST_VIRTUAL ? reg : w->place[reg];
}

/* ---- before allocation */

struct machine_original *machine_keep_original(struct arena *arena, const struct machine_function *function)
{
    struct machine_original *original = ARENA_NEW(arena, struct machine_original);
    original->blocks = ARENA_ARRAY(arena, struct original_block, function->block_count + 1);
    original->register_limit = function->register_limit;
    for (const struct machine_block *block = function->first; block; block = block->next) {
        struct original_block *kept = &original->blocks[block->id];
        uint32_t count = 0;
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next)
            count++;
        kept->instrs = ARENA_ARRAY(arena, struct original, count + 1);
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next)
            kept->instrs[kept->count++] = (struct original){instr, *instr};
    }
    return original;
}

/* ---- steps */

static int compare_originals(const void *a, const void *b)
{
    const struct machine_instr *one = ((const struct original *)a)->instr;
    const struct machine_instr *other = ((const struct original *)b)->instr;
    return one < other ? -1 : one > other;
}

/* The word of a load or store of a spill word, as a place: an offset from fp, or an address that two
 * instructions before it compute. */
static uint32_t word_of(const struct machine_instr *access)
{
    if (access->rs == REGISTER_fp)
        return access->has_imm && access->base == BASE_NEAR ? MACHINE_REGISTERS + (uint32_t)access->imm
                                                            : NO_WORD;
    const struct machine_instr *add = access->previous;
    while (add && !(add->op == MACHINE_add && add->rd == access->rs))
        add = add->previous;
    const struct machine_instr *set = add ? add->previous : NULL;
    while (set && !(set->op == MACHINE_SET && set->rd == add->rt))
        set = set->previous;
    return set && add->rs == REGISTER_fp && set->base == BASE_NEAR ? MACHINE_REGISTERS + (uint32_t)set->imm
                                                                   : NO_WORD;
}

static bool is_pure(const struct machine_instr *instr)
{
    const struct machine_row *row = &machine_rows[instr->op];
    struct machine_uses uses;
    machine_uses(instr, &uses);
    return !row->memory_write && !row->fence && !row->ends && uses.writes == 1 && instr->implicit_writes == 0;
}

static bool breaks(struct walker *w, const struct machine_instr *instr, const char *what)
{
    w->v.instr = instr;
    return machine_breach_here(&w->v, MACHINE_INVARIANT_spilled, "%s", what);
}

/* An instruction that was not there before. */
static bool check_new(struct walker *w, struct step *step)
{
    const struct machine_instr *now = step->now;
    if (now->memory.is_spill) {
        step->word = word_of(now);
        return step->word != NO_WORD || breaks(w, now, "its word is not known");
    }
    if (now->op != MACHINE_COPY && !is_pure(now))
        return breaks(w, now, "it was not there before");
    if (!machine_rows[now->op].memory_read)
        return true;
    w->v.instr = now;
    return (now->memory.constant && w->v.block->synchronous && !w->divides) ||
           machine_breach_here(&w->v, MACHINE_INVARIANT_repeated, "it is %s",
                               !now->memory.constant     ? "of a word that changes"
                               : w->v.block->synchronous ? "in a function that divides its group"
                                                         : "in asynchronous code");
}

/* An instruction that is still there does what it did. */
static bool check_same(struct walker *w, const struct machine_instr *now, const struct machine_instr *was)
{
    return (now->op == was->op && now->has_imm == was->has_imm && now->imm == was->imm &&
            now->base == was->base && now->symbol == was->symbol && now->target == was->target &&
            now->implicit_reads == was->implicit_reads && now->implicit_writes == was->implicit_writes) ||
           breaks(w, now, "it is another instruction now");
}

/* Adds the instructions of before from number `next` on that are gone; returns the number of the one that is
 * not. `still`: which are there. */
static bool add_gone(struct walker *w, struct steps *steps, const struct original_block *kept,
                     const bool *still, uint32_t *next)
{
    for (; *next < kept->count && !still[*next]; ++*next) {
        const struct machine_instr *was = &kept->instrs[*next].was;
        if (was->op == MACHINE_KEEP && place_of(w, was->rs) == REGISTER_zero)
            continue; /* its value is in a word of the frame */
        if (was->op != MACHINE_COPY && !is_pure(was)) {
            w->v.instr = NULL;
            return machine_breach_here(&w->v, MACHINE_INVARIANT_spilled, "an instruction %s is gone",
                                       machine_rows[was->op].mnemonic);
        }
        if (was->op != MACHINE_COPY && w->writes[was->rd] == 1)
            w->origin[was->rd] = was;
        steps->step[steps->count++] = (struct step){.was = was};
    }
    return true;
}

/* By instruction of the block: 1 + the number of the same one of before, or 0; sets `still` of those. */
static uint32_t *find_same(struct walker *w, const struct original_block *kept, uint32_t count, bool *still)
{
    uint32_t *same = ARENA_ARRAY(&w->arena, uint32_t, count + 1), at = 0;
    struct original *sorted = ARENA_ARRAY(&w->arena, struct original, kept->count + 1);
    if (kept->count == 0)
        return same;
    memcpy(sorted, kept->instrs, kept->count * sizeof *sorted);
    for (uint32_t i = 0; i < kept->count; i++)
        sorted[i].was.line = i;
    qsort(sorted, kept->count, sizeof *sorted, compare_originals);
    for (const struct machine_instr *now = w->v.block->first; now; now = now->next, at++) {
        const struct original key = {.instr = now};
        const struct original *found = bsearch(&key, sorted, kept->count, sizeof key, compare_originals);
        if (!found)
            continue;
        same[at] = found->was.line + 1;
        still[found->was.line] = true;
    }
    return same;
}

/* Merges the instructions of a block with those of before. Those that are gone come right after the one that
 * precedes them: what replaces them follows. */
static bool make_steps(struct walker *w)
{
    const struct original_block *kept = &w->original->blocks[w->v.block->id];
    struct steps *steps = &w->blocks[w->v.block->id];
    bool *still = ARENA_ARRAY(&w->arena, bool, kept->count + 1);
    uint32_t count = 0, next = 0, at = 0;
    for (const struct machine_instr *now = w->v.block->first; now; now = now->next)
        count++;
    const uint32_t *same = find_same(w, kept, count, still);
    steps->step = ARENA_ARRAY(&w->arena, struct step, count + kept->count + 1);
    if (!add_gone(w, steps, kept, still, &next))
        return false;
    for (const struct machine_instr *now = w->v.block->first; now; now = now->next, at++) {
        struct step *step = &steps->step[steps->count++];
        step->now = now;
        if (same[at] == 0) {
            if (!check_new(w, step))
                return false;
            continue;
        }
        if (same[at] - 1 != next)
            return breaks(w, now, "it has changed places");
        step->was = &kept->instrs[next++].was;
        if (!check_same(w, now, step->was) || !add_gone(w, steps, kept, still, &next))
            return false;
    }
    return true;
}

/* Two spill words, or images of reals, do not share words. */
static bool check_words(struct walker *w)
{
    const struct machine_function *function = w->v.function;
    uint32_t *owner = ARENA_ARRAY(&w->arena, uint32_t, function->near_words + 1);
    for (w->v.block = function->first; w->v.block; w->v.block = w->v.block->next) {
        const struct steps *steps = &w->blocks[w->v.block->id];
        for (uint32_t at = 0; at < steps->count; at++) {
            const struct step *step = &steps->step[at];
            if (step->word == 0)
                continue;
            const uint32_t first = step->word - MACHINE_REGISTERS;
            const uint32_t words = step->now->memory.words ? step->now->memory.words : 1;
            for (uint32_t word = first; word < first + words; word++) {
                if (word >= function->near_words || (owner[word] && owner[word] != first + 1))
                    return breaks(w, step->now, "its word is another one's, too");
                owner[word] = first + 1;
            }
        }
    }
    return true;
}

static void find_edges(struct walker *w)
{
    const struct machine_function *function = w->v.function;
    for (const struct machine_block *block = function->first; block; block = block->next) {
        for (unsigned i = 0; i < 2 && block->successor[i]; i++)
            w->blocks[block->successor[i]->id].before_count++;
    }
    for (uint32_t id = 0; id < function->block_count; id++) {
        w->blocks[id].before =
            ARENA_ARRAY(&w->arena, const struct machine_block *, w->blocks[id].before_count + 1);
        w->blocks[id].before_count = 0;
    }
    for (const struct machine_block *block = function->first; block; block = block->next) {
        for (unsigned i = 0; i < 2 && block->successor[i]; i++) {
            struct steps *next = &w->blocks[block->successor[i]->id];
            next->before[next->before_count++] = block;
        }
    }
}

/* ---- registers of an instruction, now and before */

struct field {
    uint32_t now, was;
};

static unsigned add_field(struct field *fields, unsigned count, uint32_t now, uint32_t was)
{
    if (!machine_carries_value(was))
        return count;
    fields[count] = (struct field){now, was};
    return count + 1;
}

static unsigned list_fields(const struct step *step, bool written, struct field fields[3])
{
    const struct machine_instr *now = step->now, *was = step->was;
    const struct machine_row *row = &machine_rows[was->op];
    const uint8_t role = written ? ROLE_WRITE : ROLE_READ;
    unsigned count = 0;
    if (row->rd == role || row->rd == ROLE_BOTH)
        count = add_field(fields, count, now->rd, was->rd);
    if (row->rs == role || row->rs == ROLE_BOTH)
        count = add_field(fields, count, now->rs, was->rs);
    if (!written && row->reads_s && !was->has_imm)
        count = add_field(fields, count, now->rt, was->rt);
    return count;
}

/* ---- walks */

static void push(struct walker *w, struct query query)
{
    w->stack = arena_grow(&w->arena, w->stack, w->depth, &w->room, sizeof *w->stack);
    w->stack[w->depth++] = query;
}

/* Whether what is computed again is what the query's register was; then its base has to be, too. */
static enum answer try_remade(struct walker *w, const struct query *q)
{
    const struct machine_instr *again = q->remade;
    const struct machine_instr *origin = q->reg < w->original->register_limit ? w->origin[q->reg] : NULL;
    if (!origin || origin->op != again->op || origin->has_imm != again->has_imm ||
        origin->imm != again->imm || origin->base != again->base || origin->symbol != again->symbol)
        return GOES_ON;
    if (machine_rows[again->op].rs == ROLE_READ)
        push(w, (struct query){.block = q->remade_block,
                               .at = q->remade_at,
                               .place = place_of(w, again->rs),
                               .reg = origin->rs});
    if (machine_rows[again->op].reads_s && !again->has_imm)
        push(w, (struct query){.block = q->remade_block,
                               .at = q->remade_at,
                               .place = place_of(w, again->rt),
                               .reg = origin->rt});
    return HOLDS;
}

/* The value of register `from` of before is that of `to` from here on, that is of `from` before. */
static enum answer over_assignment(struct walker *w, const struct machine_instr *was, struct query *q)
{
    if (q->reg == was->rd)
        q->reg = was->rs;
    return q->place == REMADE ? try_remade(w, q) : GOES_ON;
}

static enum answer over_gone(struct walker *w, const struct machine_instr *was, struct query *q)
{
    if (was->op == MACHINE_COPY)
        return over_assignment(w, was, q);
    return q->reg == was->rd ? BROKEN : GOES_ON;
}

static enum answer over_access(struct walker *w, struct step *step, struct query *q)
{
    const uint32_t place = place_of(w, step->now->rd);
    if (machine_rows[step->now->op].memory_write) {
        q->place = q->place == step->word ? place : q->place;
        return GOES_ON;
    }
    if (q->place != place && q->place != step->word)
        return GOES_ON;
    if (step->loaded_for == q->reg)
        return HOLDS;
    if (q->place == place) {
        step->loaded_for = q->reg;
        q->place = step->word;
    }
    return GOES_ON;
}

static enum answer over_copy(struct walker *w, const struct step *step, struct query *q)
{
    const uint32_t from = place_of(w, step->now->rs);
    if (q->place == place_of(w, step->now->rd))
        q->place = from;
    if (!step->was)
        return GOES_ON;
    const enum answer answer = over_assignment(w, step->was, q);
    return answer == GOES_ON && q->place == from && q->reg == step->was->rs ? HOLDS : answer;
}

static enum answer over_same(const struct walker *w, const struct step *step, const struct query *q)
{
    struct field fields[3];
    const unsigned written = list_fields(step, true, fields);
    const register_set lost = step->now->implicit_writes;
    bool is_written = q->reg < FIRST_VIRTUAL && machine_in_set(lost, q->reg);
    for (unsigned i = 0; i < written; i++) {
        if (place_of(w, fields[i].now) == q->place)
            return fields[i].was == q->reg ? HOLDS : BROKEN;
        is_written |= fields[i].was == q->reg;
    }
    if (machine_in_set(lost, q->place))
        return q->reg == q->place ? HOLDS : BROKEN;
    if (is_written)
        return BROKEN;
    const unsigned read = list_fields(step, false, fields);
    for (unsigned i = 0; i < read; i++) {
        if (place_of(w, fields[i].now) == q->place && fields[i].was == q->reg)
            return HOLDS;
    }
    return GOES_ON;
}

/* A new instruction that computes a value. */
static enum answer over_new(struct walker *w, const struct machine_instr *now, struct query *q)
{
    if (place_of(w, now->rd) != q->place)
        return GOES_ON;
    q->place = REMADE;
    q->remade = now;
    q->remade_block = q->block;
    q->remade_at = q->at;
    return try_remade(w, q);
}

static enum answer over(struct walker *w, struct step *step, struct query *q)
{
    if (!step->now)
        return over_gone(w, step->was, q);
    if (!step->was && step->now->memory.is_spill)
        return over_access(w, step, q);
    if (step->now->op == MACHINE_COPY)
        return over_copy(w, step, q);
    return step->was ? over_same(w, step, q) : over_new(w, step->now, q);
}

static uint32_t hash_of(const struct query *q)
{
    uint64_t hash = q->place * 0x9e3779b97f4a7c15u + q->reg;
    hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u + q->block + (uintptr_t)q->remade;
    return (uint32_t)((hash * 0x94d049bb133111ebu) >> 32);
}

static struct query *find_seen(const struct walker *w, const struct query *q)
{
    uint32_t at = hash_of(q) & (w->seen_room - 1);
    while (w->seen[at].at != 0 && (w->seen[at].block != q->block || w->seen[at].place != q->place ||
                                   w->seen[at].reg != q->reg || w->seen[at].remade != q->remade))
        at = (at + 1) & (w->seen_room - 1);
    return &w->seen[at];
}

/* Whether another walk has reached the start of this block with an equal query; records the query if not. */
static bool is_seen(struct walker *w, const struct query *q)
{
    if (w->seen_count * 2 >= w->seen_room) {
        const struct query *old = w->seen;
        const uint32_t old_room = w->seen_room;
        w->seen_room = old_room ? old_room * 2 : 256;
        w->seen = ARENA_ARRAY(&w->arena, struct query, w->seen_room);
        for (uint32_t i = 0; i < old_room; i++) {
            if (old[i].at != 0)
                *find_seen(w, &old[i]) = old[i];
        }
    }
    struct query *seen = find_seen(w, q);
    if (seen->at != 0)
        return true;
    *seen = *q;
    seen->at = 1; /* this entry is in use */
    w->seen_count++;
    return false;
}

/* One walk, to the start of its block; further ones begin at the ends of the blocks before. */
static bool walk(struct walker *w, struct query q)
{
    const struct steps *steps = &w->blocks[q.block];
    if (q.place == q.reg && !machine_in_set(w->changed, q.place))
        return true;
    while (q.at > 0) {
        q.at--;
        const enum answer answer = over(w, &steps->step[q.at], &q);
        if (answer != GOES_ON)
            return answer == HOLDS;
    }
    if (q.block == w->v.function->first->id && (q.place != q.reg || q.place >= MACHINE_REGISTERS))
        return false;
    if (is_seen(w, &q))
        return true;
    for (uint32_t i = 0; i < steps->before_count; i++) {
        q.block = steps->before[i]->id;
        q.at = w->blocks[q.block].count;
        push(w, q);
    }
    return true;
}

static bool check_read(struct walker *w, uint32_t at, struct field field)
{
    w->depth = 0;
    push(w, (struct query){
                .block = w->v.block->id, .at = at, .place = place_of(w, field.now), .reg = field.was});
    while (w->depth > 0) {
        if (!walk(w, w->stack[--w->depth]))
            return machine_breach_here(&w->v, MACHINE_INVARIANT_spilled,
                                       "register %u is read, and R%u holds another value on some path",
                                       field.was, place_of(w, field.now));
    }
    return true;
}

static bool check_reads(struct walker *w, uint32_t at)
{
    const struct step *step = &w->blocks[w->v.block->id].step[at];
    struct field fields[3];
    const unsigned read = list_fields(step, false, fields);
    w->v.instr = step->now;
    for (unsigned i = 0; i < read; i++) {
        if (!check_read(w, at, fields[i]))
            return false;
    }
    for (register_set left = step->now->implicit_reads; left != 0; left &= left - 1) {
        const uint32_t reg = (uint32_t)__builtin_ctzll(left);
        if (!check_read(w, at, (struct field){reg, reg}))
            return false;
    }
    return true;
}

/* ---- the function */

static void note_writes(struct walker *w)
{
    const struct machine_function *function = w->v.function;
    for (uint32_t id = 0; id < function->block_count; id++) {
        const struct original_block *kept = &w->original->blocks[id];
        for (uint32_t i = 0; i < kept->count; i++) {
            struct machine_uses uses;
            machine_uses(&kept->instrs[i].was, &uses);
            for (unsigned k = 0; k < uses.writes; k++)
                w->writes[uses.written[k]]++;
        }
    }
    for (const struct machine_block *block = function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
            struct machine_uses uses;
            machine_uses(instr, &uses);
            w->divides |= machine_in_set(instr->implicit_writes, REGISTER_gp);
            w->changed |= instr->implicit_writes;
            for (unsigned k = 0; k < uses.writes; k++)
                w->changed |= REGISTER_BIT(place_of(w, uses.written[k]));
        }
    }
}

static bool check_function(struct walker *w)
{
    const struct machine_function *function = w->v.function;
    w->blocks = ARENA_ARRAY(&w->arena, struct steps, function->block_count + 1);
    w->origin = ARENA_ARRAY(&w->arena, const struct machine_instr *, w->original->register_limit);
    w->writes = ARENA_ARRAY(&w->arena, uint32_t, w->original->register_limit);
    note_writes(w);
    for (w->v.block = function->first; w->v.block; w->v.block = w->v.block->next) {
        if (!make_steps(w))
            return false;
    }
    find_edges(w);
    if (!check_words(w))
        return false;
    for (w->v.block = function->first; w->v.block; w->v.block = w->v.block->next) {
        const struct steps *steps = &w->blocks[w->v.block->id];
        for (uint32_t at = 0; at < steps->count; at++) {
            if (steps->step[at].now && steps->step[at].was && !check_reads(w, at))
                return false;
        }
    }
    return true;
}

bool machine_verify_values(const struct machine_original *original, const struct machine_function *function,
                           const uint32_t *place, struct machine_breach *breach)
{
    struct walker w = {.v = {.function = function, .stage = MACHINE_VIRTUAL, .breach = breach},
                       .original = original,
                       .place = place};
    breach->invariant = MACHINE_INVARIANT_none;
    const bool good = !function->first || check_function(&w);
    arena_release(&w.arena);
    return good;
}
