/* format_inside.h - internal interface of the files of format.h.
 *
 * format.c         a format that is read and printed piece by piece
 * format_known.c   formats that are printed again and again
 *
 */
#ifndef PRAM_FORMAT_INSIDE_H
#define PRAM_FORMAT_INSIDE_H

#include "sim/host/format.h"

/* The position in a format, and what has been printed and not yet emitted. Once `outcome` is another one than
 * FORMAT_DONE, nothing is loaded or printed any more. */
struct printer {
    const struct format_io *io;
    uint32_t format;    /* address of the next format character */
    uint32_t arguments; /* address of the next argument word */
    uint32_t printed;
    enum format_outcome outcome;
    char *complaint;
    size_t complaint_size;
    char *text; /* `used` of `room` characters; they are emitted when it is full */
    size_t room, used;
};

struct conversion {
    char flags[8];
    int width;         /* 0: none */
    int precision;     /* -1: none */
    bool is_hex;       /* R with an H after it */
    bool is_long_long; /* ll, j or L stands before the letter */
    char letter;
};

/* Reads the part after a %, and the arguments of each *. The letter is not checked. */
struct conversion format_parse_conversion(struct printer *printer);

/* Prints the next argument, or arguments. If the printer's io has no `emit`, it stops when `text` is full. */
void format_print_conversion(struct printer *printer, const struct conversion *conversion);

#endif
