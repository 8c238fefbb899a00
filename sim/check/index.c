/* index.c - see aim.c: which subscripts lead to an address, and whether one is out of bounds although the
 * address lies in the variable or block: for example a column subscript that leads into the next row.
 *
 * Labels name the instructions that compute such addresses, and the accesses that use them
 * (asm/tables/guard.h). The code of the subscripts moves with the address, as its aim does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm/tables/guard.h"
#include "common/plural.h"
#include "sim/machine/labels.h"
#include "value.h"

/* What an operand adds to the code. */
struct part {
    enum { PART_UNKNOWN, PART_FOLLOWS, PART_TIMES } kind;
    int64_t times, per;
};

struct level {
    uint32_t element, words;
    char kind; /* as in guard.h */
    int length;
    const char *name; /* owned by the object */
};

/* A label. */
struct index_row {
    struct part parts[2];
    int64_t plus;
    uint32_t count; /* number of levels; 0: the access uses no subscripts */
    struct level levels[GUARD_LEVELS];
};

/* ---- labels */

/* Reads an operand's part, and the point after it; NULL: malformed. */
static const char *read_part(const char *text, struct part *part)
{
    char *end;
    *part = (struct part){.kind = *text == 'f'   ? PART_FOLLOWS
                                  : *text == 't' ? PART_TIMES
                                                 : PART_UNKNOWN,
                          .per = 1};
    if (part->kind != PART_TIMES)
        return text[0] != '\0' && text[1] == '.' ? text + 2 : NULL;
    part->times = (int64_t)strtoull(text + 1, &end, 16);
    if (*end == 'o')
        part->per = strtoll(end + 1, &end, 10);
    return end != text + 1 && *end == '.' && part->per != 0 ? end + 1 : NULL;
}

static bool read_levels(const char *text, struct index_row *row)
{
    while (*text != '\0' && row->count < GUARD_LEVELS) {
        struct level *level = &row->levels[row->count++];
        int used = 0;
        if (sscanf(text, ".%10u.%10u.%c%n", &level->element, &level->words, &level->kind, &used) != 3 ||
            used == 0 || level->element == 0)
            return false;
        const char *const name = text + used;
        const size_t length = strcspn(name, ".");
        level->name = name;
        level->length = length < LABEL_NAME_MOST ? (int)length : LABEL_NAME_MOST;
        text = name + length;
    }
    return *text == '\0';
}

/* Reads a label after its prefix. False: malformed. */
static bool read_row(const char *text, struct index_row *row)
{
    int used = 0;
    char *end = NULL;
    if (sscanf(text, "%*9[0-9].%*9[0-9].%n", &used) != 0 || used == 0)
        return false;
    text = read_part(text + used, &row->parts[0]);
    text = text == NULL ? NULL : read_part(text, &row->parts[1]);
    if (text == NULL)
        return false;
    row->plus = (int64_t)strtoull(text, &end, 16);
    return end != text && read_levels(end, row);
}

/* The instruction that a label describes: of two that make an address, the second one. */
static uint32_t pc_of_label(const struct program *program, uint32_t pc)
{
    const struct instruction *i = &program->code[pc];
    const bool is_first =
        i->opcode == OP_gethi && pc + 1 < program->count && program->code[pc + 1].target == i->target;
    return is_first ? pc + 1 : pc;
}

void index_label(struct check *check, const struct object_symbol *label)
{
    const char *sum = label_text(check->machine, label, INDEX_SUM_PREFIX);
    const char *text = sum != NULL ? sum : label_text(check->machine, label, INDEX_ROW_PREFIX);
    struct indices *indices = &check->indices;
    struct index_row row = {0};
    if (text == NULL || !read_row(text, &row))
        return;
    *ARENA_ADD(&check->machine->arena, indices->rows, indices->count, indices->room) = row;
    check->code[pc_of_label(&check->machine->program, label->value)].index = indices->count;
}

/* ---- codes */

