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

/* result of a function that finds no number */
enum { NO_NUMBER = -1 };

struct source {
    const char *string;      /* the next character, if the source is a string */
    int (*read)(int handle); /* otherwise this function reads the characters; NULL: the source is a string */
    int handle;              /* for read */
    int next;                /* the next character, EOF at the end */
    int taken;               /* number of consumed characters */
    int limit;               /* maximum number of characters to consume */
};

/* Consumes the next character. */
static void look(struct source *from)
{
    if (from->read != NULL) {
        from->next = from->read(from->handle);
    } else {
        from->next = *from->string == '\0' ? EOF : *from->string;
    }
}

/* The next character, EOF at the end and beyond the maximum. */
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

/* Reads a number without white space before it. Returns the number of characters up to its end, or NO_NUMBER;
 * then the number is 0. */
int __fork_read_float(struct source *from, float *number);

/* scanf from the characters that `read` reads of a handle; `put_back` gets the one read too much. */
int __fork_scan(int (*read)(int handle), void (*put_back)(int c, int handle), int handle, const char *format,
                va_list targets);

#endif
