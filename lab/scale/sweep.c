/* sweep.c - see sweep.h. */
#include "lab/scale/sweep.h"

#include "common/memory.h"
#include "common/message.h"
#include "common/system/system.h"
#include "common/temporary.h"
#include "lab/command.h"
#include "lab/job.h"
#include "lab/place.h"
#include "lab/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A running run. */
struct seat {
    struct point *point;
    uint64_t key;
    struct command command;
    char *statistics; /* the file that pramsim writes; owned */
};

struct sweep {
    struct plan *plan;
    struct journal *journal;
    const char *pramsim;
    const char *folder; /* for temporary files */
    struct seat *seats;
    struct job *jobs;
    size_t next, made;
    bool shows;   /* for progress */
    bool stopped; /* no further runs start: the host has a problem */
};

/* ---- the key of a run: everything that determines its result */

static uint64_t add_to_hash(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    for (size_t k = 0; k < size; k++)
        hash = (hash ^ byte[k]) * UINT64_C(0x100000001b3);
    return hash;
}

/* The hash of the program's contents; false after a message if it cannot be read. */
static bool hash_program(const char *path, uint64_t *hash)
{
    struct file_error error = {0};
    size_t size;
    char *bytes = file_read(path, FILE_MAX_BYTES, true, &size, &error);
    if (bytes == NULL) {
        message_line(stderr, "pramscale: error: %s: cannot read: %s", path, error.text);
        return false;
    }
    *hash = add_to_hash(UINT64_C(0xcbf29ce484222325), bytes, size);
    free(bytes);
    return true;
}

/* ---- the command */

struct argument {
    const char *text;
    const struct point *point;
};

/* Replaces n and p. */
static void print_argument(FILE *stream, const void *context)
{
    const struct argument *argument = context;
    for (const char *at = argument->text; *at != '\0'; at++) {
        const bool is_size = strncmp(at, "{n}", 3) == 0, is_pps = strncmp(at, "{p}", 3) == 0;
        if (is_size || is_pps) {
            fprintf(stream, "%" PRIu64, is_size ? argument->point->n : argument->point->p);
            at += 2;
        } else
            putc(*at, stream);
    }
}

static void add_argument(struct command *command, const char *argument, const struct point *point)
{
    char *text = text_print(print_argument, &(struct argument){argument, point});
    command_add(command, "%s", text);
    free(text);
}

static void clear_seat(struct seat *seat)
{
    command_free(&seat->command);
    free(seat->statistics);
    *seat = (struct seat){0};
}

enum { FIRST_THAT_DECIDES = 2 }; /* earlier words only give paths of pramsim and its statistics */

static void make_command(const struct sweep *sweep, size_t number, const struct point *point)
{
    const struct scale_options *options = sweep->plan->options;
    struct seat *seat = &sweep->seats[number];
    struct command *command = &seat->command;
    clear_seat(seat);
    if (asprintf(&seat->statistics, "%s/%zu.json", sweep->folder, number) < 0)
        memory_is_short();
    command_add(command, "%s", sweep->pramsim);
    command_add(command, "--stats-json=%s", seat->statistics);
    command_add(command, "-q");
    command_add(command, "-p%" PRIu64, point->p);
    if (point->level != PLAN_NO_LEVEL)
        command_add(command, "-g%d", point->level);
    command_add(command, "-t%" PRIu64, point->threads);
    for (size_t k = 0; k < options->runs.count; k++)
        command_add(command, "%s", options->runs.items[k]);
    command_add(command, "--");
    command_add(command, "%s", point->program);
    for (size_t k = 0; k < options->arguments.count; k++)
        add_argument(command, options->arguments.items[k], point);
}

/* The arguments of pramsim; the program counts by its contents, not its name. */
static bool make_key(struct seat *seat, const struct point *point)
{
    uint64_t hash;
    if (!hash_program(point->program, &hash))
        return false;
    for (size_t k = FIRST_THAT_DECIDES; k < seat->command.count; k++) {
        const char *word = seat->command.words[k];
        if (strcmp(word, point->program) != 0)
            hash = add_to_hash(hash, word, strlen(word) + 1);
    }
    seat->key = hash;
    return true;
}

/* ---- one run */

