/* command.c - what the command lines of this folder's host programs share. */
#include "programs/lanczos/command.h"

#include "common/message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int command_option(const char *program, int argc, char *const *argv, const char *letters,
                   const struct option *names)
{
    opterr = 0; /* its own message would print the option unescaped, with control characters */
    int option = getopt_long(argc, argv, letters, names, NULL);
    if (option == '?')
        message_line(stderr, "%s: there is no option '%s', or its argument is missing", program,
                     argv[optind > 1 ? optind - 1 : 1]);
    return option;
}

bool command_number(const char *program, const char *option, const char *text, long low, long high,
                    long *number)
{
    char *end;
    errno = 0;
    *number = strtol(text, &end, 10);
    if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && low <= *number && *number <= high)
        return true;
    message_line(stderr, "%s: %s needs a number %ld..%ld, not '%s'", program, option, low, high, text);
    return false;
}
