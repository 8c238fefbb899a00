/* emit.c - words, fields and line information on their way into the object.
 *
 * May call expression.c, scan.c and island.c. One table here has all kinds of fields and their ranges.
 */
#include "asm/prasm/prasm.h"
#include "asm/isa.h"
#include "common/message.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_RELOCATION RELOCATION_COUNT

static const struct {
    const char *name; /* "constant 5000 does not fit NAME" */
    int64_t low, high;
    uint32_t mask;
    enum object_relocation whole, high_part, low_part; /* for addresses, %hi and %lo of addresses */
} fields[FIELD_COUNT] = {
    [FIELD_WORD] = {"a word", INT32_MIN, UINT32_MAX, 0xffffffffu, RELOCATION_WORD, NO_RELOCATION,
                    NO_RELOCATION},
    [FIELD_NARROW] = {"13 signed bits", -4096, 4095, 0x1fffu, RELOCATION_ABS13, NO_RELOCATION,
                      RELOCATION_LOW13},
    [FIELD_WIDE] = {"19 signed bits", -262144, 262143, 0x7ffffu, RELOCATION_LOW19, RELOCATION_HIGH19,
                    NO_RELOCATION},
    [FIELD_BRANCH] = {"19 signed bits", -262144, 262143, 0x7ffffu, RELOCATION_REL19, NO_RELOCATION,
                      NO_RELOCATION},
    [FIELD_UNSIGNED13] = {"13 bits", 0, 8191, 0x1fffu, NO_RELOCATION, NO_RELOCATION, NO_RELOCATION},
    [FIELD_UNSIGNED19] = {"19 bits", 0, 524287, 0x7ffffu, NO_RELOCATION, NO_RELOCATION, NO_RELOCATION},
};

static bool has_words(enum object_section section)
{
    return section != SECTION_BSS && section != SECTION_PRIVATE_BSS;
}

static bool make_room(struct assembler *assembler, uint32_t count, const struct spot *spot)
{
    struct object *object = assembler->object;
    enum object_section section = assembler->section;
    uint64_t total = count;
    uint32_t limit = has_words(section) ? OBJECT_MAX_WORDS : OBJECT_MAX_ZERO;
    if (has_words(section))
        total +=
            (uint64_t)object->size[SECTION_TEXT] + object->size[SECTION_DATA] + object->size[SECTION_PRIVATE];
    else
        total += object->size[section];
    if (total > limit) {
        if (!assembler->too_large)
            complain(assembler, spot, "%s: more than %" PRIu32 " words",
                     has_words(section) ? "text and data are too large" : "the section is too large", limit);
        assembler->too_large = true;
        return false;
    }
    if (has_words(section)) {
        size_t capacity = assembler->capacity[section];
        object->words[section] = memory_grow(object->words[section], &capacity,
                                             (size_t)object->size[section] + count, sizeof(uint32_t));
        assembler->capacity[section] = (uint32_t)capacity;
    }
    return true;
}

bool emit_words(struct assembler *assembler, uint32_t count, uint32_t word, const struct spot *spot)
{
    struct object *object = assembler->object;
    enum object_section section = assembler->section;
    if (!make_room(assembler, count, spot))
        return false;
    if (has_words(section))
        for (uint32_t i = 0; i < count; i++)
            object->words[section][object->size[section] + i] = word;
    object->size[section] += count;
    return true;
}

static bool is_control(char byte)
{
    return (unsigned char)byte < ' ' || byte == 0x7f;
}

/* The name with control characters as messages show them, or `?` if that is longer than `most`: names in an
 * object have no control characters. */
static char *shown_name(struct arena *arena, const char *name, size_t most)
{
    enum { MOST_SHOWN = sizeof((struct message_character *)0)->shown - 1 };
    const size_t length = strlen(name);
    char *shown = memory_take(length + 1, MOST_SHOWN);
    char *end = shown;
    for (size_t i = 0; i < length; i++) {
        if (is_control(name[i]))
            end = stpcpy(end, message_character(name + i, length - i).shown);
        else
            *end++ = name[i];
    }
    const bool fits = (size_t)(end - shown) <= most;
    char *kept = arena_text(arena, fits ? shown : name, fits ? (size_t)(end - shown) : length);
    for (char *at = kept; *at != '\0'; at++)
        *at = is_control(*at) ? '?' : *at;
    free(shown);
    return kept;
}

