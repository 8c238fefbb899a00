/* depends.c - see polls.h: values in a round of a loop that depend on varying values, and on which words of
 * shared memory. Instruction by instruction, as in docs/machine.md. */
#include <string.h>

#include "polls.h"
#include "sim/machine/machine.h"
#include "sim/isa/system.h"

/* Of a value. */
struct dependence {
    bool varies;
    uint64_t words; /* bit n: on word n of the round */
};

/* Of all values that a PP has at one moment. */
struct state {
    struct dependence reg[DECODE_SINK + 1], flags, late;
    struct dependence cell[FOLLOW_CELLS];
};

struct pass {
    const struct poll_round *round;
    struct state now;
    uint32_t late_target;
    uint32_t words[ROUND_WORDS], word_count;
    const struct poll_step *reader[ROUND_WORDS]; /* the one with the lowest pc */
    uint64_t decisive;                           /* words that branches depend on */
};

static struct dependence both(struct dependence a, struct dependence b)
{
    return (struct dependence){.varies = a.varies || b.varies, .words = a.words | b.words};
}

/* The status word contains the parity of the cycle, which a round of an odd number of instructions
 * changes. */
static struct dependence parity(const struct pass *pass)
{
    return (struct dependence){.varies = pass->round->count % 2 != 0};
}

/* ---- one instruction. False: the next round may be another one. */

static bool decide(struct pass *pass, struct dependence by)
{
    pass->decisive |= by.words;
    return !by.varies;
}

/* The value for a load or a fold. False: there are too many words. */
static bool find(struct pass *pass, const struct poll_step *step, struct dependence *found)
{
    const uint32_t cell = follow_cell(pass->round->cells, step->access.index);
    uint32_t n = 0;
    *found = cell != FOLLOW_CELLS ? pass->now.cell[cell] : (struct dependence){.varies = false};
    if (!step->access.is_shared)
        return true;
    while (n < pass->word_count && pass->words[n] != step->access.index)
        n++;
    if (n == ROUND_WORDS)
        return false;
    if (n == pass->word_count)
        pass->words[pass->word_count++] = step->access.index;
    else if (pass->reader[n]->at.pc <= step->at.pc)
        step = pass->reader[n];
    pass->reader[n] = step;
    found->words |= 1ull << n;
    return true;
}

static struct dependence datum(const struct pass *pass, const struct instruction *i)
{
    return (i->traits & DECODE_STATUS_DATUM) != 0 ? both(pass->now.flags, parity(pass))
                                                  : pass->now.reg[i->rd];
}

static bool access_cell(struct pass *pass, const struct poll_step *step, const struct instruction *i,
                        struct dependence address)
{
    struct state *const now = &pass->now;
    const uint32_t cell = follow_cell(pass->round->cells, step->access.index);
    struct dependence found = {.varies = false};
    if (address.varies || (step->access.work != SYSTEM_STORE && !find(pass, step, &found)))
        return false;
    if (step->access.work == SYSTEM_STORE)
        now->cell[cell] = datum(pass, i);
    else if (step->access.work == SYSTEM_FOLD)
        now->cell[cell] = both(found, datum(pass, i));
    now->reg[i->base] = address;
    if (step->access.work != SYSTEM_STORE) {
        pass->late_target = i->target;
        now->late = found;
    }
    return true;
}

/* Arithmetic and branches. */
static bool compute(struct pass *pass, const struct instruction *i, struct dependence a, struct dependence b)
{
    struct state *const now = &pass->now;
    struct dependence result = both(a, b);
    if ((i->traits & DECODE_READS_FLAGS) != 0)
        result = both(result, now->flags);
    if (system_branches(i->opcode))
        return decide(pass, system_reads_clock(i->opcode) ? parity(pass) : result);
    if ((i->traits & DECODE_DIVIDES) != 0 && b.varies)
        return false;
    now->reg[i->target] = result;
    if ((i->traits & DECODE_SETS_FLAGS) != 0)
        now->flags = result;
    return i->target != 1 || decide(pass, result);
}

