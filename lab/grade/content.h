/* content.h - whether a submitted file can be source text. Bytes only. */
#ifndef PRAM_GRADE_CONTENT_H
#define PRAM_GRADE_CONTENT_H

#include <stddef.h>

/* A message for the student about bytes that are no source: empty, a compiled program, an archive. NULL: they
 * may be source. */
const char *content_fault(const char *bytes, size_t size);

#endif
