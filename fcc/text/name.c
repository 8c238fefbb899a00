/* name.c - identifiers: one object for each spelling, in a table of names. */
#include "fcc/text/lex.h"

#include <string.h>

bool lex_same(const struct name *name, const char *text)
{
    return strcmp(name->text, text) == 0;
}

struct name *lex_name(struct arena *arena, struct name_table *names, const char *text, size_t length)
{
    struct name_entry *entry = names_find(names, text, length);
    if (entry->item != NULL)
        return entry->item;
    struct name *name = arena_alloc(arena, sizeof *name + length + 1);
    memcpy(name->text, text, length);
    name->length = (uint32_t)length;
    name->keyword = TOKEN_IDENTIFIER;
    entry->name = name->text;
    entry->item = name;
    return name;
}
