/* start.h - what every program needs first: standard streams and a large enough stack.
 *
 * Knows the operating system only.
 */
#ifndef PRAM_COMMON_START_H
#define PRAM_COMMON_START_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of stack that every thread of every program has; docs/ends.md has what the programs use. */
#define START_STACK ((size_t)1 << 20)

/* Opens closed standard streams, so that no file gets their numbers: reading finds the end, writing fails.
 * Then raises `ulimit -s` as far as allowed, so that stacks may grow to START_STACK. False after a message of
 * `program` on standard error if the stack is too small. */
bool start_program(const char *program);

#endif
