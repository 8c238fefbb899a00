/* source.c - source files: loads them, reads their lines, follows .include; and the whole run.
 *
 * Bounded in every direction: bytes, depth and number of includes; a file cannot include itself. May call
 * file.h.
 */
#include "asm/prasm/prasm.h"

#include "common/confine.h"
#include "common/file.h"
#include "common/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct loaded_file {
    struct loaded_file *next;
    const char *path;
    char *text;
    size_t size;
};

/* A loaded file: read once, however often the source is assembled. */
struct sources {
    struct loaded_file *loaded;
    struct arena arena;
};

/* The lines of a text, ended by 0 at text[size]. */
static void assemble_text(struct assembler *assembler, const struct inclusion *inclusion, const char *text,
                          size_t size)
{
    const struct inclusion *outer = assembler->inclusion;
    const char *outer_text = assembler->line_text;
    const char *outer_end = assembler->line_end;
    const char *outer_cursor = assembler->cursor;
    uint32_t outer_line = assembler->line;

    assembler->inclusion = inclusion;
    const char *end = text + size;
    const char *line = text;
    for (uint32_t number = 1; line < end; number++) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        assembler->line_end = newline == NULL ? end : newline;
        assembler->line_text = line;
        assembler->cursor = line;
        assembler->line = number;
        statement_assemble(assembler);
        line = assembler->line_end + 1;
    }
    assembler->inclusion = outer;
    assembler->line_text = outer_text;
    assembler->line_end = outer_end;
    assembler->cursor = outer_cursor;
    assembler->line = outer_line;
}

/* The file at `path`, read at most once in a run. NULL if it cannot be read. */
static const struct loaded_file *load(struct assembler *assembler, const char *path, struct file_error *error)
{
    for (const struct loaded_file *file = assembler->sources->loaded; file != NULL; file = file->next)
        if (strcmp(file->path, path) == 0)
            return file;
    const struct prasm_options *options = assembler->options;
    size_t size;
    char *text = options->is_safe ? file_read_in(path, options->roots, options->root_count,
                                                 PRASM_MAX_SOURCE_BYTES, &size, error)
                                  : file_read(path, PRASM_MAX_SOURCE_BYTES, true, &size, error);
    if (text == NULL)
        return NULL;
    struct loaded_file *file = arena_alloc(&assembler->sources->arena, sizeof *file);
    file->path = arena_text(&assembler->sources->arena, path, strlen(path));
    file->text = text;
    file->size = size;
    file->next = assembler->sources->loaded;
    assembler->sources->loaded = file;
    return file;
}

/* Searches beside the including file, then in the folders of -I. An error is about the first place. */
static const struct loaded_file *find_include(struct assembler *assembler, const char *path,
                                              struct file_error *error)
{
    char full[OBJECT_MAX_FILE_NAME * 2 + 2];
    const char *includer = assembler->inclusion->name;
    const char *slash = strrchr(includer, '/');
    size_t folder = *path == '/' || slash == NULL ? 0 : (size_t)(slash + 1 - includer);
    if (folder > OBJECT_MAX_FILE_NAME)
        folder = 0;
    snprintf(full, sizeof full, "%.*s%s", (int)folder, includer, path);
    const struct loaded_file *file = load(assembler, full, error);
    for (size_t i = 0; file == NULL && *path != '/' && i < assembler->options->include_dir_count; i++) {
        struct file_error ignored;
        snprintf(full, sizeof full, "%.4095s/%s", assembler->options->include_dirs[i], path);
        file = load(assembler, full, &ignored);
    }
    return file;
}

