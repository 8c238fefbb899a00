/* source.c - lines of source files, for the comments of a disassembly.
 *
 * A file is read once; an unreadable file is skipped silently. May call file.h.
 */
#include "asm/prdis/prdis.h"

#include "common/file.h"

#include <stdlib.h>
#include <string.h>

#define MAX_SOURCE_BYTES ((size_t)16 << 20)

struct source_text {
    char *text; /* NULL: unreadable */
    const char **lines;
    size_t line_count;
};

static struct source_text *load(struct source_texts *texts, const char *path)
{
    struct source_text *source = arena_alloc(&texts->arena, sizeof *source);
    struct file_error ignored;
    size_t size;
    size_t capacity = 0;
    source->text = file_read(path, MAX_SOURCE_BYTES, true, &size, &ignored);
    if (source->text == NULL)
        return source;
    const char *end = source->text + size;
    for (const char *line = source->text; line < end;) {
        source->lines = memory_grow(source->lines, &capacity, source->line_count + 1, sizeof *source->lines);
        source->lines[source->line_count++] = line;
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        line = newline == NULL ? end : newline + 1;
    }
    return source;
}

const char *source_line(struct source_texts *texts, const char *file, uint32_t line, size_t *length)
{
    struct name_entry *entry = names_find(&texts->files, file, strlen(file));
    if (entry->item == NULL)
        entry->item = load(texts, file);
    const struct source_text *source = entry->item;
    if (line == 0 || line > source->line_count)
        return NULL;
    const char *text = source->lines[line - 1];
    *length = strcspn(text, "\n");
    return text;
}

void source_free(struct source_texts *texts)
{
    for (size_t i = 0; i < texts->files.count; i++) {
        struct source_text *source = texts->files.entries[i].item;
        free(source->text);
        free(source->lines);
    }
    names_free(&texts->files);
    arena_release(&texts->arena);
}
