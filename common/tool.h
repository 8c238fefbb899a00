/* tool.h - common parts of the command lines of prasm, prlink, prdis, pramscale, pramgrade and pramview: exit
 * statuses,
 * --help, --version, messages. The rows of a tool are in its .def file.
 */
#ifndef PRAM_TOOL_H
#define PRAM_TOOL_H

#include "common/option.h"

/* Exit statuses. */
#define TOOL_OK 0
#define TOOL_ERRORS 1 /* errors in the input; pramscale, pramgrade: a result is not right */
#define TOOL_USAGE OPTION_STATUS
#define TOOL_FILES 3 /* a file cannot be read or written, or memory ran out (MEMORY_EXIT_STATUS) */

/* The rows that every tool has; those of its option.def stand before them. */
#define TOOL_ROWS                                                                                            \
    {"--help", 0, "", "print this text", false},                                                             \
    {                                                                                                        \
        "--version", 0, "", "print the version", false                                                       \
    }

struct tool {
    const char *name;
    const char *usage;   /* after the name in the usage line */
    const char *text;    /* one sentence: what the program does */
    const char *missing; /* the message if no file is named; the usage line follows */
    const char *notes;   /* after the options in --help; NULL: nothing */
    const struct option_row *rows;
    size_t row_count;
    /* Called for each option (with its argument, or NULL) and, with letter 0, for each other argument. False
     * after it has printed why not. */
    bool (*take)(void *context, char letter, const char *argument);
};

/* Processes the arguments. Returns -1 to continue, otherwise the exit status: TOOL_OK after --help or
 * --version (TOOL_FILES if printing failed), TOOL_USAGE after a usage error, which is printed. */
int tool_parse(const struct tool *tool, int count, char **arguments, void *context);

/* Prints the error of the command line (option_complain); returns false. */
bool tool_complain(const struct tool *tool, const char *message, const char *detail);

/* Whether `output` (NULL: standard output) may be written: false after a message if it is the file `input`.
 */
bool tool_spares(const struct tool *tool, const char *output, const char *input);

#endif
