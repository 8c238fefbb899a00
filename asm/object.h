/* object.h - objects, linked programs and archives as ELF32 files.
 *
 * The only interface to files of machine code. In memory an object consists of arrays. Addresses and sizes
 * count words, except in debug information, where they count bytes. Reading checks an object: every index and
 * range in it is valid.
 */
#ifndef PRAM_OBJECT_H
#define PRAM_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/arena.h"
#include "common/memory.h"

#define OBJECT_MACHINE 0x5350u     /* e_machine: private, "SP" */
#define OBJECT_DATA_START 4096u    /* start of shared data; constants can address the words below */
#define OBJECT_PRIVATE 0x80000000u /* bit 31: private addresses */

/* The sections of debug information: OBJECT_DEBUG_info, ... */
enum {
#define DEBUG_SECTION(name, text) OBJECT_DEBUG_##name,
#include "asm/tables/debug_section.def"
    OBJECT_DEBUG_COUNT
};

enum object_section {
    SECTION_TEXT,        /* .text         instruction words; addresses from 0 in a program */
    SECTION_DATA,        /* .data         shared, initialised */
    SECTION_BSS,         /* .bss          shared, zero; behind .data in a program */
    SECTION_PRIVATE,     /* .private      copied into every PP's private area; addresses from bit 31 */
    SECTION_PRIVATE_BSS, /* .private_bss  zero, behind .private in a program */
    SECTION_COUNT,
    SECTION_ABSOLUTE = SECTION_COUNT, /* a symbol that is a number */
    SECTION_UNDEFINED,
    SECTION_DEBUG, /* the first of the sections of debug information, in the order of debug_section.def */
    SECTION_LAST_DEBUG = SECTION_DEBUG + OBJECT_DEBUG_COUNT - 1
} __attribute__((packed)); /* a byte: large objects have millions of symbols and relocations */

/* SECTION_COUNT with the type of loop variables over sections: an enumerator is an int. */
#define SECTION_END ((enum object_section)SECTION_COUNT)

enum object_relocation {
    RELOCATION_WORD,   /* word = S + A */
    RELOCATION_REL19,  /* bits 18..0 = S + A - place; must fit 19 signed bits */
    RELOCATION_LOW19,  /* bits 18..0 = S + A; must fit 19 signed bits */
    RELOCATION_HIGH19, /* bits 18..0 = (S + A + 4096) >> 13: %hi */
    RELOCATION_LOW13,  /* bits 12..0 = low 13 bits of S + A: %lo; adding it, sign-extended, to %hi << 13 gives
                          S + A */
    RELOCATION_ABS13,  /* bits 12..0 = S + A; must fit 13 signed bits */
    RELOCATION_COUNT
} __attribute__((packed));

struct object_symbol {
    const char *name;            /* owned by the object's strings */
    uint32_t value;              /* in an object: offset in its section; in a program: address */
    enum object_section section; /* or SECTION_ABSOLUTE, SECTION_UNDEFINED */
    bool global;
    bool function; /* set by .func: a code symbol that fault reports name */
};

struct object_reloc {
    enum object_section section; /* the section that holds the place */
    enum object_relocation type; /* in debug information only RELOCATION_WORD */
    uint32_t offset;             /* the place, in words from the section's start; there in bytes */
    uint32_t symbol;             /* index into symbols */
    int32_t addend;
};

struct object_line {
    uint32_t address; /* first instruction (offset in .text) that the line made; ascending */
    uint32_t file;    /* index into files */
    uint32_t line;    /* from 1; 0: unknown */
};

/* A source file, or the lines of it that were inlined from one function. */
struct object_file {
    const char *name;        /* owned by the object's strings, as the following */
    const char *copied_from; /* NULL: the function that contains the instructions */
};

/* A section of debug information. */
struct object_bytes {
    uint8_t *bytes; /* NULL: none */
    uint32_t size;
};

struct object {
    bool linked;                       /* a program: symbols are addresses, no relocations needed */
    uint32_t entry;                    /* a program's _start */
    uint32_t *words[SECTION_COUNT];    /* NULL for the two zero sections */
    uint32_t size[SECTION_COUNT];      /* words */
    uint32_t alignment[SECTION_COUNT]; /* words, a power of two, at least 1 */
    uint32_t address[SECTION_COUNT];   /* where the section lies in a program */
    struct object_symbol *symbols;
    size_t symbol_count;
    struct object_reloc *relocs;
    size_t reloc_count;
    struct object_line *lines; /* of a file that was read: from .debug_line, in which writers have them */
    size_t line_count;
    uint32_t *bodies; /* first instructions of functions' bodies, where .debug_line has them; ascending */
    size_t body_count;
    struct object_file *files; /* that lines refer to */
    size_t file_count;
    struct object_bytes debug[OBJECT_DEBUG_COUNT];
    struct arena strings; /* owns all names */
};

