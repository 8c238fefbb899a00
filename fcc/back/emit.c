/* emit.c - prints a unit as assembly text for prasm.
 *
 * One printer an operand form of asm/tables/isa.def. Registers get the names of asm/tables/abi.def, so that
 * the text can be read beside docs/internals/abi.md; a symbol spelled like a register or a section is
 * followed by `$`. Must have run before: everything else. Knows only the syntax of prasm.
 */
#include "fcc/back/emit.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "asm/tables/guard.h"
#include "common/quote.h"
#include "fcc/dwarf/dwarf.h"

struct emitter {
    FILE *out;
    const struct ir_unit *unit;
    unsigned number; /* of the function in the file */
    const struct back_options *options;
    unsigned shared_objects; /* variables that labels have described */
    unsigned meant;          /* accesses, the same */
    bool has_rows;           /* an access of the function has labels for arrays */
    uint32_t line;           /* last .loc */
    uint32_t file;
    const struct machine_instr *body; /* as in struct machine_function */
};

static const char *const register_names[MACHINE_REGISTERS] = {
#define ABI_REGISTER(number, name, who, text) [number] = #name,
#include "asm/tables/abi.def"
#define REAL_REGISTER(number) [FIRST_REAL + (number)] = "X" #number
    REAL_REGISTER(0),  REAL_REGISTER(1),  REAL_REGISTER(2),  REAL_REGISTER(3),
    REAL_REGISTER(4),  REAL_REGISTER(5),  REAL_REGISTER(6),  REAL_REGISTER(7),
    REAL_REGISTER(8),  REAL_REGISTER(9),  REAL_REGISTER(10), REAL_REGISTER(11),
    REAL_REGISTER(12), REAL_REGISTER(13), REAL_REGISTER(14), REAL_REGISTER(15),
};

/* Whether prasm would not take the name for a symbol. */
static bool is_reserved(const char *name)
{
    for (size_t i = 0; i < MACHINE_REGISTERS; i++) {
        if (strcasecmp(name, register_names[i]) == 0)
            return true;
    }
    return tolower((unsigned char)name[0]) == 'r' && isdigit((unsigned char)name[1]);
}

void emit_symbol(FILE *out, const struct ir_unit *unit, uint32_t symbol)
{
    const char *name = unit->symbols[symbol].name;
    fputs(name, out);
    if (is_reserved(name))
        fputc('$', out);
}

static void print_symbol(const struct emitter *e, uint32_t symbol)
{
    emit_symbol(e->out, e->unit, symbol);
}

/* A symbol plus an offset. */
static void print_sum(const struct emitter *e, uint32_t symbol, int32_t offset)
{
    print_symbol(e, symbol);
    if (offset)
        fprintf(e->out, "%+d", offset);
}

static void print_value(const struct emitter *e, const struct machine_instr *instr)
{
    switch (instr->base) {
    case BASE_SYMBOL:
        print_sum(e, instr->symbol, instr->imm);
        break;
    case BASE_SYMBOL_HI:
    case BASE_SYMBOL_LO:
        fputs(instr->base == BASE_SYMBOL_HI ? "%hi(" : "%lo(", e->out);
        print_sum(e, instr->symbol, instr->imm);
        fputc(')', e->out);
        break;
    default:
        fprintf(e->out, "%d", instr->imm);
        break;
    }
}

static void print_s(const struct emitter *e, const struct machine_instr *instr)
{
    if (instr->has_imm)
        print_value(e, instr);
    else
        fputs(register_names[instr->rt], e->out);
}

static void print_label(const struct emitter *e, const struct machine_block *block)
{
    fprintf(e->out, ".L%u.%u", e->number, block->id);
}

/* The operands of each form in the order of the text: r, t, d: the register of that name; s: a register or a
 * value; v: a value; k: a plain number; l: a block. */
