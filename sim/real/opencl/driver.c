/* driver.c - batches of exact sums on the open OpenCL device.
 *
 * A sum is cut into pieces, one a work group, so that the device is busy; the host adds up the digits of the
 * pieces. Factors go to the device through two areas, x and y, unless its memory is the host's. What several
 * sums of a batch share, as the vector of a product of matrix and vector, goes there once.
 */
#include "sim/real/opencl.h"
#include "sim/real/opencl/device.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LEAST_PIECE = 128, MOST_PIECES = 1 << 16, LEAST_VIEW = 1 << 13 };
static const size_t most_staged = (size_t)1 << 23; /* doubles of an area: 64 MB */

/* A buffer of the device that grows, and, unless the host has it too, a copy on the host. */
struct area {
    cl_mem buffer;
    size_t bytes;
    void *memory; /* what the host writes or reads */
};

/* Values where the host has them. */
struct view {
    const double *values;
    cl_mem buffer; /* NULL: none */
};

/* One device for the process, as its plugin is. */
static struct {
    pthread_mutex_t lock;
    bool is_open;
    char choice[24];
    struct device device;
    struct area x, y, piece, out;
    struct opencl_counts counts;
} driver = {.lock = PTHREAD_MUTEX_INITIALIZER};

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- areas */

static bool area_reserve(struct area *area, size_t bytes, char *error, size_t error_size)
{
    const struct device *device = &driver.device;
    cl_int code = CL_SUCCESS;
    if (bytes <= area->bytes)
        return true;
    size_t wanted = area->bytes > 0 ? area->bytes : 1 << 16;
    while (wanted < bytes)
        wanted *= 2;
    if (area->buffer != NULL)
        clReleaseMemObject(area->buffer);
    area->bytes = 0;
    area->buffer =
        clCreateBuffer(device->context, CL_MEM_READ_WRITE | (device->is_host ? CL_MEM_ALLOC_HOST_PTR : 0),
                       wanted, NULL, &code);
    if (code != CL_SUCCESS) {
        area->buffer = NULL;
        return device_fail("a buffer", code, error, error_size);
    }
    if (!device->is_host) {
        free(area->memory);
        area->memory = malloc(wanted);
        if (area->memory == NULL)
            return device_fail("a buffer", CL_OUT_OF_HOST_MEMORY, error, error_size);
    }
    area->bytes = wanted;
    return true;
}

/* Memory of that size for the host to fill. */
static bool area_begin(struct area *area, size_t bytes, char *error, size_t error_size)
{
    const struct device *device = &driver.device;
    cl_int code;
    if (!area_reserve(area, bytes, error, error_size))
        return false;
    if (!device->is_host)
        return true;
    area->memory = clEnqueueMapBuffer(device->queue, area->buffer, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0,
                                      bytes, 0, NULL, NULL, &code);
    return code == CL_SUCCESS || device_fail("mapping a buffer", code, error, error_size);
}

/* The first bytes are filled: copies them to the device. */
static bool area_end(struct area *area, size_t bytes, char *error, size_t error_size)
{
    const struct device *device = &driver.device;
    cl_int code = CL_SUCCESS;
    if (device->is_host)
        code = clEnqueueUnmapMemObject(device->queue, area->buffer, area->memory, 0, NULL, NULL);
    else if (bytes > 0)
        code = clEnqueueWriteBuffer(device->queue, area->buffer, CL_FALSE, 0, bytes, area->memory, 0, NULL,
                                    NULL);
    driver.counts.bytes += bytes;
    return code == CL_SUCCESS || device_fail("a transfer to the device", code, error, error_size);
}

/* Waits for the device; `memory` has its results then, until area_release. */
static bool area_read(struct area *area, size_t bytes, char *error, size_t error_size)
{
    const struct device *device = &driver.device;
    cl_int code;
    if (device->is_host)
        area->memory = clEnqueueMapBuffer(device->queue, area->buffer, CL_TRUE, CL_MAP_READ, 0, bytes, 0,
                                          NULL, NULL, &code);
    else
        code =
            clEnqueueReadBuffer(device->queue, area->buffer, CL_TRUE, 0, bytes, area->memory, 0, NULL, NULL);
    return code == CL_SUCCESS || device_fail("the kernel, or reading its results", code, error, error_size);
}

static void area_release(struct area *area)
{
    if (driver.device.is_host)
        clEnqueueUnmapMemObject(driver.device.queue, area->buffer, area->memory, 0, NULL, NULL);
}

/* ---- batches */

/* One side of the sums during the planning of a batch. */
struct side {
    struct area *area;
    const struct view *view; /* NULL: values go through the area */
    size_t used;             /* doubles in the area */
    const double *run;       /* the values that went there last lie behind each other from here .. */
    size_t run_at, run_count;
};

