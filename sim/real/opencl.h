/* opencl.h - exact sums of products of doubles on an OpenCL device: what the accumulators `opencl` and
 * `openclnocalc` need of one.
 *
 * The driver is in the plugin real-opencl.so (sim/real/opencl/), because a build and a run may do without
 * OpenCL; programs that are no pramsim are linked with it. It holds one device for the whole process. All
 * calls but `open` may come from several threads; a thread waits while another one's batch runs.
 */
#ifndef PRAM_REAL_OPENCL_H
#define PRAM_REAL_OPENCL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef REAL_HAVE_OPENCL
#define REAL_HAVE_OPENCL 0
#endif

/* The digits of a sum: those of a Kulisch accumulator of doubles (kulisch.h), in carry-save form. */
#define OPENCL_DIGITS 133

/* One sum of a batch: x[0] y[0] + x[1] y[1] + .., of finite numbers, is added to the digits. */
struct opencl_sum {
    const double *x;
    const double *y;
    size_t terms;    /* at most 2^29: then the digits of the device do not overflow */
    int64_t *digits; /* OPENCL_DIGITS of weight 2^(-2148 + 32 i) */
};

/* What was done so far. */
struct opencl_counts {
    uint64_t batches;
    uint64_t sums;
    uint64_t terms;
    uint64_t bytes; /* that went to the device */
    double seconds; /* in batches: transfers, kernel, reading back */
};

struct opencl_driver {
    /* Opens the device that --opencl-device names (NULL: the first GPU, else the first CPU), compiles the
     * kernel and tries it. Opening it again costs nothing. False with a line that says what to do. */
    bool (*open)(const char *device, char *error, size_t error_size);
    /* The open device: "number: name (platform)". */
    const char *(*name)(void);
    /* Calculates a batch; without `calculate` the transfers and an empty kernel take place, and no digit
     * changes. False with a line if the device fails. */
    bool (*sums)(struct opencl_sum *sum, size_t count, bool calculate, char *error, size_t error_size);
    struct opencl_counts (*counts)(void);
    /* Calls `show` with a line for each device; false with a line if there is none. */
    bool (*list)(void (*show)(void *context, const char *line), void *context, char *error,
                 size_t error_size);
};

/* The driver, loaded if it is in a plugin; NULL with a line that says what to do. */
const struct opencl_driver *opencl_find(char *error, size_t error_size);

#endif
