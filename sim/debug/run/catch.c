/* catch.c - see inside.h: gets the findings of a run for catchpoints. A second pramsim process executes the
 * program with --check or --model; with the same input the program has the same cycles. The files that it
 * writes are in a temporary folder. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/file.h"
#include "common/json.h"
#include "common/memory.h"
#include "common/stop.h"
#include "common/system/system.h"
#include "common/temporary.h"
#include "inside.h"

enum { NOT_STARTED = 127, WORD = 64, SAID_MOST = 1 << 16, PAUSE = 5 /* milliseconds */ };

/* Without --max-cycles a check ends this number of cycles after the present one. */
#define CYCLES_MOST UINT64_C(10000000)

/* A rule of a catchpoint. */
struct rule {
    const char *name, *from, *kinds; /* takes findings with `from` whose kind begins with `kinds` */
    bool has_name;                   /* the name of a model follows */
};

static const struct rule rules[] = {
    {"race", "check", "race_", false}, {"check", "check", "", false}, {"model", "model", "", true}};
enum { RULES = sizeof rules / sizeof *rules };

/* The run that is checked. */
struct check {
    const struct options *options;
    struct session *session;
    char **words; /* owned; the command line */
    size_t count, room;
    char *folder, *files; /* owned; folders for files of pramsim, and of the program */
    int locks[2];         /* of these folders */
    bool was_interrupted;
    char *error;
};

static bool fail(struct check *check, const char *text)
{
    snprintf(check->error, SESSION_ERROR, "%s", text);
    return false;
}

/* ---- the command line */

/* Takes ownership of the word. */
static void add_owned(struct check *check, char *word)
{
    if (word == NULL)
        memory_is_short();
    check->words = memory_grow(check->words, &check->room, check->count + 2, sizeof *check->words);
    check->words[check->count++] = word;
    check->words[check->count] = NULL;
}

static void add(struct check *check, const char *name, const char *value)
{
    char *word = NULL;
    if (asprintf(&word, "%s%s", name, value) < 0)
        memory_is_short();
    add_owned(check, word);
}

/* Adds the options of the machine, except for --resume and folders of files: the check begins at cycle 0, and
 * has its own folders. */
static void add_given(struct check *check)
{
    const struct options *options = check->options;
    for (size_t k = 0; k < options->given_count; k++) {
        bool has_value;
        const char *word = options->given[k];
        const bool is_kept = options_is_of_machine(word, &has_value) && strncmp(word, "--res", 5) != 0 &&
                             strncmp(word, "--fi", 4) != 0;
        if (is_kept)
            add(check, word, "");
        k += has_value;
        if (is_kept && has_value && k < options->given_count)
            add(check, options->given[k], "");
    }
}

/* A prefix, then the path of a file in check->folder. The caller frees it. */
static char *name_in(const struct check *check, const char *prefix, const char *name)
{
    char *path = NULL;
    if (asprintf(&path, "%s%s/%s", prefix, check->folder, name) < 0)
        memory_is_short();
    return path;
}

static void add_words(struct check *check, const struct rule *rule, const char *model)
{
    const struct machine_config *config = &check->options->config;
    const uint64_t limit = config->max_cycles != 0 ? config->max_cycles : check->session->cycle + CYCLES_MOST;
    char *folder = file_own_folder(), text[WORD];
    add(check, folder != NULL ? folder : "", folder != NULL ? "/pramsim" : "pramsim");
    free(folder);
    add(check, "-q", "");
    add_given(check);
    add(check, rule->has_name ? "--model=" : "--check", rule->has_name ? model : "");
    snprintf(text, sizeof text, "%" PRIu64, limit);
    add(check, "--max-cycles=", text);
    add_owned(check, name_in(check, "--findings-json=", "findings"));
    if (check->options->suppressions != NULL)
        add(check, "--suppressions=", check->options->suppressions);
    if (config->files_in == NULL && config->files_out == NULL)
        add(check, "--files=none", "");
    if (config->files_in != NULL)
        add(check, "--files-in=", config->files_in);
    if (config->files_out != NULL)
        add(check, "--files-out=", check->files);
    add(check, "--", "");
    add(check, check->options->program, "");
    for (uint32_t k = 1; k < config->argument_count; k++)
        add(check, config->arguments[k], "");
}

