/* host.c - see host.h. Calls lane, rows, real. */
#include "host.h"

#include <stdio.h>

#include "common/message.h"
#include "sim/jit/lane.h"
#include "sim/real/bank.h"

/* --native=on is accepted or refused; auto takes what is possible. */
static bool grants_native(const struct options *options, char *error, size_t error_size)
{
    char reason[400];
    if (options->config.native != NATIVE_ON)
        return true;
    if (options->safe)
        snprintf(error, error_size, "--native=on and --safe: a safe run makes no machine code");
    else if (!lanes_are_available(reason, sizeof reason))
        snprintf(error, error_size, "--native=on: %s", reason);
    else
        return true;
    return false;
}

static bool grants_vectors(const struct options *options, char *error, size_t error_size)
{
    if (vectors_run_here(options->config.vectors))
        return true;
    return message_refuse(error, error_size,
                          "--vectors: this processor does not have these instructions; use %splain or best",
                          vectors_run_here(VECTORS_avx2) ? "avx2, " : "");
}

bool host_grants(const struct options *options, char *error, size_t error_size)
{
    return grants_native(options, error, error_size) && grants_vectors(options, error, error_size);
}

bool host_has_format(const struct machine *machine, char *error, size_t error_size)
{
    const struct real_choice *choice = &machine->config.real;
    return real_choice_check(choice, machine->program.real_words, error, error_size) &&
           (!machine->program.uses_sums || real_choice_open(choice, error, error_size));
}