static const char *const form_operands[] = {
    [FORM_RSD] = "r,s,d", [FORM_RTD] = "r,s,d",  [FORM_RSX] = "r,s,d", [FORM_XXX] = "r,s,d",
    [FORM_RT] = "r,t",    [FORM_XT] = "r,t",     [FORM_RD] = "r,d",    [FORM_XX] = "r,d",
    [FORM_RX] = "r,d",    [FORM_XR] = "r,d",     [FORM_S] = "s",       [FORM_XS] = "r",
    [FORM_RS] = "r,s",    [FORM_D] = "d",        [FORM_XD] = "d",      [FORM_KD] = "v,d",
    [FORM_LD] = "v,d",    [FORM_L] = "l",        [FORM_K13] = "k",     [FORM_K19] = "k",
    [FORM_NONE] = "",     [FORM_PSEUDO] = "r,d",
};

static void print_operands(const struct emitter *e, const struct machine_instr *instr)
{
    const char *operands = instr->op == MACHINE_SET ? "v,d" : form_operands[machine_rows[instr->op].form];
    for (; *operands; operands++) {
        switch (*operands) {
        case 'r':
            fputs(register_names[instr->rs], e->out);
            break;
        case 't':
            fputs(register_names[instr->rt], e->out);
            break;
        case 'd':
            fputs(register_names[instr->rd], e->out);
            break;
        case 's':
            print_s(e, instr);
            break;
        case 'v':
            print_value(e, instr);
            break;
        case 'k':
            fprintf(e->out, "%d", instr->imm);
            break;
        case 'l':
            print_label(e, instr->target);
            break;
        default:
            fputc(*operands, e->out);
            break;
        }
    }
}

static void print_quoted(const struct emitter *e, const char *text)
{
    fputc('"', e->out);
    for (const char *at = text; *at; at++) {
        const char *escape = quote_escape(*at);
        if (escape)
            fputs(escape, e->out);
        else
            fputc(*at, e->out);
    }
    fputc('"', e->out);
}

static void print_location(struct emitter *e, const struct machine_instr *instr)
{
    const bool is_body = instr == e->body;
    if (!e->options->lines || instr->line == 0 ||
        (instr->line == e->line && instr->file == e->file && !is_body))
        return;
    const struct ir_file *file = &e->unit->files[instr->file];
    const bool is_new = instr->line != e->line || file->name != e->unit->files[e->file].name;
    e->line = instr->line;
    e->file = instr->file;
    fputs("    .loc ", e->out);
    print_quoted(e, file->name);
    fprintf(e->out, " %u %u", e->line, file->column);
    if (file->copied_from) {
        fputc(' ', e->out);
        print_quoted(e, file->copied_from);
    }
    fputs(is_body ? " prologue_end\n" : "\n", e->out);
    const char *text = is_new && e->options->source_line
                           ? e->options->source_line(e->options->context, file->name, e->line)
                           : NULL;
    if (text)
        fprintf(e->out, "    # %u: %s\n", e->line, text);
}

/* A word as a float, if that is more likely than an integer: from 2^-40 to 2^40. */
static void print_float(const struct emitter *e, const struct machine_instr *instr)
{
    enum { LEAST = 0x2b800000, MOST = 0x53800000 };
    int32_t size = instr->imm & INT32_MAX;
    if (!e->options->source_line || instr->base != BASE_NONE || size < LEAST || size > MOST)
        return;
    float number;
    memcpy(&number, &instr->imm, sizeof number);
    fprintf(e->out, " # %.9g as a float", (double)number);
}

