/* follow.c - see follow.h. One instruction after another, as in docs/machine.md; calls word and memory. */
#include "sim/machine/follow/follow.h"

#include <string.h>

#include "sim/machine/shint.h"
#include "sim/isa/system.h"
#include "sim/isa/word.h"

/* A PP on its way: what it may do, and its instruction under execution. */
struct step {
    const struct machine *machine;
    struct follow *follow;
    struct follow_cells *cells; /* words that it has changed */
    bool changes;               /* it may change shared memory, and read the clock */
    bool enters;                /* it may enter a barrier: it is in one already */

    const struct instruction *i;
    uint32_t pc, a, b;           /* its place and operands */
    struct follow_access access; /* its cell, after find_cell */
};

struct follow follow_view(const struct pp_view *view, uint32_t pp)
{
    struct follow follow = {.flags = view->status & ~(uint32_t)STATUS_MODULO,
                            .late_target = view->late_target,
                            .late_value = view->late_value,
                            .pp = pp,
                            .cycle = view->status & STATUS_MODULO};
    memcpy(follow.reg, view->r, sizeof view->r);
    return follow;
}

/* ---- cells */

/* The slot of the cell, or a free slot for it. */
static uint32_t slot_of(const struct follow_cells *cells, uint32_t index)
{
    uint32_t at = index * 2654435769u >> 22;
    _Static_assert(FOLLOW_SLOTS == 1 << 10, "the shift above leaves ten bits");
    while (cells->slot[at] != 0 && cells->index[cells->slot[at] - 1] != index)
        at = (at + 1) % FOLLOW_SLOTS;
    return at;
}

uint32_t follow_cell(const struct follow_cells *cells, uint32_t index)
{
    const uint16_t slot = cells->slot[slot_of(cells, index)];
    return slot != 0 ? slot - 1u : FOLLOW_CELLS;
}

bool follow_set_cell(struct follow_cells *cells, uint32_t index, uint32_t word)
{
    uint16_t *const slot = &cells->slot[slot_of(cells, index)];
    if (*slot == 0 && cells->count == FOLLOW_CELLS)
        return false;
    if (*slot == 0)
        *slot = (uint16_t)++cells->count;
    cells->index[*slot - 1] = index;
    cells->value[*slot - 1] = word;
    return true;
}

/* The cell as the PP has it. */
static uint32_t word_of(const struct step *step)
{
    const uint32_t index = step->access.index, cell = follow_cell(step->cells, index);
    return cell != FOLLOW_CELLS ? step->cells->value[cell] : step->machine->memory.cells[index];
}

/* ---- what an instruction does; false: it is one that ends the way (follow_round) */

/* The accessed cell. False: it is neither in shared memory nor in the PP's own areas. */
static bool find_cell(struct step *step)
{
    const uint32_t address = system_address(step->i->opcode, step->a, step->b);
    const struct memory_place place = memory_place(&step->machine->memory, step->follow->pp, address);
    if (place.region == MEMORY_REGION_ILLEGAL ||
        (place.region != MEMORY_REGION_SHARED && place.owner != step->follow->pp))
        return false;
    step->access = (struct follow_access){.work = system_rows[step->i->opcode].work,
                                          .is_shared = place.region == MEMORY_REGION_SHARED,
                                          .index = place.index};
    return true;
}

static bool load(struct step *step)
{
    struct follow *const follow = step->follow;
    if (!find_cell(step))
        return false;
    follow->reg[step->i->base] = step->a + step->b;
    follow->late_target = step->i->target;
    follow->late_value = word_of(step);
    return true;
}

/* The new value of the cell after a store or a fold. */
static uint32_t datum_of(const struct step *step)
{
    const struct follow *follow = step->follow;
    if ((step->i->traits & DECODE_STATUS_DATUM) != 0)
        return follow->flags | ((uint32_t)follow->cycle & STATUS_MODULO);
    return step->i->rd == 1 ? step->pc : follow->reg[step->i->rd];
}

