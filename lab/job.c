/* job.c - see job.h: children by fork and exec; waits through descriptors. */
#include "lab/job.h"

#include "common/system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PAUSE 0.005 /* seconds between two tests of a child without a descriptor */

enum { JOBS_MOST = 256 };

static double read_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* In the child: descriptor `target` is `descriptor`, or `null`. */
static void redirect(int descriptor, int target, int null)
{
    if (dup2(descriptor >= 0 ? descriptor : null, target) < 0)
        _exit(JOB_NOT_STARTED);
}

/* In the child; `null` is /dev/null, or -1 if it is not needed. No descriptor is one of the standard streams
 * (start.h). */
static _Noreturn void become(const struct job *job, pid_t parent, int null)
{
    setpgid(0, 0);
    system_follow_parent(SIGKILL);
    if (getppid() != parent)
        _exit(JOB_NOT_STARTED);
    redirect(job->input, STDIN_FILENO, null);
    redirect(job->output, STDOUT_FILENO, null);
    redirect(job->errors, STDERR_FILENO, null);
    if (job->folder != NULL && chdir(job->folder) != 0)
        _exit(JOB_NOT_STARTED);
    execvp(job->command[0], (char *const *)job->command);
    _exit(JOB_NOT_STARTED);
}

const char *job_missing(const struct job *job)
{
    return job->lacks_null ? "/dev/null: " : "";
}

static void note_end(struct job *job, int status)
{
    job->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    kill(-job->process, SIGKILL); /* its remaining processes */
    job->process = 0;
    if (job->handle >= 0)
        close(job->handle);
}

/* Kills it with all its processes, if it is running. */
static void job_kill(struct job *job)
{
    int status;
    if (job->process == 0)
        return;
    kill(-job->process, SIGKILL);
    kill(job->process, SIGKILL); /* it may not have its group yet */
    while (waitpid(job->process, &status, 0) < 0 && errno == EINTR)
        continue;
    note_end(job, status);
}

bool job_start(struct job *job)
{
    const pid_t parent = getpid();
    const bool needs_null = job->input < 0 || job->output < 0 || job->errors < 0;
    const int null = needs_null ? open("/dev/null", O_RDWR | O_CLOEXEC) : -1;
    job->lacks_null = needs_null && null < 0;
    job->started = read_clock();
    job->is_late = false;
    job->process = job->lacks_null ? -1 : fork();
    if (job->process == 0)
        become(job, parent, null);
    const int reason = errno;
    if (null >= 0)
        close(null);
    errno = reason;
    if (job->process < 0) {
        job->process = 0;
        return false;
    }
    setpgid(job->process, job->process); /* the child does the same; either may be first */
    job->handle = system_watch_child(job->process);
    if (job->handle >= 0 || errno == ENOSYS)
        return true;
    const int error = errno;
    job_kill(job);
    errno = error;
    return false;
}

/* Milliseconds until the first job exceeds its time or must be tested; -1: neither. */
static int next_deadline(const struct job *jobs, size_t count)
{
    double least = INFINITY;
    const double now = read_clock();
    for (size_t k = 0; k < count; k++) {
        if (jobs[k].process != 0 && jobs[k].seconds > 0)
            least = fmin(least, jobs[k].started + jobs[k].seconds - now);
        if (jobs[k].process != 0 && jobs[k].handle < 0) /* no descriptor reports its end */
            least = fmin(least, PAUSE);
    }
    return isinf(least) ? -1 : least <= 0 ? 0 : least > 1e6 ? 1000000000 : (int)(least * 1e3) + 1;
}

/* Whether the job has ended, or is killed now because its time is up. */
static bool has_ended(struct job *job)
{
    int status;
    if (job->process == 0)
        return false;
    if (waitpid(job->process, &status, WNOHANG) == job->process) {
        note_end(job, status);
        return true;
    }
    if (job->seconds <= 0 || read_clock() < job->started + job->seconds)
        return false;
    job->is_late = true;
    job_kill(job);
    return true;
}

size_t job_await(struct job *jobs, size_t count)
{
    for (;;) {
        struct pollfd handles[JOBS_MOST];
        nfds_t running = 0;
        for (size_t k = 0; k < count; k++) {
            if (has_ended(&jobs[k]))
                return k;
            if (jobs[k].process != 0 && running < JOBS_MOST)
                handles[running++] = (struct pollfd){.fd = jobs[k].handle, .events = POLLIN};
        }
        poll(handles, running, next_deadline(jobs, count));
    }
}

bool job_run(struct job *job)
{
    if (!job_start(job))
        return false;
    job_await(job, 1);
    return true;
}
