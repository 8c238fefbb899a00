/* format.h - the style of Fork and C sources: 4 blanks a level, blanks between operators, braces as in Linux.
 * Line breaks inside statements, comments and directives stay.
 *
 * Works on the original text without a preprocessor; accepts any C with balanced brackets.
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
 * does not change it: both are checked. */
char *format_text(const char *text, size_t length, size_t *result_length, struct format_error *error);

#endif
