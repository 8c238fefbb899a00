/* fit.c - see fit.h: an orthogonal basis of the terms' columns (modified Gram-Schmidt), then back
 * substitution. */
#include "lab/scale/fit.h"

#include "common/memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static double product(const double *rows, size_t count, size_t width, size_t one, size_t other)
{
    double sum = 0;
    for (size_t k = 0; k < count; k++)
        sum += rows[k * width + one] * rows[k * width + other];
    return sum;
}

static bool is_finite(const double *numbers, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (!isfinite(numbers[k]))
            return false;
    return true;
}

const char *fit_solve(double *rows, size_t count, size_t terms, double *constants)
{
    const size_t width = terms + 1;
    if (count < terms)
        return "there are fewer runs than terms";
    if (!is_finite(rows, count * width))
        return "the formula has no value at some point";
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < width; i++)
            rows[k * width + i] /= i == terms ? 1 : rows[k * width + terms];
    for (size_t k = 0; k < count; k++)
        rows[k * width + terms] = 1;
    double *upper = memory_take(terms * width, sizeof *upper);
    const char *wrong = NULL;
    for (size_t i = 0; i < terms && wrong == NULL; i++) {
        const double before = product(rows, count, width, i, i);
        for (size_t j = 0; j < i; j++) {
            const double part = product(rows, count, width, j, i) / product(rows, count, width, j, j);
            upper[j * width + i] = part;
            for (size_t k = 0; k < count; k++)
                rows[k * width + i] -= part * rows[k * width + j];
        }
        const double left = product(rows, count, width, i, i);
        if (!(left > 1e-18 * before) || left == 0)
            wrong = "these runs do not distinguish its terms";
        else
            upper[i * width + terms] = product(rows, count, width, i, terms) / left;
    }
    for (size_t i = terms; wrong == NULL && i-- > 0;) {
        constants[i] = upper[i * width + terms];
        for (size_t j = i + 1; j < terms; j++)
            constants[i] -= upper[i * width + j] * constants[j];
    }
    free(upper);
    return wrong;
}
