/* process.h - running one step as a child process, and the folder for temporary files. */
#ifndef FCC_DRIVER_PROCESS_H
#define FCC_DRIVER_PROCESS_H

#include <signal.h>
#include <stdbool.h>

#include "fcc/driver/options.h"

/* How a step ended. */
enum step_end {
    STEP_DONE,        /* exit status 0 */
    STEP_FAILED,      /* another exit status; the step has printed the reason */
    STEP_DIED,        /* killed by a signal that the user did not send */
    STEP_NOT_STARTED, /* fork or exec failed */
    STEP_INTERRUPTED  /* the user asked the driver to stop */
};

struct step_result {
    enum step_end end;
    int status; /* exit status of STEP_FAILED, signal of STEP_DIED, errno of STEP_NOT_STARTED */
};

/* State of the signals that ask to stop. */
struct process_signals {
    sigset_t before; /* blocked when the driver started */
    sigset_t held;   /* blocked now: signals that ask to stop, except ignored ones */
    int asked;       /* the first one that came; 0: none */
};

/* Blocks the signals that ask to stop, so that the driver can clean up when one comes. The running step gets
 * the signal, too, even if it was sent to fcc only. Ignored signals (nohup) stay ignored. */
void process_hold_signals(struct process_signals *signals);

/* Unblocks them: a signal that came meanwhile ends the driver now. */
void process_release_signals(struct process_signals *signals);

/* Whether the reader of the output has gone while signals were blocked. */
bool process_pipe_is_closed(void);

/* Runs a program; command[0] is its file, the list ends in NULL. With `verbose` the command is printed first.
 * The program is killed if the driver is. */
struct step_result process_run(struct process_signals *signals, const struct string_list *command,
                               bool verbose);

/* Runs work(context) in a child process: a crash or excessive memory use of the compiler ends only the
 * child. */
struct step_result process_call(struct process_signals *signals, enum fcc_exit (*work)(void *context),
                                void *context);

/* Makes a folder for temporary files; owned by the caller; NULL after a message if that fails. `*lock` keeps
 * it. */
char *process_make_folder(int *lock);

#endif