/* Gives the cell a word. False: it may not, or there is no room. */
static bool change(const struct step *step, uint32_t word)
{
    if (step->access.is_shared && !step->changes)
        return word == step->machine->memory.cells[step->access.index];
    return follow_set_cell(step->cells, step->access.index, word);
}

static bool store(struct step *step)
{
    const uint32_t datum = datum_of(step), address = system_address(step->i->opcode, step->a, step->b);
    if (!find_cell(step) || machine_stack_overflow(step->machine, step->i->rs, address, step->follow->pp) ||
        !change(step, datum))
        return false;
    step->follow->reg[step->i->base] = step->a + step->b;
    return true;
}

static bool fold(struct step *step)
{
    if (!find_cell(step))
        return false;
    const uint32_t before = word_of(step);
    const uint32_t after =
        system_folded((enum system_fold)system_rows[step->i->opcode].fold, before, datum_of(step));
    step->follow->late_target = step->i->target;
    step->follow->late_value = before;
    return change(step, after);
}

/* Hints other than those of barriers do not change the machine. */
static bool pass_hint(const struct step *step)
{
    const unsigned hint = shint_number(step->i->constant);
    return hint != SHINT_barrier_leave && (step->enters || hint != SHINT_barrier_enter);
}

static bool execute(struct step *step)
{
    struct follow *const follow = step->follow;
    const uint8_t opcode = step->i->opcode;
    switch ((enum system_work)system_rows[opcode].work) {
    case SYSTEM_LOAD:
        return load(step);
    case SYSTEM_STORE:
        return store(step);
    case SYSTEM_FOLD:
        return fold(step);
    case SYSTEM_HINT:
        return pass_hint(step);
    case SYSTEM_HOST:
    case SYSTEM_HALT:
        return false;
    case SYSTEM_CYCLE: /* reading the clock ends the search for a loop */
        if (!step->changes)
            return false;
        break;
    case SYSTEM_OTHER:
        if ((!system_computes(opcode) && !system_branches(opcode)) ||
            ((step->i->traits & DECODE_DIVIDES) != 0 && step->b == 0))
            return false;
        break;
    default: /* it only uses registers, and does not fault */
        break;
    }
    const struct word_pp pp = {.reg = follow->reg,
                               .status = &follow->flags,
                               .number = follow->pp,
                               .pps = step->machine->memory.pps,
                               .cycle = (uint32_t)follow->cycle};
    word_execute(step->i, step->a, step->b, &pp);
    return true;
}

/* Executes the next instruction of the PP. False: it ends the way. */
static bool go_on(struct step *step)
{
    struct follow *const follow = step->follow;
    step->pc = follow->reg[1];
    if (step->pc >= step->machine->program.count)
        return false;
    const struct instruction *const i = &step->machine->program.code[step->pc];
    const uint32_t landing = follow->late_target, value = follow->late_value;
    step->i = i;
    step->a = follow->reg[i->rs];
    step->b = follow->reg[i->rt] + i->constant;
    follow->reg[1] = step->pc + 1;
    follow->late_target = DECODE_SINK;
    if ((i->traits & DECODE_REAL) != 0 || !execute(step))
        return false;
    if (landing != DECODE_SINK)
        follow->reg[landing] = value;
    follow->cycle++;
    return true;
}

bool follow_alone(const struct machine *machine, struct follow *follow, struct follow_cells *cells,
                  struct follow_access *access)
{
    struct step step = {.machine = machine,
                        .follow = follow,
                        .cells = cells,
                        .changes = true,
                        .access = {.work = SYSTEM_OTHER}};
    const bool went = go_on(&step);
    *access = step.access;
    return went;
}

/* ---- rounds */

