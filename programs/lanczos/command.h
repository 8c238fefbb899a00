/* command.h - what the command lines of this folder's host programs share. */
#ifndef LANCZOS_COMMAND_H
#define LANCZOS_COMMAND_H

#include <stdbool.h>

/* A decimal number low..high, all of the text; false with a message that names the option otherwise. */
bool command_number(const char *program, const char *option, const char *text, long low, long high,
                    long *number);

#endif
