/* tridiagonal.h - the eigenvalues of a symmetric tridiagonal matrix by the implicit QL method in MPFR, and
 * how many of them are right.
 *
 * Knows numbers, no files' names: messages are the callers'.
 */
#ifndef LANCZOS_TRIDIAGONAL_H
#define LANCZOS_TRIDIAGONAL_H

#include "programs/lanczos/number_file.h"

/* The eigenvalues of a NUMBER_TRIDIAGONAL, in ascending order, as new NUMBER_EIGENVALUES, all in the
 * precision of the matrix. False if the method does not converge, which finite numbers have never been seen
 * to do. */
bool tridiagonal_eigenvalues(struct number_list *eigenvalues, const struct number_list *tridiagonal,
                             const char *program);

/* Sorts eigenvalues, ascending. */
void eigenvalues_sort(struct number_list *eigenvalues);

/* Removes all but one of equal eigenvalues, which must be sorted: the Lanczos method finds an eigenvalue
 * once. */
void eigenvalues_distinct(struct number_list *eigenvalues);

/* Makes those eigenvalues 0 that rounding in a format of so many bits does not tell from 0: N 2^-bits of the
 * largest one, or less. */
void eigenvalues_clear_noise(struct number_list *eigenvalues, long bits);

/* How many of the true eigenvalues have a computed one within the relative tolerance; if a true one is 0,
 * within that part of the true one that is nearest to 0. Each computed one stands for one true eigenvalue
 * only, and each true one is counted once. Both must be sorted. */
size_t eigenvalues_matched(const struct number_list *truth, const struct number_list *computed,
                           mpfr_srcptr tolerance);

#endif
