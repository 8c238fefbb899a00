/* debug.c - debug information: its sections, which count bytes, and the directives that write them.
 *
 * A number is written at once; an address of code, data or debug information becomes a relocation. May call
 * expression.c, scan.c and emit.c. What the bytes mean is the source's matter.
 */
#include "asm/prasm/prasm.h"

#include <string.h>

enum { MOST_BYTES = 1 << 30 }; /* of a section; the sources of a run are much smaller */

bool directive_debug_section(struct assembler *assembler, int value, const struct spot *spot)
{
    (void)value;
    (void)spot;
    const char *name;
    struct spot place = scan_spot(assembler);
    const size_t length = scan_name(assembler, &name);
    enum object_section found = object_find_debug(name, length);
    for (enum object_section section = SECTION_TEXT; section < SECTION_END; section++) {
        const char *known = object_section_name(section);
        if (strlen(known) == length && memcmp(known, name, length) == 0)
            found = section;
    }
    if (length == 0 || found == SECTION_UNDEFINED)
        return complain(assembler, &place,
                        "unknown section (.text .data .bss .private .private_bss .debug_info .debug_abbrev "
                        ".debug_line .debug_str .debug_line_str .debug_loclists .debug_rnglists "
                        ".debug_aranges .debug_frame)");
    assembler->section = found;
    return true;
}

void debug_append(struct assembler *assembler, enum object_section section, const void *bytes, size_t count)
{
    struct object_bytes *debug = object_debug(assembler->object, section);
    size_t *capacity = &assembler->debug_capacity[section - SECTION_DEBUG];
    if (count == 0 || count > MOST_BYTES - debug->size)
        return; /* not reached: a source has at most PRASM_MAX_SOURCE_BYTES */
    debug->bytes = memory_grow(debug->bytes, capacity, debug->size + count, 1);
    memcpy(debug->bytes + debug->size, bytes, count);
    debug->size += (uint32_t)count;
}

void debug_append_number(struct assembler *assembler, enum object_section section, uint64_t number,
                         unsigned size)
{
    uint8_t bytes[sizeof number];
    for (unsigned i = 0; i < size; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
    debug_append(assembler, section, bytes, size);
}

void debug_append_leb128(struct assembler *assembler, enum object_section section, int64_t number,
                         bool is_signed)
{
    enum { BITS = 7, SIGN = 0x40, MORE = 0x80, MOST = 10 };
    uint8_t bytes[MOST];
    size_t count = 0;
    for (bool more = true; more;) {
        uint8_t byte = (uint8_t)(number & (MORE - 1));
        number = is_signed ? number >> BITS : (int64_t)((uint64_t)number >> BITS);
        more = is_signed ? number != ((byte & SIGN) != 0 ? -1 : 0) : number != 0;
        bytes[count++] = (uint8_t)(byte | (more ? MORE : 0));
    }
    debug_append(assembler, section, bytes, count);
}

void debug_append_address(struct assembler *assembler, enum object_section section,
                          enum object_section target, uint32_t offset)
{
    const struct fixup fixup = {
        .section = section, .offset = object_debug(assembler->object, section)->size, .field = FIELD_WORD};
    const struct value value = {.kind = VALUE_SECTION, .section = target, .number = offset};
    debug_append_number(assembler, section, 0, sizeof(uint32_t));
    emit_relocation(assembler, &fixup, &value);
}

static bool check_debug(struct assembler *assembler, const char *what, const struct spot *spot)
{
    return object_is_debug(assembler->section) ||
           complain(assembler, spot, "%s is for debug information; %s counts words (.word, .string)", what,
                    object_section_name(assembler->section));
}

/* An expression of four bytes, which may be an address. */
static bool assemble_four(struct assembler *assembler)
{
    struct expression expression;
    struct value value;
    if (!expression_parse(assembler, &expression))
        return false;
    const struct fixup fixup = {.section = assembler->section,
                                .offset = emit_place(assembler),
                                .field = FIELD_WORD,
                                .expression = expression};
    debug_append_number(assembler, assembler->section, 0, sizeof(uint32_t));
    const enum evaluation result = expression_evaluate(assembler, &expression, false, &value);
    if (result == EVALUATION_FAILED)
        return false;
    if (result == EVALUATED && value.kind == VALUE_NUMBER) {
        expression_forget(assembler, &expression);
        return emit_patch(assembler, &fixup, &value);
    }
    assembler->fixups = memory_grow(assembler->fixups, &assembler->fixup_capacity, assembler->fixup_count + 1,
                                    sizeof *assembler->fixups);
    assembler->fixups[assembler->fixup_count++] = fixup;
    return true;
}

bool directive_bytes(struct assembler *assembler, int size, const struct spot *spot)
{
    if (!check_debug(assembler, size == 1 ? ".byte" : size == 2 ? ".2byte" : ".4byte", spot))
        return false;
    do {
        int64_t number;
        struct spot place;
        const int64_t limit = (int64_t)1 << 8 * size;
        if (size == sizeof(uint32_t)) {
            if (!assemble_four(assembler))
                return false;
            continue;
        }
        if (!expression_constant(assembler, "the byte", &number, &place))
            return false;
        if (number < -limit / 2 || number >= limit)
            return complain(assembler, &place, "the number %lld does not fit %s", (long long)number,
                            size == 1 ? "a byte" : "two bytes");
        debug_append_number(assembler, assembler->section, (uint64_t)number, (unsigned)size);
    } while (scan_take(assembler, ','));
    return true;
}

bool directive_leb128(struct assembler *assembler, int is_signed, const struct spot *spot)
{
    if (!check_debug(assembler, is_signed ? ".sleb128" : ".uleb128", spot))
        return false;
    do {
        int64_t number;
        struct spot place;
        if (!expression_constant(assembler, "the number", &number, &place))
            return false;
        if (!is_signed && number < 0)
            return complain(assembler, &place, "the number %lld is less than 0 (.sleb128 takes it)",
                            (long long)number);
        debug_append_leb128(assembler, assembler->section, number, is_signed != 0);
    } while (scan_take(assembler, ','));
    return true;
}

bool directive_ascii(struct assembler *assembler, int ends, const struct spot *spot)
{
    if (!check_debug(assembler, ends ? ".asciz" : ".ascii", spot))
        return false;
    do {
        char *text;
        size_t length;
        if (!scan_string(assembler, &text, &length, "the text"))
            return false;
        debug_append(assembler, assembler->section, text, length);
        if (ends)
            debug_append_number(assembler, assembler->section, 0, 1);
    } while (scan_take(assembler, ','));
    return true;
}
