/* formula.h - bounds in mathematical notation: "n/p + log p", "40 n / log^2 n", "max(n/p, sqrt(n))".
 *
 * Variables are single letters that the caller allows. `log` is to base 2; a product needs no sign. A
 * function applies to the next factor or bracket, and a power after its name is a power of its value.
 */
#ifndef PRAM_LAB_FORMULA_H
#define PRAM_LAB_FORMULA_H

#include <stdbool.h>
#include <stddef.h>

enum { FORMULA_LETTERS = 26 }; /* values are given by letter: values[0] is a's */

struct formula;

/* Parses `text`, which is copied, with the letters of `names` as variables. NULL with the reason and its
 * column in `error` if it is not a formula or too long. formula_free frees it. */
struct formula *formula_parse(const char *text, const char *names, char *error, size_t error_size);
void formula_free(struct formula *formula);

/* Whether it contains a variable. */
bool formula_uses(const struct formula *formula, char name);

/* The value of the whole formula; NaN or infinite if it is undefined. */
double formula_value(const struct formula *formula, const double values[FORMULA_LETTERS]);

/* The terms of the outermost sum with their signs: their number, the value of one, and its text, owned by the
 * formula. */
size_t formula_terms(const struct formula *formula);
double formula_term(const struct formula *formula, size_t term, const double values[FORMULA_LETTERS]);
const char *formula_term_text(const struct formula *formula, size_t term);

#endif
