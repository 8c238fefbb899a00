/* print.c - an object or a program as assembly text.
 *
 * A word that is not an instruction of prasm (an illegal word, a relocation that prasm would not make)
 * becomes a .word with a comment, so that the words always stay the same. May call isa.h and prdis_*.c.
 */
#include "asm/prdis/prdis.h"

#include "common/compare.h"
#include "common/message.h"

#include "asm/isa.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES (OBJECT_MAX_NAME + 128) /* an instruction with a name in it */
#define COMMENT_COLUMN 40
#define WORDS_PER_LINE 4
#define SHORTEST_ZERO_RUN 8 /* printed as .space */

struct printer {
    const struct object *object;
    struct labels labels;
    struct source_texts sources;
    bool show_source;
    const struct object_reloc **relocs; /* sorted by section and place */
    size_t next_reloc;
    size_t next_line, next_body;
    const char *entry_label; /* made up: the program's entry has no global name */
    FILE *stream;
};

static const char *const relocation_names[RELOCATION_COUNT] = {
    [RELOCATION_WORD] = "WORD",     [RELOCATION_REL19] = "REL19", [RELOCATION_LOW19] = "LOW19",
    [RELOCATION_HIGH19] = "HIGH19", [RELOCATION_LOW13] = "LOW13", [RELOCATION_ABS13] = "ABS13",
};

static const char *const hostcall_names[] = {
#define HOSTCALL(number, name, ...) [number] = #name,
#include "asm/tables/hostcall.def"
};

static const char *const shint_names[256] = {
#define SHINT(number, name, text) [number] = #name,
#include "asm/tables/shint.def"
};

/* ---- relocations */

static int compare_relocs(const void *left, const void *right)
{
    const struct object_reloc *a = *(const struct object_reloc *const *)left;
    const struct object_reloc *b = *(const struct object_reloc *const *)right;
    const int places = compare_pairs(a->section, a->offset, b->section, b->offset);
    return places != 0 ? places : (a > b) - (a < b); /* both lie in one array */
}

static void sort_relocs(struct printer *printer)
{
    const struct object *object = printer->object;
    printer->relocs = memory_take(object->reloc_count, sizeof(struct object_reloc *));
    for (size_t i = 0; i < object->reloc_count; i++)
        printer->relocs[i] = &object->relocs[i];
    qsort(printer->relocs, object->reloc_count, sizeof(struct object_reloc *), compare_relocs);
}

/* The relocation at a place; NULL if there is none. Places must be asked for in ascending order. */
static const struct object_reloc *reloc_at(struct printer *printer, enum object_section section,
                                           uint32_t offset)
{
    const struct object_reloc *found = NULL;
    for (; printer->next_reloc < printer->object->reloc_count; printer->next_reloc++) {
        const struct object_reloc *reloc = printer->relocs[printer->next_reloc];
        if (reloc->section > section || (reloc->section == section && reloc->offset > offset))
            break;
        if (found == NULL && reloc->section == section && reloc->offset == offset)
            found = reloc;
    }
    return found;
}

/* "table+4"; a place in a section is called by its label if it has one */
static void print_reloc_target(const struct printer *printer, const struct object_reloc *reloc, char *text,
                               size_t size)
{
    const struct object_symbol *symbol = &printer->object->symbols[reloc->symbol];
    const char *name = printer->labels.names[reloc->symbol];
    int64_t addend = reloc->addend;
    if (object_symbol_is_section(symbol)) {
        const char *label =
            addend < 0 ? NULL
                       : labels_name_at(&printer->labels, symbol->section, symbol->value + (uint32_t)addend);
        name = label != NULL ? label : symbol->name;
        addend = label != NULL ? 0 : addend + symbol->value;
    }
    if (addend == 0)
        snprintf(text, size, "%s", name);
    else
        snprintf(text, size, "%s%+" PRId64, name, addend);
}

