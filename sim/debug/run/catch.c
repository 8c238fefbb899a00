/* catch.c - see inside.h: gets the findings of a run for catchpoints. A second machine executes the program
 * with the observer of --check or --model; with the same input the program has the same cycles. The files
 * that it writes are in a temporary folder. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/memory.h"
#include "common/message.h"
#include "common/stop.h"
#include "common/temporary.h"
#include "inside.h"
#include "sim/cli/players.h"
#include "sim/observe/findings/findings.h"

/* Without --max-cycles a check ends this number of cycles after the present one. */
#define CYCLES_MOST UINT64_C(10000000)

/* A rule of a catchpoint. */
static const struct rule {
    const char *name, *kinds; /* takes findings whose kind begins with `kinds` */
    bool has_name;            /* of --model: the name of a model follows */
} rules[] = {{"race", "race_", false}, {"check", "", false}, {"model", "", true}};
enum { RULES = sizeof rules / sizeof *rules };

/* The run that is checked. */
struct check {
    struct options options;
    struct machine machine;
    struct session *session;
    struct host_link link; /* of its standard streams */
    bool was_interrupted;
    char *error;
};

static bool fail(struct check *check, const char *text)
{
    return message_refuse(check->error, SESSION_ERROR, "%s", text);
}

/* ---- the rule */

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

/* The options of the session, with those of the rule and without limits. */
static bool choose(struct check *check, const struct rule *rule, const char *model)
{
    const struct session *session = check->session;
    struct options *options = &check->options;
    char reason[SESSION_ERROR];
    *options = *session->config.options;
    options->engine = session->config.watched;
    options->has[OPTION_check] = !rule->has_name;
    options->config.bounds = (struct bounds){.output = 0};
    if (options->config.max_cycles == 0)
        options->config.max_cycles = session->cycle + CYCLES_MOST;
    return !rule->has_name || model_choose(&options->model, model, reason, sizeof reason) ||
           message_refuse(check->error, SESSION_ERROR, "--model=%s: %s", model, reason);
}

/* ---- input and output */

static void drop_output(void *context, enum host_stream stream, const char *bytes, size_t count)
{
    (void)context, (void)stream, (void)bytes, (void)count;
}

static bool is_null_device(const struct stat *status)
{
    struct stat null;
    return stat("/dev/null", &null) == 0 && S_ISCHR(status->st_mode) && status->st_rdev == null.st_rdev;
}

/* The input of the check, which must be the same bytes as in the session. */
struct input {
    off_t place;  /* of a file: the position to restore; -1: it is none, and the check reads nothing */
    bool is_lost; /* it cannot be read again */
};

/* False with the check's error. */
static bool open_input(struct check *check, struct input *input)
{
    const struct host_link *link = &check->session->link;
    struct stat status;
    const bool is_there = link->descriptor >= 0 && fstat(link->descriptor, &status) == 0;
    *input = (struct input){.place = -1, .is_lost = is_there && !is_null_device(&status)};
    check->link = (struct host_link){.show = drop_output};
    if (!is_there || !S_ISREG(status.st_mode)) {
        check->link.descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
        return check->link.descriptor >= 0 || fail(check, "/dev/null cannot be opened");
    }
    const off_t taken = (off_t)(link->skipped + link->read_count);
    check->link.descriptor = link->descriptor;
    input->is_lost = false;
    input->place = lseek(link->descriptor, 0, SEEK_CUR);
    return (input->place >= taken && lseek(link->descriptor, input->place - taken, SEEK_SET) >= 0) ||
           fail(check, "the program's input cannot be read again");
}

/* False with the check's error: the program has not read the same input as in the session. */
static bool close_input(struct check *check, const struct input *input)
{
    if (input->place >= 0)
        lseek(check->link.descriptor, input->place, SEEK_SET);
    else if (check->link.descriptor >= 0)
        close(check->link.descriptor);
    const bool is_same = !input->is_lost || !check->link.read_ended;
    link_forget(&check->link);
    return is_same || fail(check, "the program reads input that cannot be read again; the command input FILE "
                                  "reads it from a file");
}

/* ---- the run */

/* Called by machine_tick. */
static void note_progress(void *context, uint64_t cycle, uint64_t instructions, uint32_t running)
{
    struct check *check = context;
    const struct session_config *config = &check->session->config;
    (void)cycle, (void)instructions, (void)running;
    check->was_interrupted |= config->is_interrupted != NULL && config->is_interrupted(config->context);
    check->machine.pause = check->was_interrupted;
}

