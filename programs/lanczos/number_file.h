/* number_file.h - the text files of the Lanczos study: matrices, vectors, eigenvalues, tridiagonal matrices.
 *
 * A file is a line `KIND N` and the numbers after it, separated by white space, decimal or C99 hexadecimal:
 *
 *   matrix N        N rows of N numbers
 *   vector N        N numbers
 *   eigenvalues N   N numbers
 *   tridiagonal N   N lines of two: a diagonal element and its right neighbour (the last of these is not
 * used)
 *
 * Used by the host programs of this folder and read by lanczos.fork; knows nothing of the simulator. Files
 * are written whole or not at all. Errors are one line on stderr that names program, file and, where there is
 * one, the line.
 */
#ifndef LANCZOS_NUMBER_FILE_H
#define LANCZOS_NUMBER_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h> /* for mpfr_fprintf */
#include <mpfr.h>

#define NUMBER_FILE_MOST 2000 /* the largest N */

enum number_kind { NUMBER_MATRIX, NUMBER_VECTOR, NUMBER_EIGENVALUES, NUMBER_TRIDIAGONAL };

/* The numbers of a file, in its order; made by numbers_create or numbers_read, freed by numbers_free. */
struct number_list {
    enum number_kind kind;
    size_t n;
    size_t count; /* of values: N, 2 N or N * N */
    mpfr_t *value;
};

/* How numbers are written. */
struct number_style {
    bool hexadecimal; /* exact */
    size_t digits;    /* decimal digits; 0: as many as tell numbers of this precision apart */
};

/* Zeros of `bits` bits; ends the program with a message if there is no memory. */
void numbers_create(struct number_list *numbers, enum number_kind kind, size_t n, mpfr_prec_t bits,
                    const char *program);

/* Reads a file of that kind, each number rounded once to `bits` bits. False with a message if it is none. */
bool numbers_read(struct number_list *numbers, enum number_kind kind, const char *path, mpfr_prec_t bits,
                  const char *program);

/* The same from text in memory that ends with a 0 behind its `size` bytes; `path` is for messages. */
bool numbers_parse(struct number_list *numbers, enum number_kind kind, const char *text, size_t size,
                   const char *path, mpfr_prec_t bits, const char *program);

/* Reads the text of a file of that kind: calls `begin` once with N, which may allocate memory, then `value`
 * with each number, a word that ends with white space or a 0. `value` returns the number of characters read,
 * 0 to refuse a number. False with a message if the text is no such file. */
struct number_visitor {
    void *context;
    void (*begin)(void *context, size_t n);
    size_t (*value)(void *context, size_t index, const char *word);
};

/* The same with a file. */
bool numbers_scan_file(const struct number_visitor *visitor, enum number_kind kind, const char *path,
                       const char *program);

bool numbers_write(const struct number_list *numbers, const char *path, const struct number_style *style,
                   const char *program);

void numbers_free(struct number_list *numbers);

#endif
