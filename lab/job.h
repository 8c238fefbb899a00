/* job.h - a program that runs beside this one: what it reads and writes, how long it may take, how it ended.
 *
 * A job has a process group of its own, is ended with all its processes when its time is up, and dies with
 * this process. Knows nothing of what the program is.
 */
#ifndef PRAM_LAB_JOB_H
#define PRAM_LAB_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { JOB_NOT_STARTED = 127 }; /* exit status of a command that is no program */

struct job {
    /* what the owner says */
    const char *const
        *command; /* the program's file, found in PATH if it has no slash, and arguments; ends in NULL */
    const char *folder;        /* it works there; NULL: here */
    int input, output, errors; /* descriptors; -1: /dev/null */
    double seconds;            /* it is killed when it takes longer; 0: it is not */

    /* what became of it */
    int status; /* exit status; 128 and the signal's number for one that a signal has ended; 127: not started
                 */
    bool is_late;  /* killed, for its time was up */
    double took;   /* seconds */
    pid_t process; /* while it runs; else 0 */
    int handle;    /* .. the same, to wait for */
    bool lacks_null;
    double started;
};

/* Starts it. False with errno if the system has no process for it, or no /dev/null where it needs that;
 * job_missing says before errno's text which: "/dev/null: ", or "". */
bool job_start(struct job *job);
const char *job_missing(const struct job *job);

/* Waits until one of the `count` jobs, of which some run, has ended, and returns its number. */
size_t job_await(struct job *jobs, size_t count);

/* Starts one and waits for it. False as job_start. */
bool job_run(struct job *job);

/* Kills it with all its processes, if it runs. */
void job_kill(struct job *job);

#endif
