/* attempt.c - see attempt.h. */
#include "lab/grade/attempt.h"

#include "common/nolink.h"
#include "lab/command.h"
#include "lab/grade/compare.h"
#include "lab/grade/discreet.h"
#include "lab/grade/folder.h"
#include "lab/job.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GRACE = 5, CHECKER_SECONDS = 60, OUTPUT_MOST = 32 << 20, SHOWN_MOST = 60, STATUS_CHECK = 17 };

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[] = {
#define VERDICT(name, text) [VERDICT_##name] = #name,
#include "lab/grade/verdict.def"
    };
    return names[verdict];
}

/* Verdicts on runs that pramsim has stopped, by the name of the fault; all other faults are `faulty`. */
static const struct {
    const char *end;
    enum verdict verdict;
} ends[] = {
    {"runaway", VERDICT_looping},     {"deadlock", VERDICT_looping},
    {"max_seconds", VERDICT_looping}, {"max_output", VERDICT_flooding},
    {"max_files", VERDICT_flooding},  {"max_file_bytes", VERDICT_flooding},
    {"check", VERDICT_racing},        {"max_host_memory", VERDICT_flooding},
    {"memory", VERDICT_flooding},     {"interrupted", VERDICT_not_run},
    {"closed_pipe", VERDICT_not_run}, {"model", VERDICT_racing},
};

