/* findings.h - what --check and --model found: which of it the user wants to hear, and as JSON.
 *
 * Knows machine, options and JSON; no engine, no listener.
 */
#ifndef PRAM_FINDINGS_H
#define PRAM_FINDINGS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/options.h"
#include "sim/machine/machine.h"

/* The rules of a file of --suppressions. */
struct suppressions {
    struct suppression *rules; /* owned */
    size_t capacity, count;
};

/* Reads the rules. False with one line in `error`, which names the line of the file. */
bool findings_read(struct suppressions *suppressions, const char *path, char *error, size_t error_size);
void findings_forget(struct suppressions *suppressions);

/* Takes from `warnings` those that a rule names; returns how often they had occurred. */
uint64_t findings_suppress(struct warnings *warnings, const struct machine *machine,
                           const struct suppressions *suppressions);

/* What was found first, or the fault of a run that has ended by one, has a cycle: prints the command by which
 * the debugger goes there. Nothing where the debugger cannot run what has run. */
void findings_print_command(const struct machine *machine, const struct options *options, FILE *stream);

/* Such a command, with CYCLE where the cycle has to stand; free it. NULL: the debugger cannot run what has
 * run. */
char *findings_command(const struct machine *machine, const struct options *options);

/* --findings-json: the document; `suppressed` occurrences have been left out. False if it could not be
 * written. */
bool findings_print(const struct machine *machine, const struct options *options, uint64_t suppressed,
                    FILE *stream);

/* --findings-sarif: the same as SARIF 2.1.0. An instruction without a line has no place there. */
bool findings_print_sarif(const struct machine *machine, FILE *stream);

#endif
