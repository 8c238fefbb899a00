/* safe.h - --safe: privileges that pramsim drops before it runs an untrusted program.
 *
 * The program can only use its machine and host calls; --safe limits the damage of a hole in one of these. A
 * filter (libseccomp) allows only the system calls that a run needs, Landlock only the named folders; both
 * apply to all present and future threads. Knows the operating system only.
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
    int in;                        /* folder of files that the program reads */
    int out;                       /* folder of files that it writes */
    int checkpoint;                /* folder of checkpoints */
    int documents[SAFE_DOCUMENTS]; /* folders of --stats-json and other documents */
    int document_count;            /* number of documents */
};

/* Whether this build has the filter. */
extern const bool safe_has_filter;

/* At the start of the process: no environment, no core files. */
void safe_begin(void);

/* After loading, before the run: enters the restricted mode. A system call outside the filter ends the
 * process with `status` and a line on standard error. False with one line in `error` if the host has the
 * means and refuses them. */
bool safe_enter(const struct safe_folders *folders, int status, char *error, size_t error_size);

/* The half of safe_enter that confines the process to the folders (safe_landlock.c); true without effect if
 * build or host lack the means. */
bool safe_landlock(const struct safe_folders *folders, char *error, size_t error_size);

#endif
