/* number.h - numbers on the command line: decimal or 0x..., with K, M, G for 2^10, 2^20, 2^30. Knows no
 * option. */
#ifndef PRAM_NUMBER_H
#define PRAM_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads a number within low..high. False with one line in `error`, which names the range. */
bool number_parse(const char *text, uint64_t low, uint64_t high, uint64_t *number, char *error,
                  size_t error_size);

/* Reads a wall time, 0.001 to 10^9 seconds: "600", "0.5", "10m", "1h" (s, m, h: seconds, minutes, hours).
 * False with one line in `error`. */
bool number_parse_time(const char *text, double *seconds, char *error, size_t error_size);

#endif
