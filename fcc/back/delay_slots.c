/* delay_slots.c - fills the cycle after a delayed instruction (ldg, popg, popng, mp*).
 *
 * The target of a delayed instruction is written at the end of the following cycle: the instruction in that
 * slot must not read or write the target. If it does, an independent instruction from further down the block
 * moves up into the slot, else one from above moves down, else delay_slots_close inserts a nop. Other
 * instructions keep their order, so that registers' lives stay short. Until delay_slots_close has run,
 * instructions have the meaning without delay.
 */
#include "fcc/back/delay_slots.h"

#include "fcc/back/depend.h"

enum { WINDOW = 32 };

/* Whether the order of the two instructions may change for debuggers. */
static bool may_pass(const struct machine_function *function, const struct machine_instr *a,
                     const struct machine_instr *b)
{
    return !function->keeps_lines || (a->line == b->line && a->file == b->file);
}

/* At this instruction debuggers do not show variables in the register before allocation. */
static void hide_value(const struct machine_function *function, struct machine_instr *instr, uint32_t value)
{
    if (value < FIRST_VIRTUAL)
        return;
    struct ir_names *names = ARENA_NEW(function->arena, struct ir_names);
    *names = (struct ir_names){.outer = instr->names, .reg = value - FIRST_VIRTUAL + 1, .name = 0};
    instr->names = names;
}

static void hide_noted(const struct machine_function *function, struct machine_instr *instr,
                       const struct machine_note *notes)
{
    for (; notes; notes = notes->next)
        hide_value(function, instr, notes->value);
}

/* Whether the instruction, or a copy removed before it, gives the variable a value. */
static bool gives_value(const struct machine_instr *instr, uint32_t value)
{
    const struct machine_note *note = instr->notes;
    while (note && note->value != value)
        note = note->next;
    return note || instr->value == value;
}

/* The instruction no longer gives a variable its value: it computes one of its own, which, if `is_later`, a
 * note at the instruction's present place gives to the variable. */
static void detach_value(struct machine_function *function, struct machine_instr *instr, bool is_later)
{
    struct machine_note *note = ARENA_NEW(function->arena, struct machine_note);
    struct machine_note **last = &instr->notes;
    *note = (struct machine_note){.value = instr->value, .from = machine_new_register(function)};
    instr->value = note->from;
    while (*last)
        last = &(*last)->next;
    if (is_later)
        *last = note;
}

/* Variables have one register for all their values. Where an instruction comes before others, debuggers show
 * no variable to which those give a value; its own value counts from its old place on. Where it comes after
 * others, they are not shown its variable. */
static void keep_order(struct machine_function *function, struct machine_instr *instr,
                       struct machine_instr *first, const struct machine_instr *end)
{
    const uint32_t value = instr->value;
    const bool rises = end == instr;
    bool is_given = false;
    for (struct machine_instr *passed = first; passed != end; passed = passed->next) {
        hide_value(function, instr, passed->value);
        hide_noted(function, instr, passed->notes);
        is_given |= gives_value(passed, value);
        if (!rises)
            hide_value(function, passed, value);
    }
    if (rises)
        hide_noted(function, instr, instr->notes);
    if (value != 0 && (rises || is_given))
        detach_value(function, instr, rises);
}

/* Moves an instruction up before those from `first` to itself, or down past those from its next one to `end`;
 * its notes stay. */
static void move(struct machine_function *function, struct machine_block *block, struct machine_instr *instr,
                 struct machine_instr *first, struct machine_instr *end)
{
    if (!function->is_named)
        keep_order(function, instr, first, end);
    machine_leave_notes(block, instr);
    machine_move(block, instr, end == instr ? first : end);
}