bool source_include(struct assembler *assembler, const char *path, const struct spot *spot)
{
    struct file_error error;
    if (assembler->options->is_safe && !confine_allows_name(path))
        return complain(assembler, spot, "with -S, names must not begin with / or have .. in them");
    if (assembler->inclusion->depth >= PRASM_MAX_INCLUDE_DEPTH)
        return complain(assembler, spot, "includes are nested deeper than %d", PRASM_MAX_INCLUDE_DEPTH);
    if (++assembler->include_count > PRASM_MAX_INCLUDES)
        return assembler->include_count == PRASM_MAX_INCLUDES + 1 &&
               complain(assembler, spot, "more than %d includes", PRASM_MAX_INCLUDES);
    const struct loaded_file *file = find_include(assembler, path, &error);
    if (file == NULL) {
        assembler->include_missing = true;
        return complain(assembler, spot, "%s: cannot read: %s", path, error.text);
    }
    if (assembler->options->output != NULL && output_replaces(assembler->options->output, file->path))
        return complain(assembler, spot, "the output would overwrite '%s'; name another one with -o", path);
    for (const struct inclusion *outer = assembler->inclusion; outer != NULL; outer = outer->parent)
        if (strcmp(outer->name, file->path) == 0)
            return complain(assembler, spot, "'%s' includes itself", path);
    assembler->source_bytes += file->size;
    if (assembler->source_bytes > PRASM_MAX_SOURCE_BYTES)
        return complain(assembler, spot, "more than %zu bytes of source text", PRASM_MAX_SOURCE_BYTES);
    struct inclusion *inclusion = arena_alloc(&assembler->arena, sizeof *inclusion);
    *inclusion = (struct inclusion){.name = file->path,
                                    .parent = assembler->inclusion,
                                    .parent_line = assembler->line,
                                    .depth = assembler->inclusion->depth + 1};
    assemble_text(assembler, inclusion, file->text, file->size);
    return true;
}

/* -D NAME or -D NAME=VALUE: a line `.set NAME, VALUE` of its own small file. */
static void define(struct assembler *assembler, const char *definition)
{
    static const struct inclusion command_line = {.name = "command line"};
    const char *equals = strchr(definition, '=');
    size_t name_length = equals == NULL ? strlen(definition) : (size_t)(equals - definition);
    const char *value = equals == NULL ? "1" : equals + 1;
    size_t size = sizeof ".set , " + name_length + strlen(value);
    char *text = arena_alloc(&assembler->arena, size);
    int length = snprintf(text, size, ".set %.*s, %s", (int)name_length, definition, value);
    assemble_text(assembler, &command_line, text, (size_t)length);
}

static void release(struct assembler *assembler)
{
    symbol_forget(assembler);
    names_free(&assembler->file_names);
    names_free(&assembler->function_names);
    free(assembler->rows);
    free(assembler->terms);
    free(assembler->fixups);
    arena_release(&assembler->arena);
}

/* The text of the command line, and the kind of reading. */
struct task {
    const char *name;
    const char *text;
    size_t size;
    const struct prasm_options *options;
    struct diag *diag;
    struct sources *sources;
    struct islands *islands;
};

/* Reads the source once. True without errors; otherwise *out is empty. */
static bool read_source(const struct task *task, struct object *out)
{
    struct assembler assembler = {.diag = task->diag,
                                  .options = task->options,
                                  .object = out,
                                  .source_bytes = task->size,
                                  .sources = task->sources,
                                  .islands = task->islands};
    struct inclusion inclusion = {.name = task->name};
    int errors = task->diag->errors;
    assembler.symbol_names = (struct name_index){.name = symbol_name, .owner = &assembler};
    *out = (struct object){0};
    for (int section = 0; section < SECTION_COUNT; section++)
        out->alignment[section] = 1;
    for (size_t i = 0; i < task->options->definition_count; i++)
        define(&assembler, task->options->definitions[i]);
    assemble_text(&assembler, &inclusion, task->text, task->size);
    finish(&assembler);
    release(&assembler);
    if (task->diag->errors > errors)
        object_free(out);
    return task->diag->errors == errors;
}

bool prasm_assemble(const char *name, const char *text, size_t size, const struct prasm_options *options,
                    struct diag *diag, struct object *out)
{
    struct sources sources = {0};
    const struct task task = {.name = name,
                              .text = text,
                              .size = size,
                              .options = options,
                              .diag = diag,
                              .sources = &sources,
                              .islands = island_make()};
    bool good = read_source(&task, out);
    while (good && island_next_reading(task.islands, out)) {
        object_free(out);
        good = read_source(&task, out);
    }
    for (struct loaded_file *file = sources.loaded; file != NULL; file = file->next)
        free(file->text);
    arena_release(&sources.arena);
    island_free(task.islands);
    return good;
}
