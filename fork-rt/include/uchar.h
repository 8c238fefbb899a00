/* uchar.h - characters of UTF-16 and UTF-32, a word each. Asynchronous. */
#ifndef FORK_UCHAR_H
#define FORK_UCHAR_H

#include <wchar.h>

typedef unsigned char16_t;
typedef unsigned char32_t;

/* as mbrtowc and wcrtomb; a character beyond 0xffff is two of char16_t, the second one without a byte:
 * (size_t)-3 */
size_t mbrtoc16(char16_t *to, const char *s, size_t most, mbstate_t *state);
size_t c16rtomb(char *to, char16_t c, mbstate_t *state);
size_t mbrtoc32(char32_t *to, const char *s, size_t most, mbstate_t *state);
size_t c32rtomb(char *to, char32_t c, mbstate_t *state);

#endif
