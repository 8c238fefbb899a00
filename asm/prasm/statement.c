/* statement.c - a source line: labels, then a directive or an instruction, then perhaps a comment.
 *
 * After an error the rest of the line is skipped, so that one run finds all errors.
 */
#include "asm/prasm/prasm.h"

#include <ctype.h>
#include <string.h>

/* `12:` at the cursor? Defines it. */
static bool take_numeric_label(struct assembler *assembler, bool *good)
{
    struct spot spot = scan_spot(assembler);
    const char *at = assembler->cursor;
    unsigned number = 0;
    while (isdigit((unsigned char)*at)) {
        if (number <= PRASM_MAX_NUMERIC_LABEL)
            number = number * 10 + (unsigned)(*at - '0');
        at++;
    }
    if (at == assembler->cursor)
        return false;
    assembler->cursor = at;
    if (!scan_take(assembler, ':')) {
        *good = complain(assembler, &spot, "expected a label, a directive or an instruction, found a number");
        return false;
    }
    if (number > PRASM_MAX_NUMERIC_LABEL) {
        *good = complain(assembler, &spot, "numeric labels go from 0 to %d", PRASM_MAX_NUMERIC_LABEL);
        return false;
    }
    symbol_define_numeric(assembler, number, &spot);
    return true;
}

static bool is_section_name(const char *name, size_t length)
{
    for (enum object_section section = SECTION_TEXT; section < SECTION_END; section++)
        if (strlen(object_section_name(section)) == length &&
            memcmp(object_section_name(section), name, length) == 0)
            return true;
    return object_find_debug(name, length) != SECTION_UNDEFINED;
}

/* Labels and what follows them; false after a message. */
static bool assemble_line(struct assembler *assembler)
{
    char buffer[48];
    bool good = true;
    emit_islands(assembler);
    for (;;) {
        if (take_numeric_label(assembler, &good))
            continue;
        if (!good)
            return false;
        if (scan_at_end(assembler))
            return true;
        struct spot spot = scan_spot(assembler);
        const char *name;
        size_t length = scan_name(assembler, &name);
        if (length == 0)
            return complain(assembler, &spot, "expected a label, a directive or an instruction, found %s",
                            scan_found(assembler, buffer, sizeof buffer));
        if (scan_take(assembler, ':')) {
            assembler->cursor = name;
            if (is_section_name(name, length))
                return complain(assembler, &spot, "'%.*s' is a section and cannot be a label", (int)length,
                                name);
            if (!scan_symbol_name(assembler, "the label", &name, &length))
                return false;
            scan_take(assembler, ':');
            struct symbol *symbol = symbol_find(assembler, name, length);
            if (!symbol_define_label(assembler, symbol, &spot))
                return false;
            continue;
        }
        if (*name == '.')
            return directive_assemble(assembler, name, length, &spot);
        return instruction_assemble(assembler, name, length, &spot);
    }
}

void statement_assemble(struct assembler *assembler)
{
    int errors = assembler->diag->errors;
    if (!assemble_line(assembler) || assembler->diag->errors > errors)
        return;
    if (*assembler->cursor == '\0' && assembler->line_end > assembler->cursor) {
        struct spot spot = scan_spot(assembler);
        complain(assembler, &spot, "a NUL character: is this a text file?");
    }
}
