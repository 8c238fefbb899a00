/* files_moved.c - deleting and renaming files (files.h).
 *
 * The result for a program depends on whether the file exists, so once there is a checkpoint, a change waits
 * for the next one (files_held.c). Knows the operating system only. */
#include <errno.h>
#include <fcntl.h>

#include "sim/host/files_inside.h"

/* The place of a name that a program may write to, which is seen from now on. FILES_REFUSED or FILES_ABSENT:
 * none. In any case files_leave() frees it. */
static enum files_change find_place(struct files *files, const char *name, struct file *place)
{
    errno = 0;
    if (!files_place(files, place, name, true))
        return errno == ENOENT ? FILES_ABSENT : FILES_REFUSED;
    if (!files_may_replace(files, place))
        return FILES_REFUSED;
    held_see(files, place);
    return FILES_CHANGED;
}

/* What lies at a place now. */
static enum files_change look(struct files *files, const struct file *place, struct stat *status)
{
    if (fstatat(place->directory, held_name(files, place), status, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? FILES_ABSENT : FILES_REFUSED;
    return files_is_plain(files, status) ? FILES_CHANGED : FILES_REFUSED;
}

/* Finds the place of a name, and what lies there. */
static enum files_change find_file(struct files *files, const char *name, struct file *place,
                                   struct stat *status)
{
    const enum files_change change = find_place(files, name, place);
    return change == FILES_CHANGED ? look(files, place, status) : change;
}

/* Deletes the file at a place, now or with the next checkpoint, which then takes the place over. */
static enum files_change go(struct files *files, struct file *place)
{
    if (held_has_to_wait(files, place)) {
        place->is_absent = true;
        held_add(files, place);
        *place = (struct file){.directory = -1};
        return FILES_CHANGED;
    }
    return unlinkat(place->directory, place->base, 0) == 0 ? FILES_CHANGED : FILES_REFUSED;
}

enum files_change files_remove(struct files *files, const char *name)
{
    struct file place;
    struct stat status;
    enum files_change change = find_file(files, name, &place, &status);
    if (change == FILES_CHANGED)
        change = go(files, &place);
    files_leave(&place);
    return change;
}

/* Copies the file at a place to a file of another name. */
static bool copy(struct files *files, const struct file *from, const char *to)
{
    struct file file;
    if (!files_open_at(files, &file, to, FILES_WRITE))
        return false;
    file.failed = !files_copy(files, from, file.stream);
    return files_close(files, &file, true);
}

/* Both places are known, and a file, `here`, is at the first one. */
static enum files_change move(struct files *files, struct file *from, const struct stat *here,
                              const struct file *to)
{
    struct stat there;
    const enum files_change change = look(files, to, &there);
    const bool waits = held_has_to_wait(files, from) || held_has_to_wait(files, to);
    if (change == FILES_REFUSED || (change == FILES_CHANGED && files_is_same(here, &there)))
        return change; /* two names of one file stay */
    if (!waits && renameat(from->directory, from->base, to->directory, to->base) == 0)
        return FILES_CHANGED;
    /* between file systems, and between folders under --safe, a file cannot move */
    return (waits || errno == EXDEV) && copy(files, from, to->name) ? go(files, from) : FILES_REFUSED;
}

enum files_change files_rename(struct files *files, const char *from, const char *to)
{
    struct file old, new;
    struct stat status;
    enum files_change change = find_file(files, from, &old, &status);
    if (change == FILES_CHANGED) {
        change = find_place(files, to, &new);
        if (change == FILES_CHANGED)
            change = move(files, &old, &status, &new);
        files_leave(&new);
    }
    files_leave(&old);
    return change;
}
