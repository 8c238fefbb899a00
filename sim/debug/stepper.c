/* stepper.c - see stepper.h. */
#include "stepper.h"

#include <stdlib.h>

#include "common/memory.h"
#include "sim/machine/machine.h"
#include "sim/machine/shint.h"
#include "sim/isa/instruction.h"

enum { DEEP = 16 }; /* maximum number of calls in which a return is searched */

void stepper_begin(struct stepper *stepper, bool backward)
{
    stepper->takes_down = backward;
    stepper->call_count = stepper->entry_count = 0;
    stepper->base = stepper->depth = stepper->last_depth = 0;
    stepper->last_pc = UINT32_MAX;
    stepper->last_key = 0;
    stepper->has_ended = false;
    stepper->users_cycle = 0;
    stepper->group_count = 0;
    if (stepper->kind == STEP_GROUP)
        *MEMORY_ADD(stepper->groups, stepper->group_count, stepper->group_room) = stepper->group;
}

void stepper_free(struct stepper *stepper)
{
    free(stepper->calls);
    free(stepper->entries);
    free(stepper->groups);
}

/* ---- depth */

static bool is_users(const struct stepper *stepper, uint32_t pc)
{
    return stepper->program->origins[pc] == ORIGIN_USER;
}

/* Whether the leader has returned from a function that was called before the stepper began. */
static bool has_left(const struct stepper *stepper, uint32_t pc)
{
    const uint32_t last = stepper->last_pc;
    if (last == UINT32_MAX || system_rows[stepper->program->code[last].opcode].work != SYSTEM_JUMP)
        return false;
    return stepper->program->code[last].rt == MACHINE_RA ? is_users(stepper, last) || is_users(stepper, pc)
                                                         : !is_users(stepper, last) && is_users(stepper, pc);
}

/* Removes calls that return to this instruction. */
static void note_return(struct stepper *stepper, uint32_t pc, uint32_t sp)
{
    for (size_t k = stepper->call_count, deep = 0; k > 0 && deep < DEEP; k--, deep++)
        if (stepper->calls[k - 1].back == pc && stepper->calls[k - 1].sp == sp) {
            stepper->call_count = k - 1;
            return;
        }
    if (stepper->call_count == 0 && has_left(stepper, pc))
        stepper->base--;
}

/* ---- steps */

static bool is_hint(const struct instruction *instruction, uint32_t number)
{
    return system_rows[instruction->opcode].work == SYSTEM_HINT &&
           shint_number(instruction->constant) == number;
}

/* A hint says that a group is entered, but no hint that it is left, and the library changes gp before it
 * returns. So groups are left when gp in user code is that of a group entered before. */
static void note_group(struct stepper *stepper, uint32_t pc, uint32_t gp)
{
    if (stepper->group_count == 0 || gp == stepper->groups[stepper->group_count - 1])
        return;
    if (is_hint(&stepper->program->code[pc], SHINT_group_enter))
        *MEMORY_ADD(stepper->groups, stepper->group_count, stepper->group_room) = gp;
    else if (is_users(stepper, pc))
        while (stepper->group_count > 0 && stepper->groups[stepper->group_count - 1] != gp)
            stepper->group_count--;
}

/* By kind: the mark of an instruction at which such a step begins, and ends. */
static const unsigned marks_of[] = {
    [STEP_INTO] = MARK_LINE,       [STEP_OVER] = MARK_LINE,       [STEP_ON] = MARK_LINE,
    [STEP_OUT] = MARK_CALL,        [STEP_INSTRUCTION] = MARK_ANY, [STEP_NEXT] = MARK_ANY,
    [STEP_BARRIER] = MARK_BARRIER, [STEP_GROUP] = MARK_ENTRY};

/* Whether the step skips called functions. */
static bool passes_calls(enum step_kind kind)
{
    return kind == STEP_OVER || kind == STEP_ON || kind == STEP_NEXT;
}

/* Whether a step forward that began at depth 0 ends before this instruction. */
static bool is_done(const struct stepper *stepper, const struct stepper_entry *entry, uint32_t pc,
                    uint32_t sp)
{
    if (stepper->kind == STEP_OUT)
        return pc == stepper->back && sp == stepper->sp;
    if (stepper->kind == STEP_GROUP)
        return stepper->group_count == 0;
    if ((entry->marks & marks_of[stepper->kind]) == 0 || (passes_calls(stepper->kind) && entry->depth > 0))
        return false;
    return stepper->kind != STEP_ON || entry->depth < 0 || pc > stepper->first_pc;
}

