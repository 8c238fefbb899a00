/* kernels_plain.c - the loops of kernel.h for one kind of processor (mk/22-cycle.mk). */
#define KERNELS kernels_plain
#include "kernels.inc"
