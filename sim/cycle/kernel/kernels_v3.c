/* kernels_v3.c - the loops of kernel.h for one kind of processor (mk/22-cycle.mk). */
#define KERNELS kernels_v3
#include "kernels.inc"
