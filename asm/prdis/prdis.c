/* prdis.c - the disassembler's command line: one object or program in, assembly text out.
 *
 * Exit status: 0 done, 1 the input is no object, 2 usage, 3 a file cannot be read or written.
 */
#include "asm/prdis/prdis.h"

#include "common/tool.h"
#include "common/diag.h"
#include "common/output.h"
#include "common/start.h"

#include <stdlib.h>

static const struct option_row option_rows[] = {
#define OPTION(letter, argument, text) {"", letter, argument, text, false},
#include "asm/prdis/option.def"
    TOOL_ROWS};

struct command {
    const char *input;
    const char *output; /* NULL: standard output */
    bool show_source;
};

static bool take_option(void *context, char letter, const char *argument);

static const struct tool tool = {
    .name = "prdis",
    .usage = "[-o FILE] [-s] FILE.o",
    .text = "Prints an SB-PRAM object or program as assembly text that prasm reads.",
    .missing = "which object?",
    .rows = option_rows,
    .row_count = sizeof option_rows / sizeof option_rows[0],
    .take = take_option,
};

static bool take_option(void *context, char letter, const char *argument)
{
    struct command *command = context;
    switch (letter) {
    case 'o':
        command->output = argument;
        return true;
    case 's':
        command->show_source = true;
        return true;
    default:
        if (command->input != NULL)
            return tool_complain(&tool, "only one file, this is another: ", argument);
        command->input = argument;
        return true;
    }
}

/* Argument of output_print. */
struct listing {
    const struct command *command;
    const struct object *object;
};

static void print_listing(const void *context, FILE *stream)
{
    const struct listing *listing = context;
    disassemble(listing->object, listing->command->input, listing->command->show_source, stream);
}

static int print_object(const struct command *command)
{
    struct diag diag;
    struct object object;
    struct object_error error;
    struct file_error reason;
    diag_init(&diag, tool.name, stderr);
    if (!object_read(command->input, &object, &error)) {
        diag_report(&diag, DIAG_ERROR, NULL, "%s: %s", command->input, error.text);
        return error.is_unreadable ? TOOL_FILES : TOOL_ERRORS;
    }
    struct listing listing = {.command = command, .object = &object};
    bool good = output_print(command->output, print_listing, &listing, &reason);
    if (!good)
        diag_report(&diag, DIAG_ERROR, NULL, "%s: cannot write: %s",
                    command->output != NULL ? command->output : "standard output", reason.text);
    object_free(&object);
    return good ? TOOL_OK : TOOL_FILES;
}

int main(int argc, char **argv)
{
    struct command command = {0};
    if (!start_program(tool.name))
        return TOOL_FILES;
    int status = tool_parse(&tool, argc, argv, &command);
    if (status < 0)
        status = tool_spares(&tool, command.output, command.input) ? print_object(&command) : TOOL_USAGE;
    return status;
}
