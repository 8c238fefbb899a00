/* findings.h - findings of --check and --model: suppression, JSON and SARIF.
 *
 * Knows machine, options and JSON; no engine, no listener.
 */
#ifndef PRAM_FINDINGS_H
#define PRAM_FINDINGS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/cli/options.h"
#include "sim/machine/machine.h"

/* The rules of a file of --suppressions. */
struct suppressions {
    struct suppression *rules; /* owned */
    size_t capacity, count;
};

/* Reads the rules. False with one line in `error`, which names the line of the file. */
bool findings_read(struct suppressions *suppressions, const char *path, char *error, size_t error_size);
void findings_forget(struct suppressions *suppressions);

/* Removes from `warnings` those that a rule names; returns the number of their occurrences. */
uint64_t findings_suppress(struct warnings *warnings, const struct machine *machine,
                           const struct suppressions *suppressions);

/* The first finding, or the fault that ended the run, has a cycle: prints the command that takes the debugger
 * there. Prints nothing if the debugger cannot execute such a run. */
void findings_print_command(const struct machine *machine, const struct options *options, FILE *stream);

/* Such a command, with CYCLE for the cycle; the caller frees it. NULL: the debugger cannot run that. */
char *findings_command(const struct machine *machine, const struct options *options);

/* --findings-json: writes the document; `suppressed` occurrences were removed. False if writing failed. */
bool findings_print(const struct machine *machine, const struct options *options, uint64_t suppressed,
                    FILE *stream);

/* --findings-sarif: the same as SARIF 2.1.0. An instruction without a line has no place there. */
bool findings_print_sarif(const struct machine *machine, FILE *stream);

#endif
