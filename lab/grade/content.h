/* content.h - whether what was handed in can be source text at all. Bytes only. */
#ifndef PRAM_GRADE_CONTENT_H
#define PRAM_GRADE_CONTENT_H

#include <stddef.h>

/* What a student has to know about bytes that are no source: they are nothing, a compiled program, an
 * archive. NULL: they may be source. */
const char *content_fault(const char *bytes, size_t size);

#endif
