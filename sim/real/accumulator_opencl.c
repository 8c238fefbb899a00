/* accumulator_opencl.c - the long accumulator with its sums on an OpenCL device, of doubles and sums of
 * doubles.
 *
 * A sum collects the factors of its products; when it is read, or its room is full, they go to the device as
 * a batch, together with those of other sums if the caller has them (`settle`). The digits that come back are
 * added to a Kulisch accumulator, which settles carries and rounds; so the results are those of `kulisch`,
 * bit for bit. `openclnocalc` has the same transfers and an empty kernel, and sums up on the host: the time
 * of `opencl` without its calculation (the paper's name for it).
 */
#include "accumulator.h"
#include "opencl.h"

#include "common/memory.h"
#include "common/message.h"
#include "kulisch.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 256 }; /* products that a sum collects */

struct pending {
    int64_t exact[sizeof(union kulisch_doubles) /
                  sizeof(int64_t)]; /* a struct kulisch: what has been calculated */
    uint32_t count;
    uint32_t is_idle; /* of openclnocalc */
    double x[ROOM], y[ROOM];
};

#if !REAL_HAVE_OPENCL
const struct opencl_driver *opencl_find(char *error, size_t error_size)
{
    snprintf(error, error_size,
             "this pramsim was built without OpenCL; install ocl-icd-opencl-dev and build it again");
    return NULL;
}
#endif

static size_t bytes(const struct real_format *format)
{
    (void)format;
    return (sizeof(struct pending) + 15) & ~(size_t)15;
}

static void clear(const struct real_format *format, void *sum)
{
    accumulator_kulisch.clear(format, sum);
    ((struct pending *)sum)->count = 0;
}

static void clear_idle(const struct real_format *format, void *sum)
{
    clear(format, sum);
    ((struct pending *)sum)->is_idle = 1;
}

/* The sums that lie `stride` bytes apart get what they have collected. */
static void settle(const struct real_format *format, void *sums, size_t stride, size_t count)
{
    char error[300];
    const struct opencl_driver *driver = opencl_find(error, sizeof error);
    struct opencl_sum *batch = memory_take(count, sizeof *batch);
    size_t used = 0;
    bool calculate = true;
    (void)format;
    for (size_t i = 0; i < count; i++) {
        struct pending *pending = (struct pending *)((char *)sums + i * stride);
        if (pending->count == 0)
            continue;
        calculate = pending->is_idle == 0;
        batch[used++] = (struct opencl_sum){.x = pending->x,
                                            .y = pending->y,
                                            .terms = pending->count,
                                            .digits = ((struct kulisch *)pending->exact)->digit};
    }
    if (used > 0 && (driver == NULL || !driver->sums(batch, used, calculate, error, sizeof error)))
        memory_end(error); /* the device has failed */
    free(batch);
    for (size_t i = 0; i < count && used > 0; i++) {
        struct pending *pending = (struct pending *)((char *)sums + i * stride);
        struct kulisch *exact = (struct kulisch *)pending->exact;
        const uint32_t terms = pending->count;
        pending->count = 0;
        if (terms > 0 && calculate)
            kulisch_take_digits(exact, terms);
        for (uint32_t k = 0; k < terms && !calculate; k++)
            kulisch_add_product(exact, pending->x[k], pending->y[k]);
    }
}

static void settle_one(const struct real_format *format, void *sum)
{
    if (((struct pending *)sum)->count > 0)
        settle(format, sum, 0, 1);
}

static bool is_due(const struct real_format *format, const void *sum, bool reads)
{
    const struct pending *pending = sum;
    return reads ? pending->count > 0 : pending->count + format->components * format->components > ROOM;
}

static void collect(const struct real_format *format, void *sum, double x, double y)
{
    struct pending *pending = sum;
    if (!isfinite(x) || !isfinite(y)) {
        kulisch_add_special(sum, x * y);
        return;
    }
    if (pending->count == ROOM)
        settle_one(format, sum);
    pending->x[pending->count] = x;
    pending->y[pending->count++] = y;
}

static void add_product(const struct real_format *format, void *sum, const void *px, const void *py)
{
    const double *x = px;
    const double *y = py;
    const uint32_t count = isfinite(x[0]) && isfinite(y[0]) ? format->components : 1;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < count; j++)
            collect(format, sum, x[i], y[j]);
}

static void add(const struct real_format *format, void *sum, const void *px, double sign)
{
    const double *x = px;
    for (uint32_t i = 0; i < (isfinite(x[0]) ? format->components : 1); i++)
        collect(format, sum, x[i], sign);
}

static void apply_round(const struct real_format *format, void *z, void *sum)
{
    settle_one(format, sum);
    accumulator_kulisch.round(format, z, sum);
}

static void store(const struct real_format *format, uint32_t *image, void *sum)
{
    settle_one(format, sum);
    kulisch_store(sum, image);
}

static void merge(const struct real_format *format, void *sum, const uint32_t *image)
{
    settle_one(format, sum);
    kulisch_merge(sum, image);
}

static bool open(const struct real_format *format, const char *device, char *error, size_t error_size)
{
    if (format->components == 0)
        return message_refuse(
            error, error_size,
            "the accumulator opencl sums up products of doubles: choose --real=double, dd, qd or "
            "staggered:K, "
            "or another --accumulator");
    const struct opencl_driver *driver = opencl_find(error, error_size);
    return driver != NULL && driver->open(device, error, error_size);
}

#define OPENCL_ACCUMULATOR(name, begin)                                                                      \
    const struct real_accumulator accumulator_##name = {.open = open,                                        \
                                                        .bytes = bytes,                                      \
                                                        .clear = begin,                                      \
                                                        .add_product = add_product,                          \
                                                        .add = add,                                          \
                                                        .round = apply_round,                                \
                                                        .store = store,                                      \
                                                        .merge = merge,                                      \
                                                        .is_due = is_due,                                    \
                                                        .settle = settle};
OPENCL_ACCUMULATOR(opencl, clear)
OPENCL_ACCUMULATOR(openclnocalc, clear_idle)
