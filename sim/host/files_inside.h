/* files_inside.h - internal interface of the files files*.c (files.h). */
#ifndef PRAM_FILES_INSIDE_H
#define PRAM_FILES_INSIDE_H

#include <stdlib.h>
#include <unistd.h>

#include "sim/host/files.h"

/* Finds the place of a name, which need not exist. False: there is none, and files->reason says why, as in
 * all of these. files_leave() frees it in any case. */
bool files_place(struct files *files, struct file *file, const char *name, bool to_write);

/* Opens a file. */
bool files_open_at(struct files *files, struct file *file, const char *name, enum files_mode mode);

/* Closes the directory of a file, and frees its name. */
static inline void files_leave(struct file *file)
{
    if (file->directory >= 0)
        close(file->directory);
    free(file->name);
    file->name = NULL;
}

static inline bool files_is_same(const struct stat *here, const struct stat *there)
{
    return here->st_ino == there->st_ino && here->st_dev == there->st_dev;
}

/* Whether it is a plain file. */
bool files_is_plain(struct files *files, const struct stat *status);

/* Whether a program may replace the file at the place: it is not protected, nor executable. */
bool files_may_replace(struct files *files, const struct file *file);

/* Copies the file that is at a place, or will be when waiting files have appeared. */
bool files_copy(struct files *files, const struct file *place, FILE *to);

/* ---- files_held.c */

/* A place is that of a file, open or not: a directory and a name in it. The program uses it. */
void held_see(struct files *files, const struct file *place);

/* Whether the program has used a place since the checkpoint on disk; false without one. */
bool held_is_seen(const struct files *files, const struct file *place);

/* The present or future file at a place: its present name; empty: a file to be deleted. */
const char *held_name(const struct files *files, const struct file *place);

/* Whether a complete file, or a deletion, must wait. */
bool held_has_to_wait(const struct files *files, const struct file *place);

/* Takes over a complete file, or one to be deleted, replacing one that waits for the same place. */
void held_add(struct files *files, const struct file *file);

/* Notes as `lost` that a file cannot appear, for files->reason. */
void held_lose(struct files *files, const char *name);

/* Drops all waiting files. */
void held_drop(struct files *files);

/* Makes waiting files appear; `noted`: only those in the last snapshot. False if one could not (`lost`). */
bool held_appear(struct files *files, bool noted);

#endif
