/* source.h - a program given as Fork source: fcc compiles it for one run.
 *
 * The fcc beside pramsim, else the one in PATH, runs as a child process: simulator and compiler are separate
 * parts (tests/layers.test), and the compiler's limits and --safe apply as for a user. The program is in a
 * temporary folder until it is loaded. Knows processes and files; no machine.
 */
#ifndef PRAM_SOURCE_H
#define PRAM_SOURCE_H

#include <stdbool.h>

/* A compiled source. All 0: none. */
struct source_program {
    char *folder; /* temporary; owned */
    char *object; /* the program in it; owned */
    int lock;     /* keeps the folder */
};

/* Whether fcc takes the file for Fork source by its name, and it is a file and no compiled program. */
bool source_is(const char *path);

/* Compiles the file, with fcc's messages on standard error; with `safe`, as fcc --safe does. Returns 0, or
 * the exit status after a message; then there is no program. */
int source_compile(struct source_program *program, const char *path, bool safe);

/* Removes the program and its folder, when it is loaded or not wanted; may be called again. */
void source_remove(struct source_program *program);

#endif
