/* unicode.h - characters beyond ASCII: UTF-8 in and out, and which of them names may have.
 *
 * Program text is UTF-8, or says \u00e9 and \U0001f600; both mean the same. Strings keep the bytes of UTF-8,
 * one a word, for that is what is printed.
 */
#ifndef FCC_UNICODE_H
#define FCC_UNICODE_H

#include <stdbool.h>
#include <stdint.h>

enum { UNICODE_MOST_BYTES = 4, UNICODE_LAST = 0x10ffff };

/* The bytes of UTF-8 for a code point up to UNICODE_LAST; returns how many. */
uint32_t unicode_encode(uint32_t code, char bytes[UNICODE_MOST_BYTES]);

/* Reads the character that begins at `text`, which ends with '\0'; returns its bytes, 0 if they are not
 * UTF-8.
 */
uint32_t unicode_decode(const char *text, uint32_t *code);

/* Whether a name may have the character (C11, annex D), or begin with it. ASCII is not asked for here. */
bool unicode_in_name(uint32_t code, bool first);

/* Whether \u and \U may say it: no ASCII but $ @ `, and no half of a pair of UTF-16. */
bool unicode_is_universal(uint32_t code);

#endif