/* ---- the input */

/* The input of the check. The program must read the same bytes as in the session. */
struct input {
    int descriptor;
    bool is_file;
    off_t place;  /* is_file: position to restore */
    bool is_bait; /* a pipe with one byte in place of an input that cannot be read again: is it read? */
};

static bool is_null_device(const struct stat *status)
{
    struct stat null;
    return stat("/dev/null", &null) == 0 && S_ISCHR(status->st_mode) && status->st_rdev == null.st_rdev;
}

/* False with the check's error. */
static bool open_input(struct check *check, struct input *input)
{
    const struct host_link *link = &check->session->link;
    struct stat status;
    int ends[2];
    *input = (struct input){.descriptor = link->descriptor};
    if (link->descriptor < 0 || fstat(link->descriptor, &status) != 0 || is_null_device(&status)) {
        input->descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
        return input->descriptor >= 0 || fail(check, "/dev/null cannot be opened");
    }
    if (S_ISREG(status.st_mode)) {
        const off_t taken = (off_t)(link->skipped + link->read_count);
        input->is_file = true;
        input->place = lseek(link->descriptor, 0, SEEK_CUR);
        return (input->place >= taken && lseek(link->descriptor, input->place - taken, SEEK_SET) >= 0) ||
               fail(check, "the program's input cannot be read again");
    }
    input->is_bait = true;
    if (pipe(ends) != 0)
        return fail(check, strerror(errno));
    input->descriptor = ends[0];
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    const bool is_written = write(ends[1], "\n", 1) == 1;
    close(ends[1]);
    return is_written || fail(check, strerror(errno));
}

/* False with the check's error: the program has not read the same input as in the session. */
static bool close_input(struct check *check, const struct input *input)
{
    char byte;
    bool is_same = true;
    if (input->is_file)
        lseek(input->descriptor, input->place, SEEK_SET);
    if (input->is_bait)
        is_same = read(input->descriptor, &byte, 1) == 1;
    if (!input->is_file && input->descriptor >= 0)
        close(input->descriptor);
    return is_same || fail(check, "the program reads input that cannot be read again; the command input FILE "
                                  "reads it from a file");
}

/* ---- the run */

