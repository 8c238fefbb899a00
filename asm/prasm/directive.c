/* directive.c - the directives, one function each, found through the table directive.def.
 *
 * May call expression.c, emit.c, symbol.c and, for .include, source.c.
 */
#include "asm/prasm/prasm.h"

#include "asm/isa.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool directive_section(struct assembler *assembler, int value, const struct spot *spot)
{
    (void)spot;
    assembler->section = (enum object_section)value;
    return true;
}

/* .word, .float and .string need a section with words. */
static bool check_words(struct assembler *assembler, const char *what, const struct spot *spot)
{
    if (object_is_debug(assembler->section))
        return complain(assembler, spot, "%s cannot stand in %s, which counts bytes (.byte, .4byte, .asciz)",
                        what, object_section_name(assembler->section));
    if (assembler->section != SECTION_BSS && assembler->section != SECTION_PRIVATE_BSS)
        return true;
    return complain(assembler, spot, "%s cannot stand in %s, which has only zeros (.space makes room)", what,
                    object_section_name(assembler->section));
}

static bool directive_word(struct assembler *assembler, int value, const struct spot *spot)
{
    (void)value;
    if (!check_words(assembler, ".word", spot))
        return false;
    bool good = true;
    do {
        struct expression expression;
        if (!expression_parse(assembler, &expression) || !emit_words(assembler, 1, 0, &expression.spot))
            return false;
        good &= emit_field(assembler, FIELD_WORD, &expression);
    } while (scan_take(assembler, ','));
    return good;
}

/* A number as strtof reads it, but ended by blank, comma or comment. */
static bool scan_float(struct assembler *assembler, uint32_t *bits)
{
    char text[64];
    struct spot spot = scan_spot(assembler);
    size_t length = strcspn(assembler->cursor, " \t\r\n,#/");
    if (length == 0 || length >= sizeof text)
        return complain(assembler, &spot, "expected a floating-point number");
    memcpy(text, assembler->cursor, length);
    text[length] = '\0';
    char *end;
    float number = strtof(text, &end);
    if (*end != '\0')
        return complain(assembler, &spot, "'%s' is not a floating-point number", text);
    memcpy(bits, &number, sizeof *bits);
    if (isinf(number) && strpbrk(text, "iI") == NULL)
        return complain(assembler, &spot, "'%s' is too large for IEEE binary32", text);
    assembler->cursor += length;
    return true;
}

static bool directive_float(struct assembler *assembler, int value, const struct spot *spot)
{
    (void)value;
    if (!check_words(assembler, ".float", spot))
        return false;
    do {
        uint32_t bits = 0;
        if (!scan_float(assembler, &bits) || !emit_words(assembler, 1, bits, spot))
            return false;
    } while (scan_take(assembler, ','));
    return true;
}

static bool directive_string(struct assembler *assembler, int value, const struct spot *spot)
{
    (void)value;
    if (!check_words(assembler, ".string", spot))
        return false;
    do {
        char *text;
        size_t length;
        if (!scan_string(assembler, &text, &length, "the text"))
            return false;
        for (size_t i = 0; i <= length; i++)
            if (!emit_words(assembler, 1, i < length ? (unsigned char)text[i] : 0, spot))
                return false;
    } while (scan_take(assembler, ','));
    return true;
}

static bool directive_space(struct assembler *assembler, int value, const struct spot *spot)
{
    (void)value;
    int64_t count;
    struct spot place;
    if (object_is_debug(assembler->section))
        return check_words(assembler, ".space", spot);
    if (!expression_constant(assembler, "the number of words", &count, &place))
        return false;
    if (count < 0 || count > OBJECT_MAX_ZERO)
        return complain(assembler, &place, "%lld words of space are out of range (0 to %u)", (long long)count,
                        OBJECT_MAX_ZERO);
    return emit_words(assembler, (uint32_t)count, 0, spot);
}

static bool directive_align(struct assembler *assembler, int value, const struct spot *spot)
{
    (void)value;
    int64_t count;
    struct spot place;
    if (object_is_debug(assembler->section))
        return check_words(assembler, ".align", spot);
    if (!expression_constant(assembler, "the alignment", &count, &place))
        return false;
    if (count < 1 || count > OBJECT_MAX_ALIGNMENT || (count & (count - 1)) != 0)
        return complain(assembler, &place, "the alignment must be a power of two from 1 to %u",
                        OBJECT_MAX_ALIGNMENT);
    struct object *object = assembler->object;
    uint32_t alignment = (uint32_t)count;
    if (object->alignment[assembler->section] < alignment)
        object->alignment[assembler->section] = alignment;
    uint32_t missing = (0u - object->size[assembler->section]) & (alignment - 1);
    uint32_t filler = 0;
    if (assembler->section == SECTION_TEXT) {
        struct isa_instruction nop = {.opcode = OP_nop};
        filler = isa_encode(&nop);
    }
    return emit_words(assembler, missing, filler, spot);
}

static bool directive_declare(struct assembler *assembler, int is_extern, const struct spot *spot)
{
    (void)spot;
    do {
        const char *name;
        size_t length;
        struct spot place = scan_spot(assembler);
        if (!scan_symbol_name(assembler, is_extern ? ".extern" : ".global", &name, &length))
            return false;
        struct symbol *symbol = symbol_find(assembler, name, length);
        if (symbol_is_file_local(symbol))
            return complain(assembler, &place, "'%s' is local to this file, as all names with .L are",
                            symbol->name);
        if (is_extern)
            symbol->imported = true;
        else
            symbol->global = true;
        if (symbol->state == SYMBOL_UNDEFINED && (symbol->spot.inclusion == NULL || !is_extern))
            symbol->spot = place;
    } while (scan_take(assembler, ','));
    return true;
}

