/* write.c - prints the entries of a unit as directives for prasm: .debug_info and what it refers to.
 *
 * Prints functions with code, variables of the unit, and the types that these use. Addresses of ranges count
 * from the beginning of the unit's code, so that the linker has few fields to fill. Must have run before:
 * everything else.
 */
#include "fcc/dwarf/dwarf.h"

#include <inttypes.h>
#include <string.h>

#include "common/quote.h"
#include "fcc/back/emit.h"
#include "fcc/ir/ir.h"

/* The form of entries: one row of .debug_abbrev. */
struct shape {
    struct shape *next;
    const struct dwarf_entry *like; /* one that has it */
    uint32_t number;
};

/* Other properties of an entry. */
enum extra { EXTRA_NONE, EXTRA_CODE, EXTRA_RANGES, EXTRA_PLACE, EXTRA_LIST, EXTRA_UNIT, EXTRA_ABSTRACT };

struct writer {
    FILE *out;
    const struct ir_unit *ir;
    struct dwarf_unit *unit;
    struct arena arena;
    struct shape *shapes;
    uint32_t shape_count;
};

static void print_quoted(FILE *out, const char *text)
{
    fputc('"', out);
    for (const char *at = text; *at; at++) {
        const char *escape = quote_escape(*at);
        if (escape)
            fputs(escape, out);
        else
            fputc(*at, out);
    }
    fputc('"', out);
}

void dwarf_write_files(FILE *out, const struct dwarf_unit *unit)
{
    for (const struct dwarf_file *file = unit->files; file; file = file->next) {
        fputs("    .file ", out);
        print_quoted(out, file->name);
        fputc('\n', out);
    }
}

/* ---- what is printed */

static bool is_scope(const struct dwarf_entry *entry)
{
    return entry->tag == DW_TAG_lexical_block || entry->tag == DW_TAG_inlined_subroutine;
}

/* A scope without code is left out with everything in it, and so are scopes in a function without code. */
static bool is_left_out(const struct dwarf_entry *entry)
{
    return (is_scope(entry) && !entry->ranges) ||
           (entry->parent->tag == DW_TAG_subprogram && !entry->parent->ranges);
}

/* Adds an entry to the list of those whose children and names are followed. */
static void push(struct dwarf_entry **list, struct dwarf_entry *entry)
{
    if (entry->is_wanted)
        return;
    entry->is_wanted = true;
    entry->next_wanted = *list;
    *list = entry;
}

/* The entry, its children, and all entries that these refer to. */
static void want(struct dwarf_entry *entry)
{
    struct dwarf_entry *list = NULL;
    push(&list, entry);
    while (list) {
        struct dwarf_entry *here = list;
        list = here->next_wanted;
        for (const struct dwarf_attribute *a = here->attributes; a; a = a->next) {
            if (a->entry) {
                a->entry->is_named = true;
                push(&list, a->entry);
            }
        }
        for (struct dwarf_entry *child = here->first; child; child = child->next) {
            if (!is_left_out(child))
                push(&list, child);
        }
    }
}

/* A typedef is printed if its type is. */
static void want_typedefs(const struct dwarf_unit *unit)
{
    for (struct dwarf_entry *entry = unit->root->first; entry; entry = entry->next) {
        const struct dwarf_attribute *type = entry->last_attribute;
        if (entry->tag == DW_TAG_typedef && type->entry && type->entry->is_wanted)
            want(entry);
    }
}

static const struct dwarf_entry *first_wanted(const struct dwarf_entry *entry)
{
    while (entry && !entry->is_wanted)
        entry = entry->next;
    return entry;
}

/* ---- shapes */

static enum extra extra_of(const struct dwarf_entry *entry)
{
    if (entry->tag == DW_TAG_compile_unit)
        return EXTRA_UNIT;
    if (entry->tag == DW_TAG_subprogram)
        return entry->ranges ? EXTRA_CODE : EXTRA_ABSTRACT;
    if (is_scope(entry))
        return entry->ranges && !entry->ranges->next ? EXTRA_CODE : EXTRA_RANGES;
    if (entry->place.kind != DWARF_NOWHERE)
        return EXTRA_PLACE;
    return entry->ranges ? EXTRA_LIST : EXTRA_NONE;
}