/* The values' place on the device; copies them into the area if necessary. */
static size_t place(struct side *side, const double *values, size_t count)
{
    if (side->view != NULL)
        return (size_t)(values - side->view->values);
    if (side->run != NULL && values >= side->run && values + count <= side->run + side->run_count)
        return side->run_at + (size_t)(values - side->run);
    if (side->run == NULL || values != side->run + side->run_count) {
        side->run = values;
        side->run_at = side->used;
        side->run_count = 0;
    }
    memcpy((double *)side->area->memory + side->used, values, count * sizeof *values);
    side->used += count;
    side->run_count += count;
    return side->used - count;
}

/* Where the sums continue in the next batch. */
struct cursor {
    size_t sum;
    size_t term;
};

struct batch {
    struct opencl_sum *sum;
    size_t count;
    bool calculate;
    struct side x, y;
    size_t piece_terms; /* at most */
    size_t room;        /* doubles that an area has */
    size_t most_pieces;
    size_t pieces;
    uint32_t *owner; /* of a piece: its sum */
};

static cl_mem buffer_of(const struct side *side)
{
    return side->view != NULL ? side->view->buffer : side->area->buffer;
}

static bool begin_side(const struct batch *batch, struct side *side, char *error, size_t error_size)
{
    side->used = 0;
    side->run = NULL;
    return side->view != NULL || area_begin(side->area, batch->room * sizeof(double), error, error_size);
}

static bool end_side(struct side *side, char *error, size_t error_size)
{
    return side->view != NULL || area_end(side->area, side->used * sizeof(double), error, error_size);
}

/* Divides sums into pieces from the cursor on, until the areas are full. */
static void plan(struct batch *batch, struct cursor *cursor)
{
    uint32_t *piece = driver.piece.memory;
    batch->pieces = 0;
    while (cursor->sum < batch->count && batch->pieces < batch->most_pieces) {
        const struct opencl_sum *sum = &batch->sum[cursor->sum];
        const size_t left = sum->terms - cursor->term;
        const size_t terms = left < batch->piece_terms ? left : batch->piece_terms;
        if (left == 0) {
            *cursor = (struct cursor){cursor->sum + 1, 0};
            continue;
        }
        if (batch->x.used + terms > batch->room || batch->y.used + terms > batch->room)
            return;
        piece[3 * batch->pieces] = (uint32_t)place(&batch->x, sum->x + cursor->term, terms);
        piece[3 * batch->pieces + 1] = (uint32_t)place(&batch->y, sum->y + cursor->term, terms);
        piece[3 * batch->pieces + 2] = (uint32_t)terms;
        batch->owner[batch->pieces++] = (uint32_t)cursor->sum;
        cursor->term += terms;
    }
}

static bool launch(const struct batch *batch, char *error, size_t error_size)
{
    const struct device *device = &driver.device;
    cl_kernel kernel = batch->calculate ? device->dots : device->nothing;
    cl_mem x = buffer_of(&batch->x);
    cl_mem y = buffer_of(&batch->y);
    const size_t items = batch->pieces * device->items;
    cl_int code = clSetKernelArg(kernel, 0, sizeof x, &x);
    code |= clSetKernelArg(kernel, 1, sizeof y, &y);
    code |= clSetKernelArg(kernel, 2, sizeof driver.piece.buffer, &driver.piece.buffer);
    code |= clSetKernelArg(kernel, 3, sizeof driver.out.buffer, &driver.out.buffer);
    if (code == CL_SUCCESS)
        code = clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, &items, &device->items, 0, NULL, NULL);
    return code == CL_SUCCESS || device_fail("starting the kernel", code, error, error_size);
}

static void collect(struct batch *batch)
{
    const int64_t *cell = driver.out.memory;
    for (size_t i = 0; i < batch->pieces; i++, cell += OPENCL_CELLS) {
        struct opencl_sum *sum = &batch->sum[batch->owner[i]];
        for (int k = 0; k < OPENCL_DIGITS; k++)
            sum->digits[k] += cell[k];
        sum->is_odd |= cell[OPENCL_DIGITS] != 0;
    }
}

static bool run_batch(struct batch *batch, struct cursor *cursor, char *error, size_t error_size)
{
    const size_t piece_bytes = 3 * sizeof(uint32_t);
    const size_t cell_bytes = OPENCL_CELLS * sizeof(int64_t);
    if (!begin_side(batch, &batch->x, error, error_size) ||
        !begin_side(batch, &batch->y, error, error_size) ||
        !area_begin(&driver.piece, batch->most_pieces * piece_bytes, error, error_size))
        return false;
    plan(batch, cursor);
    if (!end_side(&batch->x, error, error_size) || !end_side(&batch->y, error, error_size) ||
        !area_end(&driver.piece, batch->pieces * piece_bytes, error, error_size))
        return false;
    if (batch->pieces == 0)
        return true;
    if (!area_reserve(&driver.out, batch->pieces * cell_bytes, error, error_size) ||
        !launch(batch, error, error_size) ||
        !area_read(&driver.out, batch->pieces * cell_bytes, error, error_size))
        return false;
    if (batch->calculate)
        collect(batch);
    area_release(&driver.out);
    driver.counts.batches++;
    return true;
}

