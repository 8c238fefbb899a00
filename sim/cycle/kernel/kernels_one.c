/* kernels_one.c - the kernels of kernel.h for strands of one member, which are spans. */
#define KERNELS kernels_one
#define KERNELS_TEXT "one"
#define KERNELS_SINGLE
#include "kernels.inc"