/* Whether `instr` may move up to right before `place`. */
static bool may_rise(const struct machine_function *function, const struct machine_instr *instr,
                     const struct machine_instr *place)
{
    for (const struct machine_instr *above = instr->previous; above; above = above->previous) {
        if (!depend_may_swap(above, instr) || !may_pass(function, above, instr))
            return false;
        if (above == place)
            return true;
    }
    return false;
}

/* Moves an instruction from below into the slot of `delayed`. */
static bool fill_from_below(struct machine_function *function, struct machine_block *block,
                            const struct machine_instr *delayed)
{
    uint32_t target = depend_late_target(delayed);
    struct machine_instr *blocked = delayed->next;
    struct machine_instr *candidate = blocked->next;
    for (int i = 0; candidate && i < WINDOW; i++, candidate = candidate->next) {
        if (machine_rows[candidate->op].ends)
            return false;
        uint32_t own = depend_late_target(candidate);
        /* at its old place, its neighbours become adjacent */
        uint32_t before = depend_late_target(candidate->previous);
        bool gap_closes = !before || (candidate->next && depend_fits_slot(candidate->next, before));
        if (gap_closes && depend_fits_slot(candidate, target) && (!own || depend_fits_slot(blocked, own)) &&
            may_rise(function, candidate, blocked)) {
            move(function, block, candidate, blocked, candidate);
            return true;
        }
    }
    return false;
}

/* Moves an instruction from above into the slot of `delayed`. */
static bool fill_from_above(struct machine_function *function, struct machine_block *block,
                            struct machine_instr *delayed)
{
    uint32_t target = depend_late_target(delayed);
    struct machine_instr *candidate = delayed->previous;
    for (int i = 0; candidate && i < WINDOW; i++, candidate = candidate->previous) {
        bool good = !depend_late_target(candidate) && !depend_keeps_its_place(candidate) &&
                    depend_fits_slot(candidate, target) &&
                    (!candidate->previous || !depend_late_target(candidate->previous) ||
                     depend_fits_slot(candidate->next, depend_late_target(candidate->previous)));
        for (const struct machine_instr *below = candidate->next; good; below = below->next) {
            good = depend_may_swap(candidate, below) && may_pass(function, candidate, below);
            if (below == delayed)
                break;
        }
        if (good) {
            move(function, block, candidate, candidate->next, delayed->next);
            return true;
        }
    }
    return false;
}

static bool is_open(const struct machine_instr *instr)
{
    uint32_t target = depend_late_target(instr);
    return target && instr->next && !depend_fits_slot(instr->next, target);
}

void delay_slots_fill(struct machine_function *function)
{
    for (struct machine_block *block = function->first; block; block = block->next) {
        for (struct machine_instr *instr = block->first; instr; instr = instr->next) {
            if (is_open(instr) && !fill_from_below(function, block, instr))
                fill_from_above(function, block, instr);
        }
    }
}

/* Whether the first instruction after the block, into which control falls, fits the slot of its last one. */
static bool next_fits(const struct machine_block *block)
{
    const struct machine_block *next = block->next;
    while (next && !next->first)
        next = next->next;
    return next && depend_fits_slot(next->first, depend_late_target(block->last));
}

/* If a block ends with a delayed instruction, the next block's first instruction is its slot. */
static void close_ends(struct machine_function *function)
{
    for (struct machine_block *block = function->first; block; block = block->next) {
        const struct machine_instr *last = block->last;
        if (last && depend_late_target(last) && !next_fits(block)) {
            struct machine_instr *nop = machine_append(function, block, MACHINE_nop);
            nop->line = last->line;
            nop->file = last->file;
        }
    }
}

void delay_slots_close(struct machine_function *function)
{
    for (struct machine_block *block = function->first; block; block = block->next) {
        for (struct machine_instr *instr = block->first; instr; instr = instr->next) {
            if (is_open(instr) && !fill_from_below(function, block, instr) &&
                !fill_from_above(function, block, instr))
                machine_insert(function, block, instr->next, MACHINE_nop);
        }
    }
    close_ends(function);
}
