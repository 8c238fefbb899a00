/* input.h - common parts of the library's readers: sources of characters, and reading floats. Internal.
 *
 * A source yields one character after the other; a reader peeks at one character. From a number it consumes
 * the longest possible prefix of a number, which may be more than the number: "1e+" of "1e+x" although the
 * number is "1". Then strtof ends at the number, and scanf fails.
 */
#ifndef FORK_INPUT_H
#define FORK_INPUT_H

#include <io.h>

enum { STANDARD_INPUT = 0 };

/* there is no number, where a function returns the end of one */
enum { NO_NUMBER = -1 };

struct source {
    const char *string;      /* the character ahead, if the source is a string */
    int (*read)(int handle); /* else this function reads the characters; NULL: the source is a string */
    int handle;              /* for read */
    int next;                /* the character ahead, EOF at the end */
    int taken;               /* characters that were passed */
    int limit;               /* how many may be passed */
};

/* Makes the next character the one ahead. */
static void look(struct source *from)
{
    if (from->read != NULL) {
        from->next = from->read(from->handle);
    } else {
        from->next = *from->string == '\0' ? EOF : *from->string;
    }
}

/* The character ahead, EOF at the end and where no more may be passed. */
static int peek(const struct source *from)
{
    return from->taken < from->limit ? from->next : EOF;
}

static void pass(struct source *from)
{
    from->taken++;
    if (from->read == NULL) {
        from->string++;
    }
    look(from);
}

/* Reads a number without white space before it. Returns how many characters had been taken at its end, or
 * NO_NUMBER; then the number is 0. */
int __fork_read_float(struct source *from, float *number);

/* scanf from what `read` reads of a handle; `put_back` gets the character that was read too much. */
int __fork_scan(int (*read)(int handle), void (*put_back)(int c, int handle), int handle, const char *format,
                va_list targets);

#endif