static bool directive_set(struct assembler *assembler, int value, const struct spot *spot)
{
    (void)value;
    (void)spot;
    const char *name;
    size_t length;
    struct expression expression;
    struct spot place = scan_spot(assembler);
    if (!scan_symbol_name(assembler, ".set", &name, &length) || !scan_expect(assembler, ',', "the name"))
        return false;
    struct symbol *symbol = symbol_find(assembler, name, length);
    return expression_parse(assembler, &expression) &&
           symbol_define_set(assembler, symbol, &expression, &place) && symbol_try_set(assembler, symbol);
}

static bool directive_func(struct assembler *assembler, int value, const struct spot *spot)
{
    (void)value;
    assembler->next_is_function = true;
    assembler->function_spot = *spot;
    return true;
}

/* A quoted name of 1 .. `most` characters, in memory of the assembler. */
static bool scan_quoted(struct assembler *assembler, const char *what, size_t most, char **name)
{
    size_t length;
    const struct spot place = scan_spot(assembler);
    if (!scan_string(assembler, name, &length, what))
        return false;
    if (length == 0 || length > most || memchr(*name, 0, length) != NULL)
        return complain(assembler, &place, "this is not %s", what);
    (*name)[length] = '\0'; /* the closing quote leaves room */
    return true;
}

static bool directive_file(struct assembler *assembler, int value, const struct spot *spot)
{
    (void)value;
    (void)spot;
    char *name;
    if (!scan_quoted(assembler, "a file name", OBJECT_MAX_FILE_NAME, &name))
        return false;
    emit_source_name(assembler, &assembler->file_names, name, OBJECT_MAX_FILE_NAME);
    return true;
}

/* Whether the word follows that a body begins with; the cursor moves past it. */
static bool scan_prologue_end(struct assembler *assembler)
{
    static const char word[] = "prologue_end";
    const char *start = assembler->cursor, *name;
    const size_t length = scan_name(assembler, &name);
    if (length == sizeof word - 1 && memcmp(name, word, length) == 0)
        return true;
    assembler->cursor = start;
    return false;
}

/* The column, if there is one. */
static bool scan_column(struct assembler *assembler, int64_t *column)
{
    struct spot place = scan_spot(assembler);
    *column = 0;
    if (scan_at_end(assembler) || *assembler->cursor == '"')
        return true;
    if (!expression_constant(assembler, "the column", column, &place))
        return false;
    if (*column < 0 || *column > OBJECT_MAX_LINE)
        return complain(assembler, &place, "the column must be a number from 0 to %d", OBJECT_MAX_LINE);
    scan_take(assembler, ',');
    return true;
}

static bool directive_loc(struct assembler *assembler, int value, const struct spot *spot)
{
    (void)value;
    (void)spot;
    char *name, *function = NULL;
    int64_t line, column = 0;
    if (scan_at_end(assembler)) {
        assembler->loc.file = 0;
        return true;
    }
    if (!scan_quoted(assembler, "a file name", OBJECT_MAX_FILE_NAME, &name))
        return false;
    scan_take(assembler, ',');
    struct spot place = scan_spot(assembler);
    if (!expression_constant(assembler, "the line", &line, &place))
        return false;
    if (line < 1 || line > OBJECT_MAX_LINE)
        return complain(assembler, &place, "the line must be a number from 1 to %d", OBJECT_MAX_LINE);
    scan_take(assembler, ',');
    bool prologue_end = scan_prologue_end(assembler);
    if (!prologue_end && !scan_column(assembler, &column))
        return false;
    prologue_end = prologue_end || scan_prologue_end(assembler);
    if (!prologue_end && !scan_at_end(assembler)) {
        if (!scan_quoted(assembler, "a function name", OBJECT_MAX_NAME, &function))
            return false;
        prologue_end = scan_prologue_end(assembler);
    }
    assembler->loc = (struct line_row){
        .file = emit_source_name(assembler, &assembler->file_names, name, OBJECT_MAX_FILE_NAME),
        .line = (uint32_t)line,
        .column = (uint32_t)column,
        .prologue_end = prologue_end};
    if (function != NULL)
        assembler->loc.function =
            emit_source_name(assembler, &assembler->function_names, function, OBJECT_MAX_NAME);
    return true;
}

static bool directive_include(struct assembler *assembler, int value, const struct spot *spot)
{
    (void)value;
    (void)spot;
    char *name;
    size_t length;
    struct spot place = scan_spot(assembler);
    if (!scan_string(assembler, &name, &length, "a file name"))
        return false;
    if (length == 0 || length > OBJECT_MAX_FILE_NAME || memchr(name, 0, length) != NULL)
        return complain(assembler, &place, "this is not a file name");
    return scan_end(assembler) && source_include(assembler, name, &place);
}

static const struct {
    const char *name;
    bool (*assemble)(struct assembler *assembler, int value, const struct spot *spot);
    int value;
} directives[] = {
#define DIRECTIVE(name, handler, value, operands, text) {"." #name, directive_##handler, value},
#include "asm/tables/directive.def"
};

bool directive_assemble(struct assembler *assembler, const char *name, size_t length, const struct spot *spot)
{
    for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++)
        if (strlen(directives[i].name) == length && memcmp(directives[i].name, name, length) == 0)
            return directives[i].assemble(assembler, directives[i].value, spot) && scan_end(assembler);
    return complain(assembler, spot, "unknown directive '%.*s'", length < 64 ? (int)length : 64, name);
}