static void judge(struct attempt *attempt, enum verdict verdict, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void judge(struct attempt *attempt, enum verdict verdict, const char *format, ...)
{
    va_list arguments;
    attempt->verdict = verdict;
    va_start(arguments, format);
    vsnprintf(attempt->message, sizeof attempt->message, format, arguments);
    va_end(arguments);
}

/* The output of a run: open files without names. */
struct traces {
    struct folder folder;
    int input, output, errors;
    char *statistics; /* outside the folder that the program can see */
};

/* ---- the run */

static void add_argument(struct command *command, const char *argument, uint64_t p)
{
    const char *place = strstr(argument, "{p}");
    if (place == NULL)
        command_add(command, "%s", argument);
    else
        command_add(command, "%.*s%" PRIu64 "%s", (int)(place - argument), argument, p, place + 3);
}

static void make_command(struct command *command, const struct attempt *attempt, const char *pramsim,
                         const char *program, const struct traces *traces)
{
    const struct trial *trial = attempt->trial;
    command_add(command, "%s", pramsim);
    command_add(command, "-q");
    command_add(command, "--safe");
    command_add(command, "--files=%s", traces->folder.path);
    command_add(command, "--stats-json=%s", traces->statistics);
    command_add(command, "--max-seconds=%g", trial->seconds);
    command_add(command, "--max-host-memory=%" PRIu64, trial->memory);
    command_add(command, "--max-output=%" PRIu64, trial->output);
    if (trial->most_cycles > 0)
        command_add(command, "--max-cycles=%" PRIu64, trial->most_cycles);
    if (trial->checks)
        command_add(command, "--check");
    if (trial->model != NULL)
        command_add(command, "--model=%s", trial->model);
    for (size_t k = 0; k < trial->options.count; k++)
        command_add(command, "%s", trial->options.items[k]);
    command_add(command, "-p%" PRIu64, attempt->p);
    command_add(command, "--");
    command_add(command, "%s", program);
    for (size_t k = 0; k < trial->arguments.count; k++)
        add_argument(command, trial->arguments.items[k], attempt->p);
}

/* Standard input: a file without a name that holds the text, or the file itself. -1 with *error. */
static int open_input(const struct trial *trial, const struct folder *folder, struct file_error *error)
{
    if (trial->input == NULL) {
        const char *path = trial->input_path != NULL ? trial->input_path : "/dev/null";
        const int given = open(path, O_RDONLY | O_CLOEXEC);
        if (given < 0)
            snprintf(error->text, sizeof error->text, "%.80s: cannot read: %s", discreet_name(path),
                     strerror(errno));
        return given;
    }
    const int file = folder_nameless(folder);
    const size_t size = strlen(trial->input);
    if (file >= 0 && (write(file, trial->input, size) != (ssize_t)size || lseek(file, 0, SEEK_SET) != 0)) {
        folder_explain(error);
        close(file);
        return -1;
    }
    if (file < 0)
        folder_explain(error);
    return file;
}

/* Whether a line reports a circle of waiting PPs. */
static bool is_circle(const char *line)
{
    return strncmp(line, "pramsim: hint: PP ", 18) == 0 && strstr(line, " and waits ") != NULL;
}

/* The last error line of a run's messages; if there is none, the first line. Also the first circle of
 * waiting. */
static void find_message(const struct traces *traces, char *message, size_t message_size)
{
    size_t size;
    char *text = folder_read(traces->errors, 1 << 16, &size);
    bool has_circle = false;
    message[0] = '\0';
    for (char *line = text, *next; line != NULL && *line != '\0'; line = next) {
        const size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        line[length] = '\0';
        const bool is_hint = strstr(line, ": hint: ") != NULL || strstr(line, ": note: ") != NULL;
        if (message[0] == '\0' ||
            (!is_hint && strstr(message, ": fault: ") == NULL && strstr(message, ": warning: ") == NULL))
            snprintf(message, message_size, "%s", strncmp(line, "pramsim: ", 9) == 0 ? line + 9 : line);
        if (is_circle(line) && !has_circle) {
            const size_t used = strlen(message);
            snprintf(message + used, message_size - used, "; %s", line + 15);
            has_circle = true;
        }
    }
    discreet_shorten(message, NULL);
    free(text);
}

/* ---- the output */

static void print_part(char *text, size_t size, struct text_part part, bool is_missing)
{
    if (is_missing)
        snprintf(text, size, "the end");
    else
        snprintf(text, size, "\"%.*s%s\"", (int)(part.size < SHOWN_MOST ? part.size : SHOWN_MOST), part.text,
                 part.size > SHOWN_MOST ? "..." : "");
}

static bool is_as_expected(struct attempt *attempt, const char *what, struct text_part expected,
                           struct text_part got)
{
    struct difference difference;
    char wanted[SHOWN_MOST + 8], found[SHOWN_MOST + 8];
    if (compare_texts(&attempt->trial->comparison, expected, got, &difference))
        return true;
    print_part(wanted, sizeof wanted, difference.expected, difference.expected_ends);
    print_part(found, sizeof found, difference.got, difference.got_ends);
    if (attempt->trial->is_hidden)
        judge(attempt, VERDICT_wrong, "%s: line %zu is wrong", what, difference.line);
    else if (difference.got_ends && difference.line == 1)
        judge(attempt, VERDICT_wrong, "%s: it is empty, expected line 1 to be %s", what, wanted);
    else if (difference.got_ends)
        judge(attempt, VERDICT_wrong, "%s: it ends before line %zu, expected %s", what, difference.line,
              wanted);
    else
        judge(attempt, VERDICT_wrong, "%s: line %zu is %s, expected %s", what, difference.line, found,
              wanted);
    return false;
}

static bool check_file(struct attempt *attempt, const struct folder *folder,
                       const struct provided_file *wanted)
{
    struct file_error error = {""};
    size_t expected_size, size;
    const struct nolink_path place = {.folder = folder->lock, .name = wanted->name, .is_beneath = true};
    char *expected = file_read(wanted->path, OUTPUT_MOST, true, &expected_size, &error);
    char *got = NULL;
    bool good = false;
    if (expected == NULL)
        judge(attempt, VERDICT_not_run, "%s: cannot read: %s", discreet_name(wanted->path), error.text);
    else if (nolink_read(&place, OUTPUT_MOST, &got, &size, &error) != NOLINK_DONE)
        judge(attempt, VERDICT_wrong, "file %s: %s", wanted->name, error.text);
    else
        good = is_as_expected(attempt, wanted->name, (struct text_part){expected, expected_size},
                              (struct text_part){got, size});
    free(expected);
    free(got);
    return good;
}

/* The judgement of the teacher's program; its first line is the message. */
static bool ask_checker(struct attempt *attempt, const struct traces *traces)
{
    const struct trial *trial = attempt->trial;
    struct command command = {0};
    char *own = realpath(trial->checker, NULL);
    const int output = folder_nameless(&traces->folder);
    command_add(&command, "%s", own != NULL ? own : trial->checker);
    command_add(&command, "%" PRIu64, attempt->p);
    command_add(&command, "%.17g", isnan(trial->n) ? 0 : trial->n);
    struct job job = {.command = (const char *const *)command.words,
                      .folder = traces->folder.path,
                      .input = traces->output,
                      .output = output,
                      .errors = -1,
                      .seconds = CHECKER_SECONDS};
    size_t size = 0;
    char *said = NULL;
    if (output < 0 || lseek(traces->output, 0, SEEK_SET) != 0 || !job_run(&job) ||
        job.status == JOB_NOT_STARTED || job.is_late || job.status > 128)
        judge(attempt, VERDICT_not_run, "the checker %s could not be run, or did not end%s",
              discreet_name(trial->checker), job.lacks_null ? ": there is no /dev/null" : "");
    else if (job.status != 0) {
        said = folder_read(output, ATTEMPT_MESSAGE, &size);
        const size_t length = said != NULL ? strcspn(said, "\n") : 0;
        judge(attempt, VERDICT_wrong, "%.*s", (int)length, said != NULL ? said : "");
        if (length == 0)
            judge(attempt, VERDICT_wrong, "the checker rejects the output");
    }
    const bool good = attempt->verdict == VERDICT_right;
    free(said);
    free(own);
    if (output >= 0)
        close(output);
    command_free(&command);
    return good;
}

static bool is_output_right(struct attempt *attempt, const struct traces *traces)
{
    const struct trial *trial = attempt->trial;
    size_t size;
    char *output = folder_read(traces->output, OUTPUT_MOST, &size);
    bool good = output != NULL;
    if (!good)
        judge(attempt, VERDICT_not_run, "the output cannot be read: %s", strerror(errno));
    else if (trial->expected != NULL)
        good = is_as_expected(attempt, "output", (struct text_part){trial->expected, trial->expected_size},
                              (struct text_part){output, size});
    free(output);
    for (size_t k = 0; good && k < trial->expected_files.count; k++)
        good = check_file(attempt, &traces->folder, &trial->expected_files.items[k]);
    return good && (trial->checker == NULL || ask_checker(attempt, traces));
}

static void check_bounds(struct attempt *attempt)
{
    const struct outcome *outcome = &attempt->outcome;
    if ((double)outcome->cycles > attempt->cycles_bound)
        judge(attempt, VERDICT_slow, "%" PRIu64 " cycles, at most %.0f", outcome->cycles,
              attempt->cycles_bound);
    else if ((double)outcome->work > attempt->work_bound)
        judge(attempt, VERDICT_slow, "work %" PRIu64 ", at most %.0f", outcome->work, attempt->work_bound);
}

static void judge_end(struct attempt *attempt, const struct traces *traces)
{
    const struct outcome *outcome = &attempt->outcome;
    const bool ended = strcmp(outcome->end, "halted") == 0 || strcmp(outcome->end, "exit") == 0;
    char message[ATTEMPT_MESSAGE / 2];
    find_message(traces, message, sizeof message);
    if (ended && outcome->status == attempt->trial->status) {
        if (is_output_right(attempt, traces))
            check_bounds(attempt);
        return;
    }
    if (ended && !(attempt->trial->checks && outcome->status == STATUS_CHECK) &&
        attempt->trial->model == NULL) {
        judge(attempt, VERDICT_wrong, "exit status %d, expected %d", outcome->status, attempt->trial->status);
        return;
    }
    enum verdict verdict = ended ? VERDICT_racing : VERDICT_faulty;
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
        if (strcmp(ends[k].end, outcome->end) == 0)
            verdict = ends[k].verdict;
    judge(attempt, verdict, "%s", message);
}

static void run(struct attempt *attempt, const char *pramsim, const char *program,
                const struct traces *traces)
{
    struct command command = {0};
    make_command(&command, attempt, pramsim, program, traces);
    struct job job = {.command = (const char *const *)command.words,
                      .input = traces->input,
                      .output = traces->output,
                      .errors = traces->errors,
                      .seconds = attempt->trial->seconds + GRACE};
    char message[ATTEMPT_MESSAGE / 2];
    if (!job_start(&job))
        judge(attempt, VERDICT_not_run, "cannot run %s: %s%s", discreet_name(pramsim), job_missing(&job),
              strerror(errno));
    else {
        job_await(&job, 1);
        find_message(traces, message, sizeof message);
        if (job.is_late)
            judge(attempt, VERDICT_looping, "killed after %.0f seconds", job.seconds);
        else if (job.status == JOB_NOT_STARTED && message[0] == '\0')
            judge(attempt, VERDICT_not_run, "cannot start %s", discreet_name(pramsim));
        else if (outcome_read(&attempt->outcome, traces->statistics))
            judge_end(attempt, traces);
        else
            judge(attempt, VERDICT_not_run, "pramsim ended with status %d: %s", job.status, message);
    }
    command_free(&command);
}

static double bound(const struct formula *formula, const struct attempt *attempt)
{
    double values[FORMULA_LETTERS] = {0};
    values['n' - 'a'] = attempt->trial->n;
    values['p' - 'a'] = (double)attempt->p;
    return formula != NULL ? formula_value(formula, values) : NAN;
}

static void close_file(int file)
{
    if (file >= 0)
        close(file);
}

void attempt_run(struct attempt *attempt, const char *pramsim, const char *program)
{
    struct traces traces = {.input = -1, .output = -1, .errors = -1};
    struct folder aside = {0};
    struct file_error error = {""};
    attempt->verdict = VERDICT_right;
    attempt->cycles_bound = bound(attempt->trial->cycles, attempt);
    attempt->work_bound = bound(attempt->trial->work, attempt);
    if (!folder_make(&traces.folder, &attempt->trial->files, &error) || !folder_make(&aside, NULL, &error)) {
        judge(attempt, VERDICT_not_run, "%s", error.text);
        folder_remove(&traces.folder);
        return;
    }
    traces.input = open_input(attempt->trial, &aside, &error);
    traces.output = folder_nameless(&aside);
    traces.errors = folder_nameless(&aside);
    if (traces.output < 0 || traces.errors < 0)
        folder_explain(&error);
    traces.statistics = folder_file(&aside, "statistics");
    if (traces.input < 0 || traces.output < 0 || traces.errors < 0)
        judge(attempt, VERDICT_not_run, "%s", error.text);
    else
        run(attempt, pramsim, program, &traces);
    close_file(traces.input);
    close_file(traces.output);
    close_file(traces.errors);
    free(traces.statistics);
    folder_remove(&aside);
    folder_remove(&traces.folder);
}