uint32_t emit_source_name(struct assembler *assembler, struct name_table *table, const char *name,
                          size_t most)
{
    struct name_entry *entry = names_find(table, name, strlen(name));
    if (entry->item == NULL) {
        entry->name = arena_text(&assembler->arena, name, strlen(name));
        entry->item = shown_name(&assembler->arena, name, most);
    }
    return (uint32_t)(entry - table->entries) + 1;
}

/* The instructions that follow come from no known line. */
static void emit_no_line(struct assembler *assembler)
{
    if (assembler->row_count > 0)
        line_note(assembler, &(struct line_row){.file = 1});
}

static void note_line(struct assembler *assembler)
{
    if (assembler->loc.file != 0) {
        line_note(assembler, &assembler->loc);
        assembler->loc.prologue_end = false; /* of the first instruction alone */
    } else if (assembler->options->line_information) {
        line_note(assembler, &(struct line_row){.file = emit_source_name(assembler, &assembler->file_names,
                                                                         assembler->inclusion->name,
                                                                         OBJECT_MAX_FILE_NAME),
                                                .line = assembler->line});
    } else {
        emit_no_line(assembler);
    }
}

static uint32_t branch_word(int64_t displacement)
{
    return isa_encode(&(struct isa_instruction){.opcode = OP_bra, .constant = (int32_t)displacement});
}

void emit_islands(struct assembler *assembler)
{
    uint32_t count;
    bool is_leapt;
    if (!island_come(assembler, &count, &is_leapt))
        return;
    const struct spot spot = scan_spot(assembler);
    if (is_leapt)
        emit_words(assembler, 1, branch_word((int64_t)count + 1), &spot);
    emit_no_line(assembler);
    emit_words(assembler, count, branch_word(0), &spot);
}

bool emit_instruction(struct assembler *assembler, uint32_t word, const struct spot *spot)
{
    if (assembler->section != SECTION_TEXT)
        return complain(assembler, spot, "instructions belong into .text, this is %s",
                        object_section_name(assembler->section));
    if (!make_room(assembler, 1, spot))
        return false;
    note_line(assembler);
    island_note_instruction(assembler);
    return emit_words(assembler, 1, word, spot);
}

/* The symbol of the object that a relocation to `value` refers to. */
static uint32_t relocation_symbol(struct assembler *assembler, const struct value *value)
{
    struct object *object = assembler->object;
    const char *name =
        value->kind == VALUE_SYMBOL ? value->symbol->name : object_section_name(value->section);
    struct symbol *symbol =
        value->kind == VALUE_SYMBOL ? value->symbol : symbol_find(assembler, name, strlen(name));
    if (symbol->index == 0) {
        object->symbols = memory_grow(object->symbols, &assembler->symbol_capacity, object->symbol_count + 1,
                                      sizeof *object->symbols);
        object->symbols[object->symbol_count++] = (struct object_symbol){
            .name = value->kind == VALUE_SYMBOL ? name : symbol->name,
            .section = value->kind == VALUE_SYMBOL ? SECTION_UNDEFINED : value->section,
            .global = value->kind == VALUE_SYMBOL};
        symbol->index = (uint32_t)object->symbol_count;
    }
    return symbol->index - 1;
}

bool emit_relocation(struct assembler *assembler, const struct fixup *fixup, const struct value *value)
{
    struct object *object = assembler->object;
    const struct spot *spot = &fixup->expression.spot;
    enum object_relocation type = value->part == PART_ALL    ? fields[fixup->field].whole
                                  : value->part == PART_HIGH ? fields[fixup->field].high_part
                                                             : fields[fixup->field].low_part;
    if (type == NO_RELOCATION && value->part == PART_ALL)
        return complain(assembler, spot, "this operand must be a number, not an address");
    if (type == NO_RELOCATION)
        return complain(assembler, spot,
                        "%%%s() does not fit this operand (%%hi() is for gethi, %%lo() for "
                        "operands of 13 bits)",
                        value->part == PART_HIGH ? "hi" : "lo");
    if (value->number < INT32_MIN || value->number > INT32_MAX)
        return complain(assembler, spot,
                        "the distance of %" PRId64 " words from the symbol does not fit 32 bits",
                        value->number);
    object->relocs = memory_grow(object->relocs, &assembler->reloc_capacity, object->reloc_count + 1,
                                 sizeof *object->relocs);
    uint32_t symbol = relocation_symbol(assembler, value);
    object->relocs[object->reloc_count++] = (struct object_reloc){.section = fixup->section,
                                                                  .offset = fixup->offset,
                                                                  .type = type,
                                                                  .symbol = symbol,
                                                                  .addend = (int32_t)value->number};
    return true;
}