static void print_instr(struct emitter *e, const struct machine_instr *instr)
{
    const struct machine_row *row = &machine_rows[instr->op];
    print_location(e, instr);
    /* prasm has a more readable name for the comparison `subs Rs,S,R0` */
    if (instr->op == MACHINE_subs && instr->rd == REGISTER_zero) {
        fprintf(e->out, "    %-7s %s,", "cmp", register_names[instr->rs]);
        print_s(e, instr);
        fputc('\n', e->out);
        return;
    }
    if (instr->op == MACHINE_jmp && !instr->has_imm && instr->rt == REGISTER_ra) {
        fputs("    ret\n", e->out);
        return;
    }
    if (row->form == FORM_NONE) {
        fprintf(e->out, "    %s\n", row->mnemonic);
        return;
    }
    bool copies_real = instr->op == MACHINE_COPY && machine_is_real_register(instr->rd);
    fprintf(e->out, "    %-7s ", copies_real ? "xmov" : row->mnemonic);
    print_operands(e, instr);
    if (instr->op == MACHINE_SET)
        print_float(e, instr);
    fputc('\n', e->out);
}

/* A function begins with a line: if its first instruction has none, as a prologue before a jump into a loop,
 * the smallest line of the function, its own if possible. Otherwise a message would name the last line of the
 * previous function. */
static void print_first_location(struct emitter *e, const struct machine_function *function)
{
    const struct machine_instr *least[2] = {NULL, NULL}; /* its own, copied ones */
    bool is_first = true;
    for (const struct machine_block *block = function->first; block; block = block->next)
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
            if (is_first && instr->line != 0)
                return;
            is_first = false;
            if (instr->line == 0)
                continue;
            const struct machine_instr **so_far = &least[e->unit->files[instr->file].copied_from != NULL];
            if (!*so_far || instr->line < (*so_far)->line)
                *so_far = instr;
        }
    if (least[0] || least[1])
        print_location(e, least[0] ? least[0] : least[1]);
}

/* Labels for places of variables: of those between guards, and, with -g, of those of one word
 * (asm/tables/guard.h). */
static void print_frame(const struct emitter *e, const struct machine_function *function)
{
    unsigned k = 0;
    for (const struct machine_object *object = function->objects; object; object = object->next)
        if (object->guarded || e->options->lines)
            fprintf(e->out, "%s%u.%u.%u.%u.%s:\n", object->guarded ? GUARD_FRAME_PREFIX : FRAME_WORD_PREFIX,
                    e->number, k++, object->word, object->words, object->name);
}

static bool is_call(const struct machine_instr *instr)
{
    return instr->op == MACHINE_call || instr->op == MACHINE_callr;
}

static void print_shared_frame(struct emitter *e, const struct machine_instr *call)
{
    if (!is_call(call))
        return;
    for (const struct ir_shared_object *object = call->shared_objects; object; object = object->next)
        if (object->guarded || e->options->lines)
            fprintf(e->out, "%s%u.%u.%u.%u.%s:\n", object->guarded ? GUARD_SHARED_PREFIX : SHARED_WORD_PREFIX,
                    e->number, e->shared_objects++, object->offset, object->words, object->name);
}

enum { NAME_MOST = 900 }; /* prasm takes labels of 1024 characters */

/* Whether labels describe addresses of it. The runtime's own objects are no variables. */
static bool is_told(const struct ir_symbol *symbol)
{
    return !symbol->function && !symbol->literal && symbol->name[0] != '.' &&
           strncmp(symbol->name, "__", 2) != 0 && strlen(symbol->name) <= NAME_MOST;
}

/* The label that names the variable whose address the instruction computes. */
static void print_aim(struct emitter *e, const struct machine_instr *instr)
{
    const struct machine_object *object = instr->memory.object;
    const struct ir_shared_object *shared = instr->shared_objects;
    if (instr->op == MACHINE_add && object && instr->rs == REGISTER_fp)
        fprintf(e->out, AIM_STACK_PREFIX "%u.%u.%u.%u.%s:\n", e->number, e->meant++, object->word,
                object->words, object->name);
    else if (instr->op == MACHINE_add && shared)
        fprintf(e->out, AIM_SHARED_PREFIX "%u.%u.%u.%u.%s:\n", e->number, e->meant++, shared->offset,
                shared->words, shared->name);
    const bool is_high = instr->op == MACHINE_gethi && instr->base == BASE_SYMBOL_HI;
    if (!is_high && (instr->op != MACHINE_SET || instr->base != BASE_SYMBOL))
        return;
    const struct ir_symbol *variable = &e->unit->symbols[instr->symbol];
    if (is_high && (uint32_t)instr->imm < variable->words)
        return; /* of an access to a word of it, by a constant index */
    if (is_told(variable))
        fprintf(e->out, AIM_PREFIX "%u.%u.%u.%s:\n", e->number, e->meant++, variable->words, variable->name);
}

