/* file.c - the files of a source: found, read once, confined with --safe, opened and closed as includes.
 *
 * May call the system. A file that has a guard (#ifndef around all of it) or #pragma once is not opened
 * again. Only regular files are included, since a device or a pipe might never end.
 */
#include "fcc/preprocess/state.h"

#include "common/confine.h"
#include "common/file.h"
#include "common/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Notes where lines begin, once every 1024 bytes. */
static void index_lines(struct preprocessor *pp, struct pp_file *file)
{
    uint32_t blocks = file->size / 1024 + 1;
    file->lines.number = ARENA_ARRAY(&pp->arena, uint32_t, blocks);
    file->lines.start = ARENA_ARRAY(&pp->arena, uint32_t, blocks);
    file->lines.last = ARENA_NEW(&pp->arena, struct pp_line_cursor);
    file->lines.last->number = 1;
    uint32_t line = 1;
    uint32_t start = 0;
    for (uint32_t block = 0; block < blocks; block++) {
        file->lines.number[block] = line;
        file->lines.start[block] = start;
        uint32_t from = block * 1024;
        uint32_t to = file->size - from < 1024 ? file->size : from + 1024;
        const char *at = file->text + from;
        const char *end = file->text + to;
        while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
            line++;
            start = (uint32_t)(++at - file->text);
        }
    }
}

struct pp_file *file_of_text(struct preprocessor *pp, const char *name, const char *text, uint32_t size)
{
    struct pp_file *file = ARENA_NEW(&pp->arena, struct pp_file);
    file->name = arena_text(&pp->arena, name, strlen(name));
    file->text = text;
    file->size = size;
    file->next = pp->files;
    pp->files = file;
    index_lines(pp, file);
    return file;
}

/* ---- folders */

static void add_folder(struct preprocessor *pp, const char *name)
{
    pp->folders[pp->folder_count++] = name;
}

/* The real name of a folder; missing folders allow nothing. */
static void add_root(struct preprocessor *pp, const char *name)
{
    char *real = file_real_name(*name == '\0' ? "." : name);
    if (real != NULL) {
        pp->roots[pp->root_count++] = arena_text(&pp->arena, real, strlen(real));
        free(real);
    }
}

/* The part of a name up to and including its last '/'; may be empty. */
static const char *folder_of(struct preprocessor *pp, const char *name)
{
    const char *slash = strrchr(name, '/');
    return arena_text(&pp->arena, name, slash == NULL ? 0 : (size_t)(slash + 1 - name));
}

void file_folders(struct preprocessor *pp, const char *source)
{
    const struct preprocess_options *options = pp->options;
    size_t most = options->argument_count / 2 + 2;
    pp->folders = ARENA_ARRAY(&pp->arena, const char *, most);
    pp->roots = ARENA_ARRAY(&pp->arena, const char *, most);
    for (size_t i = 0; i + 1 < options->argument_count; i += 2) {
        if (strcmp(options->arguments[i], "-I") == 0)
            add_folder(pp, options->arguments[i + 1]);
    }
    if (options->headers != NULL)
        add_folder(pp, options->headers);
    if (options->safe) {
        add_root(pp, folder_of(pp, source));
        for (uint32_t i = 0; i < pp->folder_count; i++)
            add_root(pp, pp->folders[i]);
    }
}

/* ---- reading */

/* All of an open file; NULL with the reason. */
static char *read_all(int descriptor, off_t size, const char **why)
{
    char *text = memory_take((size_t)size + 1, 1);
    size_t length = 0;
    while (length < (size_t)size) {
        ssize_t got = read(descriptor, text + length, (size_t)size - length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            *why = strerror(errno);
            free(text);
            return NULL;
        }
        if (got == 0)
            break; /* the file has shrunk; its present contents count */
        length += (size_t)got;
    }
    return text;
}

static struct pp_file *known_file(const struct preprocessor *pp, const struct stat *status)
{
    for (struct pp_file *file = pp->files; file != NULL; file = file->next) {
        if (file->owned != NULL && file->device == status->st_dev && file->number == status->st_ino &&
            file->changed == status->st_mtime && file->size == status->st_size)
            return file;
    }
    return NULL;
}

/* An open file as a file of the preprocessor; NULL with the reason. */
static struct pp_file *load(struct preprocessor *pp, int descriptor, const char *name, const char **why)
{
    struct stat status;
    if (fstat(descriptor, &status) != 0) {
        *why = strerror(errno);
        return NULL;
    }
    if (!S_ISREG(status.st_mode)) {
        *why = S_ISDIR(status.st_mode) ? "it is a folder" : "it is not a regular file";
        return NULL;
    }
    if (status.st_size > (off_t)PREPROCESS_FILE_LIMIT) {
        *why = "it is longer than 32 MiB";
        return NULL;
    }
    struct pp_file *file = known_file(pp, &status);
    if (file != NULL && strcmp(file->name, name) == 0)
        return file;
    /* the same file under another name: messages use the name of the include */
    char *text = file != NULL ? NULL : read_all(descriptor, status.st_size, why);
    if (file == NULL && text == NULL)
        return NULL;
    struct pp_file *made = file_of_text(pp, name, file != NULL ? file->text : text, (uint32_t)status.st_size);
    made->owned = text;
    made->device = status.st_dev;
    made->number = status.st_ino;
    made->changed = status.st_mtime;
    if (file != NULL) {
        made->once = file->once;
        made->was_opened = file->was_opened;
        made->guard = file->guard;
    }
    return made;
}