/* Whether prasm makes this word and this relocation from this instruction with a symbol in it. */
static bool is_expressible(const struct printer *printer, const struct object_reloc *reloc, uint32_t word,
                           const struct isa_instruction *instruction)
{
    static const struct {
        bool forms[ISA_NONE + 1];
        uint32_t field; /* the field is zero; the addend is in the relocation */
    } kinds[RELOCATION_COUNT] = {
        [RELOCATION_REL19] = {.forms = {[ISA_L] = true, [ISA_LD] = true}, .field = 0x7ffff},
        [RELOCATION_LOW19] = {.forms = {[ISA_KD] = true}, .field = 0x7ffff},
        [RELOCATION_HIGH19] = {.forms = {[ISA_KD] = true}, .field = 0x7ffff},
        [RELOCATION_LOW13] = {.forms = {[ISA_RSD] = true, [ISA_S] = true, [ISA_RSX] = true, [ISA_RS] = true},
                              .field = 0x1fff},
        [RELOCATION_ABS13] = {.forms = {[ISA_RSD] = true, [ISA_S] = true, [ISA_RSX] = true, [ISA_RS] = true},
                              .field = 0x1fff},
    };
    const struct object_symbol *symbol = &printer->object->symbols[reloc->symbol];
    if (symbol->section == SECTION_ABSOLUTE)
        return false; /* prasm knows the number and makes no relocation */
    if (reloc->type == RELOCATION_WORD)
        return word == 0;
    if (instruction == NULL || (word & kinds[reloc->type].field) != 0)
        return false;
    const struct isa_row *row = isa_row(instruction->opcode);
    if (!kinds[reloc->type].forms[row->form])
        return false;
    if (reloc->type == RELOCATION_REL19)
        return symbol->section == SECTION_UNDEFINED; /* else prasm knows the distance */
    return row->form == ISA_KD || instruction->immediate;
}

/* ---- lines of text */

/* Ends a line of code with a comment of place and word. */
static void end_line(struct printer *printer, int printed, uint32_t address, uint32_t word,
                     const char *comment)
{
    int missing = printed < COMMENT_COLUMN ? COMMENT_COLUMN - printed : 1;
    fprintf(printer->stream, "%*s# %08" PRIx32 ": %08" PRIx32 "%s%s\n", missing, "", address, word,
            *comment ? "  " : "", comment);
}

/* A text for a comment line; characters that prasm would not read become the numbers of their bytes. */
static void print_quoted(FILE *stream, const char *text)
{
    const size_t size = strlen(text);
    fputc('"', stream);
    for (size_t i = 0; i < size;) {
        const struct message_character character = message_character(text + i, size - i);
        if (text[i] == '"' || text[i] == '\\')
            fputc('\\', stream);
        if (character.columns == 1)
            fputs(character.shown, stream);
        for (size_t k = 0; k < character.bytes && character.columns > 1; k++)
            fprintf(stream, "\\x%02x", (unsigned char)text[i + k]);
        i += character.bytes;
    }
    fputc('"', stream);
}

static void print_source_line(struct printer *printer, const char *file, uint32_t line)
{
    size_t length = 0;
    const char *text = source_line(&printer->sources, file, line, &length);
    if (text == NULL)
        return;
    fputs("# ", printer->stream);
    if (length > 0 && text[length - 1] == '\r')
        length--;
    for (size_t i = 0; i < length;) {
        const char *tab = memchr(text + i, '\t', length - i);
        const size_t end = tab != NULL ? (size_t)(tab - text) : length;
        message_text(printer->stream, text + i, end - i);
        if (tab != NULL)
            fputc('\t', printer->stream);
        i = end + (tab != NULL);
    }
    fputc('\n', printer->stream);
}

static void print_line_information(struct printer *printer, uint32_t offset)
{
    const struct object *object = printer->object;
    const bool is_line =
        printer->next_line < object->line_count && object->lines[printer->next_line].address == offset;
    const bool is_body =
        printer->next_body < object->body_count && object->bodies[printer->next_body] == offset;
    printer->next_line += is_line;
    printer->next_body += is_body;
    if (printer->next_line == 0 || (!is_line && !is_body))
        return;
    const struct object_line *line = &object->lines[printer->next_line - 1];
    const struct object_file *file = &object->files[line->file];
    if (line->line == 0) {
        fputs("        .loc\n", printer->stream);
        return;
    }
    if (printer->show_source && is_line)
        print_source_line(printer, file->name, line->line);
    fputs("        .loc ", printer->stream);
    print_quoted(printer->stream, file->name);
    fprintf(printer->stream, " %" PRIu32, line->line);
    if (file->copied_from != NULL) {
        fputc(' ', printer->stream);
        print_quoted(printer->stream, file->copied_from);
    }
    fputs(is_body ? " prologue_end\n" : "\n", printer->stream);
}

