/* formula.h - bounds as people write them: "n/p + log p", "40 n / log^2 n", "max(n/p, sqrt(n))".
 *
 * Variables are single letters that the caller allows. `log` is to base 2; a product needs no sign; functions
 * take a bracket or the factor after them, and a power after their name is a power of their value. Knows
 * nothing of what its values mean.
 */
#ifndef PRAM_LAB_FORMULA_H
#define PRAM_LAB_FORMULA_H

#include <stdbool.h>
#include <stddef.h>

enum { FORMULA_LETTERS = 26 }; /* values are given by letter: values[0] is a's */

struct formula;

/* Parses `text`, which is copied, with the variables that are letters of `names`. NULL, with the reason and
 * its column in `error`, if it is no formula or too long. formula_free frees it. */
struct formula *formula_parse(const char *text, const char *names, char *error, size_t error_size);
void formula_free(struct formula *formula);

/* Whether a variable stands in it. */
bool formula_uses(const struct formula *formula, char name);

/* The whole; what cannot be computed is a NaN or infinite. */
double formula_value(const struct formula *formula, const double values[FORMULA_LETTERS]);

/* The terms that the outermost + and - part it into, with their signs: how many, what one is worth, and its
 * text, owned by the formula. */
size_t formula_terms(const struct formula *formula);
double formula_term(const struct formula *formula, size_t term, const double values[FORMULA_LETTERS]);
const char *formula_term_text(const struct formula *formula, size_t term);

#endif
