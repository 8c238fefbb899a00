/* library.c - the names of library.def. Used in messages only, so a linear search suffices. */
#include "fcc/text/library.h"

#include <stdio.h>
#include <string.h>

#include "common/near.h"

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
    const char *types; /* a letter for the result and each parameter */
    const char *names; /* a blank between two */
} implicit[] = {
#define IMPLICIT(types, names) {types, names},
#include "fcc/text/implicit.def"
};

static const struct {
    char letter;
    bool is_pointer;
    bool is_const;
    enum type_kind kind;
} letters[] = {
    {'v', false, false, TYPE_VOID},  {'i', false, false, TYPE_INT}, {'u', false, false, TYPE_UNSIGNED},
    {'f', false, false, TYPE_FLOAT}, {'p', true, false, TYPE_VOID}, {'c', true, true, TYPE_VOID},
    {'s', true, false, TYPE_CHAR},   {'t', true, true, TYPE_CHAR},
};

static const struct {
    const char *why;
    const char *names; /* a blank between two */
} results[] = {
#define RESULT(why, names) {why, names},
#include "fcc/text/result.def"
};

const char *library_names(size_t number, const char **header)
{
    if (number >= sizeof headers / sizeof *headers)
        return NULL;
    *header = headers[number].header;
    return headers[number].names;
}

static bool is_among(const char *names, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(names, name); at != NULL; at = strstr(at + 1, name)) {
        if ((at == names || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    }
    return false;
}

static const char *header_name(size_t i, bool is_plain_c)
{
    return is_plain_c && strcmp(headers[i].header, "io.h") == 0 ? "stdio.h" : headers[i].header;
}

bool library_hint(const char *name, bool is_plain_c, char hint[LIBRARY_HINT_SIZE])
{
    hint[0] = '\0';
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        if (is_among(headers[i].names, name)) {
            snprintf(hint, LIBRARY_HINT_SIZE, "; is '#include <%s>' missing?", header_name(i, is_plain_c));
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

const char *library_near(const char *name, bool is_plain_c, char text[LIBRARY_NAME_SIZE])
{
    char word[LIBRARY_NAME_SIZE];
    const char *header = NULL;
    struct near near;
    near_start(&near, name, strlen(name));
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        for (const char *at = headers[i].names; *at != '\0'; at += strspn(at, " ")) {
            const size_t length = strcspn(at, " ");
            snprintf(word, sizeof word, "%.*s", (int)length, at);
            near_offer(&near, word);
            if (near.best == word) {
                near.best = memcpy(text, word, sizeof word);
                header = header_name(i, is_plain_c);
            }
            at += length;
        }
    }
    return header;
}

const char *library_result(const char *name)
{
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        if (is_among(results[i].names, name))
            return results[i].why;
    }
    return NULL;
}

static struct type *letter_type(struct arena *arena, char letter)
{
    size_t i = 0;
    while (letters[i].letter != letter)
        i++;
    struct type *type = &type_basic[letters[i].kind];
    if (letters[i].is_const)
        type = type_qualified(arena, type, true, false);
    return letters[i].is_pointer ? type_pointer(arena, type) : type;
}

static struct type *prototype(struct arena *arena, const char *letter)
{
    struct type *function = type_function(arena, letter_type(arena, *letter++));
    struct parameter **last = &function->parameters;
    for (; *letter != '\0' && *letter != '.'; letter++) {
        *last = ARENA_NEW(arena, struct parameter);
        (*last)->type = letter_type(arena, *letter);
        last = &(*last)->next;
    }
    function->variadic = *letter == '.';
    return function;
}

/* The letters of a function of implicit.def; NULL: another name. */
static const char *letters_of(const char *name)
{
    for (size_t i = 0; i < sizeof implicit / sizeof *implicit; i++) {
        if (is_among(implicit[i].names, name))
            return implicit[i].types;
    }
    return NULL;
}

struct type *library_type(struct arena *arena, const char *name, const char **symbol)
{
    const char *types = letters_of(name);
    const size_t length = strlen(name);
    *symbol = name;
    if (types == NULL && length > 1 && (name[length - 1] == 'f' || name[length - 1] == 'l')) {
        *symbol = arena_format(arena, "%.*s", (int)length - 1, name);
        types = letters_of(*symbol);
        types = types != NULL && strchr(types, 'f') != NULL ? types : NULL;
    }
    return types == NULL ? NULL : prototype(arena, types);
}
