/* process.h - running one step as a child process, and the folder for temporary files. */
#ifndef FCC_DRIVER_PROCESS_H
#define FCC_DRIVER_PROCESS_H

#include <stdbool.h>

#include "fcc/driver/options.h"

/* How a step ended. */
enum step_end {
    STEP_DONE,        /* exit status 0 */
    STEP_FAILED,      /* another exit status; the step has said why */
    STEP_DIED,        /* killed by a signal that nobody asked for */
    STEP_NOT_STARTED, /* fork or exec failed */
    STEP_INTERRUPTED  /* the user asked the driver to stop */
};

struct step_result {
    enum step_end end;
    int status; /* exit status of STEP_FAILED, signal of STEP_DIED, errno of STEP_NOT_STARTED */
};

/* Holds back SIGINT, SIGTERM and SIGHUP in the driver, so that it can tidy up when one comes. The children
 * get them at once. */
void process_hold_signals(void);

/* Lets them through again: one that came meanwhile ends the driver now. */
void process_release_signals(void);

/* Runs a program; command[0] is its file, the list ends in NULL. With `verbose` the command is printed first.
 */
struct step_result process_run(const struct string_list *command, bool verbose);

/* Runs work(context) in a child of its own: a crash or runaway memory of the compiler ends only that. */
struct step_result process_call(enum fcc_exit (*work)(void *context), void *context);

/* Makes a folder for temporary files; owned by the caller; NULL (said) if that fails. */
char *process_make_folder(void);

/* Removes the folder with all files in it (there are no folders in it). */
void process_remove_folder(const char *folder);

#endif
