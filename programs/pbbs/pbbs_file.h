/* pbbs_file.h - data of the Problem Based Benchmark Suite: as texts, which other implementations write and
 * check, and as files of words, which Fork programs read with one call of read().
 *
 * A file of words is little-endian: PBBS_MAGIC, the number of the format, n, m, then the words of the lines
 * in order (floating point numbers as binary32). pbbs_format.def says what follows for each kind. Knows files
 * only.
 */
#ifndef PRAM_PBBS_FILE_H
#define PRAM_PBBS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pbbs_format {
#define PBBS_FORMAT(number, name, kind, text, columns) PBBS_##name = (number),
#include "programs/pbbs/pbbs_format.def"
#undef PBBS_FORMAT
};

enum { PBBS_MAGIC = 0x53424250, PBBS_HEADER = 4, PBBS_MOST = 1 << 25 }; /* words in a file, at most */

struct pbbs_data {
    enum pbbs_format format;
    uint32_t n;      /* lines; vertices of a graph; points; strings */
    uint32_t m;      /* edges of a graph; triangles; characters; else 0 */
    uint32_t *words; /* owned */
    size_t count;    /* of words */
};

/* The first word of a format's text. */
const char *pbbs_format_name(enum pbbs_format format);

/* Reads a text or a file of words, whichever it is. False with a message of `program` that names file, line
 * and what is wrong; then nothing is owned. */
bool pbbs_read(struct pbbs_data *data, const char *path, bool *was_text, const char *program);

/* Writes a text or a file of words, whole or not at all. False with a message. */
bool pbbs_write(const struct pbbs_data *data, const char *path, bool as_text, const char *program);

void pbbs_free(struct pbbs_data *data);

/* The word of a floating point number. */
uint32_t pbbs_word_of_float(float number);

#endif
