/* tridiagonal.h - the eigenvalues of a symmetric tridiagonal matrix by the implicit QL method in MPFR, and
 * the number of correct ones. Prints no messages.
 */
#ifndef LANCZOS_TRIDIAGONAL_H
#define LANCZOS_TRIDIAGONAL_H

#include "programs/lanczos/number_file.h"

/* The eigenvalues of a NUMBER_TRIDIAGONAL, in ascending order, as new NUMBER_EIGENVALUES, all in the
 * precision of the matrix. False if the method does not converge; this has never happened with finite
 * numbers. */
bool tridiagonal_eigenvalues(struct number_list *eigenvalues, const struct number_list *tridiagonal,
                             const char *program);

/* Sorts eigenvalues, ascending. */
void eigenvalues_sort(struct number_list *eigenvalues);

/* Removes duplicates from sorted eigenvalues: the Lanczos method finds each value once. */
void eigenvalues_distinct(struct number_list *eigenvalues);

/* Sets eigenvalues to 0 that are at most N 2^-bits of the largest one: with `bits` bits they are rounding
 * errors. */
void eigenvalues_clear_noise(struct number_list *eigenvalues, long bits);

/* The number of true eigenvalues that have a computed one within the relative tolerance. For a true
 * eigenvalue of 0 the tolerance is relative to the smallest nonzero true one. Each computed eigenvalue
 * matches at most one true one. Both lists must be sorted. */
size_t eigenvalues_matched(const struct number_list *truth, const struct number_list *computed,
                           mpfr_srcptr tolerance);

#endif
