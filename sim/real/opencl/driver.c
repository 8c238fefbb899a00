/* driver.c - chooses and opens an OpenCL device, and calculates batches of exact sums on it.
 *
 * A long sum is cut into pieces, one a work group; the host adds up the digits of the pieces. Factors go to
 * the device through two areas, x and y.
 */
#include "sim/real/opencl.h"
#include "sim/real/opencl/kernel.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_PLATFORMS = 32, MOST_DEVICES = 64, GROUP = 64 };

struct device {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel dots, nothing;
    size_t items; /* of a work group */
    char name[300];
};

/* ---- the device */

static const char to_do[] =
    "install the driver of your GPU, or pocl-opencl-icd for the CPU (apt-get install pocl-opencl-icd)";

/* All devices of all platforms, in the order of their numbers. */
struct found {
    cl_device_id id[MOST_DEVICES];
    size_t count;
};

static void find_all(struct found *found)
{
    cl_platform_id platforms[MOST_PLATFORMS];
    cl_uint platform_count = 0;
    found->count = 0;
    if (clGetPlatformIDs(MOST_PLATFORMS, platforms, &platform_count) != CL_SUCCESS)
        return;
    for (cl_uint i = 0; i < platform_count && i < MOST_PLATFORMS; i++) {
        const size_t room = MOST_DEVICES - found->count;
        cl_uint count = 0;
        if (room > 0 && clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, (cl_uint)room,
                                       &found->id[found->count], &count) == CL_SUCCESS)
            found->count += count < room ? count : room;
    }
}

static cl_device_type type_of(cl_device_id id)
{
    cl_device_type type = 0;
    clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    return type;
}

static void describe(cl_device_id id, size_t number, char *text, size_t size)
{
    char name[120] = "?";
    char platform_name[100] = "?";
    cl_platform_id platform;
    const cl_device_type type = type_of(id);
    clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof name, name, NULL);
    if (clGetDeviceInfo(id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL) == CL_SUCCESS)
        clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof platform_name, platform_name, NULL);
    snprintf(text, size, "%zu: %s, %s (%s)", number,
             (type & CL_DEVICE_TYPE_GPU) != 0   ? "gpu"
             : (type & CL_DEVICE_TYPE_CPU) != 0 ? "cpu"
                                                : "other",
             name, platform_name);
}

/* A line: what failed, and how. Always false. */
static bool device_fail(const char *what, cl_int code, char *error, size_t error_size)
{
    static const struct {
        cl_int code;
        const char *text;
    } texts[] = {{CL_MEM_OBJECT_ALLOCATION_FAILURE, "the device is out of memory"},
                 {CL_OUT_OF_RESOURCES, "the device is out of resources, or the kernel has failed"},
                 {CL_OUT_OF_HOST_MEMORY, "the host is out of memory"},
                 {CL_INVALID_BUFFER_SIZE, "the buffer is too large for the device"},
                 {CL_DEVICE_NOT_AVAILABLE, "the device is not available"},
                 {CL_BUILD_PROGRAM_FAILURE, "the kernel cannot be compiled for this device"},
                 {CL_COMPILER_NOT_AVAILABLE, "the device has no compiler"}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (texts[i].code == code) {
            snprintf(error, error_size, "OpenCL: %s: %s", what, texts[i].text);
            return false;
        }
    snprintf(error, error_size, "OpenCL: %s: error %d", what, code);
    return false;
}

/* Calls `show` with a line for each device. False with a line if there is none. */
static bool device_list(void (*show)(void *context, const char *line), void *context, char *error,
                        size_t error_size)
{
    struct found found;
    char line[300];
    find_all(&found);
    for (size_t i = 0; i < found.count; i++) {
        describe(found.id[i], i, line, sizeof line);
        show(context, line);
    }
    if (found.count == 0)
        snprintf(error, error_size, "there is no OpenCL device; %s", to_do);
    return found.count > 0;
}

static bool find_of_type(const struct found *found, cl_device_type type, size_t *number)
{
    for (size_t i = 0; i < found->count; i++)
        if ((type_of(found->id[i]) & type) != 0) {
            *number = i;
            return true;
        }
    return false;
}

static bool choose(const struct found *found, const char *choice, size_t *number, char *error,
                   size_t error_size)
{
    char *end;
    if (found->count == 0) {
        snprintf(error, error_size, "there is no OpenCL device; %s", to_do);
        return false;
    }
    if (choice == NULL) {
        *number = 0;
        return find_of_type(found, CL_DEVICE_TYPE_GPU, number) ||
               find_of_type(found, CL_DEVICE_TYPE_CPU, number) || true;
    }
    const bool is_gpu = strcmp(choice, "gpu") == 0;
    if (is_gpu || strcmp(choice, "cpu") == 0) {
        if (find_of_type(found, is_gpu ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU, number))
            return true;
        snprintf(error, error_size, "there is no OpenCL device of the kind %s; %s", choice,
                 is_gpu ? "install the driver of the GPU" : "install pocl-opencl-icd");
        return false;
    }
    const unsigned long wanted = strtoul(choice, &end, 10);
    *number = wanted;
    if (choice[0] >= '0' && choice[0] <= '9' && *end == '\0' && wanted < found->count)
        return true;
    snprintf(error, error_size, "there is no OpenCL device %.20s; pramsim --opencl-list lists them", choice);
    return false;
}

static bool has_atomics(cl_device_id id)
{
    char extensions[1 << 14];
    return clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL) == CL_SUCCESS &&
           strstr(extensions, "cl_khr_int64_base_atomics") != NULL;
}

