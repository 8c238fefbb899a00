/* fault.h - run-time faults: kind, place and message.
 *
 * A fault is a plain value, so that threads can each keep their own and the earliest one be chosen. Kinds and
 * exit codes are the rows of sim/machine/exit.def. Knows objects (for source lines), no engine.
 */
#ifndef PRAM_FAULT_H
#define PRAM_FAULT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The rows of exit.def, by name: EXIT_CODE_usage, ..., FAULT_illegal_access, ... */
enum exit_code {
#define EXIT_STATUS(code, kind, name, text) kind##_##name = (code),
#include "exit.def"
};

#define FAULT_NONE 0 /* no fault: `code` of a struct fault that is all zero */
#define FAULT_NO_PP 0xffffffffu

/* A fault. `cycle` is the counter of the cycle in which it happened, `pc` the instruction. */
struct fault {
    int code; /* FAULT_..., or FAULT_NONE */
    uint32_t pp;
    uint32_t pc;
    uint64_t cycle;
    const char *routine; /* the library function called at `pc` that met the fault; NULL: none. Not owned */
    char text[320];      /* "illegal store to address 0x7fffffff": one line */
    char hint[240];      /* a second line that helps; empty: none */
};

struct object;

/* Fills `fault` unless it already holds one that is earlier: smaller cycle, then smaller PP. Returns whether
 * it did. `format` is the text. */
bool fault_set(struct fault *fault, int code, uint32_t pp, uint32_t pc, uint64_t cycle, const char *format,
               ...) __attribute__((format(printf, 6, 7)));

/* Sets the hint of a fault just set. */
void fault_hint(struct fault *fault, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether a fault is in an earlier cycle, or in the same one by a lower PP, or `than` is none. */
bool fault_is_earlier(const struct fault *fault, const struct fault *than);

/* Writes "FILE:LINE, in function NAME" (as much of it as is known) for an instruction; returns `text`. */
const char *fault_place(const struct object *object, uint32_t pc, char *text, size_t size);

/* Prints the one-line message (and the hint line) to `stream`: pramsim: fault: illegal store to address
 * 0x7fffffff: PP 3, pc 17, cycle 42, sort.fork:12, in function merge then ", calling strcpy" for a routine.
 * `word` is "fault", "warning" for an event that did not stop the run, or "note" for one that is no error. */
void fault_print(const struct fault *fault, const char *word, const struct object *object, FILE *stream);

/* Name ("illegal_access") of an exit code, NULL if there is none. */
const char *exit_code_name(int code);

#endif
