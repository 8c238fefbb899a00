/* command.c - what the command lines of this folder's host programs share. */
#include "programs/lanczos/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

bool command_number(const char *program, const char *option, const char *text, long low, long high,
                    long *number)
{
    char *end;
    errno = 0;
    *number = strtol(text, &end, 10);
    if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && low <= *number && *number <= high)
        return true;
    fprintf(stderr, "%s: %s needs a number %ld..%ld, not '%s'\n", program, option, low, high, text);
    return false;
}
