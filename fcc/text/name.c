/* name.c - identifiers: one object for each spelling, in a table of hashes that grows. */
#include "fcc/text/lex.h"

#include <string.h>

bool lex_same(const struct name *name, const char *text)
{
    return strcmp(name->text, text) == 0;
}

static uint32_t hash_text(const char *text, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    }
    return hash;
}

static void grow_names(struct arena *arena, struct name_table *names)
{
    uint32_t size = names->size == 0 ? 1024 : names->size * 2;
    struct name **buckets = ARENA_ARRAY(arena, struct name *, size);
    for (uint32_t i = 0; i < names->size; i++) {
        struct name *name = names->buckets[i];
        while (name != NULL) {
            struct name *next = name->next_in_bucket;
            struct name **bucket = &buckets[hash_text(name->text, name->length) & (size - 1)];
            name->next_in_bucket = *bucket;
            *bucket = name;
            name = next;
        }
    }
    names->buckets = buckets;
    names->size = size;
}

struct name *lex_name(struct arena *arena, struct name_table *names, const char *text, size_t length)
{
    if (names->count >= names->size) {
        grow_names(arena, names);
    }
    struct name **bucket = &names->buckets[hash_text(text, length) & (names->size - 1)];
    for (struct name *name = *bucket; name != NULL; name = name->next_in_bucket) {
        if (name->length == length && memcmp(name->text, text, length) == 0) {
            return name;
        }
    }
    struct name *name = arena_alloc(arena, sizeof *name + length + 1);
    memcpy(name->text, text, length);
    name->length = (uint32_t)length;
    name->keyword = TOKEN_IDENTIFIER;
    name->next_in_bucket = *bucket;
    *bucket = name;
    names->count++;
    return name;
}
