/* dwarf.h - what a unit says of itself to debuggers: a tree of entries, as DWARF 5 has them.
 *
 * fcc/describe makes the entries while the source is still known; fcc/dwarf/where.c adds where variables are
 * when the code is; write.c prints those of functions that are still there, and what they name. Knows neither
 * types of Fork nor instructions. Everything lies in the arena of the unit.
 */
#ifndef FCC_DWARF_H
#define FCC_DWARF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "asm/tables/dwarf.h"
#include "common/arena.h"

struct ir_unit;

/* Where something is, in a range of instructions or everywhere. */
enum dwarf_place_kind {
    DWARF_NOWHERE,
    DWARF_REGISTER,    /* the register `number` holds it */
    DWARF_FRAME,       /* at fp + number */
    DWARF_SYMBOL,      /* at the address of symbol `number` */
    DWARF_CONSTANT,    /* it is `number` */
    DWARF_AT_REGISTER, /* at the address that register `number` holds + offset */
    DWARF_AT_FRAME     /* at the address in the word fp + number, + offset */
};

struct dwarf_place {
    enum dwarf_place_kind kind;
    int32_t number;
    int32_t offset;
};

/* From label `from` up to label `to` of function `function`; see DWARF_LABEL. */
struct dwarf_range {
    struct dwarf_range *next;
    uint32_t from, to;
    struct dwarf_place place; /* of a variable; not of a scope */
};

/* The labels in the code of a function, by its number in the file and a number of their own. */
#define DWARF_LABEL ".LP%u.%u"

struct dwarf_attribute {
    struct dwarf_attribute *next;
    uint16_t name; /* DW_AT_ */
    uint8_t form;  /* DW_FORM_ */
    int64_t number;
    const char *text;
    struct dwarf_entry *entry; /* DW_FORM_ref4 */
};

struct dwarf_entry {
    struct dwarf_entry *next; /* of the same parent */
    struct dwarf_entry *parent;
    struct dwarf_entry *first, *last; /* children */
    struct dwarf_attribute *attributes, *last_attribute;
    uint16_t tag;
    struct dwarf_entry *next_wanted; /* for write.c */
    bool is_wanted;                  /* is printed */
    bool is_named;                   /* some entry that is printed refers to it */
    uint32_t number;                 /* of its label */
    /* of a function, scope or variable that has code or a place */
    uint32_t function; /* the number of the function in the file */
    struct dwarf_range *ranges, *last_range;
    struct dwarf_place place; /* everywhere; DWARF_NOWHERE: as the ranges say */
    bool covers_function;     /* a scope: all of it */
    const struct dwarf_entry
        *origin; /* of a scope of a function that has taken the place of a call: the function's */
};

struct dwarf_file {
    struct dwarf_file *next;
    const char *name;
    uint32_t number;
};

struct dwarf_unit {
    struct arena *arena;
    struct dwarf_entry *root; /* the compilation unit; its children are types, variables and functions */
    struct dwarf_file *files, *last_file; /* in their order in .debug_line */
    uint32_t entry_count;
};

/* A unit of the source file of that name. */
struct dwarf_unit *dwarf_unit_new(struct arena *arena, const char *file);

/* The number of a source file. The name has to live as long as the unit. */
uint32_t dwarf_file(struct dwarf_unit *unit, const char *name);

/* A new entry, the last child of its parent. */
struct dwarf_entry *dwarf_add(struct dwarf_unit *unit, struct dwarf_entry *parent, uint16_t tag);
void dwarf_add_text(struct dwarf_unit *unit, struct dwarf_entry *entry, uint16_t name, const char *text);
void dwarf_add_number(struct dwarf_unit *unit, struct dwarf_entry *entry, uint16_t name, int64_t number);
void dwarf_add_signed(struct dwarf_unit *unit, struct dwarf_entry *entry, uint16_t name, int64_t number);
void dwarf_add_flag(struct dwarf_unit *unit, struct dwarf_entry *entry, uint16_t name);
/* No attribute if `to` is NULL: void. */
void dwarf_add_reference(struct dwarf_unit *unit, struct dwarf_entry *entry, uint16_t name,
                         struct dwarf_entry *to);

/* Adds a range of a scope or variable, or makes the last one longer. */
void dwarf_add_range(struct dwarf_unit *unit, struct dwarf_entry *entry, uint32_t from, uint32_t to,
                     struct dwarf_place place);

/* Prints the names of source files, before the code; and the sections, after it. */
void dwarf_write_files(FILE *out, const struct dwarf_unit *unit);
void dwarf_write(FILE *out, const struct ir_unit *ir, struct dwarf_unit *unit);

#endif
