/* files_inside.h - what files.c and files_saved.c share: the open files of a program (files.h). Not for
 * anybody else.
 */
#ifndef PRAM_FILES_INSIDE_H
#define PRAM_FILES_INSIDE_H

#include <stdio.h>
#include <sys/types.h>

#include "common/output.h"
#include "sim/machine/host/files.h"

struct file {
    FILE *stream;              /* NULL: this handle is free */
    bool written;              /* open for writing */
    bool failed;               /* a write failed: never let it appear */
    int directory;             /* that holds the file */
    char *name;                /* as the program gave it */
    const char *base;          /* its last part */
    struct output_file output; /* that it is written to; owns the stream then */
};

struct files {
    int in, out;            /* descriptors of the directories; -1: no files */
    dev_t protected_device; /* the file that is not written to */
    ino_t protected_number; /* 0: there is none */
    const char *kept_name;  /* and another one, by its place; NULL: there is none */
    dev_t kept_device;      /* the folder that it lies in */
    ino_t kept_number;
    dev_t swept_device; /* the directory where what killed runs have left was last removed */
    ino_t swept_number;
    struct file_error error; /* the last one */
    struct file open[FILES_MAX_OPEN];
};

/* Opens a file at a free place; false with *reason. */
bool files_open_at(struct files *files, struct file *file, const char *name, enum files_mode mode,
                   const char **reason);

#endif