static void ask_size(struct device *device)
{
    size_t largest = 1;
    clGetDeviceInfo(device->id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof largest, &largest, NULL);
    const bool is_host = (type_of(device->id) & CL_DEVICE_TYPE_CPU) != 0;
    device->items = is_host || largest < GROUP || !has_atomics(device->id) ? 1 : GROUP;
}

static bool compile(struct device *device, char *error, size_t error_size)
{
    const char *source = kernel_source;
    char macros[80];
    cl_int code;
    snprintf(macros, sizeof macros, "-DITEMS=%zu -DCELLS=%d", device->items, OPENCL_DIGITS);
    device->program = clCreateProgramWithSource(device->context, 1, &source, NULL, &code);
    if (code == CL_SUCCESS)
        code = clBuildProgram(device->program, 1, &device->id, macros, NULL, NULL);
    if (code != CL_SUCCESS)
        return device_fail(device->name, code, error, error_size);
    device->dots = clCreateKernel(device->program, "dots", &code);
    if (code == CL_SUCCESS)
        device->nothing = clCreateKernel(device->program, "nothing", &code);
    return code == CL_SUCCESS || device_fail(device->name, code, error, error_size);
}

/* Opens the device of that choice; NULL: the first GPU, or else the first CPU. False with a line. */
static bool device_open(struct device *device, const char *choice, char *error, size_t error_size)
{
    struct found found;
    size_t number;
    cl_int code;
    memset(device, 0, sizeof *device);
    find_all(&found);
    if (!choose(&found, choice, &number, error, error_size))
        return false;
    device->id = found.id[number];
    describe(device->id, number, device->name, sizeof device->name);
    ask_size(device);
    device->context = clCreateContext(NULL, 1, &device->id, NULL, NULL, &code);
    if (code != CL_SUCCESS)
        return device_fail(device->name, code, error, error_size);
    device->queue = clCreateCommandQueue(device->context, device->id, 0, &code);
    if (code != CL_SUCCESS)
        return device_fail(device->name, code, error, error_size);
    return compile(device, error, error_size);
}

static void device_close(struct device *device)
{
    if (device->nothing != NULL)
        clReleaseKernel(device->nothing);
    if (device->dots != NULL)
        clReleaseKernel(device->dots);
    if (device->program != NULL)
        clReleaseProgram(device->program);
    if (device->queue != NULL)
        clReleaseCommandQueue(device->queue);
    if (device->context != NULL)
        clReleaseContext(device->context);
    memset(device, 0, sizeof *device);
}

/* ---- areas */

/* Terms of a piece and pieces of a batch, at most: a buffer of 32 MB, which every OpenCL device can have. */
enum { PIECE_TERMS = 1 << 12, BATCH_PIECES = 1 << 10 };

/* A buffer of the device that grows, and its copy on the host. */
struct area {
    cl_mem buffer;
    size_t bytes;
    void *memory; /* what the host writes or reads */
};

