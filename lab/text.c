/* text.c - see text.h. May call memory.h. */
#include "lab/text.h"

#include "common/memory.h"

#include <stdbool.h>
#include <stdlib.h>

char *text_print(void (*print)(FILE *stream, const void *context), const void *context)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        memory_is_short();
    print(stream, context);
    const bool is_whole = ferror(stream) == 0;
    if (fclose(stream) != 0 || !is_whole)
        memory_is_short();
    return text;
}