/* The label that says that the variable in the instruction's register has no value yet. */
static void print_unwritten(struct emitter *e, const struct ir_unwritten *unwritten)
{
    if (strlen(unwritten->name) <= NAME_MOST)
        fprintf(e->out, UNWRITTEN_PREFIX "%u.%u.%u.%s:\n", e->number, e->meant++, unwritten->line,
                unwritten->name);
}

static void print_part(const struct emitter *e, struct ir_part part)
{
    if (part.kind != IR_PART_TIMES)
        fputs(part.kind == IR_PART_FOLLOWS ? ".f" : ".u", e->out);
    else
        fprintf(e->out, ".t%" PRIx64, (uint64_t)part.times);
    if (part.kind == IR_PART_TIMES && part.times != 0 && part.per != 1)
        fprintf(e->out, "o%" PRId32, part.per);
}

/* The label that says which subscripts lead to an address. */
static void print_index(struct emitter *e, const struct machine_instr *instr)
{
    const struct ir_rows *rows = instr->rows;
    if (!e->options->lines || !e->has_rows || !instr->index.is_known ||
        (machine_rows[instr->op].form != FORM_RSD && machine_rows[instr->op].form != FORM_RSX &&
         instr->op != MACHINE_SET))
        return;
    fprintf(e->out, "%s%u.%u", rows ? INDEX_ROW_PREFIX : INDEX_SUM_PREFIX, e->number, e->meant++);
    print_part(e, instr->index.a);
    print_part(e, instr->index.b);
    fprintf(e->out, ".%" PRIx64, (uint64_t)instr->index.plus);
    for (uint32_t level = 0; rows && level < rows->count; level++) {
        const struct ir_row *row = &rows->rows[level];
        fprintf(e->out, ".%u.%u.%c%.200s", row->element, row->words, row->kind, row->name);
    }
    fputs(":\n", e->out);
}

static bool has_rows(const struct machine_function *function)
{
    for (const struct machine_block *block = function->first; block; block = block->next)
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next)
            if (instr->rows && instr->index.is_known)
                return true;
    return false;
}

/* The label that names the variable that an access is for, with -g. */
static void print_meant(struct emitter *e, const struct machine_instr *access)
{
    const struct machine_object *object = access->memory.object;
    if (!e->options->lines)
        return;
    if (access->memory.unwritten) {
        print_unwritten(e, access->memory.unwritten);
        return;
    }
    if (access->op == MACHINE_add || access->op == MACHINE_SET || access->op == MACHINE_gethi) {
        print_aim(e, access);
        return;
    }
    if (access->memory.is_rest)
        fprintf(e->out, FIELD_REST_PREFIX "%u.%u:\n", e->number, e->meant++);
    if (object && !access->memory.is_masked)
        fprintf(e->out, MEANT_FRAME_PREFIX "%u.%u.%u.%u.%s:\n", e->number, e->meant++, object->word,
                object->words, object->name);
    if (access->shared_objects && !is_call(access) && !access->memory.is_masked)
        fprintf(e->out, MEANT_SHARED_PREFIX "%u.%u.%u.%u.%s:\n", e->number, e->meant++,
                access->shared_objects->offset, access->shared_objects->words, access->shared_objects->name);
    if (access->memory.meant == 0)
        return;
    const struct ir_symbol *variable = &e->unit->symbols[access->memory.meant - 1];
    if (strlen(variable->name) <= NAME_MOST)
        fprintf(e->out, "%s%u.%u.%u.%s:\n", access->memory.is_masked ? MEANT_MASKED_PREFIX : MEANT_PREFIX,
                e->number, e->meant++, variable->words, variable->name);
}