static bool run_all(struct batch *batch, size_t terms, char *error, size_t error_size)
{
    struct cursor cursor = {0, 0};
    const size_t groups = driver.device.groups;
    size_t room = driver.device.most / sizeof(double) / 2;
    if (room > most_staged || room < LEAST_PIECE) /* the device does not report its limit */
        room = most_staged;
    batch->room = terms < room ? terms : room;
    batch->piece_terms = (terms + groups - 1) / groups;
    if (batch->piece_terms < LEAST_PIECE)
        batch->piece_terms = LEAST_PIECE;
    if (batch->piece_terms > batch->room)
        batch->piece_terms = batch->room;
    const size_t pieces = terms / batch->piece_terms + batch->count;
    batch->most_pieces = pieces < MOST_PIECES ? pieces : MOST_PIECES;
    batch->owner = malloc(batch->most_pieces * sizeof *batch->owner);
    if (batch->owner == NULL)
        return device_fail("a batch", CL_OUT_OF_HOST_MEMORY, error, error_size);
    bool good = true;
    while (good && cursor.sum < batch->count)
        good = run_batch(batch, &cursor, error, error_size);
    free(batch->owner);
    return good;
}

/* For a device whose memory is the host's: it reads the values where they are. If it cannot, they are copied.
 */
static void look_at(struct side *side, struct view *view, const double *values, size_t count)
{
    cl_int code;
    view->buffer = clCreateBuffer(driver.device.context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR,
                                  count * sizeof *values, (void *)values, &code);
    view->values = values;
    if (code == CL_SUCCESS)
        side->view = view;
    else
        view->buffer = NULL;
}

static bool run_sums(struct opencl_sum *sum, size_t count, bool calculate, char *error, size_t error_size)
{
    size_t terms = 0;
    for (size_t i = 0; i < count; i++) {
        sum[i].is_odd = false;
        terms += sum[i].terms;
    }
    if (terms == 0)
        return true;
    const double start = seconds_now();
    struct view views[2] = {{.buffer = NULL}};
    struct batch batch = {.sum = sum,
                          .count = count,
                          .calculate = calculate,
                          .x = {.area = &driver.x},
                          .y = {.area = &driver.y}};
    if (driver.device.is_host && count == 1 && terms >= LEAST_VIEW) {
        look_at(&batch.x, &views[0], sum->x, terms);
        look_at(&batch.y, &views[1], sum->y, terms);
    }
    const bool good = run_all(&batch, terms, error, error_size);
    for (int i = 0; i < 2; i++)
        if (views[i].buffer != NULL)
            clReleaseMemObject(views[i].buffer);
    driver.counts.sums += count;
    driver.counts.terms += terms;
    driver.counts.seconds += seconds_now() - start;
    return good;
}

/* ---- the driver's calls */

static bool sums(struct opencl_sum *sum, size_t count, bool calculate, char *error, size_t error_size)
{
    pthread_mutex_lock(&driver.lock);
    const bool good = driver.is_open ? run_sums(sum, count, calculate, error, error_size)
                                     : device_fail("a batch", CL_INVALID_DEVICE, error, error_size);
    pthread_mutex_unlock(&driver.lock);
    return good;
}

/* The kernel must compute known results: (2^500 + 1) - 2^500 and the smallest product, in carry-save form. */
static bool try_device(char *error, size_t error_size)
{
    const double x[] = {0x1p500, 1.0, -0x1p500, 0x1p-1074};
    const double y[] = {1.0, 1.0, 1.0, 0x1p-1074};
    int64_t digits[OPENCL_DIGITS] = {0};
    struct opencl_sum sum = {.x = x, .y = y, .terms = 4, .digits = digits};
    if (!run_sums(&sum, 1, true, error, error_size))
        return false;
    bool good = digits[0] == 1 && digits[2148 / 32] == 1 << (2148 % 32);
    for (int k = 1; k < OPENCL_DIGITS; k++)
        good = good && (k == 2148 / 32 || digits[k] == 0);
    if (!good)
        snprintf(error, error_size,
                 "OpenCL: the device %s computes a wrong sum; choose another --opencl-device",
                 driver.device.name);
    driver.counts = (struct opencl_counts){0};
    return good;
}

static bool open_device(const char *choice, char *error, size_t error_size)
{
    pthread_mutex_lock(&driver.lock);
    bool good = driver.is_open && strcmp(driver.choice, choice != NULL ? choice : "") == 0;
    if (!good && driver.is_open) {
        snprintf(error, error_size, "OpenCL: another device is open");
    } else if (!good) {
        snprintf(driver.choice, sizeof driver.choice, "%s", choice != NULL ? choice : "");
        good = device_open(&driver.device, choice, error, error_size) && try_device(error, error_size);
        if (!good)
            device_close(&driver.device);
        driver.is_open = good;
    }
    pthread_mutex_unlock(&driver.lock);
    return good;
}

static const char *device_name(void)
{
    return driver.device.name;
}

static struct opencl_counts counts(void)
{
    return driver.counts;
}

extern const struct opencl_driver real_opencl;
const struct opencl_driver real_opencl = {
    .open = open_device, .name = device_name, .sums = sums, .counts = counts, .list = device_list};
