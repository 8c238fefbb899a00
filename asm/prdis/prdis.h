/* prdis.h - internal interface of the disassembler.
 *
 * Its output is a source text that prasm turns into the same words and relocations.
 *
 *   label.c   names for symbols in the text, and labels at an address
 *   source.c  the text of source lines
 *   print.c   the text itself
 */
#ifndef PRAM_PRDIS_H
#define PRAM_PRDIS_H

#include "common/arena.h"
#include "common/name_index.h"
#include "common/names.h"
#include "asm/object.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Prints an object or a program as assembly text. `show_source`: with the source lines as comments, if their
 * files can be read. */
void disassemble(const struct object *object, const char *name, bool show_source, FILE *stream);

/* ---- for the files of asm/prdis only */

/* The labels of a section in the order of their places. */
struct label_list {
    uint32_t *symbols; /* indices into the object's symbols */
    size_t count;
};

struct labels {
    const struct object *object;
    const char **names; /* by symbol, its name in the text: unique and acceptable to prasm */
    struct label_list sections[SECTION_COUNT];
    bool has_start;         /* one of the names is _start */
    struct name_index used; /* numbers of symbols; while names are chosen */
    struct arena arena;
};

void labels_init(struct labels *labels, const struct object *object);
void labels_free(struct labels *labels);

/* The place of a symbol within its section, in words. */
uint32_t labels_offset(const struct labels *labels, uint32_t symbol);

/* The first label at a place of a section: its position in the section's list; if there is none, that of the
 * next label, or the list's count. */
size_t labels_at(const struct labels *labels, enum object_section section, uint32_t offset);

/* The name of a place; NULL if no label is there. */
const char *labels_name_at(const struct labels *labels, enum object_section section, uint32_t offset);

struct source_texts {
    struct name_table files; /* items: struct source_text */
    struct arena arena;
};

/* A line of a source file without its newline, NULL if it cannot be read. */
const char *source_line(struct source_texts *texts, const char *file, uint32_t line, size_t *length);
void source_free(struct source_texts *texts);

#endif