/* Prints the labels at a place; *next is the position in the section's list. */
static void print_labels(struct printer *printer, enum object_section section, uint32_t offset, size_t *next)
{
    const struct object *object = printer->object;
    const struct label_list *list = &printer->labels.sections[section];
    for (; *next < list->count && labels_offset(&printer->labels, list->symbols[*next]) == offset;
         (*next)++) {
        uint32_t symbol = list->symbols[*next];
        if (object->symbols[symbol].function && section == SECTION_TEXT)
            fputs("\n        .func\n", printer->stream);
        fprintf(printer->stream, "%s:\n", printer->labels.names[symbol]);
    }
    if (section == SECTION_TEXT && object->linked && offset == object->entry && printer->entry_label != NULL)
        fprintf(printer->stream, "%s:\n", printer->entry_label);
}

/* ---- instructions */

static const char *comment_of(const struct isa_instruction *instruction)
{
    uint32_t number = (uint32_t)instruction->constant;
    const char *name = NULL;
    if (instruction->opcode == OP_sys && number < sizeof hostcall_names / sizeof hostcall_names[0])
        name = hostcall_names[number];
    if (instruction->opcode == OP_shint)
        name = shint_names[number % 256];
    return name == NULL ? "" : name;
}

/* An instruction whose constant is a relocated symbol. */
static void print_relocated(const struct printer *printer, const struct object_reloc *reloc,
                            const struct isa_instruction *instruction, char *text, size_t size)
{
    static const char *const wrappers[RELOCATION_COUNT][2] = {
        [RELOCATION_WORD] = {"", ""},       [RELOCATION_REL19] = {"", ""},
        [RELOCATION_LOW19] = {"", ""},      [RELOCATION_HIGH19] = {"%hi(", ")"},
        [RELOCATION_LOW13] = {"%lo(", ")"}, [RELOCATION_ABS13] = {"", ""},
    };
    char target[LINE_BYTES];
    char operand[LINE_BYTES + 8];
    print_reloc_target(printer, reloc, target, sizeof target);
    snprintf(operand, sizeof operand, "%s%s%s", wrappers[reloc->type][0], target, wrappers[reloc->type][1]);
    if (reloc->type == RELOCATION_WORD || instruction == NULL) {
        snprintf(text, size, ".word %s", operand);
        return;
    }
    isa_print(text, size, instruction, operand);
}

static void print_instruction(struct printer *printer, uint32_t offset)
{
    const struct object *object = printer->object;
    uint32_t word = object->words[SECTION_TEXT][offset];
    const struct object_reloc *reloc = reloc_at(printer, SECTION_TEXT, offset);
    struct isa_instruction instruction;
    bool legal = isa_decode(word, &instruction);
    char text[2 * LINE_BYTES];
    char comment[2 * LINE_BYTES] = "";
    if (reloc != NULL && is_expressible(printer, reloc, word, legal ? &instruction : NULL)) {
        print_relocated(printer, reloc, &instruction, text, sizeof text);
    } else if (reloc != NULL) {
        char target[LINE_BYTES];
        print_reloc_target(printer, reloc, target, sizeof target);
        snprintf(text, sizeof text, ".word 0x%08" PRIx32, word);
        snprintf(comment, sizeof comment, "relocation %s %s is lost", relocation_names[reloc->type], target);
    } else if (legal) {
        const struct isa_row *row = isa_row(instruction.opcode);
        bool branch = row->form == ISA_L || row->form == ISA_LD;
        int64_t target = (int64_t)offset + instruction.constant;
        const char *label = branch && target >= 0 && target <= object->size[SECTION_TEXT]
                                ? labels_name_at(&printer->labels, SECTION_TEXT, (uint32_t)target)
                                : NULL;
        isa_print(text, sizeof text, &instruction, label);
        snprintf(comment, sizeof comment, "%s", comment_of(&instruction));
    } else {
        snprintf(text, sizeof text, ".word 0x%08" PRIx32, word);
        snprintf(comment, sizeof comment, "no instruction");
    }
    uint32_t base = object->linked ? object->address[SECTION_TEXT] : 0;
    end_line(printer, fprintf(printer->stream, "        %s", text), base + offset, word, comment);
}

