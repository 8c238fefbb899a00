/* command.c - see findings.h: the command that takes the debugger to a finding. */
#include <inttypes.h>

#include "common/report/shell.h"
#include "findings.h"
#include "sim/cli/explain.h"

/* Whether a run under the debugger is the same, cycle by cycle. */
static bool is_repeated_by_debugger(const struct machine *machine, const struct options *options)
{
    const bool is_exact =
        !options->has[OPTION_level] || options->config.level == LEVEL_EXACT || options->config.level == 0;
    return is_exact && machine->ranks == NULL && options->config.faults == NULL && !options->has[OPTION_safe];
}

/* The cycle of the fault, or of the first finding; false: none. */
static bool find_cycle(const struct machine *machine, uint64_t *cycle)
{
    const struct fault *fault = &machine->fault;
    const struct warnings *const lists[] = {&machine->warnings, &machine->findings};
    if (machine->end == END_FAULT && (fault->pp != FAULT_NO_PP || explain_is_about_all(fault->code)) &&
        fault->code != FAULT_interrupted && fault->code != FAULT_output && fault->code != FAULT_closed_pipe) {
        *cycle = fault->cycle;
        return true;
    }
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        if (lists[k]->count != 0) {
            *cycle = lists[k]->kept[0].what.cycle;
            return true;
        }
    return false;
}

/* Whether an instruction of the user's has a line. */
static bool has_lines(const struct machine *machine)
{
    const char *file;
    uint32_t line;
    for (uint32_t pc = 0; pc < machine->program.count; pc++)
        if (machine->program.origins[pc] == ORIGIN_USER &&
            object_find_line(&machine->object, pc, &file, &line))
            return true;
    return false;
}

/* What stands behind the cycle. */
static void print_rest(const struct options *options, FILE *stream)
{
    for (size_t k = 0; k < options->given_count; k++) {
        bool has_value;
        const bool is_kept = options_is_of_machine(options->given[k], &has_value);
        if (is_kept)
            shell_word(stream, options->given[k]);
        k += has_value;
        if (is_kept && has_value && k < options->given_count)
            shell_word(stream, options->given[k]);
    }
    shell_word(stream, options->program);
    for (uint32_t k = 1; k < options->config.argument_count; k++)
        shell_word(stream, options->config.arguments[k]);
}

char *findings_command(const struct machine *machine, const struct options *options)
{
    char *text = NULL;
    size_t size = 0;
    if (!is_repeated_by_debugger(machine, options))
        return NULL;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        return NULL;
    fputs("pramsim --debug --at=CYCLE", stream);
    print_rest(options, stream);
    fclose(stream);
    return text;
}

void findings_print_command(const struct machine *machine, const struct options *options, FILE *stream)
{
    uint64_t cycle;
    if (!is_repeated_by_debugger(machine, options) || !find_cycle(machine, &cycle) || !has_lines(machine))
        return;
    fprintf(stream, "pramsim: hint: debug it: pramsim --debug --at=%" PRIu64, cycle);
    print_rest(options, stream);
    fputc('\n', stream);
}
