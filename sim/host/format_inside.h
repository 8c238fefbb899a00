/* format_inside.h - internal interface of format.c, format_number.c and format_known.c (format.h). */
#ifndef PRAM_FORMAT_INSIDE_H
#define PRAM_FORMAT_INSIDE_H

#include "sim/host/format.h"

/* The widest number: %.1000f of FLT_MAX, 39 + 1 + 1000 characters and a sign. */
#define FORMAT_NUMBER_MOST (FORMAT_MAX_WIDTH + 128)

/* The position in a format, and what has been printed and not yet emitted. Once `outcome` is another one than
 * FORMAT_DONE, nothing is loaded or printed any more. */
struct printer {
    struct format_io *io;
    uint32_t format;    /* address of the next format character */
    uint32_t arguments; /* address of the next argument word */
    uint32_t printed;
    enum format_outcome outcome;
    char *text; /* `used` of `room` characters; they are emitted when it is full */
    size_t room, used;
};

struct conversion {
    struct numbers_style style;
    bool to_left, zeros; /* flags - and 0 */
    bool is_long_long;   /* ll, j or L stands before the letter */
    char letter;
};

/* Reads the part after a %, and the arguments of each *. The letter is not checked. */
struct conversion format_parse_conversion(struct printer *printer);

/* Prints the next argument, or arguments. If the printer's io has no `emit`, it stops when `text` is full. */
void format_print_conversion(struct printer *printer, const struct conversion *conversion);

/* Writes the number `word` by one of the conversions diuxXofFeEgGaA to `text`, which has room for
 * FORMAT_NUMBER_MOST characters; returns how many there are. If they are fewer than the width says, they are
 * to be padded, with zeros after `prefix` characters. */
size_t format_number(char *text, const struct conversion *conversion, uint32_t word, size_t *prefix);
/* The same by snprintf, which pads them: an integer of 64 bits, or the word of a float. */
size_t format_by_library(char *text, const struct conversion *conversion, uint64_t number);

#endif
