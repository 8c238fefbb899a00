/* oracle.h - what the oracles of the programs share, the programs on the host that compute what a PRAM
 * program should: the same command line as the PRAM program's, and files of 32-bit words, little-endian.
 *
 * Every function ends the oracle with a message and status 2 (wrong usage) or 1 (no memory, a file) if it
 * cannot do its work. Knows nothing of the simulator.
 */
#ifndef PROGRAMS_ORACLE_H
#define PROGRAMS_ORACLE_H

#include <stddef.h>
#include <stdint.h>

/* A command line; `program` is the name for messages. */
struct oracle {
    const char *program;
    int count;
    char **words;
};

/* The i-th argument as a number from least to most, or `otherwise` if there is none. */
int oracle_number(const struct oracle *oracle, int i, const char *what, int otherwise, int least, int most);

/* The i-th argument as one of `words` (each ended by a blank), counted from 0; 0 if there is none. */
int oracle_word(const struct oracle *oracle, int i, const char *what, const char *words);

/* The i-th argument as a floating-point number, or `otherwise` if there is none. */
double oracle_double(const struct oracle *oracle, int i, const char *what, double otherwise);

/* `count` zeroed objects of `size` bytes; never NULL. Owned by the caller. */
void *oracle_memory(const struct oracle *oracle, size_t count, size_t size);

/* Writes the words of several parts one after the other, the file whole or not at all. */
struct oracle_part {
    const void *words;
    size_t count;
};
void oracle_write(const struct oracle *oracle, const char *path, const struct oracle_part *parts,
                  size_t count);

/* Reads a file of words; *count becomes how many there are. Owned by the caller. */
uint32_t *oracle_read(const struct oracle *oracle, const char *path, size_t *count);

#endif
