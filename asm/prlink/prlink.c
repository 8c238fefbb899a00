/* prlink.c - the linker's command line: objects and archives in, one program out, whole or not at all.
 *
 * Exit status: 0 done, 1 errors in the input, 2 usage, 3 files that cannot be read or written.
 */
#include "asm/prlink/prlink.h"

#include "common/tool.h"
#include "common/output.h"
#include "common/start.h"
#include "common/stop.h"

#include <stdlib.h>

static const struct option_row option_rows[] = {
#define OPTION(letter, argument, text) {"", letter, argument, text, false},
#include "asm/prlink/option.def"
    TOOL_ROWS};

struct command {
    const char **inputs;
    const char **names; /* of the inputs in messages; NULL: their own */
    const char *next_name;
    size_t input_count;
    const char *output;
    const char *map;
    const char *entry;
};

static bool take_option(void *context, char letter, const char *argument)
{
    struct command *command = context;
    switch (letter) {
    case 'o':
        command->output = argument;
        break;
    case 'M':
        command->map = argument;
        break;
    case 'e':
        command->entry = argument;
        break;
    case 'N':
        command->next_name = argument;
        break;
    default:
        command->names[command->input_count] = command->next_name;
        command->inputs[command->input_count++] = argument;
        command->next_name = NULL;
    }
    return true;
}

static const struct tool tool = {
    .name = "prlink",
    .usage = "[-o FILE] [-M FILE] [-e SYMBOL] [-N NAME] FILE.o ... LIBRARY.a ...",
    .text = "Links SB-PRAM objects and archives into a program.",
    .missing = "which objects?",
    .rows = option_rows,
    .row_count = sizeof option_rows / sizeof option_rows[0],
    .take = take_option,
};

static bool write_map(const struct linker *linker, const struct object *linked, const char *path)
{
    struct map map;
    struct file_error error = {""};
    map_begin(&map, linker, linked);
    bool good = output_print(path, map_print, &map, &error);
    map_end(&map);
    if (!good)
        diag_report(linker->diag, DIAG_ERROR, NULL, "%s: cannot write: %s", path, error.text);
    return good;
}

static int link_program(const struct command *command)
{
    struct diag diag;
    struct linker linker;
    struct object linked;
    struct object_error error;
    int status = TOOL_ERRORS;
    diag_init(&diag, tool.name, stderr);
    diag.error_limit = PRLINK_ERRORS_SHOWN;
    linker_init(&linker, &diag);
    for (size_t i = 0; i < command->input_count; i++)
        linker_add_file(&linker, command->inputs[i], command->names[i]);
    if (linker.is_unreadable) {
        status = TOOL_FILES;
    } else if (diag.errors == 0 && linker_link(&linker, command->entry, &linked)) {
        status = TOOL_FILES;
        if (command->map == NULL || write_map(&linker, &linked, command->map)) {
            if (object_write(command->output, &linked, &error))
                status = TOOL_OK;
            else
                diag_report(&diag, DIAG_ERROR, NULL, "%s: %s", command->output, error.text);
        }
        object_free(&linked);
    }
    linker_free(&linker);
    return status;
}

/* No output may overwrite an input, nor the other output. */
static bool spares_inputs(const struct command *command)
{
    for (size_t i = 0; i < command->input_count; i++)
        if (!tool_spares(&tool, command->output, command->inputs[i]) ||
            (command->map != NULL && !tool_spares(&tool, command->map, command->inputs[i])))
            return false;
    if (command->map != NULL && output_is_same(command->output, command->map))
        return tool_complain(&tool, "the program and the map would both be written to ", command->map);
    return true;
}

int main(int argc, char **argv)
{
    struct command command = {.output = "prog.o", .entry = "_start"};
    if (!start_program(tool.name))
        return TOOL_FILES;
    stop_ignore_file_limit();
    command.inputs = memory_take((size_t)argc, sizeof(char *));
    command.names = memory_take((size_t)argc, sizeof(char *));
    int status = tool_parse(&tool, argc, argv, &command);
    if (status < 0 && command.next_name != NULL) {
        tool_complain(&tool, "no file follows -N ", command.next_name);
        status = TOOL_USAGE;
    }
    if (status < 0)
        status = spares_inputs(&command) ? link_program(&command) : TOOL_USAGE;
    free(command.inputs);
    free(command.names);
    return status;
}
