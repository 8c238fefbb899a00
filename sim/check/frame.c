/* frame.c - the guards around variables of frames (asm/tables/guard.h): in a PP's stack, and in the words of
 * a group's frame for shared variables.
 *
 * Labels of the program describe the guards. Guards in a stack are set when the frame is allocated and are
 * valid while its words are in use. Guards of shared variables are set when __fork_shared_frame returns. An
 * access to one asks whether it is still valid: its group must exist, and the group's shared stack must still
 * contain it.
 */
#include <stdio.h>
#include <string.h>

#include "asm/tables/guard.h"
#include "common/plural.h"
#include "sim/machine/labels.h"
#include "words.h"

struct frames {
    struct label_variable *rows; /* those of stacks, then those of groups; each by ascending pc */
    uint32_t count;
    uint32_t of_stacks; /* rows */
    uint64_t cleared;   /* 1 + the cycle in which words were last cleared, and which */
    uint32_t cleared_start;
};

/* ---- labels */

/* The rows: of stacks, then of groups. */
static void read_rows(struct check *check)
{
    struct frames *frames = check->frames;
    uint32_t of_groups;
    const struct label_variable *stacks =
        label_variables(check->machine, GUARD_FRAME_PREFIX, FRAME_WORD_PREFIX, &frames->of_stacks);
    const struct label_variable *groups =
        label_variables(check->machine, GUARD_SHARED_PREFIX, GUARD_SHARED_PREFIX, &of_groups);
    frames->count = frames->of_stacks + of_groups;
    frames->rows = ARENA_ARRAY(&check->machine->arena, struct label_variable, (size_t)frames->count + 1);
    for (uint32_t k = 0; k < frames->count; k++)
        frames->rows[k] = k < frames->of_stacks ? stacks[k] : groups[k - frames->of_stacks];
}

void frame_survey(struct check *check)
{
    struct frames *frames = ARENA_NEW(&check->machine->arena, struct frames);
    check->frames = frames;
    read_rows(check);
    for (uint32_t row = frames->count; row-- > 0;) {
        struct check_code *code = &check->code[frames->rows[row].pc];
        *(row < frames->of_stacks ? &code->frame : &code->shared) = row + 1;
    }
    for (uint32_t pc = 0; pc < check->machine->program.count; pc++)
        if (check->functions[pc] != UINT32_MAX)
            check->code[pc].frame = check->code[check->functions[pc]].frame;
}

/* ---- guards of a stack */

void frame_take(struct check *check, const struct observer_step *step, uint32_t from, uint32_t to)
{
    enum { PROLOGUE_LONGEST = 3 }; /* instructions up to the one after the `add` to sp, less one */
    const struct frames *frames = check->frames;
    uint32_t row = check->code[step->pc].frame;
    if (row == 0)
        return;
    const uint32_t pc = frames->rows[--row].pc;
    if (step->pc == pc || step->pc - pc > PROLOGUE_LONGEST)
        return; /* words of the caller, or an array of variable size after the frame */
    for (; row < frames->count && frames->rows[row].pc == pc; row++) {
        const uint32_t start = from + frames->rows[row].offset;
        const uint32_t end = start + frames->rows[row].words;
        if (start == from || end >= to || !frames->rows[row].is_guarded)
            continue;
        words_set(check->words, memory_stack_index(&check->machine->memory, step->pp, start - 1), WORD_EDGE,
                  2 * row);
        words_set(check->words, memory_stack_index(&check->machine->memory, step->pp, end), WORD_EDGE,
                  2 * row + 1);
    }
}

/* ---- guards of shared variables */

void frame_clear_shared(struct check *check, const struct observer_step *step, uint32_t words)
{
    struct frames *frames = check->frames;
    const uint32_t start = observer_word(check->now, step, MACHINE_SSP);
    if (frames->count == frames->of_stacks ||
        (frames->cleared == check->cycle + 1 && frames->cleared_start == start))
        return;
    frames->cleared = check->cycle + 1;
    frames->cleared_start = start;
    for (uint32_t word = 0; word < words; word++) {
        const uint32_t index = memory_index(&check->machine->memory, 0, start + word);
        uint32_t number;
        if (index == MEMORY_ILLEGAL)
            return;
        if (words_state(check->words, index, &number) == WORD_EDGE &&
            words_block(check->words, number)->row != 0)
            words_set(check->words, index, WORD_PLAIN, 0);
    }
}

bool frame_take_shared(struct check *check, const struct observer_step *step)
{
    const struct frames *frames = check->frames;
    struct group *group = check->pps[step->pp].group;
    const uint32_t base = observer_word(check->now, step, MACHINE_A0);
    uint32_t row = step->pc != 0 ? check->code[step->pc - 1].shared : 0;
    if (row-- == 0)
        return false;
    for (bool is_first = true; group != NULL && row < frames->count && frames->rows[row].pc == step->pc - 1;
         row++) {
        const uint32_t start = base + frames->rows[row].offset;
        const uint32_t index = memory_index(&check->machine->memory, 0, start);
        if (index == MEMORY_ILLEGAL)
            return true;
        const uint32_t number = words_add_group_block(check->words, index, row + 1);
        struct block *variable = words_block(check->words, number);
        if (is_first && variable->made.cycle == check->cycle && variable->group == group)
            return true; /* another member was first */
        is_first = false;
        variable->given = start;
        variable->group = group;
        variable->serial = group->serial;
        variable->made.cycle = check->cycle;
        words_set_range(check->words, 0, start - 1, 1, WORD_EDGE, number);
        words_set_range(check->words, 0, start + frames->rows[row].words, 1, WORD_EDGE, number);
    }
    return true;
}

