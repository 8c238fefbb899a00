/* kernels_v3.c - the loops of kernel.h for one kind of processor (mk/22-cycle.mk). */
#define KERNELS kernels_v3
#define KERNELS_TEXT "v3"
#include "kernels.inc"