static bool is_same_shape(const struct dwarf_entry *a, const struct dwarf_entry *b)
{
    const struct dwarf_attribute *x = a->attributes, *y = b->attributes;
    while (x && y && x->name == y->name && x->form == y->form) {
        x = x->next;
        y = y->next;
    }
    return !x && !y && a->tag == b->tag && !first_wanted(a->first) == !first_wanted(b->first) &&
           extra_of(a) == extra_of(b);
}

static uint32_t shape_of(struct writer *w, const struct dwarf_entry *entry)
{
    struct shape **link = &w->shapes;
    while (*link) {
        struct shape *shape = *link;
        if (is_same_shape(shape->like, entry)) {
            *link = shape->next; /* to the front: most entries have one of few shapes */
            shape->next = w->shapes;
            w->shapes = shape;
            return shape->number;
        }
        link = &shape->next;
    }
    struct shape *shape = ARENA_NEW(&w->arena, struct shape);
    *shape = (struct shape){.next = w->shapes, .like = entry, .number = ++w->shape_count};
    w->shapes = shape;
    return shape->number;
}

static void print_shape(const struct writer *w, const struct shape *shape)
{
    static const uint16_t extras[][6] = {
        [EXTRA_NONE] = {0},
        [EXTRA_CODE] = {DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4, 0},
        [EXTRA_RANGES] = {DW_AT_ranges, DW_FORM_sec_offset, 0},
        [EXTRA_PLACE] = {DW_AT_location, DW_FORM_exprloc, 0},
        [EXTRA_LIST] = {DW_AT_location, DW_FORM_sec_offset, 0},
        [EXTRA_UNIT] = {DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4, 0},
        [EXTRA_ABSTRACT] = {DW_AT_inline, DW_FORM_data1, 0}};
    const struct dwarf_entry *like = shape->like;
    const enum extra extra = extra_of(like);
    fprintf(w->out, "    .uleb128 %u,%u\n    .byte %d\n", shape->number, like->tag,
            first_wanted(like->first) != NULL);
    for (const struct dwarf_attribute *a = like->attributes; a; a = a->next)
        fprintf(w->out, "    .uleb128 %u,%u\n", a->name, a->form);
    for (const uint16_t *at = extras[extra]; *at; at += 2)
        fprintf(w->out, "    .uleb128 %u,%u\n", at[0], at[1]);
    if (extra == EXTRA_UNIT)
        fprintf(w->out, "    .uleb128 %d,%d\n", DW_AT_stmt_list, DW_FORM_sec_offset);
    if (like->tag == DW_TAG_subprogram && extra == EXTRA_CODE)
        fprintf(w->out, "    .uleb128 %d,%d\n", DW_AT_frame_base, DW_FORM_exprloc);
    fputs("    .byte 0,0\n", w->out);
}

/* ---- places */

static unsigned uleb_size(uint32_t number)
{
    unsigned size = 1;
    for (; number > 0x7f; number >>= 7)
        size++;
    return size;
}

static unsigned sleb_size(int32_t number)
{
    unsigned size = 1;
    for (; number < -0x40 || number > 0x3f; number >>= 7)
        size++;
    return size;
}

/* An operation with a register: one byte for R0 to R31. */
static void print_register(const struct writer *w, int32_t number, unsigned first, unsigned other)
{
    if (number < DWARF_FIRST_REAL)
        fprintf(w->out, "    .byte 0x%x\n", first + (unsigned)number);
    else
        fprintf(w->out, "    .byte 0x%x\n    .uleb128 %d\n", other, number);
}

