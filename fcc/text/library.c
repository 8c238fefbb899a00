/* library.c - the names of library.def. Looked at in messages only, so a search from the beginning will do.
 */
#include "fcc/text/library.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *header;
    const char *names; /* a blank between two */
} headers[] = {
#define LIBRARY_HEADER(header, names) {header, names},
#define FOREIGN_NAME(name, advice)
#include "fcc/text/library.def"
#undef LIBRARY_HEADER
#undef FOREIGN_NAME
};

static const struct {
    const char *name;
    const char *advice;
} foreign[] = {
#define LIBRARY_HEADER(header, names)
#define FOREIGN_NAME(name, advice) {name, advice},
#include "fcc/text/library.def"
#undef LIBRARY_HEADER
#undef FOREIGN_NAME
};

static const struct {
    const char *why;
    const char *names; /* a blank between two */
} results[] = {
#define RESULT(why, names) {why, names},
#include "fcc/text/result.def"
};

static bool is_among(const char *names, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(names, name); at != NULL; at = strstr(at + 1, name)) {
        if ((at == names || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    }
    return false;
}

bool library_hint(const char *name, char hint[LIBRARY_HINT_SIZE])
{
    hint[0] = '\0';
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        if (is_among(headers[i].names, name)) {
            snprintf(hint, LIBRARY_HINT_SIZE, "; is '#include <%s>' missing?", headers[i].header);
            return true;
        }
    }
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        if (strcmp(foreign[i].name, name) == 0) {
            snprintf(hint, LIBRARY_HINT_SIZE, "; %s", foreign[i].advice);
            return true;
        }
    }
    return false;
}

const char *library_result(const char *name)
{
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        if (is_among(results[i].names, name))
            return results[i].why;
    }
    return NULL;
}
