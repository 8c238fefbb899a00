/* prdis.c - the disassembler's command line: one object or program in, assembly text out.
 *
 * Exit status: 0 done, 1 the input is no object or a file cannot be read or written, 2 usage.
 */
#include "prdis.h"

#include "common/diag.h"
#include "common/option.h"
#include "common/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct option_row option_rows[] = {
#define OPTION(letter, argument, text) {letter, argument, text},
#include "prdis_option.def"
};

struct command {
    const char *input;
    const char *output; /* NULL: standard output */
    bool show_source;
};

static bool take_option(void *context, char letter, const char *argument);

static const struct option_program program = {
    .name = "prdis",
    .usage = "[-o FILE] [-s] FILE.o",
    .text = "Prints an SB-PRAM object or program as assembly text that prasm reads.",
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
            return option_complain(&program, "only one file, this is another: ", argument);
        command->input = argument;
        return true;
    }
}

/* What is printed, for output_print. */
struct listing {
    const struct command *command;
    const struct object *object;
};

static void print_listing(const void *context, FILE *stream)
{
    const struct listing *listing = context;
    disassemble(listing->object, listing->command->input, listing->command->show_source, stream);
}

static bool write_listing(const struct listing *listing, struct file_error *error)
{
    if (listing->command->output != NULL)
        return output_print(listing->command->output, print_listing, listing, error);
    print_listing(listing, stdout);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    snprintf(error->text, sizeof error->text, "%s", strerror(errno));
    return false;
}

static int print_object(const struct command *command)
{
    struct diag diag;
    struct object object;
    struct object_error error;
    struct file_error reason;
    diag_init(&diag, program.name, stderr);
    if (!object_read(command->input, &object, &error)) {
        diag_report(&diag, DIAG_ERROR, NULL, "%s: %s", command->input, error.text);
        return TOOL_ERRORS;
    }
    struct listing listing = {.command = command, .object = &object};
    bool good = write_listing(&listing, &reason);
    if (!good)
        diag_report(&diag, DIAG_ERROR, NULL, "%s: cannot write: %s",
                    command->output != NULL ? command->output : "standard output", reason.text);
    object_free(&object);
    return good ? TOOL_OK : TOOL_ERRORS;
}

int main(int argc, char **argv)
{
    struct command command = {0};
    int status = option_parse(&program, argc, argv, &command);
    if (status < 0 && command.input == NULL) {
        option_complain(&program, "no object", "");
        status = TOOL_USAGE;
    }
    return status < 0 ? print_object(&command) : status;
}
