/* format.h - the one style of Fork and C sources: 4 blanks a level, blanks between operators, braces as in
 * Linux. Line breaks inside of statements, comments and directives stay the author's.
 *
 * Works on the text as it is written; it needs no preprocessor and takes any C that the brackets of balance.
 */
#ifndef FCC_FORMAT_H
#define FCC_FORMAT_H

#include <stddef.h>

struct format_error {
    size_t line; /* from 1 */
    const char *text;
};

/* The formatted text, which the caller frees, ended by '\0'; NULL with the reason in *error. Tokens,
 * directives and comments (except for their indentation) are those of `text`, and formatting the result again
 * changes nothing: both are checked. */
char *format_text(const char *text, size_t length, size_t *result_length, struct format_error *error);

#endif
