/* linked.c - the driver of a program that is linked with it and loads no plugin. */
#include "sim/real/opencl.h"

extern const struct opencl_driver real_opencl;

const struct opencl_driver *opencl_find(char *error, size_t error_size)
{
    (void)error;
    (void)error_size;
    return &real_opencl;
}
