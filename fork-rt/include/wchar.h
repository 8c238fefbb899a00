/* wchar.h - wide characters: a wchar_t is a word, the number of a character of Unicode. Asynchronous.
 *
 * A char is a word as well, but strings have the bytes of UTF-8, one a word: that is the multibyte form, in
 * every locale. So the functions for texts are those of string.h under other names.
 */
#ifndef FORK_WCHAR_H
#define FORK_WCHAR_H

#include <stddef.h>
#include <stdio.h>
#include <time.h>

typedef int wint_t;

typedef struct {
    unsigned value;  /* from the bytes so far */
    int missing;     /* bytes */
    unsigned lowest; /* smallest number with this many bytes */
} mbstate_t;

#define WEOF (-1)
#ifndef WCHAR_MIN
#define WCHAR_MIN (-2147483647 - 1)
#define WCHAR_MAX 2147483647
#endif

/* ---- bytes and characters; (size_t)-1 and errno EILSEQ: no character, (size_t)-2: the beginning of one */
wint_t btowc(int c);
int wctob(wint_t c);
int mbsinit(const mbstate_t *state);
size_t mbrlen(const char *s, size_t most, mbstate_t *state);
size_t mbrtowc(wchar_t *to, const char *s, size_t most, mbstate_t *state);
size_t wcrtomb(char *to, wchar_t c, mbstate_t *state);
size_t mbsrtowcs(wchar_t *to, const char **from, size_t words, mbstate_t *state);
size_t wcsrtombs(char *to, const wchar_t **from, size_t words, mbstate_t *state);

/* ---- texts and blocks */
size_t wcslen(const wchar_t *s);
size_t wcsnlen(const wchar_t *s, size_t most) __library__;
wchar_t *wcscpy(wchar_t *to, const wchar_t *from);
wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t words);
wchar_t *wcscat(wchar_t *to, const wchar_t *from);
wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t most);
wchar_t *wcsdup(const wchar_t *s) __library__;
int wcscmp(const wchar_t *a, const wchar_t *b);
int wcsncmp(const wchar_t *a, const wchar_t *b, size_t most);
int wcscoll(const wchar_t *a, const wchar_t *b);
size_t wcsxfrm(wchar_t *to, const wchar_t *from, size_t words);
wchar_t *wcschr(const wchar_t *s, wchar_t c);
wchar_t *wcsrchr(const wchar_t *s, wchar_t c);
wchar_t *wcsstr(const wchar_t *s, const wchar_t *part);
wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set);
size_t wcsspn(const wchar_t *s, const wchar_t *set);
size_t wcscspn(const wchar_t *s, const wchar_t *set);
wchar_t *wcstok(wchar_t *s, const wchar_t *separators, wchar_t **rest);
wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t words);
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t words);
wchar_t *wmemset(wchar_t *to, wchar_t c, size_t words);
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t words);
wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t words);

/* ---- numbers and dates */
int wcstol(const wchar_t *s, wchar_t **end, int base);
unsigned wcstoul(const wchar_t *s, wchar_t **end, int base);
long long wcstoll(const wchar_t *s, wchar_t **end, int base);
unsigned long long wcstoull(const wchar_t *s, wchar_t **end, int base);
float wcstof(const wchar_t *s, wchar_t **end);
float wcstod(const wchar_t *s, wchar_t **end);
float wcstold(const wchar_t *s, wchar_t **end);
size_t wcsftime(wchar_t *to, size_t words, const wchar_t *format, const struct tm *from);

/* ---- formats: as printf, %s for strings of bytes, %ls for wide ones */
int swprintf(wchar_t *to, size_t words, const wchar_t *format, ...); /* -1: it does not fit */
int vswprintf(wchar_t *to, size_t words, const wchar_t *format, va_list arguments);
int fwprintf(FILE *stream, const wchar_t *format, ...);
int vfwprintf(FILE *stream, const wchar_t *format, va_list arguments);
int wprintf(const wchar_t *format, ...);
int vwprintf(const wchar_t *format, va_list arguments);

/* ---- streams: a character is the bytes of UTF-8 */
wint_t fgetwc(FILE *stream);
wint_t fputwc(wchar_t c, FILE *stream);
#define getwc fgetwc
#define putwc fputwc
wint_t getwchar(void);
wint_t putwchar(wchar_t c);
wchar_t *fgetws(wchar_t *to, int words, FILE *stream);
int fputws(const wchar_t *s, FILE *stream);
int fwide(FILE *stream, int mode); /* 0: streams have no width */

#endif
