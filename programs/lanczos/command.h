/* command.h - what the command lines of this folder's host programs share. */
#ifndef LANCZOS_COMMAND_H
#define LANCZOS_COMMAND_H

#include <getopt.h>
#include <stdbool.h>

/* The next option, as getopt_long; prints a message if it returns '?'. */
int command_option(const char *program, int argc, char *const *argv, const char *letters,
                   const struct option *names);

/* A decimal number low..high, all of the text; false with a message that names the option otherwise. */
bool command_number(const char *program, const char *option, const char *text, long low, long high,
                    long *number);

#endif