/* The file at `path` in memory; NULL: there is none, or with the reason and *found. */
static struct pp_file *try_memory(struct preprocessor *pp, const char *path, bool *found, const char **why)
{
    size_t size = 0;
    const char *text =
        pp->options->overlay != NULL ? pp->options->overlay(pp->options->overlay_context, path, &size) : NULL;
    *found = text != NULL;
    if (text == NULL)
        return NULL;
    for (struct pp_file *file = pp->files; file != NULL; file = file->next) {
        if (file->text == text && strcmp(file->name, path) == 0)
            return file;
    }
    if (size <= PREPROCESS_FILE_LIMIT)
        return file_of_text(pp, path, text, (uint32_t)size);
    *why = "it is longer than 32 MiB";
    return NULL;
}

/* The file `name` in the folder; NULL with the reason; `*found`: a file exists. */
static struct pp_file *try_folder(struct preprocessor *pp, const char *folder, const char *name, bool *found,
                                  const char **why)
{
    const char *slash = *folder != '\0' && folder[strlen(folder) - 1] != '/' ? "/" : "";
    if (strlen(folder) + strlen(name) + 2 > PATH_MAX) {
        *why = "its name is too long";
        return NULL;
    }
    const char *path = arena_format(&pp->arena, "%s%s%s", folder, slash, name);
    struct pp_file *memory = try_memory(pp, path, found, why);
    if (*found)
        return memory;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor < 0) {
        *why = strerror(errno);
        *found = errno != ENOENT && errno != ENOTDIR;
        return NULL;
    }
    *found = true;
    struct pp_file *file = NULL;
    const enum confine_answer answer =
        pp->options->safe ? confine_asks(descriptor, pp->roots, pp->root_count) : CONFINE_INSIDE;
    if (answer == CONFINE_UNKNOWN)
        *why = "--safe " CONFINE_UNKNOWN_TEXT;
    else if (answer == CONFINE_OUTSIDE)
        *why = "with --safe, only files in the folder of the source, in those of -I and in the runtime's are "
               "included";
    else
        file = load(pp, descriptor, path, why);
    close(descriptor);
    return file;
}

struct pp_file *file_find(struct preprocessor *pp, const char *name, bool quoted, uint32_t first,
                          const char **why)
{
    bool found = false;
    *why = "there is no such file";
    if (*name == '\0') {
        *why = "its name is empty";
        return NULL;
    }
    if (pp->options->safe && !confine_allows_name(name)) {
        *why = "with --safe, names must not begin with / or have .. in them";
        return NULL;
    }
    if (*name == '/')
        return try_folder(pp, "", name, &found, why);
    if (quoted) {
        struct pp_file *file =
            try_folder(pp, folder_of(pp, pp->reader->inclusion->file->name), name, &found, why);
        if (file != NULL || found)
            return file;
    }
    for (uint32_t i = first; i < pp->folder_count; i++) {
        struct pp_file *file = try_folder(pp, pp->folders[i], name, &found, why);
        if (file != NULL)
            file->folder = i;
        if (file != NULL || found)
            return file;
    }
    *why = "there is no such file";
    return NULL;
}

/* ---- opening and closing */

static void remember_inclusion(struct preprocessor *pp, struct pp_inclusion *inclusion)
{
    pp->inclusions =
        pp_grow(pp, pp->inclusions, pp->inclusion_count, &pp->inclusion_capacity, sizeof *pp->inclusions);
    pp->inclusions[pp->inclusion_count++] = inclusion;
}

void file_open(struct preprocessor *pp, struct pp_file *file, uint32_t from, const struct pp_token *where)
{
    if (pp->inclusion_count >= PREPROCESS_INCLUDES_LIMIT)
        pp_fatal(pp, where, "more than %d includes; do files include each other without guards?",
                 PREPROCESS_INCLUDES_LIMIT);
    if (pp->depth >= PREPROCESS_DEPTH_LIMIT)
        pp_fatal(pp, where, "includes are nested more than %d deep; does this file include itself?",
                 PREPROCESS_DEPTH_LIMIT);
    pp->bytes_read += file->size;
    if (pp->bytes_read > PREPROCESS_READ_LIMIT)
        pp_fatal(pp, where, "the included files have more than %u MiB together",
                 PREPROCESS_READ_LIMIT / PREPROCESS_MEGABYTE);
    struct pp_inclusion *inclusion = ARENA_NEW(&pp->arena, struct pp_inclusion);
    *inclusion = (struct pp_inclusion){.base = pp->next_base, .from = from, .file = file};
    pp->next_base += file->size + 2;
    remember_inclusion(pp, inclusion);
    struct pp_reader *reader = ARENA_NEW(&pp->arena, struct pp_reader);
    *reader = (struct pp_reader){
        .outer = pp->reader,
        .inclusion = inclusion,
        .scanner = {.text = file->text, .size = file->size, .line_start = true},
        .only_guarded = true,
    };
    if (strncmp(file->text, "\xef\xbb\xbf", 3) == 0)
        reader->scanner.at = 3; /* a byte order mark */
    pp->reader = reader;
    pp->depth++;
}

void file_close(struct preprocessor *pp)
{
    struct pp_reader *reader = pp->reader;
    for (struct pp_conditional *open = reader->conditional; open != NULL; open = open->outer) {
        struct pp_token where = {.place = open->place};
        pp_error(pp, &where, "this condition has no #endif");
        pp->conditional_depth--;
    }
    if (reader->scanner.open_comment != 0) {
        struct pp_token where = {.place = reader->inclusion->base + reader->scanner.open_comment - 2};
        pp_error(pp, &where, "this comment has no end");
    }
    if (reader->only_guarded && reader->conditional == NULL)
        reader->inclusion->file->guard = reader->guard;
    pp->reader = reader->outer;
    pp->depth--;
}