/* Executes the program to its end, a limit, or an interrupt. */
static bool execute(struct check *check, const struct players *players)
{
    struct machine *machine = &check->machine;
    struct input input;
    bool good = open_input(check, &input);
    if (good) {
        host_lead_to(machine, &check->link, 0);
        machine->news = stop_news();
        machine->progress = note_progress;
        machine->progress_context = check;
        while (machine->end == END_RUNNING && !check->was_interrupted)
            check->options.engine->run(players->state, 0);
    }
    return close_input(check, &input) && good;
}

/* ---- its findings */

/* Removes those that the user does not want to see. */
static bool suppress(struct check *check, struct warnings *warnings)
{
    struct suppressions suppressions = {.count = 0};
    const char *path = check->options.suppressions;
    char reason[SESSION_ERROR];
    if (path != NULL && !findings_read(&suppressions, path, reason, sizeof reason))
        return message_refuse(check->error, SESSION_ERROR, "%.100s: %s", path, reason);
    findings_suppress(warnings, &check->machine, &suppressions);
    findings_forget(&suppressions);
    return true;
}

/* Takes the findings of the rule. If a limit has ended the check before the end of the run, notes the cycle.
 */
static void take(struct check *check, const struct rule *rule, const struct warnings *warnings,
                 struct point_findings *findings)
{
    const struct machine *machine = &check->machine;
    const bool is_limited = machine->end == END_FAULT && machine->fault.code == FAULT_runaway &&
                            check->session->machine->config.max_cycles == 0;
    if (check->was_interrupted || is_limited)
        findings->known_to = is_limited ? machine->fault.cycle : machine->stats.cycles;
    findings->unlisted = warnings->total;
    for (uint32_t k = 0; k < warnings->count; k++) {
        const struct warning *warning = &warnings->kept[k];
        const struct fault *what = &warning->what;
        findings->unlisted -= warning->times;
        if (strncmp(warning->kind, rule->kinds, strlen(rule->kinds)) != 0 || what->pp == FAULT_NO_PP)
            continue;
        *MEMORY_ADD(findings->list, findings->count, findings->room) =
            (struct point_finding){.cycle = what->cycle,
                                   .pp = what->pp,
                                   .pc = what->pc,
                                   .count = warning->times,
                                   .text = memory_text(what->text, strlen(what->text)),
                                   .hint = memory_text(what->hint, strlen(what->hint))};
    }
    point_findings_sort(findings);
}

/* ---- the machine */

/* Loads the program anew. */
static bool create_machine(struct check *check)
{
    const struct session *session = check->session;
    struct object object;
    struct object_error reason;
    int code;
    if (session->image == NULL)
        return fail(check, "the program cannot be read again");
    if (!object_read_memory(session->image, session->image_size, &object, &reason))
        return fail(check, reason.text);
    return machine_create_from(&check->machine, &check->options.config, &object, &code, check->error,
                               SESSION_ERROR);
}

static bool find(struct check *check, const struct rule *rule, struct point_findings *findings)
{
    if (!create_machine(check))
        return false;
    const struct players players = players_create(&check->options, &check->machine);
    struct warnings *warnings = rule->has_name ? &check->machine.findings : &check->machine.warnings;
    bool good = players.state != NULL || fail(check, "the host has not enough memory");
    good = good && execute(check, &players) && suppress(check, warnings);
    if (good)
        take(check, rule, warnings, findings);
    players_destroy(&check->options, &check->machine, &players);
    return good;
}

bool run_find(struct session *session, const char *text, struct point_findings *findings,
              char error[SESSION_ERROR])
{
    struct check *check = memory_take(1, sizeof *check);
    const char *model;
    const struct rule *rule = find_rule(text, &model);
    int lock;
    check->session = session;
    check->error = error;
    bool good =
        rule != NULL
            ? choose(check, rule, model)
            : fail(check,
                   "there is no such rule; the rules are race, check and model NAME, as in model crew");
    char *folder = good ? temporary_folder(temporary_parent(), &lock) : NULL;
    if (good && folder == NULL)
        temporary_explain(error, SESSION_ERROR);
    if (folder != NULL) {
        if (check->options.config.files_out != NULL)
            check->options.config.files_out = folder;
        good = find(check, rule, findings);
        temporary_folder_remove(folder, lock);
    }
    const bool is_found = good && folder != NULL;
    free(folder);
    free(check);
    return is_found;
}
