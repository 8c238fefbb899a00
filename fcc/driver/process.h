/* process.h - running one step as a child process, and the folder for temporary files. */
#ifndef FCC_DRIVER_PROCESS_H
#define FCC_DRIVER_PROCESS_H

#include <signal.h>
#include <stdbool.h>

#include "fcc/driver/options.h"

/* How a step ended. */
enum step_end {
    STEP_DONE,        /* exit status 0 */
    STEP_FAILED,      /* another exit status; the step has said why */
    STEP_DIED,        /* killed by a signal that the user did not send */
    STEP_NOT_STARTED, /* fork or exec failed */
    STEP_INTERRUPTED  /* the user asked the driver to stop */
};

struct step_result {
    enum step_end end;
    int status; /* exit status of STEP_FAILED, signal of STEP_DIED, errno of STEP_NOT_STARTED */
};

/* What has become of signals that ask to stop. */
struct process_signals {
    sigset_t before; /* blocked when the driver began */
    sigset_t held;   /* held back now: those that ask to stop, except ignored ones */
    int asked;       /* the first one that came; 0: none */
};

/* Holds back the signals that ask to stop, so that the driver can tidy up when one comes. A step that runs
 * then gets the signal, too, also if it was sent to pramsim alone. Signals that are ignored (nohup) stay so.
 */
void process_hold_signals(struct process_signals *signals);

/* Lets them through again: one that came meanwhile ends the driver now. */
void process_release_signals(struct process_signals *signals);

/* Whether the reader of something written while signals were held back has gone. */
bool process_pipe_is_closed(void);

/* Runs a program; command[0] is its file, the list ends in NULL. With `verbose` the command is printed first.
 * It is killed if the driver is. */
struct step_result process_run(struct process_signals *signals, const struct string_list *command,
                               bool verbose);

/* Runs work(context) in a child of its own: a crash or runaway memory of the compiler ends only that. */
struct step_result process_call(struct process_signals *signals, enum fcc_exit (*work)(void *context),
                                void *context);

/* Makes a folder for temporary files; owned by the caller; NULL (said) if that fails. `*lock` keeps it. */
char *process_make_folder(int *lock);

#endif