/* Whether the words of a shared variable still belong to it, as far as the PP that accesses a guard can know.
 */
static bool is_in_use(const struct check *check, const struct observer_step *step,
                      const struct block *variable, uint32_t address)
{
    const struct group *inner = NULL; /* the subgroup of the variable's group that the PP is in */
    const struct group *group = check->pps[step->pp].group;
    if (variable->group->serial != variable->serial || variable->group->inside == 0)
        return false;
    for (; group != NULL && group != variable->group; group = group->parent)
        inner = group;
    if (group == NULL) /* a PP of another group */
        return false;
    return address < (inner == NULL ? observer_word(check->now, step, MACHINE_SSP) : inner->gp);
}

/* ---- findings */

/* The access is to a word `word` words after the first one of a variable. */
static void tell(struct check *check, const struct access *access, uint32_t row_number, int32_t word)
{
    const struct label_variable *row = &check->frames->rows[row_number];
    const bool is_after = word > 0;
    const bool is_stack = row_number < check->frames->of_stacks;
    uint32_t offset;
    const char *function = row->function != NULL
                               ? row->function
                               : object_find_function(&check->machine->object, row->pc, &offset);
    struct warning *warning =
        blame_cell(check, access->step, "outside_variable", 2 * row_number + is_after, access->address);
    if (warning == NULL)
        return;
    blame_warn(check, access->step, warning, "a PP %s %.*s[%d] (0x%08x), %s %.*s, which has %u word%s",
               access->does, row->length, row->name, word, warning->address, is_after ? "beyond" : "before",
               row->length, row->name, row->words, plural(row->words));
    fault_hint(&warning->what, "%.*s is a %svariable of the function %.48s", row->length, row->name,
               is_stack ? "" : "shared ", function != NULL ? function : "?");
}

void frame_blame_access(struct check *check, const struct access *access, uint32_t number)
{
    const struct observer_step *step = access->step;
    const bool is_stack = words_is_in_stack(check->words, access->index);
    const struct block *shared = is_stack ? NULL : words_block(check->words, number);
    if (shared != NULL ? check->code[step->pc].is_runtime || !is_in_use(check, step, shared, access->address)
                       : check->machine->program.code[step->pc].rs == MACHINE_SP)
        return; /* a prologue tests the room of the stack by sp; arguments lie above all variables */
    const uint32_t row = shared != NULL ? shared->row - 1 : number / 2;
    const bool is_after = shared != NULL ? access->address > shared->given : number % 2 != 0;
    tell(check, access, row, is_after ? (int32_t)check->frames->rows[row].words : -1);
}

/* Whether the row has the offset, size and name. */
static bool is_row(const struct label_variable *row, const struct label_variable *wanted)
{
    return row->offset == wanted->offset && row->words == wanted->words;
}

uint32_t frame_find(const struct check *check, uint32_t pc, const char *text, bool is_shared,
                    uint32_t *offset)
{
    const struct frames *frames = check->frames;
    const uint32_t own = check->code[pc].frame; /* of the function's first variable */
    struct label_variable wanted;
    uint32_t best = 0;
    if (!label_read(text, &wanted))
        return 0;
    *offset = wanted.offset;
    if (!is_shared) {
        for (uint32_t row = own; row != 0 && row <= frames->of_stacks && best == 0 &&
                                 frames->rows[row - 1].pc == frames->rows[own - 1].pc;
             row++)
            if (is_row(&frames->rows[row - 1], &wanted))
                best = row;
        return best;
    }
    /* the last function start before the place */
    for (uint32_t row = frames->of_stacks; row < frames->count && frames->rows[row].pc < pc; row++)
        if (is_row(&frames->rows[row], &wanted) && frames->rows[row].length == wanted.length &&
            strncmp(frames->rows[row].name, wanted.name, (size_t)wanted.length) == 0)
            best = row + 1;
    return best;
}

bool frame_blame_aim(struct check *check, const struct access *access, struct aim aim)
{
    const struct frames *frames = check->frames;
    const uint32_t row = aim_number(aim) - 1;
    const int32_t word = (int32_t)(access->address - aim.instance);
    if ((uint32_t)word < frames->rows[row].words)
        return false;
    if (aim_kind(aim) == AIM_SHARED) {
        const uint32_t index = memory_index(&check->machine->memory, 0, aim.instance);
        const uint32_t number = index == MEMORY_ILLEGAL ? 0 : words_group_block(check->words, index, row + 1);
        if (number == 0 || !is_in_use(check, access->step, words_block(check->words, number), aim.instance))
            return false;
    }
    tell(check, access, row, word);
    return true;
}