/* Number of words 0 from `offset` on, up to `end`. */
static uint32_t zero_run(const uint32_t *words, uint32_t offset, uint32_t end)
{
    uint32_t count = 0;
    while (offset + count < end && words[offset + count] == 0)
        count++;
    return count;
}

/* End of a run of words 0 without label, line or relocation, which would be printed as `add R0,R0,R0`. */
static uint32_t text_zero_run(const struct printer *printer, uint32_t offset, size_t next_label)
{
    const struct object *object = printer->object;
    const struct label_list *list = &printer->labels.sections[SECTION_TEXT];
    uint32_t end = object->size[SECTION_TEXT];
    if (next_label < list->count && labels_offset(&printer->labels, list->symbols[next_label]) < end)
        end = labels_offset(&printer->labels, list->symbols[next_label]);
    if (printer->next_line < object->line_count && object->lines[printer->next_line].address < end)
        end = object->lines[printer->next_line].address;
    if (printer->next_body < object->body_count && object->bodies[printer->next_body] < end)
        end = object->bodies[printer->next_body];
    if (printer->next_reloc < object->reloc_count &&
        printer->relocs[printer->next_reloc]->section == SECTION_TEXT &&
        printer->relocs[printer->next_reloc]->offset < end)
        end = printer->relocs[printer->next_reloc]->offset;
    if (object->linked && printer->entry_label != NULL && object->entry > offset && object->entry < end)
        end = object->entry;
    return zero_run(object->words[SECTION_TEXT], offset, end);
}

static void print_text(struct printer *printer)
{
    const struct object *object = printer->object;
    size_t next = 0;
    for (uint32_t offset = 0; offset < object->size[SECTION_TEXT]; offset++) {
        print_labels(printer, SECTION_TEXT, offset, &next);
        print_line_information(printer, offset);
        uint32_t zeros = object->words[SECTION_TEXT][offset] == 0 ? text_zero_run(printer, offset, next) : 0;
        if (zeros >= SHORTEST_ZERO_RUN) {
            fprintf(printer->stream, "        .space %" PRIu32 "\n", zeros);
            offset += zeros - 1;
        } else {
            print_instruction(printer, offset);
        }
    }
    print_labels(printer, SECTION_TEXT, object->size[SECTION_TEXT], &next);
}

/* ---- data */

/* Words without label or relocation between them. */
static void print_words(struct printer *printer, enum object_section section, uint32_t offset, uint32_t end)
{
    const uint32_t *words = printer->object->words[section];
    bool has_words = section == SECTION_DATA || section == SECTION_PRIVATE;
    uint32_t base = printer->object->linked ? printer->object->address[section] : 0;
    while (offset < end) {
        uint32_t zeros = has_words ? zero_run(words, offset, end) : end - offset;
        if (!has_words || zeros >= SHORTEST_ZERO_RUN) {
            int printed = fprintf(printer->stream, "        .space %" PRIu32, zeros);
            fprintf(printer->stream, "%*s# %08" PRIx32 "\n",
                    printed < COMMENT_COLUMN ? COMMENT_COLUMN - printed : 1, "", base + offset);
            offset += zeros;
            continue;
        }
        fputs("        .word ", printer->stream);
        uint32_t first = offset;
        for (; offset < end && offset < first + WORDS_PER_LINE; offset++)
            fprintf(printer->stream, "%s0x%08" PRIx32, offset > first ? ", " : "", words[offset]);
        fprintf(printer->stream, "  # %08" PRIx32 "\n", base + first);
    }
}

