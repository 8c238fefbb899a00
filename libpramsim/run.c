/* run.c - executes a run: creates the machine of the settings, runs an engine, keeps the results.
 *
 * The command pramsim (sim/cli/main.c) does the same with files, signals, checkpoints and several processes.
 */
#include "libpramsim/inside.h"

#include "asm/object.h"
#include "common/memory.h"
#include "libpramsim/watch.h"
#include "sim/cli/explain.h"
#include "sim/cli/report.h"
#include "sim/observe/waiting/waiting.h"

#include <stdlib.h>
#include <string.h>

static bool fail(struct pramsim_run *run, const char *text)
{
    snprintf(run->error, sizeof run->error, "%s", text);
    return false;
}

/* ---- the command line that the settings are */

static void put_word(char **words, size_t *count, char **at, const char *word)
{
    const size_t size = strlen(word) + 1;
    memcpy(*at, word, size);
    words[(*count)++] = *at;
    *at += size;
}

/* The words of all settings, then "--" and the program's name. */
static bool read_settings(struct pramsim_run *run)
{
    size_t bytes = sizeof "pramsim" + run->words.size + sizeof "--" + strlen(run->program->name) + 1;
    size_t words = 4 + run->argument_count, count = 0;
    for (size_t i = 0; i < run->argument_count; i++)
        bytes += strlen(run->arguments[i]) + 1;
    for (size_t at = 0; at < run->words.size; at += strlen(run->words.text + at) + 1)
        words++;
    char *at = run->command_text = memory_take(bytes, 1);
    run->command = memory_take(words + 1, sizeof *run->command);
    put_word(run->command, &count, &at, "pramsim");
    for (size_t k = 0; k < run->words.size; k += strlen(run->words.text + k) + 1)
        put_word(run->command, &count, &at, run->words.text + k);
    put_word(run->command, &count, &at, "--");
    put_word(run->command, &count, &at, run->program->name);
    for (size_t i = 0; i < run->argument_count; i++)
        put_word(run->command, &count, &at, run->arguments[i]);
    if (!options_parse(&run->options, (int)count, run->command, run->error, sizeof run->error))
        return false;
    if (run->observe != NULL)
        options_observe(&run->options);
    return true;
}

/* ---- output of the program, and observers */

static void take_output(void *context, enum host_stream stream, const char *bytes, size_t count)
{
    struct pramsim_run *run = context;
    add_bytes(&run->streams[stream], bytes, count);
    if (run->show != NULL)
        run->show(run->show_context, stream == HOST_STREAM_ERROR, bytes, count);
}

static bool observe_cycle(void *context, const struct observer_cycle *shown)
{
    struct pramsim_run *run = context;
    const struct pramsim_cycle cycle = {shown, &run->steps};
    for (uint32_t k = 0; k < shown->strand_count; k++)
        for (uint32_t member = 0; member < shown->strands[k].count; member++)
            steps_add(&run->steps, (struct observer_step){.pp = shown->strands[k].pps[member],
                                                          .pc = shown->strands[k].pc});
    steps_order(&run->steps);
    if (run->observe(run->observe_context, &cycle) == 0)
        return true;
    fault_set(&run->machine.fault, FAULT_interrupted, FAULT_NO_PP, 0, shown->cycle, "stopped by an observer");
    return false;
}

#define PROGRESS_SECONDS 0.1 /* between two calls */

static void note_progress(void *context, uint64_t cycle, uint64_t instructions, uint32_t running)
{
    struct pramsim_run *run = context;
    const double now = stats_clock();
    if (now - run->noted < PROGRESS_SECONDS)
        return;
    run->noted = now;
    if (run->progress(run->progress_context, cycle, instructions, running) != 0)
        stop_request_ask(&run->request, STOP_CALLER);
}

uint64_t pramsim_cycle_number(const pramsim_cycle *cycle)
{
    return cycle->shown->cycle;
}

size_t pramsim_cycle_steps(const pramsim_cycle *cycle)
{
    return cycle->steps->count;
}

void pramsim_cycle_step(const pramsim_cycle *cycle, size_t number, uint32_t *pp, uint32_t *pc)
{
    *pp = cycle->steps->list[number].pp;
    *pc = cycle->steps->list[number].pc;
}

uint32_t pramsim_cycle_register(const pramsim_cycle *cycle, uint32_t pp, unsigned number)
{
    const struct observer_step step = {.pp = pp};
    return observer_word(cycle->shown, &step, number);
}

/* ---- the machine */

