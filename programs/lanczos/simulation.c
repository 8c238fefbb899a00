/* simulation.c - one run of lanczos.o under pramsim. */
#include "programs/lanczos/simulation.h"

#include "common/message.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST = 4096, MOST_WORDS = 32 };

void toolbox_find(struct toolbox *toolbox)
{
    char self[LONGEST - 100];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(self, '/'); /* BUILD/programs/lanczos/experiment */
    if (slash != NULL)
        *slash = '\0';
    snprintf(toolbox->pramsim, sizeof toolbox->pramsim, "%s/../../bin/pramsim", self);
    snprintf(toolbox->program, sizeof toolbox->program, "%s/lanczos.o", self);
    snprintf(toolbox->matgen, sizeof toolbox->matgen, "%s/matgen", self);
    snprintf(toolbox->figures, sizeof toolbox->figures, "%s/figures.sh", self);
}

/* In the new process: never returns. */
static void become(char *const *arguments, const char *output)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int file = open(output != NULL ? output : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file >= 0) {
        dup2(file, STDOUT_FILENO);
        dup2(file, STDERR_FILENO);
        close(file);
    }
    execvp(arguments[0], arguments);
    dprintf(STDERR_FILENO, "%s: %s\n", arguments[0], strerror(errno));
    _exit(127);
}

int process_run(char *const *arguments, const char *output)
{
    int status;
    pid_t child = fork();
    if (child == 0)
        become(arguments, output);
    if (child < 0 || waitpid(child, &status, 0) < 0)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void process_read_output(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    size_t length = file != NULL ? fread(text, 1, size - 1, file) : 0;
    while (length > 0 && text[length - 1] == '\n')
        length--;
    text[length] = '\0';
    if (file != NULL)
        fclose(file);
}

/* Processor time of all children that have ended. */
static double children_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
           1e-6 * ((double)usage.ru_utime.tv_usec + (double)usage.ru_stime.tv_usec);
}

/* The words of a command line, put together in memory of its own. */
struct command {
    char *word[MOST_WORDS];
    int count;
    char text[6 * LONGEST];
    size_t used;
};

__attribute__((format(printf, 2, 3))) static void add_word(struct command *command, const char *format, ...)
{
    va_list arguments;
    char *word = command->text + command->used;
    va_start(arguments, format);
    int length = vsnprintf(word, sizeof command->text - command->used, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof command->text - command->used ||
        command->count + 1 >= MOST_WORDS) {
        message_line(stderr, "a command line is too long");
        exit(1);
    }
    command->used += (size_t)length + 1;
    command->word[command->count++] = word;
    command->word[command->count] = NULL;
}

static void build_command(struct command *command, const struct simulation *s)
{
    add_word(command, "%s", s->toolbox->pramsim);
    add_word(command, "-q");
    add_word(command, "-p%ld", s->pps);
    add_word(command, "-t%ld", s->threads);
    add_word(command, "--files=%s", s->folder);
    add_word(command, "--real=%s", s->format);
    add_word(command, "--real-cost=words");
    if (s->accumulator != NULL)
        add_word(command, "--accumulator=%s", s->accumulator);
    add_word(command, "%s", s->toolbox->program);
    add_word(command, "%s", s->matrix);
    add_word(command, "%s", s->vector);
    add_word(command, "%s", s->output);
    add_word(command, "%s", s->modified ? "modified" : "unmodified");
    if (s->accumulator != NULL)
        add_word(command, "exact");
    if (s->measures_loss)
        add_word(command, "loss");
    if (s->iterations > 0)
        add_word(command, "iterations=%ld", s->iterations);
}

bool simulation_run(const struct simulation *s, struct simulation_result *result, char *error,
                    size_t error_size)
{
    struct command command = {.count = 0};
    char output[LONGEST];
    char said[2000];
    snprintf(output, sizeof output, "%s/%s.said", s->folder, s->output);
    build_command(&command, s);
    double before = children_seconds();
    int status = process_run(command.word, output);
    *result = (struct simulation_result){.seconds = children_seconds() - before, .loss = -1};
    process_read_output(output, said, sizeof said);
    unlink(output);
    if (status != 0) {
        snprintf(error, error_size, "%s\n(status %d of: %s --real=%s ... %s)", said, status,
                 s->toolbox->pramsim, s->format, s->toolbox->program);
        return false;
    }
    if (sscanf(said, "%ld of %ld iterations in %u cycles\nloss %lf", &result->iterations, &result->wanted,
               &result->cycles, &result->loss) < 3) {
        snprintf(error, error_size, "%s does not say what was expected, but: %s", s->toolbox->program, said);
        return false;
    }
    result->broken = strstr(said, "\nbreakdown:") != NULL;
    return true;
}
