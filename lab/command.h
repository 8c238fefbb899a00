/* command.h - a command line that grows, word by word. */
#ifndef PRAM_LAB_COMMAND_H
#define PRAM_LAB_COMMAND_H

#include <stddef.h>

struct command {
    char **words; /* owned; words[count] is NULL */
    size_t count, capacity;
};

/* Adds a word, as printf makes it. Ends the process when memory runs out. */
void command_add(struct command *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

void command_free(struct command *command);

#endif