static bool create_machine(struct pramsim_run *run)
{
    struct object object;
    struct object_error error;
    int code;
    if (!object_read_memory(run->program->image, run->program->size, &object, &error))
        return fail(run, error.text);
    if (!machine_create_from(&run->machine, &run->options.config, &object, &code, run->error,
                             sizeof run->error)) {
        object_free(&object);
        return false;
    }
    const bool good = players_are_possible(&run->options, &run->machine, run->error, sizeof run->error) &&
                      players_prepare(&run->options, &run->machine, run->error, sizeof run->error);
    if (!good)
        machine_destroy(&run->machine);
    return good;
}

static bool create_players(struct pramsim_run *run)
{
    if (run->observe != NULL) {
        run->observer = (struct observer){.before_cycle = observe_cycle, .context = run};
        run->steps = steps_create(&run->machine.arena, run->machine.config.pps);
        observer_add(&run->machine.observers, &run->observer);
    }
    run->players = players_create(&run->options, &run->machine);
    if (run->players.state != NULL)
        return true;
    players_destroy(&run->options, &run->machine, &run->players);
    return fail(run, "the host does not have enough memory for this number of PPs");
}

static void lead_streams(struct pramsim_run *run)
{
    run->link = (struct host_link){.show = take_output, .context = run, .descriptor = -1, .read_ended = true};
    if (run->input_size > 0) {
        run->link.read = (unsigned char *)copy_bytes(run->input, run->input_size);
        run->link.read_count = run->input_size;
    }
    for (int stream = 0; stream < HOST_STREAMS; stream++)
        add_bytes(&run->streams[stream], "", 0);
    host_lead_to(&run->machine, &run->link, 0);
}

/* ---- the run */

static void conclude(struct pramsim_run *run)
{
    struct machine *machine = &run->machine;
    explain_fault(machine, run->options.engine, run->players.state);
    if (!host_finish(machine, machine->end != END_FAULT))
        machine->end = END_FAULT;
    machine->stats.parts[STATS_NOTICED_races_noticed] = machine->noticed.total;
}

static void print_report(void *context, FILE *stream)
{
    const struct pramsim_run *run = context;
    const struct machine *machine = &run->machine;
    report_warnings(machine, true, stream);
    if (machine->end != END_FAULT)
        return;
    fault_print(&machine->fault, "fault", &machine->object, stream);
    if (explain_is_about_all(machine->fault.code))
        waiting_print(machine, run->options.engine, run->players.state, "hint", stream);
}

/* The next run may begin again. */
static void forget_request(struct pramsim_run *run)
{
    atomic_store(&run->request.reason, STOP_NOTHING);
    atomic_store(&run->request.news, 0);
}

bool run_make_machine(struct pramsim_run *run)
{
    run_forget(run);
    run->error[0] = '\0';
    return read_settings(run) && create_machine(run);
}

int pramsim_run_go(pramsim_run *run)
{
    const double start = stats_clock();
    if (!run_make_machine(run) || !create_players(run))
        return -1;
    run->has_run = true;
    run->machine.news = &run->request.news;
    run->machine.request = &run->request;
    run->machine.progress = run->progress != NULL ? note_progress : NULL;
    run->machine.progress_context = run;
    lead_streams(run);
    run->machine.stats.seconds[STATS_TIME_load] = stats_clock() - start;
    struct watch watch;
    const double seconds = run->options.config.bounds.seconds;
    if (seconds > 0 && !watch_begin(&watch, seconds, &run->request)) {
        run_forget(run);
        fail(run, "the host has no thread for the clock of max-seconds");
        return -1;
    }
    while (run->machine.end == END_RUNNING)
        run->options.engine->run(run->players.state, 0);
    if (seconds > 0)
        watch_end(&watch);
    conclude(run);
    run->report = print_to_text(print_report, run);
    forget_request(run);
    return 0;
}

void run_forget(struct pramsim_run *run)
{
    if (run->has_run) {
        symbols_destroy(run->symbols);
        players_destroy(&run->options, &run->machine, &run->players);
        link_forget(&run->link);
    }
    run->steps = (struct steps){0};
    run->has_run = false;
    run->symbols = NULL;
    for (int stream = 0; stream < HOST_STREAMS; stream++) {
        free(run->streams[stream].text);
        run->streams[stream] = (struct bytes){0};
    }
    char **const texts[] = {&run->report,   &run->stats,   &run->findings,
                            &run->timeline, &run->profile, &run->command_text};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        free(*texts[k]);
        *texts[k] = NULL;
    }
    free(run->command);
    run->command = NULL;
}
