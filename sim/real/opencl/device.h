/* device.h - choosing and opening an OpenCL device; inside the driver only. */
#ifndef PRAM_REAL_OPENCL_DEVICE_H
#define PRAM_REAL_OPENCL_DEVICE_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>

struct device {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel dots, nothing;
    size_t items; /* of a work group */
    char name[300];
};

/* Finds the device of that choice, NULL for the first GPU or else the first CPU, and opens it; false with a
 * line. */
bool device_open(struct device *device, const char *choice, char *error, size_t error_size);
void device_close(struct device *device);

/* Calls `show` with a line for each device. False with a line if there is none. */
bool device_list(void (*show)(void *context, const char *line), void *context, char *error,
                 size_t error_size);

/* A line: what failed, and how. Always false. */
bool device_fail(const char *what, cl_int code, char *error, size_t error_size);

#endif
