/* stream.h - internal interface of streams. Not for programs.
 *
 * A kind of stream is a table of functions, so that a program gets only those kinds that it opens. A
 * character of a text stream is a byte of the file, one of a binary stream four, the lowest first.
 */
#ifndef FORK_STREAM_H
#define FORK_STREAM_H

#include <io.h>

typedef struct __fork_file FILE;

struct stream_kind {
    int (*take)(FILE *stream, int *to);                   /* the next character; 0: none */
    int (*put)(FILE *stream, const int *from, int count); /* writes characters; 0: failed */
    int (*go)(FILE *stream, int position); /* moves to a place within the file; 0: impossible */
    int (*length)(FILE *stream);           /* size of the file, -1: unknown; may move to its end */
    int (*flush)(FILE *stream);            /* 0 or EOF */
    int (*close)(FILE *stream);            /* 0 or EOF */
};

struct __fork_file {
    const struct stream_kind *kind;
    int handle;
    int is_binary;
    int at_end;     /* end of file has been met */
    int has_failed; /* the error indicator */
    int is_back;    /* number of characters put back: by fscanf, then by ungetc */
    int back[2];
    int position; /* of the next character of the file itself */
    char *name;   /* NULL: none */

    /* of files in memory */
    int can_write;
    int appends;
    int is_changed; /* changed since it was last written to its place */
    char *data;
    int length;
    int room;
    FILE *next; /* in the list of open streams */
};

/* Handles of the standard output and of that for errors. */
enum { CONSOLE_OUTPUT = 1, CONSOLE_ERROR = 2 };

/* Writes characters to a handle, a byte a character, in one host call if none of them is 0. */
void __stream_print(int handle, const int *from, int count);

/* Opens a file for a stream that is all 0; 0: it cannot be opened, and errno says why. */
int __stream_open(FILE *stream, const char *name, const char *mode);

/* As above for a file in memory: its content is read from its place, unless it `begins` anew. name NULL: no
 * place. */
int __stream_open_memory(FILE *stream, const char *name, int begins);

/* The next character of a stream; 0: none. A character of a binary stream may be EOF. */
int __stream_get(FILE *stream, int *to);

/* Operations that a kind of stream does not support. */
int __stream_cannot_take(FILE *stream, int *to);
int __stream_cannot_put(FILE *stream, const int *from, int count);
int __stream_cannot_go(FILE *stream, int position);
int __stream_no_length(FILE *stream);
int __stream_nothing(FILE *stream);

/* Functions of stdio.h whose names io.h has for handles. */
int __stdio_ungetc(int c, FILE *stream);
char *__stdio_fgets(char *to, int words, FILE *stream);
int __stdio_fputs(const char *s, FILE *stream);
int __stdio_fprintf(FILE *stream, const char *format, ...);
int __stdio_vfprintf(FILE *stream, const char *format, va_list arguments);
int __stdio_fscanf(FILE *stream, const char *format, ...);
int vfscanf(FILE *stream, const char *format, va_list targets);

extern FILE *const __fork_streams[3];

/* Functions of stdio.h that others call. */
int fgetc(FILE *stream);
int fputc(int c, FILE *stream);
int fflush(FILE *stream);
int fclose(FILE *stream);

#endif