static int64_t wrapped_sum(int64_t code, uint64_t more)
{
    return (int64_t)((uint64_t)code + more);
}

/* Adds an operand's share of the code; false if it is unknown. */
static bool add_part(const struct part *part, struct aim aim, uint32_t value, int64_t *code)
{
    const int64_t signed_value = (int32_t)value;
    if (part->kind == PART_FOLLOWS) {
        *code = wrapped_sum(*code, aim.has_code ? (uint64_t)aim.code : 0);
        return !aim.has_code || aim.code != CODE_UNKNOWN;
    }
    *code = wrapped_sum(*code, (uint64_t)(signed_value / part->per) * (uint64_t)part->times);
    return part->kind == PART_TIMES && signed_value % part->per == 0;
}

/* The row of an instruction with a label. */
static const struct index_row *row_of(const struct check *check)
{
    return &check->indices.rows[check->code[check->step.pc].index - 1];
}

/* What the operands of an instruction with a label add to `code`: rs, and S if it is part of the address.
 * False: that is unknown. */
static bool add_operands(const struct check *check, const struct instruction *i, bool has_second,
                         int64_t *code)
{
    const struct index_row *row = row_of(check);
    const uint32_t second = step_word(check, i->rt) + i->constant;
    return add_part(&row->parts[0], aim_or_pair(check, i->rs), step_word(check, i->rs), code) &&
           (!has_second || add_part(&row->parts[1], aim_or_pair(check, i->rt), second, code));
}

int64_t index_code(const struct check *check, const struct instruction *i)
{
    int64_t code = i->base < DECODE_SINK ? 0 : row_of(check)->plus;
    return add_operands(check, i, true, &code) ? code : CODE_UNKNOWN;
}

/* ---- findings */

/* The innermost level whose subscript is out of bounds, and by how many words; NULL: none. */
static const struct level *find_outside(const struct index_row *row, int64_t code, int64_t *words)
{
    const struct level *found = NULL;
    for (uint32_t k = 0; k < row->count; k++) {
        const int64_t limit = (int64_t)1 << guard_level_bits(row->levels[k].words);
        int64_t past = code;
        if (k + 1 < row->count) {
            past = code & (limit - 1);
            past -= past >= limit / 2 ? limit : 0;
        }
        code = (code - past) / limit;
        if (row->levels[k].words == 0 || (past >= 0 && past < row->levels[k].words))
            continue;
        found = &row->levels[k];
        *words = past;
    }
    return found;
}

static const char *text_of_kind(const struct level *level)
{
    if (level->length == 0)
        return "an array";
    return level->kind == 'r' ? "a row of " : level->kind == 'm' ? "the member " : "";
}

bool index_blame_access(struct check *check, const struct access *access)
{
    const struct instruction *i = &check->machine->program.code[check->step.pc];
    const bool is_before = system_rows[i->opcode].address == SYSTEM_ADDRESS_BEFORE;
    const uint32_t number = check->code[check->step.pc].index;
    int64_t words = 0;
    if (number == 0 || check->code[check->step.pc].is_runtime)
        return false;
    int64_t code = row_of(check)->plus;
    if (!add_operands(check, i, !is_before, &code))
        return false;
    const struct level *level = find_outside(row_of(check), code, &words);
    if (level == NULL)
        return false;
    const uint32_t key = 0x80000000u | number;
    struct warning *warning = blame_cell(check, "outside_variable", key, access->address);
    if (warning == NULL)
        return true;
    const int64_t element = level->element, before = words < 0 ? element - 1 : 0;
    blame(check, warning, "a PP %s %s, %s %s%.*s, which has %u word%s", access->does, warning->cell,
          words < 0 ? "before" : "beyond", text_of_kind(level), level->length, level->name, level->words,
          plural(level->words));
    fault_hint(&warning->what, "the subscript is %lld, and the last one there is %u",
               (long long)((words - before) / element), level->words / level->element - 1);
    return true;
}