/* Limits that keep a hostile file from exhausting memory; larger files are refused with a message. */
#define OBJECT_MAX_TEXT 0x00ffffffu  /* instructions in a program */
#define OBJECT_MAX_WORDS 0x01000000u /* words of .text, .data and .private together, in one file */
#define OBJECT_MAX_ZERO 0x7fffffffu  /* words of .bss or .private_bss, which take no memory in a file */
#define OBJECT_MAX_ALIGNMENT 65536u  /* words */
#define OBJECT_MAX_NAME 1024u        /* bytes of a symbol's name */
#define OBJECT_MAX_FILE_NAME 4095u
#define OBJECT_MAX_LINE 0x7fffffff

/* An error in one line, without file name and newline: "truncated section header table". */
struct object_error {
    char text[256];
    bool is_unreadable; /* object_read failed to read the file; otherwise its contents are wrong */
};

/* Reads an object or a program. False with *error if the file cannot be read or is not one; *out is then
 * empty. */
bool object_read(const char *path, struct object *out, struct object_error *error);

/* As above from memory; `bytes` is not changed and not kept. */
bool object_read_memory(const void *bytes, size_t size, struct object *out, struct object_error *error);

/* The same, but lines and files stay empty until object_read_lines: for the linker, whose messages alone need
 * them. */
bool object_read_without_lines(const void *bytes, size_t size, struct object *out,
                               struct object_error *error);

/* Fills in lines and files from .debug_line. False with *error if that is damaged, or of a kind that prasm
 * does not write; the object has the lines before the damage then. */
bool object_read_lines(struct object *object, struct object_error *error);

/* Whether the bytes begin as an ar archive does. */
bool object_is_archive(const void *bytes, size_t size);

/* Calls `visit` with the name and the bytes of each member of an archive, until it returns false. False with
 * *error if the archive is corrupt. */
bool object_archive_visit(const void *bytes, size_t size,
                          bool (*visit)(void *context, const char *member, const void *bytes, size_t size),
                          void *context, struct object_error *error);

/* The bytes of the ELF file of an object, in new memory that the caller frees. NULL with *error if
 * the object is too large for one. */
void *object_image(const struct object *object, size_t *size, struct object_error *error);

/* Writes an object or a program whole or not at all (a temporary file beside it, then renamed). */
bool object_write(const char *path, const struct object *object, struct object_error *error);

static inline bool object_is_debug(enum object_section section)
{
    return section >= SECTION_DEBUG;
}

/* The bytes of a section of debug information. */
static inline struct object_bytes *object_debug(struct object *object, enum object_section section)
{
    return &object->debug[section - SECTION_DEBUG];
}

/* The head of a loop over all symbols of an object. */
#define OBJECT_SYMBOLS(object, symbol)                                                                       \
    for (const struct object_symbol *symbol = (object)->symbols;                                             \
         symbol != NULL && symbol < (object)->symbols + (object)->symbol_count; symbol++)

/* The name of a section in the file: ".text". */
const char *object_section_name(enum object_section section);

/* The section of debug information of that name; SECTION_UNDEFINED: none. */
enum object_section object_find_debug(const char *name, size_t length);

/* Whether a symbol stands for a whole section (its name is the section's), as relocations to local labels use
 * it. */
bool object_symbol_is_section(const struct object_symbol *symbol);

/* Frees the words of an object's sections, which keep their sizes: it can no longer be written or loaded. */
void object_free_words(struct object *object);

/* Frees all that an object owns and empties it. */
void object_free(struct object *object);

/* Source place of an instruction: false if the object has no line for it. */
bool object_find_line(const struct object *object, uint32_t address, const char **file, uint32_t *line);

/* The function that holds an instruction: the nearest .func symbol at or before it, else the nearest global
 * code symbol; NULL if there is none. *offset gets the distance in words. Functions of the library have the
 * names that programs call them by. */
const char *object_find_function(const struct object *object, uint32_t address, uint32_t *offset);

/* The first instruction of the body of the function that begins at an address; that address, if the object
 * does not say it. */
uint32_t object_find_body(const struct object *object, uint32_t first);

/* The function that contains the source line of an instruction: the inlined function if there is one, else
 * that of object_find_function. */
const char *object_find_source_function(const struct object *object, uint32_t address);

/* The inlined function that contains the source line of an instruction; NULL if there is none. */
const char *object_find_copied(const struct object *object, uint32_t address);

/* The index of a global symbol, or -1. */
long object_find_symbol(const struct object *object, const char *name);

/* The value of a global symbol; `otherwise` if there is none of that name. */
uint32_t object_value_of(const struct object *object, const char *name, uint32_t otherwise);

#endif