void emit_function(FILE *out, const struct ir_unit *unit, const struct machine_function *function,
                   const struct ir_function *source, unsigned number, const struct back_options *options)
{
    struct emitter e = {.out = out, .unit = unit, .number = number, .options = options};
    e.body = function->body;
    e.has_rows = has_rows(function);
    fputs("\n    .text\n", out);
    if (unit->symbols[source->symbol].global) {
        fputs("    .global ", out);
        print_symbol(&e, source->symbol);
        fputc('\n', out);
    }
    fputs("    .func\n", out);
    print_symbol(&e, source->symbol);
    fputs(":\n", out);
    print_frame(&e, function);
    print_first_location(&e, function);
    for (const struct machine_block *block = function->first; block; block = block->next) {
        if (block->is_target) {
            print_label(&e, block);
            fputs(":\n", out);
        }
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
            print_shared_frame(&e, instr);
            print_index(&e, instr);
            print_meant(&e, instr);
            if (instr->label)
                fprintf(out, DWARF_LABEL ":\n", number, instr->label);
            print_instr(&e, instr);
        }
    }
    if (function->end_label)
        fprintf(out, DWARF_LABEL ":\n", number, function->end_label);
}

void emit_start(FILE *out, const struct ir_unit *unit)
{
    struct emitter e = {.out = out, .unit = unit};
    fputs("# made by fcc\n", out);
    if (unit->uses_reals)
        fprintf(out, "    .global __real_words\n    .set __real_words, %u\n", unit->real_words);
    for (uint32_t i = 0; i < unit->symbol_count; i++) {
        if (unit->symbols[i].section == IR_SECTION_EXTERN && unit->symbols[i].used) {
            fputs("    .extern ", out);
            print_symbol(&e, i);
            fputc('\n', out);
        }
    }
}

/* Number of words from index `from` on that are zero numbers. */
static uint32_t count_zeros(const struct ir_data *data, uint32_t from, uint32_t words)
{
    uint32_t end = from;
    while (end < words && data->words[end].value == 0 && data->words[end].symbol == 0)
        end++;
    return end - from;
}

/* Infinities and NaNs, whose bits no text represents, are printed as words. */
static bool is_finite(uint32_t image)
{
    enum { EXPONENT = 0x7f800000 };
    return (image & EXPONENT) != EXPONENT;
}

static void print_word(const struct emitter *e, const struct ir_data_word *word, bool is_float)
{
    float number;
    if (is_float) {
        memcpy(&number, &word->value, sizeof number);
        fprintf(e->out, "%.9g", (double)number); /* 9 digits distinguish every float */
    } else if (word->symbol) {
        print_sum(e, word->symbol - 1, (int32_t)word->value);
    } else {
        fprintf(e->out, "0x%x", word->value);
    }
}

static void print_words(const struct emitter *e, const struct ir_data *data, uint32_t words)
{
    enum { WORDS_PER_LINE = 8 };
    uint32_t on_line = 0;
    bool of_floats = false; /* what is on the line */
    for (uint32_t i = 0; i < words;) {
        uint32_t zeros = count_zeros(data, i, words);
        if (zeros > WORDS_PER_LINE) {
            fprintf(e->out, "%s    .space %u\n", on_line ? "\n" : "", zeros);
            on_line = 0;
            i += zeros;
            continue;
        }
        const struct ir_data_word *word = &data->words[i++];
        const bool goes_on = on_line && of_floats && word->value == 0 && word->symbol == 0;
        const bool is_float = goes_on || (word->is_float && is_finite(word->value));
        if (on_line && is_float != of_floats) {
            fputc('\n', e->out);
            on_line = 0;
        }
        of_floats = is_float;
        fputs(on_line ? ", " : is_float ? "    .float " : "    .word ", e->out);
        print_word(e, word, is_float);
        on_line = (on_line + 1) % WORDS_PER_LINE;
        if (on_line == 0)
            fputc('\n', e->out);
    }
    if (on_line)
        fputc('\n', e->out);
}

