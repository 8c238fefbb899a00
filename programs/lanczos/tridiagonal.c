/* tridiagonal.c - implicit QL: G. H. Golub, C. F. Van Loan, Matrix Computations, section 8.3; the sweep is
 * that of EISPACK's imtql1, without its protection against overflow, which MPFR's exponents make needless. */
#include "programs/lanczos/tridiagonal.h"

#include <stdlib.h>
#include <string.h>

/* A sweep's numbers, so that nothing is allocated inside. */
enum { SINE, COSINE, SHIFTED, RADIUS, CORRECTION, FIRST, SECOND, TEMPORARIES };

struct sweep {
    mpfr_t *diagonal;
    mpfr_t *beside; /* beside[i] couples i and i + 1 */
    size_t n;
    long bits;
    mpfr_t temporary[TEMPORARIES];
};

/* Whether the element right of diagonal[i] is too small to matter. */
static bool negligible(struct sweep *s, size_t i)
{
    mpfr_ptr size = s->temporary[FIRST];
    mpfr_ptr sum = s->temporary[SECOND];
    mpfr_abs(size, s->diagonal[i], MPFR_RNDN);
    mpfr_abs(sum, s->diagonal[i + 1], MPFR_RNDN);
    mpfr_add(sum, sum, size, MPFR_RNDN);
    mpfr_mul_2si(sum, sum, -s->bits, MPFR_RNDN);
    return mpfr_cmpabs(s->beside[i], sum) <= 0;
}

/* r = sqrt(f^2 + g^2) */
static void radius(struct sweep *s, mpfr_ptr r, mpfr_srcptr f, mpfr_srcptr g)
{
    mpfr_sqr(s->temporary[FIRST], f, MPFR_RNDN);
    mpfr_sqr(s->temporary[SECOND], g, MPFR_RNDN);
    mpfr_add(r, s->temporary[FIRST], s->temporary[SECOND], MPFR_RNDN);
    mpfr_sqrt(r, r, MPFR_RNDN);
}

/* SHIFTED becomes diagonal[last] minus the eigenvalue, nearer to diagonal[first], of the leading 2 x 2
 * matrix. */
static void choose_shift(struct sweep *s, size_t first, size_t last)
{
    mpfr_ptr g = s->temporary[SHIFTED];
    mpfr_ptr r = s->temporary[RADIUS];
    mpfr_sub(g, s->diagonal[first + 1], s->diagonal[first], MPFR_RNDN);
    mpfr_div(g, g, s->beside[first], MPFR_RNDN);
    mpfr_div_2ui(g, g, 1, MPFR_RNDN);
    mpfr_set_ui(r, 1, MPFR_RNDN);
    radius(s, r, g, r);
    if (mpfr_signbit(g))
        mpfr_neg(r, r, MPFR_RNDN);
    mpfr_add(g, g, r, MPFR_RNDN);
    mpfr_div(g, s->beside[first], g, MPFR_RNDN);
    mpfr_add(g, g, s->diagonal[last], MPFR_RNDN);
    mpfr_sub(g, g, s->diagonal[first], MPFR_RNDN);
}

/* One implicit QL step on first..last, which no negligible element divides: chases the bulge upwards. */
static void step(struct sweep *s, size_t first, size_t last)
{
    mpfr_ptr sine = s->temporary[SINE];
    mpfr_ptr cosine = s->temporary[COSINE];
    mpfr_ptr g = s->temporary[SHIFTED];
    mpfr_ptr r = s->temporary[RADIUS];
    mpfr_ptr p = s->temporary[CORRECTION];
    mpfr_ptr f = s->temporary[FIRST];
    mpfr_ptr b = s->temporary[SECOND];
    choose_shift(s, first, last);
    mpfr_set_ui(sine, 1, MPFR_RNDN);
    mpfr_set_ui(cosine, 1, MPFR_RNDN);
    mpfr_set_zero(p, 1);
    for (size_t i = last; i-- > first;) {
        mpfr_mul(sine, sine, s->beside[i], MPFR_RNDN); /* f */
        radius(s, r, sine, g);
        mpfr_set(s->beside[i + 1], r, MPFR_RNDN);
        if (mpfr_zero_p(r)) { /* the matrix has split at i + 1 */
            mpfr_sub(s->diagonal[i + 1], s->diagonal[i + 1], p, MPFR_RNDN);
            mpfr_set_zero(s->beside[last], 1);
            return;
        }
        mpfr_mul(b, cosine, s->beside[i], MPFR_RNDN);
        mpfr_div(sine, sine, r, MPFR_RNDN);
        mpfr_div(cosine, g, r, MPFR_RNDN);
        mpfr_sub(g, s->diagonal[i + 1], p, MPFR_RNDN);
        mpfr_sub(r, s->diagonal[i], g, MPFR_RNDN);
        mpfr_mul(r, r, sine, MPFR_RNDN);
        mpfr_mul(f, cosine, b, MPFR_RNDN);
        mpfr_mul_2ui(f, f, 1, MPFR_RNDN);
        mpfr_add(r, r, f, MPFR_RNDN);
        mpfr_mul(p, sine, r, MPFR_RNDN);
        mpfr_add(s->diagonal[i + 1], g, p, MPFR_RNDN);
        mpfr_mul(g, cosine, r, MPFR_RNDN);
        mpfr_sub(g, g, b, MPFR_RNDN);
    }
    mpfr_sub(s->diagonal[first], s->diagonal[first], p, MPFR_RNDN);
    mpfr_set(s->beside[first], g, MPFR_RNDN);
    mpfr_set_zero(s->beside[last], 1);
}