/* An expression, its length first. */
static void print_place(const struct writer *w, const struct dwarf_place *place)
{
    const bool is_low = place->number < DWARF_FIRST_REAL;
    switch (place->kind) {
    case DWARF_REGISTER:
        fprintf(w->out, "    .uleb128 %u\n", is_low ? 1 : 1 + uleb_size((uint32_t)place->number));
        print_register(w, place->number, DW_OP_reg0, DW_OP_regx);
        break;
    case DWARF_FRAME:
        fprintf(w->out, "    .uleb128 %u\n    .byte 0x%x\n    .sleb128 %d\n", 1 + sleb_size(place->number),
                DW_OP_fbreg, place->number);
        break;
    case DWARF_SYMBOL:
        fprintf(w->out, "    .uleb128 5\n    .byte 0x%x\n    .4byte ", DW_OP_addr);
        emit_symbol(w->out, w->ir, (uint32_t)place->number);
        fputc('\n', w->out);
        break;
    case DWARF_CONSTANT:
        fprintf(w->out, "    .uleb128 %u\n    .byte 0x%x\n    .sleb128 %d\n    .byte 0x%x\n",
                2 + sleb_size(place->number), DW_OP_consts, place->number, DW_OP_stack_value);
        break;
    case DWARF_AT_REGISTER:
        fprintf(w->out, "    .uleb128 %u\n", 1 + sleb_size(place->offset));
        print_register(w, place->number, DW_OP_breg0, DW_OP_bregx);
        fprintf(w->out, "    .sleb128 %d\n", place->offset);
        break;
    case DWARF_AT_FRAME:
        fprintf(w->out, "    .uleb128 %u\n    .byte 0x%x\n    .sleb128 %d\n    .byte 0x%x,0x%x\n",
                3 + sleb_size(place->number) + uleb_size((uint32_t)place->offset), DW_OP_fbreg, place->number,
                DW_OP_deref, DW_OP_plus_uconst);
        fprintf(w->out, "    .uleb128 %d\n", place->offset);
        break;
    default:
        fputs("    .uleb128 0\n", w->out);
        break;
    }
}

/* ---- entries */

static void print_attribute(const struct writer *w, const struct dwarf_attribute *a)
{
    switch (a->form) {
    case DW_FORM_string:
        fputs("    .asciz ", w->out);
        print_quoted(w->out, a->text);
        fputc('\n', w->out);
        break;
    case DW_FORM_data1:
        fprintf(w->out, "    .byte %" PRId64 "\n", a->number);
        break;
    case DW_FORM_udata:
        fprintf(w->out, "    .uleb128 %" PRId64 "\n", a->number);
        break;
    case DW_FORM_sdata:
        fprintf(w->out, "    .sleb128 %" PRId64 "\n", a->number);
        break;
    case DW_FORM_ref4:
        fprintf(w->out, "    .4byte .LD%u-.LD.unit\n", a->entry->number);
        break;
    default:
        break; /* a flag has no bytes */
    }
}

static void print_extra(const struct writer *w, const struct dwarf_entry *entry)
{
    const struct dwarf_range *range = entry->ranges;
    switch (extra_of(entry)) {
    case EXTRA_UNIT:
        fputs("    .4byte .text\n    .4byte .LD.end-.text\n    .4byte .debug_line\n", w->out);
        break;
    case EXTRA_CODE:
        fprintf(w->out, "    .4byte " DWARF_LABEL "\n    .4byte " DWARF_LABEL "-" DWARF_LABEL "\n",
                entry->function, range->from, entry->function, range->to, entry->function, range->from);
        break;
    case EXTRA_RANGES:
        fprintf(w->out, "    .4byte .LDR%u\n", entry->number);
        break;
    case EXTRA_LIST:
        fprintf(w->out, "    .4byte .LDL%u\n", entry->number);
        break;
    case EXTRA_ABSTRACT:
        fprintf(w->out, "    .byte %d\n", DW_INL_inlined);
        break;
    case EXTRA_PLACE:
        print_place(w, &entry->place);
        break;
    default:
        break;
    }
}

