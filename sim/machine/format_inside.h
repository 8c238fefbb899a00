/* format_inside.h - what the files of format.h share among themselves.
 *
 * format.c         a format that is read and printed piece by piece
 * format_number.c  the text of one number
 * format_known.c   formats that are printed again and again
 *
 * Not for anybody else.
 */
#ifndef PRAM_FORMAT_INSIDE_H
#define PRAM_FORMAT_INSIDE_H

#include "format.h"

/* The widest number: %.1000f of FLT_MAX, 39 + 1 + 1000 characters and a sign. */
#define FORMAT_NUMBER_MOST (FORMAT_MAX_WIDTH + 128)

/* Where a format is read, and what it has come to. */
struct printer {
    const struct format_io *io;
    uint32_t format;    /* address of the next format character */
    uint32_t arguments; /* address of the next argument word */
    uint32_t printed;
    char *complaint;
    size_t complaint_size;
};

struct conversion {
    char flags[8];
    bool to_left, zeros; /* flags - and 0 */
    int width;           /* 0: none */
    int precision;       /* -1: none */
    bool is_hex;         /* R with an H behind it */
    char letter;
};

/* Reads what stands behind a %, and the arguments of each *. The letter is not checked. */
enum format_outcome format_parse_conversion(struct printer *printer, struct conversion *conversion);

/* Writes the number `word` by one of the conversions diuxXofFeEgG to `text`, which has room for
 * FORMAT_NUMBER_MOST characters; returns how many there are. */
size_t format_number(char *text, const struct conversion *conversion, uint32_t word);

#endif
