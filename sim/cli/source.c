/* source.c - see source.h. Signals only make requests (common/stop.h): the wait for fcc ends when one comes.
 */
#include "source.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/file.h"
#include "common/memory.h"
#include "common/message.h"
#include "common/stop.h"
#include "common/system/system.h"
#include "common/temporary.h"
#include "sim/machine/fault.h"

#define FAILED "pramsim: error: %s: " /* begins a message, with the path */

enum { NOT_STARTED = 127 };

bool source_is(const char *path)
{
    static const char *const endings[] = {".fork", ".c"};
    struct stat status;
    char begin[SELFMAG];
    const char *dot = strrchr(path, '.');
    bool is_named = false;
    for (size_t k = 0; dot != NULL && k < sizeof endings / sizeof *endings; k++)
        is_named |= strcmp(dot, endings[k]) == 0;
    if (!is_named || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const bool is_program = pread(file, begin, sizeof begin, 0) == (ssize_t)sizeof begin &&
                            memcmp(begin, ELFMAG, sizeof begin) == 0;
    close(file);
    return !is_program;
}

/* In the child: becomes the compiler `beside` this program, else the one in PATH. Output of fcc is not output
 * of the program. fcc ends, and cleans up, when pramsim ends. */
static _Noreturn void become(const char *beside, const char *path, bool safe, const char *object,
                             pid_t parent)
{
    const char *command[] = {beside, "-o", object, safe ? "--safe" : "-g", "--", path, NULL};
    system_follow_parent(SIGTERM);
    if (getppid() != parent || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        _exit(NOT_STARTED);
    execv(beside, (char *const *)command);
    command[0] = "fcc";
    execvp(command[0], (char *const *)command);
    _exit(NOT_STARTED);
}

/* Waits for fcc, and ends it when pramsim is asked to stop. Returns the result of waitpid. */
static int await(pid_t child)
{
    int status = 0;
    bool is_asked = false;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        if (stop_level() > 0 && !is_asked)
            kill(child, SIGTERM);
        is_asked |= stop_level() > 0;
    }
    return status;
}

/* The end of fcc as an exit status of pramsim; prints a message unless fcc has. */
static int judge(const char *path, int status)
{
    if (stop_reason() == STOP_SIGNAL)
        return message_fail(FAULT_interrupted, FAILED "stopped before the run by a signal: %s", path,
                            stop_signal_name());
    if (stop_reason() == STOP_SECONDS)
        return message_fail(FAULT_max_seconds, FAILED "the compiler took longer than --max-seconds", path);
    if (stop_reason() != STOP_NOTHING)
        return message_fail(FAULT_max_host_memory, FAILED "stopped before the run by --max-host-memory",
                            path);
    if (WIFSIGNALED(status))
        return message_fail(EXIT_CODE_compile, FAILED "fcc was ended by a signal: %s", path,
                            strsignal(WTERMSIG(status)));
    if (WEXITSTATUS(status) == NOT_STARTED)
        return message_fail(
            EXIT_CODE_compile,
            FAILED "this is Fork source, and there is no fcc beside pramsim or in PATH to compile it", path);
    return WEXITSTATUS(status) == 0 ? 0 : EXIT_CODE_compile;
}

int source_compile(struct source_program *program, const char *path, bool safe)
{
    char error[256];
    *program = (struct source_program){0};
    program->folder = temporary_folder(temporary_parent(), &program->lock);
    if (program->folder == NULL) {
        temporary_explain(error, sizeof error);
        return message_fail(EXIT_CODE_compile, FAILED "%s", path, error);
    }
    char *folder = file_own_folder(), *beside;
    if (asprintf(&program->object, "%s/program.o", program->folder) < 0 ||
        asprintf(&beside, "%s/fcc", folder != NULL ? folder : "/usr/bin") < 0)
        memory_is_short();
    free(folder);
    const pid_t parent = getpid();
    fflush(NULL);
    signal(SIGCHLD, SIG_DFL); /* if it were ignored, the status of the child would be lost */
    const pid_t child = fork();
    if (child == 0)
        become(beside, path, safe, program->object, parent);
    free(beside);
    const int status =
        child < 0 ? message_fail(EXIT_CODE_compile, FAILED "fcc cannot be started: %s", path, strerror(errno))
                  : judge(path, await(child));
    if (status != 0)
        source_remove(program);
    return status;
}

void source_remove(struct source_program *program)
{
    if (program->folder != NULL)
        temporary_folder_remove(program->folder, program->lock);
    free(program->folder);
    free(program->object);
    *program = (struct source_program){0};
}
