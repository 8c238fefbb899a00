/* process.c - running one step as a child process, and the folder for temporary files.
 *
 * May call nothing of the compiler. Signals that ask to stop are blocked in the driver and looked at after
 * every step; so no handler, no global state, and the temporary folder is always removed.
 */
#include "fcc/driver/process.h"
#include "fcc/driver/paths.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static sigset_t stop_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    return set;
}

void process_hold_signals(void)
{
    sigset_t set = stop_signals();
    sigprocmask(SIG_BLOCK, &set, NULL);
}

void process_release_signals(void)
{
    sigset_t set = stop_signals();
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static bool stop_is_pending(void)
{
    sigset_t pending;
    return sigpending(&pending) == 0 &&
           (sigismember(&pending, SIGINT) || sigismember(&pending, SIGTERM) || sigismember(&pending, SIGHUP));
}

/* Waits for a child. A signal to stop that comes meanwhile is seen when the child has ended: from a terminal
 * the child gets it too. */
static struct step_result wait_for(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return (struct step_result){STEP_NOT_STARTED, errno};
    }
    if (stop_is_pending())
        return (struct step_result){STEP_INTERRUPTED, 0};
    if (WIFSIGNALED(status))
        return (struct step_result){STEP_DIED, WTERMSIG(status)};
    if (WEXITSTATUS(status) != 0)
        return (struct step_result){STEP_FAILED, WEXITSTATUS(status)};
    return (struct step_result){STEP_DONE, 0};
}

/* fork, with the child's signals as they were before process_hold_signals. */
static pid_t start_child(void)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        sigset_t set = stop_signals();
        sigprocmask(SIG_UNBLOCK, &set, NULL);
    }
    return child;
}

struct step_result process_run(const struct string_list *command, bool verbose)
{
    if (verbose) {
        for (size_t i = 0; i < command->count; i++)
            fprintf(stderr, "%s%s", i ? " " : "", command->items[i]);
        fputc('\n', stderr);
    }
    /* the child tells through this pipe, which a successful exec closes, that exec failed */
    int channel[2];
    if (pipe2(channel, O_CLOEXEC) != 0)
        return (struct step_result){STEP_NOT_STARTED, errno};
    pid_t child = start_child();
    if (child == 0) {
        execv(command->items[0], (char *const *)command->items);
        int error = errno;
        if (write(channel[1], &error, sizeof error) < 0)
            _exit(126);
        _exit(127);
    }
    int started = errno;
    close(channel[1]);
    if (child < 0) {
        close(channel[0]);
        return (struct step_result){STEP_NOT_STARTED, started};
    }
    int error = 0;
    ssize_t got = read(channel[0], &error, sizeof error);
    close(channel[0]);
    struct step_result result = wait_for(child);
    if (got == (ssize_t)sizeof error)
        result = (struct step_result){STEP_NOT_STARTED, error};
    return result;
}

struct step_result process_call(enum fcc_exit (*work)(void *context), void *context)
{
    pid_t child = start_child();
    if (child == 0) {
        enum fcc_exit status = work(context);
        fflush(NULL);
        _exit((int)status);
    }
    if (child < 0)
        return (struct step_result){STEP_NOT_STARTED, errno};
    return wait_for(child);
}

char *process_make_folder(void)
{
    const char *root = getenv("TMPDIR");
    char *folder = driver_format("%s/fcc-XXXXXX", root && *root ? root : "/tmp");
    if (mkdtemp(folder))
        return folder;
    fprintf(stderr,
            "fcc: cannot make a folder for temporary files in %s: %s; set TMPDIR to a folder you may write\n",
            root && *root ? root : "/tmp", strerror(errno));
    free(folder);
    return NULL;
}

void process_remove_folder(const char *folder)
{
    DIR *directory = opendir(folder);
    if (directory) {
        for (const struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
            if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
                unlinkat(dirfd(directory), entry->d_name, 0);
        }
        closedir(directory);
    }
    rmdir(folder);
}
