/* kernels_plain.c - the loops of kernel.h for one kind of processor (mk/22-cycle.mk). */
#define KERNELS kernels_plain
#define KERNELS_TEXT "plain"
#include "kernels.inc"
