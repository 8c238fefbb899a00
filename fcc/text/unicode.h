/* unicode.h - characters beyond ASCII: UTF-8, and the characters of names.
 *
 * Program text is UTF-8, or says \u00e9 and \U0001f600; both mean the same. Strings keep the bytes of UTF-8,
 * one a word, because host calls print bytes.
 */
#ifndef FCC_UNICODE_H
#define FCC_UNICODE_H

#include <stdbool.h>
#include <stdint.h>

enum { UNICODE_MOST_BYTES = 4, UNICODE_LAST = 0x10ffff };

/* The bytes of UTF-8 for a code point up to UNICODE_LAST; returns their number. */
uint32_t unicode_encode(uint32_t code, char bytes[UNICODE_MOST_BYTES]);

/* Reads the character that begins at `text`, which ends with '\0'; returns its bytes, 0 if they are not
 * UTF-8.
 */
uint32_t unicode_decode(const char *text, uint32_t *code);

/* Whether a name may contain the character (C11, annex D), or begin with it. Not for ASCII. */
bool unicode_in_name(uint32_t code, bool first);

/* Whether \u and \U may name it: no ASCII except $ @ `, no surrogate of UTF-16. */
bool unicode_is_universal(uint32_t code);

#endif