static _Noreturn void become(const struct check *check, int input, const char *said, pid_t parent)
{
    const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    const int errors = open(said, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    system_follow_parent(SIGTERM);
    setpgid(0, 0); /* Ctrl+C goes to the debugger alone, which passes it on */
    if (getppid() != parent || dup2(input, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0 ||
        dup2(errors, STDERR_FILENO) < 0)
        _exit(NOT_STARTED);
    execvp(check->words[0], check->words);
    _exit(NOT_STARTED);
}

/* Waits for the child, and stops it if the user interrupts. */
static void await(struct check *check, pid_t child)
{
    const struct session_config *config = &check->session->config;
    int status;
    while (waitpid(child, &status, WNOHANG) == 0) {
        poll(NULL, 0, PAUSE);
        const bool is_asked =
            stop_level() > 0 || (config->is_interrupted != NULL && config->is_interrupted(config->context));
        if (!is_asked || check->was_interrupted)
            continue;
        check->was_interrupted = true;
        kill(child, SIGTERM);
    }
}

static bool run(struct check *check)
{
    struct input input;
    if (!open_input(check, &input)) {
        close_input(check, &input);
        return false;
    }
    char *said = name_in(check, "", "said");
    const pid_t parent = getpid(), child = fork();
    if (child == 0)
        become(check, input.descriptor, said, parent);
    if (child > 0)
        await(check, child);
    free(said);
    return close_input(check, &input) && (child > 0 || fail(check, strerror(errno)));
}

/* ---- its findings */

/* Sets the error: the first line that pramsim has printed. */
static void explain(struct check *check)
{
    static const char prefix[] = "pramsim: ";
    struct file_error reason;
    size_t size;
    char *path = name_in(check, "", "said"), *text = file_read(path, SAID_MOST, true, &size, &reason);
    free(path);
    const char *line = text;
    if (text != NULL)
        text[strcspn(text, "\n")] = '\0';
    if (line != NULL && strncmp(line, prefix, sizeof prefix - 1) == 0)
        line += sizeof prefix - 1;
    fail(check, check->was_interrupted            ? "interrupted"
                : line != NULL && line[0] != '\0' ? line
                                                  : "the check of the run failed");
    free(text);
}

static char *copy_member(const json_t *object, const char *name)
{
    const char *value = json_string_value(json_object_get(object, name));
    return value != NULL ? memory_text(value, strlen(value)) : memory_text("", 0);
}

static uint64_t number_in(const json_t *object, const char *name)
{
    return (uint64_t)json_integer_value(json_object_get(object, name));
}

/* Adds the finding if the rule takes it. If a limit has ended the check before the end of the run, notes the
 * cycle. */
static void take(struct check *check, const struct rule *rule, const json_t *object,
                 struct point_findings *findings)
{
    static const char *const limits[] = {"runaway", "interrupted", "max_seconds", "max_host_memory"};
    const char *from = json_string_value(json_object_get(object, "from"));
    const char *kind = json_string_value(json_object_get(object, "kind"));
    const json_t *place = json_array_get(json_object_get(object, "places"), 0);
    const uint64_t cycle = number_in(place, "cycle"), pp = number_in(place, "pp");
    const struct machine *machine = check->session->machine;
    if (from == NULL || kind == NULL)
        return;
    for (size_t k = 0; strcmp(from, "fault") == 0 && k < sizeof limits / sizeof *limits; k++)
        if (strcmp(kind, limits[k]) == 0 && (machine->config.max_cycles == 0 || k != 0))
            findings->known_to = cycle;
    if (strcmp(from, rule->from) != 0 || strncmp(kind, rule->kinds, strlen(rule->kinds)) != 0 ||
        json_object_get(place, "cycle") == NULL || pp >= machine->config.pps)
        return;
    findings->list =
        memory_grow(findings->list, &findings->room, findings->count + 1, sizeof *findings->list);
    findings->list[findings->count++] = (struct point_finding){.cycle = cycle,
                                                               .pp = (uint32_t)pp,
                                                               .pc = (uint32_t)number_in(place, "pc"),
                                                               .count = number_in(object, "count"),
                                                               .text = copy_member(object, "message"),
                                                               .hint = copy_member(object, "hint")};
}

static bool read_findings(struct check *check, const struct rule *rule, struct point_findings *findings)
{
    char *path = name_in(check, "", "findings");
    json_t *document = json_load_file(path, 0, NULL);
    const json_t *list = json_object_get(document, "findings");
    free(path);
    if (!json_is_array(list)) {
        json_decref(document);
        explain(check);
        return false;
    }
    for (size_t k = 0; k < json_array_size(list); k++)
        take(check, rule, json_array_get(list, k), findings);
    findings->unlisted = number_in(document, "not_listed");
    json_decref(document);
    point_findings_sort(findings);
    return true;
}

/* ---- a rule */

static const struct rule *find_rule(const char *text, const char **name)
{
    const size_t length = strcspn(text, " ");
    *name = text + length + strspn(text + length, " ");
    for (size_t k = 0; k < RULES; k++)
        if (strlen(rules[k].name) == length && strncmp(rules[k].name, text, length) == 0 &&
            ((*name)[0] != '\0') == rules[k].has_name)
            return &rules[k];
    return NULL;
}

bool run_find(struct session *session, const char *text, struct point_findings *findings,
              char error[SESSION_ERROR])
{
    struct check check = {
        .options = session->config.options, .session = session, .locks = {-1, -1}, .error = error};
    const char *model;
    const struct rule *rule = find_rule(text, &model);
    if (rule == NULL)
        return fail(&check,
                    "there is no such rule; the rules are race, check and model NAME, as in model crew");
    check.folder = temporary_folder(temporary_parent(), &check.locks[0]);
    check.files = temporary_folder(temporary_parent(), &check.locks[1]);
    bool good = check.folder != NULL && check.files != NULL;
    if (!good)
        temporary_explain(error, SESSION_ERROR);
    if (good) {
        add_words(&check, rule, model);
        good = run(&check) && read_findings(&check, rule, findings);
    }
    while (check.count > 0)
        free(check.words[--check.count]);
    free(check.words);
    if (check.folder != NULL)
        temporary_folder_remove(check.folder, check.locks[0]);
    if (check.files != NULL)
        temporary_folder_remove(check.files, check.locks[1]);
    free(check.folder);
    free(check.files);
    return good;
}
