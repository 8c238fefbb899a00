/* option.c - command lines from tables.
 *
 * May call output.h and message.h.
 */
#include "common/option.h"

#include "common/message.h"
#include "common/output.h"

#include <stdio.h>
#include <string.h>

#define VERSION "1.0"

bool option_complain(const struct option_program *program, const char *message, const char *detail)
{
    message_line(stderr, "%s: %s%s", program->name, message, detail);
    message_line(stderr, "Try '%s --help'.", program->name);
    return false;
}

bool option_spares(const struct option_program *program, const char *output, const char *input)
{
    if (output == NULL || !output_replaces(output, input))
        return true;
    return option_complain(program, "name another output, this one would overwrite the input: ", input);
}

/* What --help and --version have printed may not have gone through. */
static int finish_text(const struct option_program *program)
{
    struct file_error error;
    if (output_standard_is_written(&error))
        return TOOL_OK;
    message_line(stderr, "%s: cannot write standard output: %s", program->name, error.text);
    return TOOL_FILES;
}

static void print_help(const struct option_program *program)
{
    printf("usage: %s %s\n%s\n\n", program->name, program->usage, program->text);
    for (size_t i = 0; i < program->row_count; i++) {
        const struct option_row *row = &program->rows[i];
        char left[32];
        snprintf(left, sizeof left, "-%c %s", row->letter, row->argument ? row->argument : "");
        printf("  %-16s %s\n", left, row->text);
    }
    printf("  %-16s %s\n  %-16s %s\n", "--help", "print this text", "--version", "print the version");
}

static const struct option_row *find_row(const struct option_program *program, char letter)
{
    for (size_t i = 0; i < program->row_count; i++)
        if (program->rows[i].letter == letter)
            return &program->rows[i];
    return NULL;
}

int option_parse(const struct option_program *program, int count, char **arguments, void *context)
{
    bool only_names = false;
    for (int i = 1; i < count; i++) {
        const char *argument = arguments[i];
        if (only_names || argument[0] != '-' || argument[1] == '\0') {
            if (!program->take(context, 0, argument))
                return TOOL_USAGE;
            continue;
        }
        if (strcmp(argument, "--") == 0) {
            only_names = true;
            continue;
        }
        if (strcmp(argument, "--help") == 0) {
            print_help(program);
            return finish_text(program);
        }
        if (strcmp(argument, "--version") == 0) {
            printf("%s (pramsim) " VERSION "\n", program->name);
            return finish_text(program);
        }
        const struct option_row *row = find_row(program, argument[1]);
        if (row == NULL || (row->argument == NULL && argument[2] != '\0')) {
            option_complain(program, "unknown option ", argument);
            return TOOL_USAGE;
        }
        const char *value = NULL;
        if (row->argument != NULL && argument[2] != '\0')
            value = argument + 2;
        else if (row->argument != NULL && i + 1 < count)
            value = arguments[++i];
        else if (row->argument != NULL) {
            option_complain(program, "missing argument of option ", argument);
            return TOOL_USAGE;
        }
        if (!program->take(context, row->letter, value))
            return TOOL_USAGE;
    }
    return -1;
}
