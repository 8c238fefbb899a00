/* dwarf.h - the description of a unit for debuggers: a tree of entries of DWARF 5.
 *
 * fcc/describe makes the entries while the source is known; fcc/dwarf/where.c adds the places of variables
 * after code generation; write.c prints the entries of remaining functions, and the entries that these refer
 * to. Knows neither types of Fork nor instructions. Everything is allocated in the arena of the unit.
 */
#ifndef FCC_DWARF_H
#define FCC_DWARF_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "asm/tables/dwarf.h"
#include "common/arena.h"

struct ir_unit;

/* The place of a variable, in a range of instructions or everywhere. */
enum dwarf_place_kind {
    DWARF_NOWHERE,
    DWARF_REGISTER,    /* the register `number` holds it */
    DWARF_FRAME,       /* in memory at fp + number */
    DWARF_SYMBOL,      /* in memory at symbol `number` */
    DWARF_CONSTANT,    /* its value is `number` */
    DWARF_AT_REGISTER, /* in memory at the address in register `number`, + offset */
    DWARF_AT_FRAME     /* in memory at the address in the word fp + number, + offset */
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
    struct dwarf_entry *next_wanted; /* used by write.c */
    bool is_wanted;                  /* is printed */
    bool is_named;                   /* a printed entry refers to it */
    uint32_t number;                 /* of its label */
    /* of a function, scope or variable with code or a place */
    uint32_t function; /* the number of the function in the file */
    struct dwarf_range *ranges, *last_range;
    struct dwarf_place place; /* everywhere; DWARF_NOWHERE: as the ranges say */
    const struct dwarf_entry
        *origin; /* of a scope of a function that has taken the place of a call: the function's */
    struct tracked *variables; /* declared in a scope; where.c, while it walks through the function */
};

struct dwarf_file {
    struct dwarf_file *next;
    const char *name;
    uint32_t number;
};

struct dwarf_unit {
    struct arena *arena;
    struct dwarf_entry *root; /* the compilation unit; its children are types, variables and functions */
    struct dwarf_file *files, *last_file; /* in the order of .debug_line */
    uint32_t entry_count;
};

/* A unit for the source file of that name. */
struct dwarf_unit *dwarf_unit_new(struct arena *arena, const char *file);

/* The number of a source file. The name must live as long as the unit. */
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

/* Adds a range to a scope or variable, or extends the last one. */
void dwarf_add_range(struct dwarf_unit *unit, struct dwarf_entry *entry, uint32_t from, uint32_t to,
                     struct dwarf_place place);

/* Prints the names of source files, before the code; and the sections, after it. */
void dwarf_write_files(FILE *out, const struct dwarf_unit *unit);
void dwarf_write(FILE *out, const struct ir_unit *ir, struct dwarf_unit *unit);

#endif
