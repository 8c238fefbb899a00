/* prasm.c - the assembler's command line: one source file in, one object out, whole or not at all.
 *
 * Exit status: 0 done, 1 errors in the source, 2 usage, 3 files that cannot be read or written.
 */
#include "asm/prasm/prasm.h"

#include "common/tool.h"
#include "common/file.h"
#include "common/start.h"
#include "common/stop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct option_row option_rows[] = {
#define OPTION(letter, argument, text) {"", letter, argument, text, false},
#include "asm/prasm/option.def"
    TOOL_ROWS};

struct command {
    const char *input;
    const char *name; /* of the input in messages; NULL: its own */
    const char *output;
    bool line_information;
    const char **include_dirs; /* at most as many as arguments */
    size_t include_dir_count;
    const char **definitions;
    size_t definition_count;
    bool is_safe;
    char **roots; /* owned */
    size_t root_count;
};

static bool take_option(void *context, char letter, const char *argument);

static const struct tool tool = {
    .name = "prasm",
    .usage = "[-o FILE] [-g] [-S] [-I DIR] [-D NAME=VALUE] [-N NAME] FILE.s",
    .text = "Assembles SB-PRAM assembly text into an ELF32 object.",
    .missing = "which source?",
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
    case 'g':
        command->line_information = true;
        return true;
    case 'N':
        command->name = argument;
        return true;
    case 'S':
        command->is_safe = true;
        return true;
    case 'I':
        command->include_dirs[command->include_dir_count++] = argument;
        return true;
    case 'D':
        command->definitions[command->definition_count++] = argument;
        return true;
    default:
        if (command->input != NULL)
            return tool_complain(&tool, "only one source file, this is another: ", argument);
        command->input = argument;
        return true;
    }
}

/* "dir/sort.s" -> "sort.o", in new memory */
static char *default_output(const char *input)
{
    const char *slash = strrchr(input, '/');
    const char *base = slash == NULL ? input : slash + 1;
    size_t length = strlen(base);
    if (length > 2 && strcmp(base + length - 2, ".s") == 0)
        length -= 2;
    char *output = memory_take(length + sizeof ".o", 1);
    snprintf(output, length + sizeof ".o", "%.*s.o", (int)length, base);
    return output;
}

static void add_root(struct command *command, const char *folder)
{
    char *real = file_real_name(folder);
    if (real != NULL) /* a missing folder allows nothing */
        command->roots[command->root_count++] = real;
}

/* The folders that .include may read from with -S. */
static void find_roots(struct command *command)
{
    const char *slash = strrchr(command->input, '/');
    size_t length = slash == NULL ? 0 : (size_t)(slash + 1 - command->input);
    char *folder = memory_take(length + 2, 1);
    snprintf(folder, length + 2, "%.*s", length == 0 ? 1 : (int)length, length == 0 ? "." : command->input);
    command->roots = memory_take(command->include_dir_count + 1, sizeof *command->roots);
    add_root(command, folder);
    for (size_t i = 0; i < command->include_dir_count; i++)
        add_root(command, command->include_dirs[i]);
    free(folder);
}

static int assemble(const struct command *command, const char *output)
{
    struct diag diag;
    struct object object;
    struct object_error error;
    struct file_error reason;
    size_t size;
    diag_init(&diag, tool.name, stderr);
    diag.error_limit = PRASM_ERRORS_SHOWN;
    char *text = file_read(command->input, PRASM_MAX_SOURCE_BYTES, false, &size, &reason);
    if (text == NULL) {
        diag_report(&diag, DIAG_ERROR, NULL, "%s: cannot read: %s", command->input, reason.text);
        return TOOL_FILES;
    }
    struct prasm_options options = {.output = output,
                                    .line_information = command->line_information,
                                    .include_dirs = command->include_dirs,
                                    .include_dir_count = command->include_dir_count,
                                    .definitions = command->definitions,
                                    .definition_count = command->definition_count,
                                    .is_safe = command->is_safe,
                                    .roots = (const char *const *)command->roots,
                                    .root_count = command->root_count};
    int status = TOOL_ERRORS;
    if (prasm_assemble(command->name != NULL ? command->name : command->input, text, size, &options, &diag,
                       &object)) {
        status = object_write(output, &object, &error) ? TOOL_OK : TOOL_FILES;
        if (status != TOOL_OK)
            diag_report(&diag, DIAG_ERROR, NULL, "%s: %s", output, error.text);
        object_free(&object);
    }
    free(text);
    return status;
}

int main(int argc, char **argv)
{
    struct command command = {0};
    if (!start_program(tool.name))
        return TOOL_FILES;
    stop_ignore_file_limit();
    command.include_dirs = memory_take((size_t)argc, sizeof(char *));
    command.definitions = memory_take((size_t)argc, sizeof(char *));
    int status = tool_parse(&tool, argc, argv, &command);
    if (status < 0) {
        char *chosen = default_output(command.input);
        find_roots(&command);
        const char *output = command.output != NULL ? command.output : chosen;
        status = tool_spares(&tool, output, command.input) ? assemble(&command, output) : TOOL_USAGE;
        free(chosen);
    }
    for (size_t i = 0; i < command.root_count; i++)
        free(command.roots[i]);
    free(command.roots);
    free(command.include_dirs);
    free(command.definitions);
    return status;
}
