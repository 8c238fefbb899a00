/* ranks.c - see ranks.h. */
#include "sim/cli/ranks.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/message.h"
#include "common/plugin.h"
#include "common/system/system.h"

/* Environment variables with rank and number of ranks: Open MPI's mpirun, Slurm's srun with PMI2, with PMIx
 * (without the number). */
static const struct {
    const char *rank, *size;
} starters[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"PMI_RANK", "PMI_SIZE"}, {"PMIX_RANK", NULL}};

static int voice = -1; /* of a silent rank: the original standard error */

static void be_silent(void)
{
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    voice = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (nowhere < 0)
        return;
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
}

bool ranks_begin(void)
{
    for (size_t k = 0; k < sizeof starters / sizeof starters[0]; k++) {
        const char *rank = getenv(starters[k].rank);
        const char *size = starters[k].size != NULL ? getenv(starters[k].size) : "2";
        if (rank == NULL || size == NULL)
            continue;
        if (strtol(size, NULL, 10) < 2)
            return false;
        if (strtol(rank, NULL, 10) > 0)
            be_silent();
        return true;
    }
    return false;
}

const char *ranks_refuse(const struct options *options, const struct ranks *ranks)
{
    if (ranks->size == 1)
        return options->has[OPTION_safe] ? "--safe" : NULL;
    if (options->has[OPTION_check] || options->model.number != MODEL_NONE)
        return options->has[OPTION_check] ? "--check" : "--model";
    if (options->profile || options->trace_file != NULL)
        return options->profile ? "--profile" : "--trace";
    if (options->config.faults != NULL)
        return "--faults";
    if (!options->engine->parallel)
        return strcmp(options->engine->name, "cycle") == 0 ? "the cycle engine" : "the reference engine";
    if (options->config.level == 5)
        return "-g5, where stores take effect between segments";
    if (options->config.native == NATIVE_ON)
        return "--native=on";
    return options->has[OPTION_safe] ? "--safe" : NULL;
}

bool ranks_join(struct ranks *ranks, struct options *options, char *error, size_t error_size)
{
    void *library = plugin_load(RANKS_PLUGIN_FILE, error, error_size);
    const struct ranks_plugin *plugin =
        library != NULL ? plugin_symbol(library, RANKS_PLUGIN_SYMBOL, error, error_size) : NULL;
    if (plugin == NULL)
        return false;
    if (plugin->version != RANKS_PLUGIN_VERSION)
        return message_refuse(error, error_size, "%s belongs to another version of this program",
                              RANKS_PLUGIN_FILE);
    if (!plugin->connect(ranks, options->join_ranks, error, error_size))
        return false;
    if (ranks->joined > 1) /* the threads of all processes that have become this one */
        options->config.threads =
            options->has[OPTION_threads] ? options->config.threads * ranks->joined : system_count_cores();
    options->config.ranks = ranks->size;
    return true;
}

int ranks_agree(struct ranks *ranks, int status, unsigned *threads)
{
    const int own[2] = {status, (int)*threads};
    int all[2 * RANKS_MAX];
    int first = 0;
    ranks->gather(ranks, own, all, sizeof own);
    for (unsigned r = 0; r < ranks->size; r++) {
        first = first != 0 ? first : all[2 * r];
        *threads = (unsigned)all[2 * r + 1] < *threads ? (unsigned)all[2 * r + 1] : *threads;
    }
    return first;
}

void ranks_fail(struct ranks *ranks, int status, const char *text)
{
    char line[400];
    const int length = snprintf(line, sizeof line, "pramsim: rank %u: %s\n", ranks->rank, text);
    if (length > 0 && write(voice >= 0 ? voice : STDERR_FILENO, line, (size_t)length) < 0)
        status = status != 0 ? status : 1;
    ranks->abort(ranks, status);
    _exit(status);
}