static void print_data(struct printer *printer, enum object_section section)
{
    const struct object *object = printer->object;
    const struct label_list *list = &printer->labels.sections[section];
    uint32_t size = object->size[section];
    size_t next = 0;
    for (uint32_t offset = 0; offset < size;) {
        print_labels(printer, section, offset, &next);
        const struct object_reloc *reloc = reloc_at(printer, section, offset);
        if (reloc != NULL) {
            char text[2 * LINE_BYTES];
            char comment[2 * LINE_BYTES] = "";
            uint32_t word = object->words[section][offset];
            if (is_expressible(printer, reloc, word, NULL)) {
                print_relocated(printer, reloc, NULL, text, sizeof text);
            } else {
                snprintf(text, sizeof text, ".word 0x%08" PRIx32, word);
                snprintf(comment, sizeof comment, "relocation %s is lost", relocation_names[reloc->type]);
            }
            end_line(printer, fprintf(printer->stream, "        %s", text), offset, word, comment);
            offset++;
            continue;
        }
        uint32_t end = size;
        if (next < list->count)
            end = labels_offset(&printer->labels, list->symbols[next]);
        if (printer->next_reloc < object->reloc_count &&
            printer->relocs[printer->next_reloc]->section == section &&
            printer->relocs[printer->next_reloc]->offset < end)
            end = printer->relocs[printer->next_reloc]->offset;
        print_words(printer, section, offset, end);
        offset = end;
    }
    print_labels(printer, section, size, &next);
}

/* ---- the whole text */

static void print_declarations(struct printer *printer)
{
    const struct object *object = printer->object;
    for (size_t i = 0; i < object->symbol_count; i++) {
        const struct object_symbol *symbol = &object->symbols[i];
        const char *name = printer->labels.names[i];
        if (symbol->section == SECTION_UNDEFINED)
            fprintf(printer->stream, "        .extern %s\n", name);
        else if (symbol->global)
            fprintf(printer->stream, "        .global %s\n", name);
        if (symbol->section == SECTION_ABSOLUTE)
            fprintf(printer->stream, "        .set %s, 0x%08" PRIx32 "\n", name, symbol->value);
    }
}

/* The first line, a comment. */
static void print_title(FILE *stream, const char *name, const char *what, const char *entry)
{
    fputs("# ", stream);
    message_text(stream, name, strlen(name));
    fputs(what, stream);
    message_text(stream, entry, strlen(entry));
    fputc('\n', stream);
}

/* The program's entry needs a global name to be linked again. */
static void find_entry(struct printer *printer, const char *name)
{
    const struct object *object = printer->object;
    const struct label_list *list = &printer->labels.sections[SECTION_TEXT];
    size_t i = labels_at(&printer->labels, SECTION_TEXT, object->entry);
    const char *entry = NULL;
    for (; i < list->count && labels_offset(&printer->labels, list->symbols[i]) == object->entry; i++)
        if (object->symbols[list->symbols[i]].global &&
            (entry == NULL || strcmp(printer->labels.names[list->symbols[i]], "_start") == 0))
            entry = printer->labels.names[list->symbols[i]];
    if (entry == NULL) {
        entry = "_start";
        if (printer->labels.has_start)
            entry = "entry.point"; /* no generated name has this form */
        printer->entry_label = entry;
    }
    print_title(printer->stream, name, ": a program; link it again with: prlink -e ", entry);
    if (printer->entry_label != NULL)
        fprintf(printer->stream, "        .global %s\n", entry);
}

void disassemble(const struct object *object, const char *name, bool show_source, FILE *stream)
{
    struct printer printer = {.object = object, .show_source = show_source, .stream = stream};
    labels_init(&printer.labels, object);
    sort_relocs(&printer);
    if (object->linked)
        find_entry(&printer, name);
    else
        print_title(stream, name, ": an object", "");
    print_declarations(&printer);
    for (enum object_section section = SECTION_TEXT; section < SECTION_END; section++) {
        if (object->size[section] == 0 && printer.labels.sections[section].count == 0 &&
            object->alignment[section] == 1)
            continue;
        fprintf(stream, "\n        %s\n", object_section_name(section));
        if (object->alignment[section] > 1)
            fprintf(stream, "        .align %" PRIu32 "\n", object->alignment[section]);
        if (section == SECTION_TEXT)
            print_text(&printer);
        else
            print_data(&printer, section);
    }
    labels_free(&printer.labels);
    source_free(&printer.sources);
    free(printer.relocs);
}
