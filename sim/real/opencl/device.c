/* device.c - choosing and opening an OpenCL device, compiling the kernels for it. Knows no sums. */
#include "sim/real/opencl.h"
#include "sim/real/opencl/device.h"
#include "sim/real/opencl/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLATFORMS = 32, MOST_DEVICES = 64, GROUP = 64 };

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

bool device_fail(const char *what, cl_int code, char *error, size_t error_size)
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

bool device_list(void (*show)(void *context, const char *line), void *context, char *error, size_t error_size)
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
    char *extensions = NULL;
    size_t size = 0;
    bool has = false;
    if (clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, 0, NULL, &size) == CL_SUCCESS && size > 0)
        extensions = malloc(size);
    if (extensions != NULL && clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, size, extensions, NULL) == CL_SUCCESS)
        has = strstr(extensions, "cl_khr_int64_base_atomics") != NULL;
    free(extensions);
    return has;
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

bool device_open(struct device *device, const char *choice, char *error, size_t error_size)
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

void device_close(struct device *device)
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
