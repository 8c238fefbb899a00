/* targets.h - one input through one of the machine-code tools, in-process, with everything checked that must
 * hold whatever the input: what was accepted is written, read, disassembled and assembled to the same words.
 *
 * A violated expectation ends the process with abort(), as a sanitizer would.
 */
#ifndef PRAM_FUZZ_TARGETS_H
#define PRAM_FUZZ_TARGETS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct fuzz_target {
    const char *name;
    void (*run)(const uint8_t *bytes, size_t size, FILE *nowhere); /* messages go to `nowhere` */
};

extern const struct fuzz_target fuzz_targets[];
extern const size_t fuzz_target_count;

/* Aborts unless prasm makes an object of the text. */
void fuzz_expect_assembles(const char *text, size_t size);

/* The targets in target_fcc.c. */
void fuzz_fcc(const uint8_t *bytes, size_t size, FILE *nowhere);
void fuzz_preprocess(const uint8_t *bytes, size_t size, FILE *nowhere);

/* The target in target_trace.c. */
void fuzz_trace(const uint8_t *bytes, size_t size, FILE *nowhere);

/* The target in target_dwarf.c. */
void fuzz_dwarf(const uint8_t *bytes, size_t size, FILE *nowhere);

/* The target of a name, NULL if there is none. */
static inline const struct fuzz_target *fuzz_target_find(const char *name)
{
    for (size_t i = 0; i < fuzz_target_count; i++)
        if (strcmp(fuzz_targets[i].name, name) == 0)
            return &fuzz_targets[i];
    return NULL;
}

#endif
