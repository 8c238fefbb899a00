/* process.c - running one step as a child process, and the folder for temporary files.
 *
 * May call nothing of the compiler. Signals that ask to stop are blocked; the driver accepts them while it
 * waits for a step. So there is no handler and no global state, and the temporary folder is always removed.
 * The next driver removes the leftovers of a killed one.
 */
#include "fcc/driver/process.h"
#include "common/memory.h"
#include "common/message.h"
#include "common/system/system.h"
#include "common/temporary.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void process_hold_signals(struct process_signals *signals)
{
    /* a closed standard error must not end the driver before it has cleaned up */
    static const int asking[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    sigemptyset(&signals->held);
    for (size_t i = 0; i < sizeof asking / sizeof *asking; i++) {
        struct sigaction action;
        if (sigaction(asking[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&signals->held, asking[i]);
    }
    signals->asked = 0;
    signal(SIGCHLD, SIG_DFL); /* if it were ignored, the status of children would be lost */
    sigaddset(&signals->held, SIGCHLD);
    sigprocmask(SIG_BLOCK, &signals->held, &signals->before);
}

void process_release_signals(struct process_signals *signals)
{
    if (signals->asked != 0)
        raise(signals->asked);
    sigprocmask(SIG_SETMASK, &signals->before, NULL);
}

bool process_pipe_is_closed(void)
{
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE);
}

/* Waits for a child, and passes signals that ask to stop on to it: they may have been sent to the driver
 * only. */
static struct step_result wait_for(struct process_signals *signals, pid_t child)
{
    int status = 0;
    for (;;) {
        const pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child)
            break;
        if (ended < 0 && errno != EINTR)
            return (struct step_result){STEP_NOT_STARTED, errno};
        int number;
        if (sigwait(&signals->held, &number) == 0 && number != SIGCHLD) {
            kill(child, number);
            signals->asked = signals->asked != 0 ? signals->asked : number;
        }
    }
    if (signals->asked != 0)
        return (struct step_result){STEP_INTERRUPTED, 0};
    if (WIFSIGNALED(status))
        return (struct step_result){STEP_DIED, WTERMSIG(status)};
    if (WEXITSTATUS(status) != 0)
        return (struct step_result){STEP_FAILED, WEXITSTATUS(status)};
    return (struct step_result){STEP_DONE, 0};
}

/* fork, with the child's signals as they were before process_hold_signals; it does not outlive the driver. */
static pid_t start_child(const struct process_signals *signals)
{
    const pid_t driver = getpid();
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        system_follow_parent(SIGKILL);
        if (getppid() != driver)
            _exit(FCC_EXIT_internal); /* the driver was killed before that was known */
        sigprocmask(SIG_SETMASK, &signals->before, NULL);
    }
    return child;
}

struct step_result process_run(struct process_signals *signals, const struct string_list *command,
                               bool verbose)
{
    if (verbose) {
        for (size_t i = 0; i < command->count; i++) {
            fputs(i ? " " : "", stderr);
            message_text(stderr, command->items[i], strlen(command->items[i]));
        }
        fputc('\n', stderr);
    }
    /* through this pipe, which a successful exec closes, the child reports that exec failed */
    int channel[2];
    if (!system_pipe(channel))
        return (struct step_result){STEP_NOT_STARTED, errno};
    pid_t child = start_child(signals);
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
    struct step_result result = wait_for(signals, child);
    if (got == (ssize_t)sizeof error)
        result = (struct step_result){STEP_NOT_STARTED, error};
    return result;
}

struct step_result process_call(struct process_signals *signals, enum fcc_exit (*work)(void *context),
                                void *context)
{
    pid_t child = start_child(signals);
    if (child == 0) {
        memory_when_short((struct memory_last_act){0}); /* the driver tidies up */
        enum fcc_exit status = work(context);
        fflush(NULL);
        _exit((int)status);
    }
    if (child < 0)
        return (struct step_result){STEP_NOT_STARTED, errno};
    return wait_for(signals, child);
}

char *process_make_folder(int *lock)
{
    char text[256];
    char *folder = temporary_folder(temporary_parent(), lock);
    if (folder)
        return folder;
    temporary_explain(text, sizeof text);
    message_line(stderr, "fcc: %s", text);
    return NULL;
}
