/* command.c - see command.h. May call memory.h. */
#include "lab/command.h"

#include "common/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void command_add(struct command *command, const char *format, ...)
{
    va_list arguments;
    char *word;
    va_start(arguments, format);
    const int length = vasprintf(&word, format, arguments);
    va_end(arguments);
    if (length < 0)
        memory_is_short();
    command->words =
        memory_grow(command->words, &command->capacity, command->count + 2, sizeof *command->words);
    command->words[command->count++] = word;
    command->words[command->count] = NULL;
}

void command_free(struct command *command)
{
    for (size_t k = 0; k < command->count; k++)
        free(command->words[k]);
    free(command->words);
    *command = (struct command){0};
}
