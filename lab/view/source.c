/* source.c - see source.h. */
#include "lab/view/source.h"

#include "common/file.h"
#include "common/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MOST = 4 << 20 };

static char *read_at(const char *folder, size_t length, const char *name)
{
    struct file_error error;
    size_t size;
    char *path;
    if (asprintf(&path, "%.*s%s%s", (int)length, folder, length != 0 && folder[length - 1] != '/' ? "/" : "",
                 name) < 0)
        memory_is_short();
    char *text = file_read(path, TEXT_MOST, true, &size, &error);
    free(path);
    return text;
}

/* As the compiler was given it; beside the trace; in the folders: with its folders, then without. */
static char *find(const char *name, const char *trace_path, const struct source_folders *folders)
{
    const char *slash = strrchr(name, '/'), *end = strrchr(trace_path, '/');
    const char *bare = slash != NULL ? slash + 1 : name;
    const size_t beside = end != NULL ? (size_t)(end - trace_path) + 1 : 0;
    char *text = NULL;
    for (size_t k = 0; text == NULL && k < folders->count; k++) {
        const size_t length = strlen(folders->items[k]);
        text = name[0] != '/' ? read_at(folders->items[k], length, name) : NULL;
        if (text == NULL)
            text = read_at(folders->items[k], length, bare);
    }
    if (text == NULL)
        text = read_at("", 0, name);
    return text != NULL ? text : read_at(trace_path, beside, bare);
}

static uint32_t add(struct sources *sources, const char *name, size_t length, const char *trace_path,
                    const struct source_folders *folders)
{
    sources->files = memory_grow(sources->files, &sources->room, sources->count + 1, sizeof *sources->files);
    struct source *source = &sources->files[sources->count];
    source->name = memory_take(length + 1, 1);
    memcpy(source->name, name, length);
    source->text = find(source->name, trace_path, folders);
    return (uint32_t)sources->count++;
}

uint32_t sources_add(struct sources *sources, const char *name, const char *trace_path,
                     const struct source_folders *folders)
{
    for (size_t k = 0; k < sources->count; k++)
        if (strcmp(sources->files[k].name, name) == 0)
            return (uint32_t)k;
    return add(sources, name, strlen(name), trace_path, folders);
}

void sources_find(struct sources *sources, const struct trace *trace, const char *trace_path,
                  const struct source_folders *folders)
{
    *sources = (struct sources){.of_name = memory_take(trace->names.count + 1, sizeof *sources->of_name)};
    for (size_t k = 0; k < trace->place_count; k++) {
        const uint32_t file = trace->places[k].file;
        if (sources->of_name[file] != 0)
            continue;
        const struct name_entry *entry = &trace->names.entries[file];
        sources->of_name[file] = add(sources, entry->name, entry->length, trace_path, folders) + 1;
    }
}

void sources_free(struct sources *sources)
{
    for (size_t k = 0; k < sources->count; k++) {
        free(sources->files[k].name);
        free(sources->files[k].text);
    }
    free(sources->files);
    free(sources->of_name);
}

const char *sources_line(const struct sources *sources, const struct trace *trace, uint32_t place,
                         size_t *length)
{
    if (place == TRACE_NOTHING)
        return NULL;
    const struct source *source = &sources->files[sources->of_name[trace->places[place].file] - 1];
    const char *line = source->text;
    for (uint32_t k = 1; line != NULL && k < trace->places[place].line; k++) {
        line = strchr(line, '\n');
        line = line != NULL ? line + 1 : NULL;
    }
    if (line != NULL)
        *length = strcspn(line, "\n");
    return line;
}
