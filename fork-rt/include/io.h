/* io.h - output, input, files, by the host calls of pramsim (docs/io.md).
 *
 * Straight functions take the same number of cycles whatever they print or read. All text of one call is
 * printed in one cycle, so lines of different PPs never mix; output of one cycle appears in the order of PP
 * numbers. A character is a word; text in files has one byte per character. Files lie below the folder of
 * `--files`.
 */
#ifndef FORK_IO_H
#define FORK_IO_H

#include <stdarg.h>
#include <stddef.h>

#define EOF (-1)

/* ---- output: %d %i %u %x %X %o %c %s %p %f %e %g %%, with flags, width, precision; they return the number
 * of characters */
straight int printf(const char *format, ...);
straight int pprintf(const char *format, ...) __library__; /* after "PP 3: ", the PP's number */
straight int vprintf(const char *format, va_list arguments);
straight int sprintf(char *to, const char *format, ...);
/* at most words, the final 0 included; the length of the whole */
straight int snprintf(char *to, size_t words, const char *format, ...);
straight int vsprintf(char *to, const char *format, va_list arguments);
straight int vsnprintf(char *to, size_t words, const char *format, va_list arguments);
straight int putchar(int c);
straight int puts(const char *s); /* and a new line */

/* one instruction plus loading the argument register */
#define prS(s) ((void)__sys1(3, (const char *)(s))) /* string */
#define prI(n) ((void)__sys1(1, (int)(n)))          /* signed decimal */
#define prU(n) ((void)__sys1(5, (unsigned)(n)))     /* unsigned decimal */
#define prX(n) ((void)__sys1(6, (unsigned)(n)))     /* eight hexadecimal digits */
#define prF(x) ((void)__sys1(4, (float)(x)))        /* float, as %g */
#define prC(c) ((void)__sys1(2, (int)(c)))          /* character */

/* ---- input: asynchronous, because the time depends on the text */
int getchar(void);                                /* next character, EOF at the end; not two PPs at a time */
char *gets_s(char *to, size_t words) __library__; /* a line without its end, NULL at the end of input */
int scanf(const char *format, ...); /* values assigned; EOF: the input ended before the first one */
int sscanf(const char *s, const char *format, ...);
int vsscanf(const char *s, const char *format, va_list targets);

/* ---- files */
enum { OPEN_READ, OPEN_WRITE, OPEN_APPEND };
straight int open(const char *name, int mode) __library__; /* a handle, -1: cannot be opened */
straight int close(int handle) __library__;                /* 0, or -1; a written file appears whole now */
straight int read(int handle, void *to, size_t words) __library__;          /* words read, little-endian */
straight int write(int handle, const void *from, size_t words) __library__; /* words written */

/* ---- files by their handles; in programs with stdio.h these names are those of streams */
#ifndef FORK_STDIO_H
straight int fprintf(int handle, const char *format, ...);
straight int vfprintf(int handle, const char *format, va_list arguments);
straight void putc(int c, int handle);
straight void fputs(const char *s, int handle);
int getc(int handle);                         /* next byte, EOF */
void ungetc(int c, int handle);               /* the next getc returns c; once between two getc */
char *fgets(char *to, int words, int handle); /* a line with its end, NULL at the end of the file */
int fscanf(int handle, const char *format, ...);
#endif

#endif
