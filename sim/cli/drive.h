/* drive.h - when the progress of a run is shown (drive_run of run.h). Knows seconds only. */
#ifndef PRAM_DRIVE_H
#define PRAM_DRIVE_H

#include <stdbool.h>

/* How the progress is shown. */
enum drive_show {
    DRIVE_QUIET,    /* only on SIGUSR1 */
    DRIVE_TERMINAL, /* a changing line, from two seconds on */
    DRIVE_LINES     /* a line a minute */
};

/* Whether a line is due, that many seconds after the beginning of the run and after the last line (or, before
 * the first one, after the beginning). */
bool drive_is_due(enum drive_show show, double seconds, double since_line);

#endif
