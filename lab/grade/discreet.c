/* discreet.c - see discreet.h. */
#include "lab/grade/discreet.h"

#include <stdbool.h>
#include <string.h>

/* Characters that end a path in a message, or precede one. */
static const char ends[] = " \t\n'\"(),;<>|=";

const char *discreet_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* Whether the `length` characters at `path` occur in the source. Its final 0 does not count. */
static bool is_own(char *path, size_t length, const char *source)
{
    const char kept = path[length];
    path[length] = '\0';
    const bool found = source != NULL && strstr(source, path) != NULL;
    path[length] = kept;
    return found;
}

void discreet_shorten(char *text, const char *source)
{
    char *to = text;
    for (char *from = text; *from != '\0';) {
        const bool begins = from == text || strchr(ends, from[-1]) != NULL;
        const size_t length = strcspn(from, ends);
        size_t name = length;
        while (name > 0 && from[name - 1] != '/')
            name--;
        if (*from == '/' && begins && name > 1 && !is_own(from, length, source))
            from += name;
        *to++ = *from;
        from += *from != '\0';
    }
    *to = '\0';
}
