/* stdio.h - C's input and output: the functions of io.h without handles, and streams.
 *
 * A stream belongs to the PP that has opened it; standard input and output belong to all. The functions of
 * streams are asynchronous. What one call writes to standard output or error is printed in one cycle, so that
 * lines of several PPs stay whole if a call writes a whole line. docs/library.md, section 3, says how files
 * are read and written.
 *
 * Where io.h has a function of the same name for handles, the name means that of streams from here on.
 */
#ifndef FORK_STDIO_H
#define FORK_STDIO_H

#include <io.h>

typedef struct __fork_file FILE;

typedef struct {
    size_t position;
} fpos_t;

extern FILE *const __fork_streams[3];
#define stdin __fork_streams[0]
#define stdout __fork_streams[1]
#define stderr __fork_streams[2]

#define BUFSIZ 256
#define FILENAME_MAX 4096
#define FOPEN_MAX 256
#define L_tmpnam 20
#define TMP_MAX 10000
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

/* ---- opening: NULL and errno if it cannot be done; fclose and fflush return 0 or EOF */
FILE *fopen(const char *name, const char *mode);
FILE *freopen(const char *name, const char *mode, FILE *stream);
FILE *tmpfile(void); /* in memory */
int fclose(FILE *stream);
int fflush(FILE *stream);
int setvbuf(FILE *stream, char *buffer, int mode, size_t words); /* 0; changes nothing */
void setbuf(FILE *stream, char *buffer);

/* ---- names of files; 0, or -1 and errno */
int remove(const char *name);
int rename(const char *from, const char *to); /* replaces a file with that name */
char *tmpnam(char *to);                       /* a new name; NULL: in memory of its own */

/* ---- characters, lines and blocks */
int fgetc(FILE *stream);
int fputc(int c, FILE *stream);
#define getc fgetc /* never the one of io.h */
#define putc fputc
int ungetc(int c, FILE *stream) __library__(stdio); /* one character at a time */
char *fgets(char *to, int words, FILE *stream) __library__(stdio);
char *gets(char *to) __library__; /* of C90: a line without its end, however long; NULL at the end of input */
int fputs(const char *s, FILE *stream) __library__(stdio);
size_t fread(void *to, size_t words, size_t count, FILE *stream);
size_t fwrite(const void *from, size_t words, size_t count, FILE *stream);
int getline(char **line, size_t *words,
            FILE *stream) __library__; /* the length, with the end of the line; -1: no more */

/* ---- formats */
int fprintf(FILE *stream, const char *format, ...) __library__(stdio);
int vfprintf(FILE *stream, const char *format, va_list arguments) __library__(stdio);
int asprintf(char **to, const char *format, ...) __library__; /* a text by malloc; its length */
int vasprintf(char **to, const char *format, va_list arguments) __library__;
int dprintf(int handle, const char *format, ...) __library__; /* 1, 2: standard output, error; or of open */
int vdprintf(int handle, const char *format, va_list arguments) __library__;
int fscanf(FILE *stream, const char *format, ...) __library__(stdio);
int vfscanf(FILE *stream, const char *format, va_list targets);
int vscanf(const char *format, va_list targets);

/* ---- positions, in characters */
int fseek(FILE *stream, int offset, int origin);
int ftell(FILE *stream); /* -1: the stream has no positions */
void rewind(FILE *stream);
int fgetpos(FILE *stream, fpos_t *to);
int fsetpos(FILE *stream, const fpos_t *from);

/* ---- states */
int feof(FILE *stream);
int ferror(FILE *stream);
void clearerr(FILE *stream);
void perror(const char *s); /* s and what errno says, to stderr */

#endif