void follow_note(struct follow_seen *seen, const struct follow *now, const struct follow_cells *cells)
{
    seen->pp = *now;
    seen->count = cells->count;
    if (seen->count != 0)
        memcpy(seen->words, cells->value, seen->count * sizeof *seen->words);
}

uint32_t follow_seen_word(const struct machine *machine, const struct follow_seen *seen,
                          const struct follow_cells *cells, uint32_t cell)
{
    return cell < seen->count ? seen->words[cell] : machine->memory.cells[cells->index[cell]];
}

static bool are_same_cells(const struct machine *machine, const struct follow_seen *seen,
                           const struct follow_cells *cells)
{
    bool are = true;
    for (uint32_t k = 0; are && k < cells->count; k++)
        are = cells->value[k] == follow_seen_word(machine, seen, cells, k);
    return are;
}

static bool is_same(const struct follow *a, const struct follow *b)
{
    return a->reg[1] == b->reg[1] && a->flags == b->flags && (a->cycle & 1) == (b->cycle & 1) &&
           a->late_target == b->late_target &&
           (a->late_target == DECODE_SINK || a->late_value == b->late_value) &&
           memcmp(a->reg, b->reg, DECODE_SINK * sizeof a->reg[0]) == 0;
}

/* Brent's cycle detection: the states after 1, 2, 4, ... instructions are compared with all later ones up to
 * the next of these. */
uint64_t follow_round(const struct machine *machine, const struct follow *from, bool in_barrier,
                      uint64_t most)
{
    struct follow now = *from;
    struct follow_cells cells = {.count = 0};
    struct step step = {.machine = machine, .follow = &now, .cells = &cells, .enters = in_barrier};
    struct follow_seen seen;
    follow_note(&seen, from, &cells);
    for (uint64_t steps = 1, at = 0; steps <= most; steps++) {
        if (!go_on(&step))
            return 0;
        if (is_same(&now, &seen.pp) && are_same_cells(machine, &seen, &cells))
            return steps - at;
        if ((steps & (steps - 1)) == 0) {
            follow_note(&seen, &now, &cells);
            at = steps;
        }
    }
    return 0;
}

void follow_to(const struct machine *machine, struct follow *follow, bool in_barrier, uint64_t cycle)
{
    enum { MOST = 4096 };
    struct follow_cells cells = {.count = 0};
    struct step step = {.machine = machine, .follow = follow, .cells = &cells, .enters = in_barrier};
    const uint64_t round = follow_round(machine, follow, in_barrier, MOST);
    uint64_t steps = 0;
    if (round == 0)
        return;
    if (follow->cycle <= cycle)
        steps = cycle - follow->cycle;
    else
        steps = (round - (follow->cycle - cycle) % round) % round;
    if (steps > MOST) /* by then it goes round */
        steps = MOST + (steps - MOST) % round;
    while (steps-- > 0 && go_on(&step))
        ;
}

/* ---- the test for circles */

enum {
    FIRST = 1 << 16,
    PART_SHIFT = 2,     /* a doubling has that many tests, as a power of two */
    LEAST_STEPS = 4096, /* a PP is followed for at least this number of instructions */
    MOST_PART = 32,     /* and at most for this part of the run */
    /* in a machine of few PPs for less. One PP that computes is followed to the end at each test, a hundred
     * times as slow as compiled code: that takes a percent of the run */
    STEPS_SHIFT = 15
};

uint64_t circle_next(uint64_t cycle)
{
    if (cycle <= FIRST)
        return FIRST;
    const uint64_t top = UINT64_C(1) << (63 - __builtin_clzll(cycle)), part = top >> PART_SHIFT;
    return (cycle + part - 1) & ~(part - 1);
}

uint64_t circle_steps(uint64_t cycle, uint32_t pps)
{
    const uint64_t share = (cycle >> STEPS_SHIFT) * pps, most = cycle / MOST_PART;
    const uint64_t steps = share < most ? share : most;
    return steps > LEAST_STEPS ? steps : LEAST_STEPS;
}
