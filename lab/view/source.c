/* source.c - see source.h. */
#include "lab/view/source.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/nolink.h"
#include "common/system/system.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_MOST = 4 << 20 };

/* What an absolute name is below a folder; NULL: it lies elsewhere. */
static const char *part_below(const char *folder, const char *name)
{
    char *real = file_real_name(folder);
    const size_t length = real != NULL ? strlen(real) : 0;
    const bool is_below = real != NULL && strncmp(name, real, length) == 0 && name[length] == '/';
    free(real);
    return is_below ? name + length + 1 : NULL;
}

/* The text of a file below a folder, by one name. */
static char *read_one(int folder, const char *name, struct file_error *refused)
{
    struct file_error error = {""};
    size_t size;
    char *text = NULL;
    const struct nolink_path place = {.folder = folder, .name = name, .is_beneath = true};
    if (nolink_read(&place, TEXT_MOST, &text, &size, &error) == NOLINK_REFUSED)
        *refused = error;
    return text;
}

/* The text of a file below a folder: by its name, then by the last part of it. Both are the trace's, which
 * may be a stranger's. */
static char *read_below(const char *folder, const char *name, struct file_error *refused)
{
    const char *slash = strrchr(name, '/');
    const char *names[] = {name[0] != '/' ? name : part_below(folder, name),
                           slash != NULL ? slash + 1 : NULL};
    const int opened = system_open_folder(AT_FDCWD, folder, true);
    char *text = NULL;
    for (size_t k = 0; opened >= 0 && text == NULL && k < sizeof names / sizeof *names; k++)
        if (names[k] != NULL)
            text = read_one(opened, names[k], refused);
    if (opened >= 0)
        close(opened);
    return text;
}

/* In the folder around that of the program, by the whole name, which may begin with one "..". */
static char *read_around_program(const struct view_program *program, const char *name,
                                 struct file_error *refused)
{
    const char *part = name[0] == '/'                             ? part_below(program->parent, name)
                       : strncmp(name, "../", strlen("../")) == 0 ? name + strlen("../")
                                                                  : name;
    const int opened = part != NULL ? system_open_folder(AT_FDCWD, program->parent, true) : -1;
    char *text = opened >= 0 ? read_one(opened, part, refused) : NULL;
    if (opened >= 0)
        close(opened);
    return text;
}

/* Beside the program or below its folder, and in the folder around that, if the program names it. */
static char *read_beside_program(const struct view_program *program, const char *name,
                                 struct file_error *refused)
{
    if (!program_names(program, name))
        return NULL;
    char *text = read_below(program->folder, name, refused);
    return text != NULL ? text : read_around_program(program, name, refused);
}

/* The folder of a path; new memory. */
static char *folder_of(const char *path)
{
    const char *end = strrchr(path, '/');
    char *folder;
    if (asprintf(&folder, "%.*s", end != NULL ? (int)(end - path) + 1 : 1, end != NULL ? path : ".") < 0)
        memory_is_short();
    return folder;
}

/* In the folders that the user has named, here, beside the trace, and beside the program. */
static char *find(const struct sources *sources, const char *name, const char *trace_path,
                  const struct source_folders *folders, struct file_error *refused)
{
    char *beside = folder_of(trace_path), *text = NULL;
    for (size_t k = 0; text == NULL && k < folders->count; k++)
        text = read_below(folders->items[k], name, refused);
    if (text == NULL)
        text = read_below(".", name, refused);
    if (text == NULL)
        text = read_below(beside, name, refused);
    if (text == NULL)
        text = read_beside_program(&sources->program, name, refused);
    free(beside);
    return text;
}

static uint32_t add(struct sources *sources, const char *name, size_t length, const char *trace_path,
                    const struct source_folders *folders)
{
    sources->files = memory_grow(sources->files, &sources->room, sources->count + 1, sizeof *sources->files);
    struct source *source = &sources->files[sources->count];
    *source = (struct source){.name = memory_take(length + 1, 1)};
    memcpy(source->name, name, length);
    source->text = find(sources, source->name, trace_path, folders, &source->refused);
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

bool source_is_library(const char *name)
{
    return strncmp(name, "fork-rt/", strlen("fork-rt/")) == 0 || strstr(name, "/fork-rt/") != NULL;
}

/* The program, from the name of the run: "labs/sort.o, 64 PPs; ..."; new memory. */
static char *program_name(const struct trace *trace)
{
    for (size_t k = 0; k < trace->track_count; k++) {
        const struct track *track = &trace->tracks[k];
        if (!track->is_known || track->kind != TRACK_RUN || track->name == TRACE_NOTHING)
            continue;
        const struct name_entry *entry = &trace->names.entries[track->name];
        char *name = memory_take(entry->length + 1, 1), *end = NULL;
        memcpy(name, entry->name, entry->length);
        for (char *comma = strstr(name, ", "); comma != NULL; comma = strstr(comma + 1, ", "))
            end = isdigit((unsigned char)comma[2]) ? comma : end; /* names of files may have commas */
        if (end != NULL)
            *end = '\0';
        return name;
    }
    return NULL;
}

void sources_find(struct sources *sources, const struct trace *trace, const char *trace_path,
                  const struct source_folders *folders)
{
    *sources = (struct sources){
        .of_name = memory_take(trace->names.count + 1, sizeof *sources->of_name),
    };
    char *name = program_name(trace), *folder = folder_of(trace_path);
    program_find(&sources->program, name, folder);
    free(name);
    free(folder);
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
    program_free(&sources->program);
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
