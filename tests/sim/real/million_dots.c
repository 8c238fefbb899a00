/* million_dots.c - a million random dot products of doubles: the Kulisch and the MPFR accumulator agree bit
 * for bit, in the rounded sum and, for every hundredth, in the image. Called by million_dots.test. */
#include <string.h>

#include "random_double.h"
#include "sim/real/accumulator.h"

enum { DOTS = 1000000, MOST_TERMS = 12 };

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

int main(void)
{
    struct real_format f;
    char error[300];
    if (!real_format_find(&f, "double", error, sizeof error))
        return 2;
    const struct real_accumulator *fast = real_accumulator_find("kulisch");
    const struct real_accumulator *wide = real_accumulator_find("mpfr");
    void *a = aligned_alloc(16, fast->bytes(&f));
    void *b = aligned_alloc(16, wide->bytes(&f));
    uint32_t image_a[200];
    uint32_t image_b[200];
    size_t image_bytes = real_accumulator_words(&f) * sizeof image_a[0];
    uint64_t state = 7;
    long wrong = 0;
    if (a == NULL || b == NULL || image_bytes > sizeof image_a)
        return 2;
    memset(a, 0, fast->bytes(&f));
    memset(b, 0, wide->bytes(&f));
    for (int dot = 0; dot < DOTS; dot++) {
        double x[MOST_TERMS];
        double y[MOST_TERMS];
        double sum_a;
        double sum_b;
        int terms = (int)random_between(&state, 1, MOST_TERMS);
        random_vectors(&state, x, y, terms);
        fast->clear(&f, a);
        wide->clear(&f, b);
        for (int i = 0; i < terms; i++) {
            fast->add_product(&f, a, &x[i], &y[i]);
            wide->add_product(&f, b, &x[i], &y[i]);
        }
        fast->round(&f, &sum_a, a);
        wide->round(&f, &sum_b, b);
        bool equal = bits_of(sum_a) == bits_of(sum_b);
        if (dot % 100 == 0) {
            fast->store(&f, image_a, a);
            wide->store(&f, image_b, b);
            equal = equal && memcmp(image_a, image_b, image_bytes) == 0;
        }
        if (!equal && wrong++ < 5)
            printf("# dot product %d: %a and %a\n", dot, sum_a, sum_b);
    }
    printf("%s 1 - the accumulators agree on %d dot products\n1..1\n", wrong == 0 ? "ok" : "not ok", DOTS);
    free(a);
    free(b);
    return wrong != 0;
}
