/* opencl.c - times of exact dot products on an OpenCL device and on the host, called by opencl.sh.
 *
 *     opencl DEVICE     (cpu, gpu, a number, or default)
 *
 * Lines `what,terms,sums,microseconds`, the least of several runs for a batch of `sums` sums: `kulisch` on
 * one core and on all; `single` sums, one a batch, as the paper has them; `rows`, a matrix-vector product in
 * one batch. `..nocalc` are the transfers and an empty kernel. Every result is compared with the host's; a
 * difference ends the program with status 1.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/real/kulisch.h"
#include "sim/real/opencl.h"

enum { RUNS = 7 };

struct product {
    size_t rows, terms;
    double *matrix, *vector, *expected, *result;
    struct opencl_sum *sum;
};

static void stop(const char *error)
{
    fprintf(stderr, "opencl: %s\n", error);
    exit(1);
}

static void *take(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (memory == NULL)
        stop("no memory");
    return memory;
}

static double random_double(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    const int exponent = (int)(*state >> 8) % 600 - 300;
    *state = *state * 1664525u + 1013904223u;
    return ((double)*state - 0x1p31) * __builtin_ldexp(1.0, exponent);
}

static void host_product(const struct product *p, double *result, int threads)
{
    if (p->rows >= (size_t)threads) {
#pragma omp parallel for num_threads(threads)
        for (size_t row = 0; row < p->rows; row++) {
            union kulisch_doubles sum;
            kulisch_create_doubles(&sum);
            for (size_t k = 0; k < p->terms; k++)
                kulisch_add_product(&sum.sum, p->vector[k], p->matrix[row * p->terms + k]);
            result[row] = kulisch_round(&sum.sum);
        }
        return;
    }
    for (size_t row = 0; row < p->rows; row++) { /* a long sum: a part of it each thread */
        union kulisch_doubles total;
        kulisch_create_doubles(&total);
        struct kulisch *const all = &total.sum;
#pragma omp parallel num_threads(threads)
        {
            uint32_t image[KULISCH_DOUBLES_DIGITS + 1];
            union kulisch_doubles sum;
            kulisch_create_doubles(&sum);
            struct kulisch *const part = &sum.sum;
#pragma omp for
            for (size_t k = 0; k < p->terms; k++)
                kulisch_add_product(part, p->vector[k], p->matrix[row * p->terms + k]);
            kulisch_store(part, image);
#pragma omp critical
            kulisch_merge(all, image);
        }
        result[row] = kulisch_round(all);
    }
}

/* Rounds the sums of a batch on the host. */
static void calculate_batch(const struct opencl_driver *driver, struct opencl_sum *sum, double *result,
                            size_t count)
{
    char error[300];
    union kulisch_doubles *exact = take(count, sizeof *exact);
    for (size_t i = 0; i < count; i++) {
        kulisch_create_doubles(&exact[i]);
        sum[i].digits = exact[i].sum.digit;
    }
    if (!driver->sums(sum, count, true, error, sizeof error))
        stop(error);
    for (size_t i = 0; i < count; i++) {
        kulisch_take_digits(&exact[i].sum, sum[i].terms);
        result[i] = kulisch_round(&exact[i].sum);
    }
    free(exact);
}

static void device_product(const struct opencl_driver *driver, struct product *p, bool calculate, bool single)
{
    char error[300];
    const size_t batch = single ? 1 : p->rows;
    for (size_t row = 0; row < p->rows; row++)
        p->sum[row] = (struct opencl_sum){.x = p->vector, .y = p->matrix + row * p->terms, .terms = p->terms};
    if (calculate) {
        for (size_t row = 0; row < p->rows; row += batch)
            calculate_batch(driver, p->sum + row, p->result + row, batch);
        return;
    }
    for (size_t row = 0; row < p->rows; row += batch)
        if (!driver->sums(p->sum + row, batch, false, error, sizeof error))
            stop(error);
}

static void check(const struct product *p, const char *what)
{
    if (memcmp(p->expected, p->result, p->rows * sizeof(double)) != 0)
        stop(what);
}

static void time_host(struct product *p, const char *what, int threads)
{
    double least = 1e30;
    for (int run = 0; run < RUNS; run++) {
        const double start = omp_get_wtime();
        host_product(p, p->result, threads);
        const double seconds = omp_get_wtime() - start;
        least = seconds < least ? seconds : least;
    }
    check(p, "the host's threads differ");
    printf("%s,%zu,%zu,%.2f\n", what, p->terms, p->rows, least * 1e6);
}

static void time_device(const struct opencl_driver *driver, struct product *p, const char *what, bool single)
{
    for (int calculate = 1; calculate >= 0; calculate--) {
        double least = 1e30;
        for (int run = 0; run < RUNS; run++) {
            const double start = omp_get_wtime();
            device_product(driver, p, calculate != 0, single);
            const double seconds = omp_get_wtime() - start;
            least = seconds < least ? seconds : least;
        }
        if (calculate)
            check(p, "the device's sums differ from the host's");
        printf("%s%s,%zu,%zu,%.2f\n", what, calculate ? "" : "nocalc", p->terms, p->rows, least * 1e6);
        fflush(stdout);
    }
}

static void time_product(const struct opencl_driver *driver, size_t rows, size_t terms)
{
    unsigned state = 7;
    struct product p = {.rows = rows,
                        .terms = terms,
                        .matrix = take(rows * terms, sizeof(double)),
                        .vector = take(terms, sizeof(double)),
                        .expected = take(rows, sizeof(double)),
                        .result = take(rows, sizeof(double)),
                        .sum = take(rows, sizeof(struct opencl_sum))};
    for (size_t i = 0; i < rows * terms; i++)
        p.matrix[i] = random_double(&state);
    for (size_t i = 0; i < terms; i++)
        p.vector[i] = random_double(&state);
    host_product(&p, p.expected, 1);
    time_host(&p, "kulisch_one", 1);
    time_host(&p, "kulisch_all", omp_get_num_procs());
    time_device(driver, &p, "single", true);
    if (rows > 1)
        time_device(driver, &p, "rows", false);
    free(p.matrix);
    free(p.vector);
    free(p.expected);
    free(p.result);
    free(p.sum);
}

int main(int argc, char **argv)
{
    static const size_t sizes[][2] = {{1, 100},     {1, 1000},  {1, 10000},  {1, 100000},
                                      {1, 1000000}, {100, 100}, {1000, 1000}};
    char error[300];
    const char *device = argc > 1 && strcmp(argv[1], "default") != 0 ? argv[1] : NULL;
    const struct opencl_driver *driver = opencl_find(error, sizeof error);
    if (driver == NULL || !driver->open(device, error, sizeof error))
        stop(error);
    printf("# device %s; %d cores\n", driver->name(), omp_get_num_procs());
    puts("what,terms,sums,microseconds");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        time_product(driver, sizes[i][0], sizes[i][1]);
    return 0;
}
