/* inbox.c - see inbox.h. May call nolink.h. */
#include "lab/grade/inbox.h"

#include "common/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEPTH_MOST = 16, ENTRIES_MOST = 100000 };

static const char ending[] = ".fork";

/* Adds the place `path + start` of a folder. */
static void add(struct inbox *inbox, char *path, size_t start, int folder, bool is_beneath)
{
    inbox->entries = memory_grow(inbox->entries, &inbox->capacity, inbox->count + 1, sizeof *inbox->entries);
    inbox->entries[inbox->count++] = (struct inbox_entry){
        .path = path, .place = {.folder = folder, .name = path + start, .is_beneath = is_beneath}};
}

static bool refuse(struct file_error *error, const char *what)
{
    snprintf(error->text, sizeof error->text, "%s", what);
    return false;
}

/* A folder on the way down from the named one. */
struct level {
    int folder;       /* owned */
    const char *path; /* its name in reports, with the final slash */
    unsigned depth;
};

struct walk {
    struct inbox *inbox;
    int root;     /* the folder that was named */
    size_t start; /* start of names relative to it */
    struct file_error *error;
};

static bool walk_folder(const struct walk *walk, const struct level *level);

static bool has_ending(const char *name, size_t length)
{
    return length >= sizeof ending &&
           memcmp(name + length - (sizeof ending - 1), ending, sizeof ending - 1) == 0;
}

/* A folder without a submission; the inbox takes its path. A folder with the name of a submission is one, and
 * is refused; a folder beside other students' folders may be what a student has handed in. */
static void add_bare(const struct walk *walk, const struct level *level, char *path)
{
    struct inbox *inbox = walk->inbox;
    if (has_ending(path, strlen(path) - 1))
        add(inbox, path, walk->start, walk->root, true);
    else if (level->depth == 0) {
        inbox->bare =
            memory_grow(inbox->bare, &inbox->bare_capacity, inbox->bare_count + 1, sizeof *inbox->bare);
        inbox->bare[inbox->bare_count++] = path;
    } else
        free(path);
}

/* Whether a file of this name is a submission; a link to a folder would hide the submissions in it. */
static bool is_submission(int folder, const char *name, mode_t mode)
{
    struct stat target;
    return has_ending(name, strlen(name)) ||
           (S_ISLNK(mode) && fstatat(folder, name, &target, 0) == 0 && S_ISDIR(target.st_mode));
}

static bool visit(const struct walk *walk, const struct level *level, const char *name)
{
    const size_t before = walk->inbox->count;
    struct stat status;
    char *path;
    bool good = true;
    if (name[0] == '.' || fstatat(level->folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return true;
    const bool is_folder = S_ISDIR(status.st_mode);
    if (!is_folder && !is_submission(level->folder, name, status.st_mode))
        return true;
    if (asprintf(&path, "%s%s%s", level->path, name, is_folder ? "/" : "") < 0)
        memory_is_short();
    if (!is_folder) {
        add(walk->inbox, path, walk->start, walk->root, true);
        return walk->inbox->count <= ENTRIES_MOST ||
               refuse(walk->error, "there are too many submissions in it");
    }
    const struct level next = {
        .folder = openat(level->folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
        .path = path,
        .depth = level->depth + 1};
    if (next.folder < 0)
        good = refuse(walk->error, strerror(errno));
    else if (next.depth > DEPTH_MOST) {
        close(next.folder);
        good = refuse(walk->error, "its folders are nested too deep");
    } else
        good = walk_folder(walk, &next);
    if (good && walk->inbox->count == before)
        add_bare(walk, level, path);
    else
        free(path);
    return good;
}

static bool walk_folder(const struct walk *walk, const struct level *level)
{
    bool good = true;
    DIR *entries = fdopendir(level->folder);
    if (entries == NULL) {
        refuse(walk->error, strerror(errno));
        close(level->folder);
        return false;
    }
    for (const struct dirent *entry = readdir(entries); good && entry != NULL; entry = readdir(entries))
        good = visit(walk, level, entry->d_name);
    closedir(entries);
    return good;
}

static int compare_paths(const void *one, const void *other)
{
    return strcmp(((const struct inbox_entry *)one)->path, ((const struct inbox_entry *)other)->path);
}

/* Adds the contents of an open folder, which the inbox keeps. */
static bool add_folder(struct inbox *inbox, const char *path, int folder, struct file_error *error)
{
    const size_t before = inbox->count, length = strlen(path);
    char *name;
    if (asprintf(&name, "%s%s", path, length > 0 && path[length - 1] == '/' ? "" : "/") < 0)
        memory_is_short();
    inbox->folders =
        memory_grow(inbox->folders, &inbox->folder_capacity, inbox->folder_count + 1, sizeof *inbox->folders);
    inbox->folders[inbox->folder_count++] = folder;
    const struct walk walk = {.inbox = inbox, .root = folder, .start = strlen(name), .error = error};
    const struct level top = {.folder = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC),
                              .path = name};
    bool good = top.folder >= 0 ? walk_folder(&walk, &top) : refuse(error, strerror(errno));
    free(name);
    if (good && inbox->count == before)
        good = refuse(error, "no submission lies in this folder: no name ends in .fork");
    while (!good && inbox->count > before)
        free(inbox->entries[--inbox->count].path);
    if (good)
        qsort(inbox->entries + before, inbox->count - before, sizeof *inbox->entries, compare_paths);
    return good;
}

bool inbox_add(struct inbox *inbox, const char *path, struct file_error *error)
{
    const struct nolink_path place = {.folder = AT_FDCWD, .name = path};
    struct file_error ignored;
    enum nolink_end end;
    const int folder = nolink_open_folder(&place, &end, &ignored);
    if (folder >= 0)
        return add_folder(inbox, path, folder, error);
    char *copy = strdup(path);
    if (copy == NULL)
        memory_is_short();
    add(inbox, copy, 0, AT_FDCWD, false); /* reading it reports the error */
    return true;
}

void inbox_add_named(struct inbox *inbox, const char *name, const char *path)
{
    char *copy = strdup(name);
    if (copy == NULL)
        memory_is_short();
    add(inbox, copy, 0, AT_FDCWD, false);
    inbox->entries[inbox->count - 1].place.name = path;
}

void inbox_free(struct inbox *inbox)
{
    for (size_t k = 0; k < inbox->count; k++)
        free(inbox->entries[k].path);
    for (size_t k = 0; k < inbox->folder_count; k++)
        close(inbox->folders[k]);
    for (size_t k = 0; k < inbox->bare_count; k++)
        free(inbox->bare[k]);
    free(inbox->bare);
    free(inbox->entries);
    free(inbox->folders);
}
