/* rows_v4.c - the row kernels for x86-64-v4; mk/21-bsp.mk gives this file the compiler's flags. */
#define ROWS_NAME v4
#include "sim/tile/rows/rows.inc"
