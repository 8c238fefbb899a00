/* format_known.h - formats that are printed again and again, taken apart once.
 *
 * A program whose PPs all print executes the same call with the same format some thousand times. So formats
 * in shared memory are remembered, by their address, with the words that they were made of: as long as those
 * lie there, the pieces stand for them. Knows memory, and where text is to go; neither calls nor files.
 */
#ifndef PRAM_FORMAT_KNOWN_H
#define PRAM_FORMAT_KNOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct memory;
struct known_formats;

/* NULL if memory is short. */
struct known_formats *known_formats_create(void);
void known_formats_destroy(struct known_formats *known);

/* The format at an address; NULL: it must be left to format_print. So it is for formats outside shared
 * memory, long and wrong ones, and those with * or %R. Holds as long as memory is not written to. */
struct known_format;
const struct known_format *known_formats_find(struct known_formats *known, const struct memory *memory,
                                              uint32_t format);

/* One PP that prints. */
struct known_print {
    uint32_t pp;
    uint32_t arguments; /* their address */
    uint32_t printed;   /* result: characters */
};

/* Prints as format_print does for each of `count` PPs, to text[0 .. room - 1]; *length gets the number of
 * characters. Returns how many PPs have printed: with the first one for which this must be left to
 * format_print, since an argument or a string cannot be read, or there could be too little room, it ends. */
uint32_t known_format_print(const struct known_format *format, const struct memory *memory,
                            struct known_print *prints, uint32_t count, char *text, size_t room,
                            size_t *length);

#endif