/* A piece of a sum. */
struct piece {
    struct opencl_sum *sum;
    const double *x, *y;
    uint32_t terms;
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

static bool area_reserve(struct area *area, size_t bytes, char *error, size_t error_size)
{
    cl_int code = CL_SUCCESS;
    if (bytes <= area->bytes)
        return true;
    size_t wanted = area->bytes > 0 ? area->bytes : 1 << 16;
    while (wanted < bytes)
        wanted *= 2;
    if (area->buffer != NULL)
        clReleaseMemObject(area->buffer);
    area->bytes = 0;
    area->buffer = clCreateBuffer(driver.device.context, CL_MEM_READ_WRITE, wanted, NULL, &code);
    if (code != CL_SUCCESS) {
        area->buffer = NULL;
        return device_fail("a buffer", code, error, error_size);
    }
    free(area->memory);
    area->memory = malloc(wanted);
    if (area->memory == NULL)
        return device_fail("a buffer", CL_OUT_OF_HOST_MEMORY, error, error_size);
    area->bytes = wanted;
    return true;
}

/* Copies the first bytes to the device. */
static bool area_send(const struct area *area, size_t bytes, char *error, size_t error_size)
{
    const cl_int code = clEnqueueWriteBuffer(driver.device.queue, area->buffer, CL_FALSE, 0, bytes,
                                             area->memory, 0, NULL, NULL);
    driver.counts.bytes += bytes;
    return code == CL_SUCCESS || device_fail("a transfer to the device", code, error, error_size);
}

/* Waits for the device, and gets its results. */
static bool area_read(const struct area *area, size_t bytes, char *error, size_t error_size)
{
    const cl_int code = clEnqueueReadBuffer(driver.device.queue, area->buffer, CL_TRUE, 0, bytes,
                                            area->memory, 0, NULL, NULL);
    return code == CL_SUCCESS || device_fail("the kernel, or reading its results", code, error, error_size);
}

/* ---- batches */

static bool launch(size_t pieces, bool calculate, char *error, size_t error_size)
{
    const struct device *device = &driver.device;
    cl_kernel kernel = calculate ? device->dots : device->nothing;
    const cl_mem buffers[] = {driver.x.buffer, driver.y.buffer, driver.piece.buffer, driver.out.buffer};
    const size_t items = pieces * device->items;
    cl_int code = CL_SUCCESS;
    for (cl_uint k = 0; k < sizeof buffers / sizeof buffers[0]; k++)
        code |= clSetKernelArg(kernel, k, sizeof buffers[k], &buffers[k]);
    if (code == CL_SUCCESS)
        code = clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, &items, &device->items, 0, NULL, NULL);
    return code == CL_SUCCESS || device_fail("starting the kernel", code, error, error_size);
}

/* Copies the factors into the areas, which have room for them. */
static void fill(const struct piece *piece, size_t count)
{
    double *x = driver.x.memory, *y = driver.y.memory;
    uint32_t *place = driver.piece.memory, first = 0;
    for (; count > 0; count--, piece++, first += piece[-1].terms) {
        memcpy(x + first, piece->x, piece->terms * sizeof *x);
        memcpy(y + first, piece->y, piece->terms * sizeof *y);
        *place++ = first;
        *place++ = piece->terms;
    }
}

static bool run_batch(const struct piece *piece, size_t count, bool calculate, char *error, size_t error_size)
{
    const size_t place_bytes = 2 * sizeof(uint32_t) * count;
    const size_t out_bytes = sizeof(int64_t) * OPENCL_DIGITS * count;
    size_t factor_bytes = 0;
    for (size_t k = 0; k < count; k++)
        factor_bytes += piece[k].terms * sizeof(double);
    if (!area_reserve(&driver.x, factor_bytes, error, error_size) ||
        !area_reserve(&driver.y, factor_bytes, error, error_size) ||
        !area_reserve(&driver.piece, place_bytes, error, error_size) ||
        !area_reserve(&driver.out, out_bytes, error, error_size))
        return false;
    fill(piece, count);
    if (!area_send(&driver.x, factor_bytes, error, error_size) ||
        !area_send(&driver.y, factor_bytes, error, error_size) ||
        !area_send(&driver.piece, place_bytes, error, error_size) ||
        !launch(count, calculate, error, error_size) || !area_read(&driver.out, out_bytes, error, error_size))
        return false;
    const int64_t *digit = driver.out.memory;
    for (size_t k = 0; k < count && calculate; k++)
        for (int i = 0; i < OPENCL_DIGITS; i++)
            piece[k].sum->digits[i] += *digit++;
    driver.counts.batches++;
    return true;
}

static bool run_sums(struct opencl_sum *sum, size_t count, bool calculate, char *error, size_t error_size)
{
    const double start = seconds_now();
    struct piece piece[BATCH_PIECES];
    size_t pieces = 0;
    bool good = true;
    for (size_t i = 0; i < count && good; i++)
        for (size_t done = 0; done < sum[i].terms && good; done += PIECE_TERMS) {
            const size_t left = sum[i].terms - done;
            const uint32_t terms = left < PIECE_TERMS ? (uint32_t)left : PIECE_TERMS;
            piece[pieces++] = (struct piece){&sum[i], sum[i].x + done, sum[i].y + done, terms};
            driver.counts.terms += terms;
            if (pieces == BATCH_PIECES) {
                good = run_batch(piece, pieces, calculate, error, error_size);
                pieces = 0;
            }
        }
    good = good && (pieces == 0 || run_batch(piece, pieces, calculate, error, error_size));
    driver.counts.sums += count;
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

/* A plugin is found by this name. */
extern const struct opencl_driver real_opencl;
const struct opencl_driver real_opencl = {
    .open = open_device, .name = device_name, .sums = sums, .counts = counts, .list = device_list};

/* In a program that is linked with the driver and loads no plugin. */
const struct opencl_driver *opencl_find(char *error, size_t error_size)
{
    (void)error, (void)error_size;
    return &real_opencl;
}