/* The first line of a failed run's messages, without the name of pramsim. */
static void read_message(struct point *point, int errors)
{
    char text[PLAN_MESSAGE];
    const ssize_t size = pread(errors, text, sizeof text - 1, 0);
    text[size > 0 ? size : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
    const char *start = strncmp(text, "pramsim: ", 9) == 0 ? text + 9 : text;
    snprintf(point->message, sizeof point->message, "%s", start);
}

static void show(const struct sweep *sweep, const char *end)
{
    if (sweep->shows)
        fprintf(stderr, "\r%zu of %zu runs%s", sweep->made, sweep->plan->count, end);
}

/* A run that ended before its statistics is not recorded: it was killed, or never began. */
static bool end_run(struct sweep *sweep, size_t number)
{
    struct seat *seat = &sweep->seats[number];
    struct job *job = &sweep->jobs[number];
    struct point *point = seat->point;
    struct file_error error = {0};
    const bool has_figures = outcome_read(&point->outcome, seat->statistics);
    if (!has_figures)
        point->outcome = (struct outcome){.end = "no result", .status = job->status};
    point->known = true;
    if (!outcome_is_good(&point->outcome))
        read_message(point, job->errors);
    unlink(seat->statistics);
    close(job->errors);
    sweep->made++;
    show(sweep, "");
    if (!has_figures && job->status == JOB_NOT_STARTED) {
        message_line(stderr, "pramscale: error: cannot start %s", sweep->pramsim);
        return false;
    }
    if (!has_figures || journal_add(sweep->journal, seat->key, point, &error))
        return true;
    message_line(stderr, "pramscale: error: %s.runs: cannot write: %s", sweep->plan->options->output,
                 error.text);
    return false;
}

/* A file without a name, for the messages of a run. */
static int make_file(const struct sweep *sweep)
{
    return system_open_nameless(sweep->folder);
}

static bool begin_run(struct sweep *sweep, size_t number)
{
    struct seat *seat = &sweep->seats[number];
    struct job *job = &sweep->jobs[number];
    *job = (struct job){.command = (const char *const *)seat->command.words,
                        .input = -1,
                        .output = -1,
                        .errors = make_file(sweep)};
    if (job->errors < 0) {
        message_line(stderr, "pramscale: error: cannot make a temporary file in %s: %s", temporary_parent(),
                     strerror(errno));
        return false;
    }
    if (job_start(job))
        return true;
    message_line(stderr, "pramscale: error: cannot start %s: %s%s", sweep->pramsim, job_missing(job),
                 strerror(errno));
    return false;
}

/* ---- all runs */

/* The next point to run, on that seat. False: none is left, or the host has a problem. */
static bool fill_seat(struct sweep *sweep, size_t number)
{
    struct plan *plan = sweep->plan;
    struct seat *seat = &sweep->seats[number];
    while (sweep->next < plan->count && !sweep->stopped) {
        struct point *point = &plan->points[sweep->next++];
        make_command(sweep, number, point);
        seat->point = point;
        if (!make_key(seat, point))
            sweep->stopped = true;
        else if (journal_find(sweep->journal, seat->key, point))
            sweep->made++;
        else if (begin_run(sweep, number))
            return true;
        else
            sweep->stopped = true;
    }
    return false;
}

static void run_all(struct sweep *sweep)
{
    const size_t seats = sweep->plan->options->jobs;
    size_t running = 0;
    for (size_t k = 0; k < seats; k++)
        running += fill_seat(sweep, k);
    while (running > 0) {
        const size_t number = job_await(sweep->jobs, seats);
        if (!end_run(sweep, number))
            sweep->stopped = true;
        running -= !fill_seat(sweep, number);
    }
}

bool sweep_run(struct plan *plan, struct journal *journal)
{
    const struct scale_options *options = plan->options;
    int lock;
    char *folder = temporary_folder(temporary_parent(), &lock);
    if (folder == NULL) {
        char text[256];
        temporary_explain(text, sizeof text);
        message_line(stderr, "pramscale: error: %s", text);
        return false;
    }
    char *beside = options->pramsim == NULL ? place_beside("pramsim") : NULL;
    struct sweep sweep = {.plan = plan,
                          .journal = journal,
                          .pramsim = options->pramsim != NULL ? options->pramsim : beside,
                          .folder = folder,
                          .seats = memory_take(options->jobs, sizeof *sweep.seats),
                          .jobs = memory_take(options->jobs, sizeof *sweep.jobs),
                          .shows = !options->quiet && isatty(STDERR_FILENO)};
    run_all(&sweep);
    show(&sweep, "\n");
    for (size_t k = 0; k < options->jobs; k++)
        clear_seat(&sweep.seats[k]);
    free(sweep.seats);
    free(sweep.jobs);
    free(beside);
    temporary_folder_remove(folder, lock);
    free(folder);
    return !sweep.stopped;
}
