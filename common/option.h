/* option.h - command lines of the machine-code tools from tables.
 *
 * A tool's options are rows of its own .def file: parser, help text and man page come from one place. Knows
 * no option by name but --help and --version.
 */
#ifndef PRAM_OPTION_H
#define PRAM_OPTION_H

#include <stdbool.h>
#include <stddef.h>

/* Exit statuses of prasm, prlink and prdis. */
#define TOOL_OK 0
#define TOOL_ERRORS 1 /* errors in the input */
#define TOOL_USAGE 2
#define TOOL_FILES 3 /* a file cannot be read or written, or memory ran out (MEMORY_EXIT_STATUS) */

struct option_row {
    char letter;          /* -o */
    const char *argument; /* "FILE", or NULL if it takes none */
    const char *text;     /* documentation */
};

struct option_program {
    const char *name;
    const char *usage; /* after the name in the usage line */
    const char *text;  /* one sentence: what the program does */
    const struct option_row *rows;
    size_t row_count;
    /* Called for each option (with its argument, or NULL) and, with letter 0, for each other argument. False
     * after it has printed why not. */
    bool (*take)(void *context, char letter, const char *argument);
};

/* Goes through the arguments. Returns -1 if the program can go on, else the exit status: after --help or
 * --version TOOL_OK (TOOL_FILES if it could not be printed), after a usage error (already printed)
 * TOOL_USAGE. */
int option_parse(const struct option_program *program, int count, char **arguments, void *context);

/* Prints "NAME: MESSAGE" and where to find help, on standard error; returns false. */
bool option_complain(const struct option_program *program, const char *message, const char *detail);

/* Whether `output` (NULL: standard output) may be written: false, as option_complain, if it is the file
 * `input`. */
bool option_spares(const struct option_program *program, const char *output, const char *input);

#endif