static void print_entry(struct writer *w, const struct dwarf_entry *entry)
{
    enum { FRAME_POINTER = 28 };
    if (entry->is_named)
        fprintf(w->out, ".LD%u:\n", entry->number);
    fprintf(w->out, "    .uleb128 %u\n", shape_of(w, entry));
    for (const struct dwarf_attribute *a = entry->attributes; a; a = a->next)
        print_attribute(w, a);
    print_extra(w, entry);
    if (entry->tag == DW_TAG_subprogram && entry->ranges) {
        const struct dwarf_place base = {.kind = DWARF_AT_REGISTER, .number = FRAME_POINTER};
        print_place(w, &base);
    }
    const struct dwarf_entry *child = first_wanted(entry->first);
    if (!child)
        return;
    for (; child; child = first_wanted(child->next))
        print_entry(w, child);
    fputs("    .byte 0\n", w->out);
}

/* ---- lists of ranges */

/* The head of a section of lists, up to its first list; the section ends with the label. */
static void begin_lists(const struct writer *w, const char *section, const char *end)
{
    fprintf(w->out, "    .section %s\n    .4byte %s-(%s+4)\n    .2byte %d\n    .byte %d,0\n    .4byte 0\n",
            section, end, section, DWARF_VERSION, DWARF_ADDRESS_BYTES);
}

static void print_lists(const struct writer *w, const struct dwarf_entry *entry, enum extra extra)
{
    for (const struct dwarf_entry *child = first_wanted(entry->first); child;
         child = first_wanted(child->next)) {
        if (extra_of(child) == extra) {
            const bool is_list = extra == EXTRA_LIST;
            fprintf(w->out, "%s%u:\n", is_list ? ".LDL" : ".LDR", child->number);
            for (const struct dwarf_range *range = child->ranges; range; range = range->next) {
                fprintf(w->out, "    .byte %d\n    .uleb128 " DWARF_LABEL "-.text," DWARF_LABEL "-.text\n",
                        is_list ? DW_LLE_offset_pair : DW_RLE_offset_pair, child->function, range->from,
                        child->function, range->to);
                if (is_list)
                    print_place(w, &range->place);
            }
            fputs("    .byte 0\n", w->out);
        }
        print_lists(w, child, extra);
    }
}

static bool has_lists(const struct dwarf_entry *entry, enum extra extra)
{
    for (const struct dwarf_entry *child = first_wanted(entry->first); child;
         child = first_wanted(child->next)) {
        if (extra_of(child) == extra || has_lists(child, extra))
            return true;
    }
    return false;
}

void dwarf_write(FILE *out, const struct ir_unit *ir, struct dwarf_unit *unit)
{
    struct writer w = {.out = out, .ir = ir, .unit = unit};
    arena_init(&w.arena, 0, NULL, NULL);
    unit->root->is_wanted = true;
    for (struct dwarf_entry *entry = unit->root->first; entry; entry = entry->next) {
        const bool is_code = entry->tag == DW_TAG_subprogram && entry->ranges;
        if (is_code || entry->place.kind != DWARF_NOWHERE)
            want(entry);
    }
    want_typedefs(unit);
    fputs("\n    .text\n.LD.end:\n", out);
    if (has_lists(unit->root, EXTRA_LIST)) {
        begin_lists(&w, ".debug_loclists", ".LD.loclists");
        print_lists(&w, unit->root, EXTRA_LIST);
        fputs(".LD.loclists:\n", out);
    }
    if (has_lists(unit->root, EXTRA_RANGES)) {
        begin_lists(&w, ".debug_rnglists", ".LD.rnglists");
        print_lists(&w, unit->root, EXTRA_RANGES);
        fputs(".LD.rnglists:\n", out);
    }
    fprintf(out,
            "    .section .debug_info\n.LD.unit:\n    .4byte .LD.info-(.LD.unit+4)\n    .2byte %d\n"
            "    .byte %d,%d\n    .4byte .debug_abbrev\n",
            DWARF_VERSION, DW_UT_compile, DWARF_ADDRESS_BYTES);
    print_entry(&w, unit->root);
    fputs(".LD.info:\n    .section .debug_abbrev\n", out);
    for (const struct shape *shape = w.shapes; shape; shape = shape->next)
        print_shape(&w, shape);
    fputs("    .byte 0\n", out);
    arena_release(&w.arena);
}
