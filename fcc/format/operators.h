/* operators.h - types and operators with two meanings; for roles.c. */
#ifndef FCC_FORMAT_OPERATORS_H
#define FCC_FORMAT_OPERATORS_H

#include "fcc/format/scan.h"

/* Marks the names that the file declares as types. */
void format_find_types(struct pieces *pieces);

/* Says what the token at `at` is, if it is an operator with two meanings or the ) of a cast. All tokens
 * before it have been asked for. */
void format_assign_operator(struct pieces *pieces, size_t at);

#endif
