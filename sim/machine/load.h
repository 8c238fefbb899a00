/* load.h - puts a linked program into a machine: checks it, decodes it, fills memory.
 *
 * Stands on objects, decode and memory; used by machine.c alone.
 */
#ifndef PRAM_LOAD_H
#define PRAM_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "asm/object.h"
#include "machine.h"

/* What a program asks of memory, in words. */
struct load_needs {
    uint64_t shared_words;  /* up to the end of .bss, and of the null guard */
    uint64_t private_words; /* .private and its zero part */
    uint32_t guard;         /* the symbol __null_guard, 0 if there is none */
};

/* Whether this machine can run `object`; says what the program needs, or in one line why not. */
bool load_check(const struct object *object, struct load_needs *needs, char *error, size_t error_size);

/* Decodes the text of the machine's object. */
void load_program(struct machine *machine);

/* Copies .data into shared memory and .private into every PP's private area. */
void load_memory(const struct object *object, struct memory *memory);

/* Advice about a file that is no program, from its name: "; compile it with fcc (...)", or "". */
const char *load_advice(const char *path);

#endif
