/* prdis.c - the disassembler's command line: one object or program in, assembly text out.
 *
 * Exit status: 0 done, 1 the input is no object or a file cannot be read or written, 2 usage.
 */
#include "prdis.h"

#include "diag.h"
#include "file.h"
#include "option.h"

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

static bool write_file(const struct command *command, const struct object *object, struct file_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream != NULL)
        disassemble(object, command->input, command->show_source, stream);
    bool good = stream != NULL && fclose(stream) == 0;
    if (!good)
        snprintf(error->text, sizeof error->text, "%s", strerror(errno));
    good = good && file_write(command->output, text, size, error);
    free(text);
    return good;
}

static bool write_standard_output(const struct command *command, const struct object *object,
                                  struct file_error *error)
{
    disassemble(object, command->input, command->show_source, stdout);
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
    bool good = command->output != NULL ? write_file(command, &object, &reason)
                                        : write_standard_output(command, &object, &reason);
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