static bool diagonalise(struct sweep *s)
{
    const long most = 60 + s->bits; /* steps for an eigenvalue; a few are usual */
    for (size_t first = 0; first < s->n; first++)
        for (long steps = 0;; steps++) {
            size_t last = first;
            while (last + 1 < s->n && !negligible(s, last))
                last++;
            if (last == first)
                break;
            if (steps == most)
                return false;
            step(s, first, last);
        }
    return true;
}

bool tridiagonal_eigenvalues(struct number_list *eigenvalues, const struct number_list *tridiagonal,
                             const char *program)
{
    const mpfr_prec_t bits = mpfr_get_prec(tridiagonal->value[0]);
    struct number_list beside;
    numbers_create(eigenvalues, NUMBER_EIGENVALUES, tridiagonal->n, bits, program);
    numbers_create(&beside, NUMBER_EIGENVALUES, tridiagonal->n, bits, program);
    struct sweep s = {
        .diagonal = eigenvalues->value, .beside = beside.value, .n = tridiagonal->n, .bits = bits};
    for (size_t i = 0; i < s.n; i++) {
        mpfr_set(s.diagonal[i], tridiagonal->value[2 * i], MPFR_RNDN);
        mpfr_set(s.beside[i], tridiagonal->value[2 * i + 1], MPFR_RNDN);
    }
    for (int i = 0; i < TEMPORARIES; i++)
        mpfr_init2(s.temporary[i], bits);
    bool good = diagonalise(&s);
    for (int i = 0; i < TEMPORARIES; i++)
        mpfr_clear(s.temporary[i]);
    numbers_free(&beside);
    if (good)
        eigenvalues_sort(eigenvalues);
    else
        numbers_free(eigenvalues);
    return good;
}

static int compare_values(const void *a, const void *b)
{
    return mpfr_cmp(*(const mpfr_t *)a, *(const mpfr_t *)b);
}

void eigenvalues_sort(struct number_list *eigenvalues)
{
    qsort(eigenvalues->value, eigenvalues->count, sizeof *eigenvalues->value, compare_values);
}

void eigenvalues_distinct(struct number_list *eigenvalues)
{
    size_t kept = 0;
    for (size_t i = 0; i < eigenvalues->count; i++) {
        if (kept > 0 && mpfr_equal_p(eigenvalues->value[kept - 1], eigenvalues->value[i]))
            mpfr_clear(eigenvalues->value[i]);
        else
            memmove(&eigenvalues->value[kept++], &eigenvalues->value[i], sizeof *eigenvalues->value);
    }
    eigenvalues->n = kept;
    eigenvalues->count = kept;
}

void eigenvalues_clear_noise(struct number_list *eigenvalues, long bits)
{
    mpfr_t least;
    mpfr_init2(least, mpfr_get_prec(eigenvalues->value[0]));
    mpfr_set_zero(least, 1);
    for (size_t i = 0; i < eigenvalues->count; i++)
        if (mpfr_cmpabs(eigenvalues->value[i], least) > 0)
            mpfr_abs(least, eigenvalues->value[i], MPFR_RNDN);
    mpfr_mul_ui(least, least, eigenvalues->n, MPFR_RNDN);
    mpfr_mul_2si(least, least, -bits, MPFR_RNDN);
    for (size_t i = 0; i < eigenvalues->count; i++)
        if (mpfr_cmpabs(eigenvalues->value[i], least) <= 0)
            mpfr_set_zero(eigenvalues->value[i], 1);
    mpfr_clear(least);
}

/* allowed = scale of the permitted distance from a computed eigenvalue to a true one, before the tolerance:
 * its size, or, if it is 0, that of the other one nearest to 0. */
static void set_scale(mpfr_ptr allowed, const struct number_list *truth, size_t index)
{
    mpfr_abs(allowed, truth->value[index], MPFR_RNDN);
    for (size_t i = 0; i < truth->count && mpfr_zero_p(truth->value[index]); i++)
        if (!mpfr_zero_p(truth->value[i]) &&
            (mpfr_zero_p(allowed) || mpfr_cmpabs(truth->value[i], allowed) < 0))
            mpfr_abs(allowed, truth->value[i], MPFR_RNDN);
}

size_t eigenvalues_matched(const struct number_list *truth, const struct number_list *computed,
                           mpfr_srcptr tolerance)
{
    const mpfr_prec_t bits = mpfr_get_prec(truth->value[0]);
    mpfr_t distance;
    mpfr_t allowed;
    size_t matched = 0;
    size_t next = 0; /* computed ones before it are used or too small for all true ones to come */
    mpfr_inits2(bits, distance, allowed, (mpfr_ptr)0);
    for (size_t i = 0; i < truth->count && next < computed->count;) {
        set_scale(allowed, truth, i);
        mpfr_mul(allowed, allowed, tolerance, MPFR_RNDN);
        mpfr_sub(distance, computed->value[next], truth->value[i], MPFR_RNDN);
        if (mpfr_cmpabs(distance, allowed) <= 0) {
            matched++;
            i++;
            next++;
        } else if (mpfr_signbit(distance)) {
            next++;
        } else {
            i++;
        }
    }
    mpfr_clears(distance, allowed, (mpfr_ptr)0);
    return matched;
}
