/* tool.c - see tool.h.
 *
 * May call option.h, output.h and message.h.
 */
#include "common/tool.h"

#include "common/message.h"
#include "common/output.h"
#include "common/version.h"

#include <stdio.h>
#include <string.h>

/* A command line under processing. */
struct reading {
    const struct tool *tool;
    void *context;
    int status;    /* -1: go on */
    bool is_named; /* a file was named */
};

bool tool_complain(const struct tool *tool, const char *message, const char *detail)
{
    char text[OPTION_MESSAGE];
    snprintf(text, sizeof text, "%s%s", message, detail);
    option_complain(stderr, tool->name, text);
    return false;
}

bool tool_spares(const struct tool *tool, const char *output, const char *input)
{
    if (output == NULL || !output_replaces(output, input))
        return true;
    return tool_complain(tool, "name another output, this one would overwrite the input: ", input);
}

/* The output of --help or --version may have failed. */
static int finish_text(const struct tool *tool)
{
    struct file_error error;
    if (output_standard_is_written(&error))
        return TOOL_OK;
    message_line(stderr, "%s: cannot write standard output: %s", tool->name, error.text);
    return TOOL_FILES;
}

enum { LEFT = OPTION_SPELLING + 32 };

/* "-o FILE", "-p, --pps LIST"; returns its length. */
static int print_left(char left[LEFT], const struct option_row *row)
{
    char spelling[OPTION_SPELLING], letter[8] = "";
    if (row->letter != 0 && row->spelling[0] != '\0')
        snprintf(letter, sizeof letter, "-%c, ", row->letter);
    return snprintf(left, LEFT, "%s%s %s", letter, option_spell(row, spelling), row->argument);
}

static void print_help(const struct tool *tool)
{
    char left[LEFT];
    int width = 16;
    printf("usage: %s %s\n%s\n\n", tool->name, tool->usage, tool->text);
    for (size_t i = 0; i < tool->row_count; i++) {
        const int length = print_left(left, &tool->rows[i]);
        width = length > width ? length : width;
    }
    for (size_t i = 0; i < tool->row_count; i++) {
        print_left(left, &tool->rows[i]);
        printf("  %-*s %s\n", width, left, tool->rows[i].text);
    }
    if (tool->notes != NULL)
        printf("\n%s\n", tool->notes);
}

static bool take(void *context, const struct option_word *word)
{
    struct reading *reading = context;
    const struct tool *tool = reading->tool;
    if (word->row != NULL && word->row->letter == 0) {
        if (strcmp(word->row->spelling, "--help") == 0)
            print_help(tool);
        else
            printf("%s (pramsim) " PRAM_VERSION "\n", tool->name);
        reading->status = finish_text(tool);
        return false;
    }
    reading->is_named |= word->row == NULL;
    if (!tool->take(reading->context, word->row != NULL ? word->row->letter : '\0', word->value))
        reading->status = TOOL_USAGE;
    return reading->status < 0;
}

static void refuse(void *context, enum option_fault fault, const struct option_word *word)
{
    struct reading *reading = context;
    const struct tool *tool = reading->tool;
    char message[OPTION_MESSAGE];
    option_explain(message, tool->rows, tool->row_count, fault, word);
    tool_complain(tool, message, "");
    reading->status = TOOL_USAGE;
}

int tool_parse(const struct tool *tool, int count, char **arguments, void *context)
{
    const struct option_parser parser = {
        .rows = tool->rows, .row_count = tool->row_count, .take = take, .refuse = refuse};
    struct reading reading = {.tool = tool, .context = context, .status = -1};
    option_parse(&parser, count, arguments, &reading);
    if (reading.status < 0 && !reading.is_named) {
        char message[OPTION_MESSAGE];
        snprintf(message, sizeof message, "%s (%s %s)", tool->missing, tool->name, tool->usage);
        tool_complain(tool, message, "");
        reading.status = TOOL_USAGE;
    }
    return reading.status;
}
