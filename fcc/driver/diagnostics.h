/* diagnostics.h - the messages of a run as one document: --diagnostics-format.
 *
 * Standard error of the driver and its children goes to a file while they run. The compiler's child writes
 * its messages there as records; prasm, prlink and the driver write lines. diagnostics_end reads both and
 * writes the document to the real standard error.
 */
#ifndef FCC_DIAGNOSTICS_H
#define FCC_DIAGNOSTICS_H

#include <stdbool.h>

#include "common/diag.h"

enum diagnostics_format {
#define DIAGNOSTICS(name, function) DIAGNOSTICS_##name,
#include "fcc/driver/diagnostics.def"
    DIAGNOSTICS_COUNT
};

/* The format of that name; DIAGNOSTICS_COUNT: none. */
enum diagnostics_format diagnostics_find(const char *name);

struct diagnostics {
    enum diagnostics_format format;
    int real; /* the original standard error; -1: messages are not collected */
    FILE *collected;
};

/* Starts collecting, unless the format is text. False after a message if that is impossible. */
bool diagnostics_begin(struct diagnostics *diagnostics, enum diagnostics_format format);

/* A `take` of struct diag: writes the message as a record to standard error. */
void diagnostics_record(void *context, enum diag_severity severity, const struct diag_place *place,
                        const char *text);

/* Writes the document. False if writing fails. */
bool diagnostics_end(struct diagnostics *diagnostics);

/* Copies the collected messages to standard error, if memory is short for a document. */
void diagnostics_abandon(const struct diagnostics *diagnostics);

#endif
