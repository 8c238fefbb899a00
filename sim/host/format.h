/* format.h - printf for the simulated program: format string and arguments lie in its memory, and are
 * untrusted. Reads words and emits bytes through its caller's functions only.
 *
 * Conversions: %d %i %u %x %X %o %c %s %p %% and %f %F %e %E %g %G on IEEE single words; flags - + space # 0,
 * width and precision as numbers or *, length modifiers h l z t accepted and ignored (all is one word). With
 * ll, L or j the argument word of an integer is the address of its two words, the low one first.
 * %R prints the number whose image lies at the address in the argument word, as %g would but with as many
 * digits as make it read back the same; %RH in hexadecimal, as %a would, exactly.
 */
#ifndef PRAM_FORMAT_H
#define PRAM_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/machine/numbers.h"

#define FORMAT_MAX_WIDTH 1000 /* also of the precision */

struct format_io {
    void *context;
    bool (*load)(void *context, uint32_t address, uint32_t *word); /* false: no such address */
    bool (*emit)(void *context, const char *bytes, size_t count);  /* false: stop */
    struct numbers *numbers;                                       /* for %R; NULL: no such conversion */
    char complaint[80];                                            /* result: what is wrong with the format */
};

enum format_outcome {
    FORMAT_DONE,
    FORMAT_STOPPED, /* load or emit returned false */
    FORMAT_WRONG    /* the format string is invalid: io->complaint says why */
};

/* Prints the string at `format` with argument words at `arguments`, `arguments` + 1, ... *printed gets the
 * number of bytes emitted. */
enum format_outcome format_print(struct format_io *io, uint32_t format, uint32_t arguments,
                                 uint32_t *printed);

/* Writes a number in decimal digits to `text`, which has room for 16; returns the end. */
char *format_decimal(char *text, uint32_t number);

/* ---- formats that are used many times, parsed once
 *
 * PPs that print execute the same call with the same format many times. So formats in shared memory are
 * cached by address, with their words: an entry is valid while memory has these words. */

struct memory;
struct known_format;

/* The format at an address, valid until memory is written to; NULL: use format_print, as for formats outside
 * shared memory, long and invalid ones, and with * or %R. *known: NULL at first; the caller frees it. */
const struct known_format *known_formats_find(struct known_format **known, const struct memory *memory,
                                              uint32_t format);

/* A PP that prints. */
struct known_print {
    uint32_t pp;
    uint32_t arguments; /* their address */
    uint32_t printed;   /* result: characters */
};

/* Prints as format_print does for each of `count` PPs, to text[0 .. room - 1]; *length is the number of
 * characters. Returns the number of PPs that have printed. It stops at the first PP that must be left to
 * format_print, because an argument or a string cannot be read, or the room may not suffice. */
uint32_t known_format_print(const struct known_format *format, const struct memory *memory,
                            struct known_print *prints, uint32_t count, char *text, size_t room,
                            size_t *length);

#endif
