/* operators.h - types and ambiguous operators; for roles.c. */
#ifndef FCC_FORMAT_OPERATORS_H
#define FCC_FORMAT_OPERATORS_H

#include "fcc/format/scan.h"

/* Marks the names that the file declares as types. */
void format_find_types(struct pieces *pieces);

/* Determines the meaning of the token at `at` if it is an ambiguous operator or the ) of a cast. Must have
 * been called for all tokens before it. */
void format_assign_operator(struct pieces *pieces, size_t at);

#endif
