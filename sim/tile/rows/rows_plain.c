/* rows_plain.c - the row kernels for any processor. */
#define ROWS_NAME plain
#include "sim/tile/rows/rows.inc"
