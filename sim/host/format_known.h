/* format_known.h - formats that are used many times, parsed once.
 *
 * A program whose PPs all print executes the same call with the same format some thousand times. So formats
 * in shared memory are cached by address, with their words: an entry is valid while memory has these words.
 * Knows memory and text buffers; neither calls nor files.
 */
#ifndef PRAM_FORMAT_KNOWN_H
#define PRAM_FORMAT_KNOWN_H

#include <stddef.h>
#include <stdint.h>

struct memory;
struct known_formats;

/* NULL if memory is short. */
struct known_formats *known_formats_create(void);
void known_formats_destroy(struct known_formats *known);

/* The format at an address; NULL: use format_print, as for formats outside shared memory, long and invalid
 * ones, and those with * or %R. Valid until memory is written to. */
struct known_format;
const struct known_format *known_formats_find(struct known_formats *known, const struct memory *memory,
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
