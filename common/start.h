/* start.h - what a program asks of the host before anything else: standard streams, and a stack.
 *
 * Knows the operating system only.
 */
#ifndef PRAM_COMMON_START_H
#define PRAM_COMMON_START_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of stack that every thread of every program may count on; docs/ends.md says what they take. */
#define START_STACK ((size_t)1 << 20)

/* Opens what is closed of the three standard streams, so that no file gets its number: reading from it finds
 * the end, writing to it fails. Then makes sure that the main thread's stack, and those of threads that take
 * its size, may grow to START_STACK; raises `ulimit -s` as far as that is allowed. False if the stack is too
 * small, after a message by the name `program` on standard error. */
bool start_program(const char *program);

#endif