/* A guard word follows each variable of several words: pramsim --check knows it by its name, and so finds the
 * first access out of bounds. Strings, which have a comment, end with a 0 anyway. */
static void print_guard(FILE *out, const struct ir_data *data, const struct ir_symbol *symbol,
                        uint32_t *guards)
{
    if (symbol->words > 1 && data->comment == NULL)
        fprintf(out, GUARD_PREFIX "%u:\n    .space 1\n", ++*guards);
}

/* The labels for locks in variables; a variable that is a lock needs none. */
static void print_locks(FILE *out, const struct ir_unit *unit)
{
    uint32_t k = 0;
    for (const struct ir_data *data = unit->data; data; data = data->next) {
        const struct ir_symbol *symbol = &unit->symbols[data->symbol];
        for (const struct ir_lock_path *path = symbol->locks; path; path = path->next)
            if (path->parts[0] != '\0' && strlen(path->parts) + strlen(symbol->name) <= NAME_MOST) {
                fprintf(out, "%s" LOCK_PREFIX "%u.%se.%s:\n", k == 0 ? "\n    .text\n" : "", k, path->parts,
                        symbol->name);
                k++;
            }
    }
}

/* The labels for words of variables that initially hold addresses of variables. */
static void print_initial_aims(FILE *out, const struct ir_unit *unit)
{
    uint32_t k = 0;
    for (const struct ir_data *data = unit->data; data; data = data->next) {
        const struct ir_symbol *symbol = &unit->symbols[data->symbol];
        for (uint32_t word = 0; data->words && word < symbol->words; word++) {
            const uint32_t target = data->words[word].symbol;
            if (target != 0 && is_told(&unit->symbols[target - 1]) && strlen(symbol->name) <= NAME_MOST) {
                fprintf(out, "%s" AIM_WORD_PREFIX "%u.%u.%u.%s:\n", k == 0 ? "\n    .text\n" : "", k, word,
                        symbol->words, symbol->name);
                k++;
            }
        }
    }
}

void emit_data(FILE *out, const struct ir_unit *unit, const struct back_options *options)
{
    static const char *const sections[IR_SECTION_COUNT] = {[IR_SECTION_DATA] = ".data",
                                                           [IR_SECTION_BSS] = ".bss",
                                                           [IR_SECTION_PRIVATE] = ".private",
                                                           [IR_SECTION_PRIVATE_BSS] = ".private_bss"};
    struct emitter e = {.out = out, .unit = unit};
    enum ir_section current = IR_SECTION_TEXT;
    uint32_t guards = 0;
    for (const struct ir_data *data = unit->data; data; data = data->next) {
        const struct ir_symbol *symbol = &unit->symbols[data->symbol];
        if (symbol->section != current) {
            current = symbol->section;
            fprintf(out, "\n    %s\n", sections[current]);
        }
        if (symbol->global) {
            fputs("    .global ", out);
            print_symbol(&e, data->symbol);
            fputc('\n', out);
        }
        print_symbol(&e, data->symbol);
        fputc(':', out);
        if (data->comment) {
            fputs(" # ", out);
            for (const char *at = data->comment; *at; at++)
                fputc(isprint((unsigned char)*at) ? *at : '.', out);
        }
        fputc('\n', out);
        if (data->words)
            print_words(&e, data, symbol->words);
        else
            fprintf(out, "    .space %u\n", symbol->words);
        print_guard(out, data, symbol, &guards);
    }
    if (options->lines) {
        print_initial_aims(out, unit);
        print_locks(out, unit);
    }
}