/* Four bytes of debug information. */
static bool patch_debug(struct assembler *assembler, const struct fixup *fixup, const struct value *value)
{
    if (value->kind != VALUE_NUMBER || value->part != PART_ALL)
        return emit_relocation(assembler, fixup, value);
    if (value->number < INT32_MIN || value->number > UINT32_MAX)
        return complain(assembler, &fixup->expression.spot, "the number %" PRId64 " does not fit four bytes",
                        value->number);
    uint8_t *place = object_debug(assembler->object, fixup->section)->bytes + fixup->offset;
    for (unsigned i = 0; i < sizeof(uint32_t); i++)
        place[i] = (uint8_t)((uint64_t)value->number >> 8 * i);
    return true;
}

bool emit_patch(struct assembler *assembler, const struct fixup *fixup, const struct value *value)
{
    const struct spot *spot = &fixup->expression.spot;
    int64_t number = value->number;
    if (object_is_debug(fixup->section))
        return patch_debug(assembler, fixup, value);
    if (fixup->field == FIELD_BRANCH) {
        if (value->kind == VALUE_NUMBER)
            return complain(assembler, spot, "a branch goes to a label or to .+N, not to a number");
        if (value->kind == VALUE_SECTION && value->section != SECTION_TEXT)
            return complain(assembler, spot, "the target lies in %s, not in .text",
                            object_section_name(value->section));
        if (value->kind == VALUE_SYMBOL)
            island_note_external(assembler, fixup);
        else if (island_take_branch(assembler, fixup, number))
            return true;
        if (value->kind == VALUE_SECTION)
            number -= fixup->offset;
    }
    if (value->kind == VALUE_SYMBOL || (value->kind == VALUE_SECTION && fixup->field != FIELD_BRANCH))
        return emit_relocation(assembler, fixup, value);
    if (value->part != PART_ALL)
        return emit_relocation(assembler, fixup, value); /* reports the error */
    if (number < fields[fixup->field].low || number > fields[fixup->field].high)
        return complain(assembler, spot, "%s %" PRId64 " does not fit %s (%" PRId64 "..%" PRId64 ")",
                        fixup->field == FIELD_BRANCH ? "distance" : "constant", number,
                        fields[fixup->field].name, fields[fixup->field].low, fields[fixup->field].high);
    uint32_t *word = &assembler->object->words[fixup->section][fixup->offset];
    *word = (*word & ~fields[fixup->field].mask) | ((uint32_t)number & fields[fixup->field].mask);
    return true;
}

bool emit_field(struct assembler *assembler, enum field field, const struct expression *expression)
{
    struct fixup fixup = {.section = assembler->section,
                          .offset = assembler->object->size[assembler->section] - 1,
                          .field = field,
                          .branch = field == FIELD_BRANCH ? island_number_branch(assembler) : 0,
                          .expression = *expression};
    struct value value;
    enum evaluation result = expression_evaluate(assembler, expression, false, &value);
    if (result == EVALUATION_FAILED)
        return false;
    /* addresses are resolved at the end: only then the object's symbols are final */
    if (result == EVALUATED &&
        (value.kind == VALUE_NUMBER || (field == FIELD_BRANCH && value.kind == VALUE_SECTION))) {
        const bool good = emit_patch(assembler, &fixup, &value);
        expression_forget(assembler, expression);
        return good;
    }
    assembler->fixups = memory_grow(assembler->fixups, &assembler->fixup_capacity, assembler->fixup_count + 1,
                                    sizeof *assembler->fixups);
    assembler->fixups[assembler->fixup_count++] = fixup;
    return true;
}
