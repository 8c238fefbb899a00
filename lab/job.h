/* job.h - child processes: standard streams, time limits, results.
 *
 * A job has its own process group, which is killed when its time is up or when this process dies.
 */
#ifndef PRAM_LAB_JOB_H
#define PRAM_LAB_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { JOB_NOT_STARTED = 127 }; /* exit status if the command is not a program */

struct job {
    /* set by the owner */
    const char *const
        *command; /* the program's file, found in PATH if it has no slash, and arguments; ends in NULL */
    const char *folder;        /* its working folder; NULL: the current one */
    int input, output, errors; /* descriptors; -1: /dev/null */
    double seconds;            /* time limit, after which it is killed; 0: none */

    /* the result */
    int status;    /* exit status; 128 + the signal's number after a signal; 127: not started */
    bool is_late;  /* killed because its time was up */
    pid_t process; /* during the run; else 0 */
    int handle;    /* its descriptor, to wait for */
    bool lacks_null;
    double started;
};

/* Starts the job. False with errno if no process or no /dev/null is available; job_missing is the prefix for
 * errno's text:
 * "/dev/null: " or "". */
bool job_start(struct job *job);
const char *job_missing(const struct job *job);

/* Waits until one of the `count` jobs has ended and returns its index; at least one must be running. */
size_t job_await(struct job *jobs, size_t count);

/* Starts one and waits for it. False as job_start. */
bool job_run(struct job *job);

#endif
