/* numbers.h - numbers of the run's format: its choice, and how host calls read and print their images.
 *
 * The machine knows no number format; sim/real fills this table in and main hands it to the machine. Images
 * come from untrusted programs: every pattern of words must be printable.
 */
#ifndef PRAM_NUMBERS_H
#define PRAM_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NUMBERS_MAX_IMAGE 1024  /* words of the largest image */
#define NUMBERS_MAX_PRINT 8192  /* bytes of the longest printed number, with its final 0 */
#define NUMBERS_MAX_TEXT 32768u /* bytes of the longest text read as a number, with its final 0 */

/* Format of a printed number, as for %g or (is_hex) %a. */
struct numbers_style {
    char flags[8]; /* of "-+ #0", each at most once */
    int width;     /* 0: none */
    int precision; /* -1: decimal: as many digits as reading back needs; hexadecimal: all */
    bool is_hex;
};

/* The user's choices for the precision unit; sim/real interprets the names. */
struct real_choice {
    const char *format;      /* number format; NULL: double */
    const char *accumulator; /* NULL: kulisch */
    const char *device;      /* of --accumulator=opencl; NULL: the first GPU, else the first CPU */
    bool cost_by_words;      /* --real-cost=words */
};

/* Used by one thread at a time. */
struct numbers {
    uint32_t words; /* of an image */
    uint32_t bits;  /* of a significand */
    /* Reads and rounds the number at the start of `text`. Returns its length; 0: none. */
    size_t (*parse)(struct numbers *numbers, uint32_t *image, const char *text);
    /* Prints into NUMBERS_MAX_PRINT bytes; returns the length. Width and precision are at most
     * FORMAT_MAX_WIDTH.
     */
    size_t (*print)(struct numbers *numbers, char *text, const uint32_t *image,
                    const struct numbers_style *style);
};

#endif