bool stepper_show(struct stepper *stepper, uint64_t cycle, uint32_t pc, uint32_t sp, uint32_t gp)
{
    const struct instruction *instruction = &stepper->program->code[pc];
    note_return(stepper, pc, sp);
    if (stepper->kind == STEP_GROUP)
        note_group(stepper, pc, gp);
    const int32_t depth = stepper->base + (int32_t)stepper->call_count;
    const uint32_t key = stepper->keys[pc];
    struct stepper_entry entry = {.cycle = cycle, .key = key, .depth = depth, .marks = MARK_ANY};
    const bool begins = stepper->last_pc == UINT32_MAX, is_call = instruction_calls(instruction);
    const bool takes_calls = stepper->takes_down || !passes_calls(stepper->kind);
    bool is_line = false;
    entry.marks |= is_call ? MARK_CALL : 0;
    entry.marks |= is_hint(instruction, SHINT_barrier_enter) ? MARK_BARRIER : 0;
    entry.marks |= gp == stepper->group && is_hint(instruction, SHINT_group_enter) ? MARK_ENTRY : 0;
    /* library code belongs to the line that has called it; for a step over calls, so does all called code */
    if (key != 0 && (takes_calls || depth <= 0)) {
        is_line = key != stepper->last_key || depth < stepper->last_depth ||
                  (takes_calls && depth > stepper->last_depth);
        entry.is_return = depth < stepper->last_depth;
        stepper->last_key = key;
        stepper->last_depth = depth;
    }
    entry.marks |= is_line && (!begins || cycle == 0) ? MARK_LINE : 0;
    if (is_users(stepper, pc))
        stepper->users_cycle = cycle;
    if ((entry.marks & MARK_ENTRY) != 0 &&
        stepper->users_cycle != 0) /* the user's call of the routine that forms the group */
        entry.cycle = stepper->users_cycle;
    if (stepper->takes_down && (entry.marks & marks_of[stepper->kind]) != 0)
        *MEMORY_ADD(stepper->entries, stepper->entry_count, stepper->entry_room) = entry;
    const bool done = !begins && is_done(stepper, &entry, pc, sp);
    if (is_call)
        *MEMORY_ADD(stepper->calls, stepper->call_count, stepper->call_room) =
            (struct stepper_call){.back = pc + 1, .sp = sp};
    stepper->has_ended = system_rows[instruction->opcode].work == SYSTEM_HALT;
    stepper->depth = depth;
    stepper->last_pc = pc;
    return done && !stepper->takes_down;
}

/* ---- backward */

/* A search from depth `level`: the line that began last at that depth or less; 0: none in this part. */
struct back {
    int32_t level, depth;
    uint32_t key;
};

/* Whether a step over calls stops at the beginning of this line. */
static enum stepper_answer begins_line(const struct stepper_entry *entry, struct back *back)
{
    if (entry->depth > back->level)
        return STEPPER_NONE;
    const bool is_new = entry->key != back->key || entry->depth != back->depth;
    const bool is_first = back->key == 0;
    back->key = entry->key;
    back->depth = entry->depth;
    if (!is_new)
        return STEPPER_NONE;
    return is_first && entry->is_return ? STEPPER_UNSURE
                                        : STEPPER_FOUND; /* the line may have begun in an earlier part */
}

static enum stepper_answer is_step(const struct stepper *stepper, const struct stepper_entry *entry,
                                   struct back *back)
{
    if (stepper->kind == STEP_OVER)
        return begins_line(entry, back);
    if ((stepper->kind == STEP_OUT && entry->depth != back->level - 1) ||
        (stepper->kind == STEP_NEXT && entry->depth > back->level))
        return STEPPER_NONE;
    return STEPPER_FOUND;
}

enum stepper_answer stepper_find(const struct stepper *stepper, uint64_t most, bool is_last, int32_t *level,
                                 uint64_t *cycle)
{
    struct back back = {.level = is_last ? stepper->depth : stepper->depth + *level};
    enum stepper_answer answer = STEPPER_NONE;
    for (size_t k = 0; k < stepper->entry_count && stepper->entries[k].cycle <= most; k++) {
        const enum stepper_answer found = is_step(stepper, &stepper->entries[k], &back);
        if (found == STEPPER_NONE)
            continue;
        answer = found;
        *cycle = stepper->entries[k].cycle;
    }
    if (answer == STEPPER_NONE)
        *level = back.level;
    return answer;
}
