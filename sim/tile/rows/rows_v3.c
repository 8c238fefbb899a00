/* rows_v3.c - the row kernels for x86-64-v3; mk/21-bsp.mk gives this file the compiler's flags. */
#define ROWS_NAME v3
#include "sim/tile/rows/rows.inc"
