/* players.c - see players.h. */
#include "players.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/message.h"
#include "sim/check/check.h"
#include "sim/inject/inject.h"
#include "sim/jit/lane.h"
#include "sim/observe/record/lock_watch.h"
#include "sim/real/bank.h"
#include "sim/real/host_numbers.h"

/* ---- what processor and system have */

/* --native=on is accepted or refused; auto takes what is possible. */
static bool grants_native(const struct options *options, char *error, size_t error_size)
{
    char reason[400];
    if (options->config.native != NATIVE_ON)
        return true;
    if (options->has[OPTION_safe])
        return message_refuse(error, error_size, "--native=on and --safe: a safe run makes no machine code");
    return lanes_are_available(reason, sizeof reason) ||
           message_refuse(error, error_size, "--native=on: %s", reason);
}

static bool grants_vectors(const struct options *options, char *error, size_t error_size)
{
    return vectors_run_here(options->config.vectors) ||
           message_refuse(error, error_size,
                          "--vectors: this processor does not have these instructions; use %splain or best",
                          vectors_run_here(VECTORS_avx2) ? "avx2, " : "");
}

bool players_are_possible(const struct options *options, const struct machine *machine, char *error,
                          size_t error_size)
{
    const struct real_choice *choice = &machine->config.real;
    return real_choice_check(choice, machine->program.real_words, error, error_size) &&
           (!machine->program.uses_sums || real_choice_open(choice, error, error_size)) &&
           grants_native(options, error, error_size) && grants_vectors(options, error, error_size);
}

/* ---- what the options mean for the program */

/* The arrays shown over time by the trace. */
static struct array_watch *create_watch(const struct options *options, struct machine *machine)
{
    struct watched_array arrays[DUMP_MAX_PARTS];
    const struct dump *list = &options->trace_watch;
    for (size_t k = 0; k < list->count; k++)
        arrays[k] = (struct watched_array){
            .name = list->parts[k].name != NULL ? list->parts[k].name : "memory",
            .name_length = list->parts[k].name != NULL ? list->parts[k].name_length : strlen("memory"),
            .address = list->parts[k].address + list->parts[k].index,
            .words = list->parts[k].count,
            .first = list->parts[k].name != NULL ? list->parts[k].index : list->parts[k].address};
    return array_watch_create(machine, arrays, list->count);
}

/* What the names of --trace-watch mean. */
static bool resolve_watch(struct options *options, const struct machine *machine, char *error,
                          size_t error_size)
{
    uint64_t words = 0;
    struct dump *list = &options->trace_watch;
    if (!dump_resolve(list, machine, "--trace-watch", error, error_size))
        return false;
    for (size_t k = 0; k < list->count; k++) {
        const struct dump_part *part = &list->parts[k];
        words += part->count;
        if (part->is_private ||
            (uint64_t)part->address + part->index + part->count > machine->memory.shared_words)
            return message_refuse(error, error_size, "--trace-watch: %.*s is not a shared variable",
                                  part->name != NULL ? (int)(part->name_length < 80 ? part->name_length : 80)
                                                     : 4,
                                  part->name != NULL ? part->name : "that");
    }
    if (words > WATCH_WORDS_MOST)
        snprintf(error, error_size, "--trace-watch: %" PRIu64 " words are too many; at most %d, as a:1000",
                 words, WATCH_WORDS_MOST);
    return words <= WATCH_WORDS_MOST;
}

bool players_prepare(struct options *options, struct machine *machine, char *error, size_t error_size)
{
    const char *faults = options->config.faults;
    if (options->trace_file != NULL || options->profile)
        machine->region_names = region_names_read(machine);
    if (!dump_resolve(&options->dump, machine, "--dump", error, error_size) ||
        !resolve_watch(options, machine, error, error_size) ||
        (options->trace_file != NULL && !trace_find_regions(&options->trace, machine, error, error_size)))
        return false;
    machine->inject = faults != NULL ? inject_create(machine, faults, error, error_size) : NULL;
    return faults == NULL || machine->inject != NULL;
}

/* ---- creating them */

struct players players_create(const struct options *options, struct machine *machine)
{
    struct players players = {0};
    machine->numbers = host_numbers_create(&options->config.real);
    if (machine->numbers == NULL)
        return players;
    if (options->has[OPTION_check])
        check_create(machine);
    const bool counts = options->trace_file != NULL && options->has[OPTION_trace_counters];
    const bool is_judged = options->model.number != MODEL_NONE && options->config.pps > 1;
    if (counts)
        players.watches.counts = count_watch_create(machine, options->trace.from, options->trace.to);
    if (is_judged || counts)
        model_create(machine, &options->model);
    if (options->trace_file != NULL)
        machine->journal = journal_create(options->has[OPTION_trace_only_regions]);
    if (options->trace_file != NULL && options->trace_watch.count > 0)
        players.watches.arrays = create_watch(options, machine);
    if (options->trace_file != NULL && options->has[OPTION_trace_locks])
        observer_add(&machine->observers, lock_watch_create(machine, NULL, NULL));
    if (options->trace_file != NULL && options->has[OPTION_trace_strands])
        line_watch_create(machine, options->trace.from, options->trace.to);
    if (options->profile)
        machine->marks = marks_create(&machine->arena, machine->config.pps);
    if (options->profile && !options->has[OPTION_profile_only_regions])
        machine->counts = counts_create(&machine->arena, machine->program.code, machine->program.count);
    players.state = options->engine->create(machine);
    return players;
}

void players_destroy(const struct options *options, struct machine *machine, const struct players *players)
{
    if (players->state != NULL)
        options->engine->destroy(players->state);
    journal_destroy(machine->journal);
    host_numbers_destroy(machine->numbers);
    machine_destroy(machine);
}
