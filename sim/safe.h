/* safe.h - --safe: what pramsim gives up before it runs a program that is not trusted.
 *
 * The program itself reaches nothing but its machine and the host calls; this is for the day on which one of
 * those has a hole. A filter of system calls (libseccomp) leaves the calls that a run needs, Landlock the
 * folders that were named, and both bind all threads, also those to come. Knows the operating system and
 * nothing of machines.
 */
#ifndef PRAM_SAFE_H
#define PRAM_SAFE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether this is a build with sanitizers, for tests: without filter, whatever the host has. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SAFE_SANITIZED 1
#else
#define SAFE_SANITIZED 0
#endif

enum { SAFE_DOCUMENTS = 8 };

/* Folders that a run still uses, descriptors; -1: none. */
struct safe_folders {
    int in;                        /* the program reads files beneath it */
    int out;                       /* and writes beneath this one */
    int checkpoint;                /* checkpoints are made here */
    int documents[SAFE_DOCUMENTS]; /* the files of --stats-json and other documents get their names here */
    int document_count;            /* number of documents */
};

/* Which of the host's means are in force; for the words of a note. */
struct safe_means {
    bool filter;   /* of system calls */
    bool landlock; /* of folders */
};

/* At the start of the process: no environment, no core files. */
void safe_begin(void);

/* After loading, before the run: from now on. A system call outside the filter ends the process with `status`
 * and a line on standard error. False with one line in `error` if the host has the means and refuses
 * them. */
bool safe_enter(const struct safe_folders *folders, int status, struct safe_means *means, char *error,
                size_t error_size);

/* The two halves of safe_enter; true without effect where they are not to be had. */
bool safe_filter(const struct safe_folders *folders, bool *is_in_force, char *error, size_t error_size);
bool safe_landlock(const struct safe_folders *folders, bool *is_in_force, char *error, size_t error_size);

#endif