static bool do_work(struct pass *pass, const struct poll_step *step, const struct instruction *i)
{
    struct state *const now = &pass->now;
    const struct dependence a = now->reg[i->rs], b = now->reg[i->rt], none = {.varies = false};
    switch ((enum system_work)system_rows[i->opcode].work) {
    case SYSTEM_LOAD:
    case SYSTEM_STORE:
    case SYSTEM_FOLD:
        return access_cell(pass, step, i, both(a, b));
    case SYSTEM_COMPARE_FLOAT:
        now->flags = both(a, b);
        return true;
    case SYSTEM_STATUS:
        now->reg[i->target] = both(now->flags, parity(pass));
        return true;
    case SYSTEM_CYCLE:
        now->reg[i->target] = (struct dependence){.varies = true};
        return true;
    case SYSTEM_CONSTANT:
    case SYSTEM_NUMBER:
    case SYSTEM_COUNT:
    case SYSTEM_CALL:
        now->reg[i->target] = none;
        return true;
    case SYSTEM_CALL_REGISTER:
        now->reg[i->target] = none;
        return decide(pass, a);
    case SYSTEM_JUMP:
        return decide(pass, b);
    case SYSTEM_OTHER:
        return compute(pass, i, a, b);
    case SYSTEM_HOST:
    case SYSTEM_HINT:
    case SYSTEM_NOTHING:
    case SYSTEM_HALT:
        break;
    }
    return true;
}

static bool take_step(struct pass *pass, const struct poll_step *step)
{
    const struct instruction *i = &pass->round->machine->program.code[step->at.pc];
    const struct dependence landing = pass->now.late;
    const uint32_t target = pass->late_target;
    pass->late_target = DECODE_SINK;
    if (!do_work(pass, step, i))
        return false;
    if (target == 1 && !decide(pass, landing))
        return false;
    pass->now.reg[target] = landing;
    pass->now.reg[0] = pass->now.reg[1] = (struct dependence){.varies = false};
    return true;
}

/* ---- a round */

static bool differs(const struct poll_round *round, uint32_t cell)
{
    const uint32_t before = cell < round->from_count
                                ? round->from_words[cell]
                                : round->machine->memory.cells[round->cells->index[cell]];
    return round->cells->value[cell] != before;
}

/* Values that differ after the round. False: a word of shared memory differs. */
static bool begin(const struct poll_round *round, struct state *state)
{
    *state = (struct state){.flags = {.varies = round->from->flags != round->to->flags}};
    state->late.varies =
        round->from->late_target != DECODE_SINK && round->from->late_value != round->to->late_value;
    for (unsigned r = 2; r < DECODE_SINK; r++)
        state->reg[r].varies = round->from->reg[r] != round->to->reg[r];
    for (uint32_t k = 0; k < round->cells->count; k++) {
        state->cell[k].varies = differs(round, k);
        if (state->cell[k].varies && round->cells->index[k] < round->machine->memory.shared_words)
            return false;
    }
    return true;
}

/* Unites the state before a round with the state after it. Returns whether it grows. */
static bool add(struct dependence *before, struct dependence after)
{
    const struct dependence sum = both(*before, after);
    const bool is_more = sum.varies != before->varies || sum.words != before->words;
    *before = sum;
    return is_more;
}

static bool add_all(struct state *before, const struct state *after, uint32_t cells)
{
    bool is_more = add(&before->flags, after->flags);
    is_more |= add(&before->late, after->late);
    for (unsigned r = 2; r < DECODE_SINK; r++)
        is_more |= add(&before->reg[r], after->reg[r]);
    for (uint32_t k = 0; k < cells; k++)
        is_more |= add(&before->cell[k], after->cell[k]);
    return is_more;
}

/* The decisive words: their number, and those with the lowest addresses, in order. */
static void list_words(const struct pass *pass, struct poll *poll)
{
    uint32_t kept = 0;
    poll->count = 0;
    for (uint32_t n = 0; n < pass->word_count; n++) {
        uint32_t at = kept;
        if ((pass->decisive >> n & 1) == 0)
            continue;
        poll->count++;
        while (at > 0 && poll->words[at - 1].address > pass->words[n])
            at--;
        if (at == POLL_WORDS)
            continue;
        kept += kept < POLL_WORDS;
        memmove(&poll->words[at + 1], &poll->words[at], (kept - at - 1) * sizeof poll->words[0]);
        poll->words[at] = (struct poll_word){.address = pass->words[n], .at = pass->reader[n]->at};
    }
}

bool depends_on_words(const struct poll_round *round, struct poll *poll)
{
    struct state before;
    struct pass pass = {.round = round};
    if (!begin(round, &before))
        return false;
    do {
        pass.now = before;
        pass.late_target = round->from->late_target;
        for (uint32_t k = 0; k < round->count; k++)
            if (!take_step(&pass, &round->steps[k]))
                return false;
    } while (add_all(&before, &pass.now, round->cells->count));
    list_words(&pass, poll);
    return poll->count != 0;
}
