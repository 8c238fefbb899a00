/* text.c - bytes and texts in memory; see inside.h. Calls memory. */
#include "libpramsim/inside.h"

#include "common/memory.h"

#include <string.h>

char *copy_bytes(const char *bytes, size_t size)
{
    char *copy = memory_take(size + 1, 1);
    if (size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

void add_bytes(struct bytes *bytes, const char *added, size_t size)
{
    bytes->text = memory_grow(bytes->text, &bytes->room, bytes->size + size + 1, 1);
    memcpy(bytes->text + bytes->size, added, size);
    bytes->size += size;
    bytes->text[bytes->size] = '\0';
}

char *print_to_text(void (*print)(void *context, FILE *stream), void *context)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        memory_is_short();
    print(context, stream);
    fclose(stream);
    if (text == NULL)
        memory_is_short();
    return text;
}
