/* inside.h - internal interface of libpramsim. */
#ifndef PRAM_LIBRARY_INSIDE_H
#define PRAM_LIBRARY_INSIDE_H

#include "common/diag.h"
#include "common/stop.h"
#include "libpramsim/pramsim.h"
#include "sim/debug/source/symbols.h"
#include "sim/host/streams.h"
#include "sim/cli/options.h"
#include "sim/cli/players.h"
#include "sim/machine/steps.h"

struct pramsim_program {
    char *name;
    void *image; /* the program's file; NULL: there is none */
    size_t size;
    struct diag_list list;
    char *messages; /* printed */
};

/* Bytes that grow, ended by 0. */
struct bytes {
    char *text; /* NULL: none yet */
    size_t size, room;
};

struct pramsim_run {
    const struct pramsim_program *program;

    /* settings */
    struct bytes words; /* options, each ended by 0: "--pps=64" */
    char **arguments;   /* owned; those after the name */
    size_t argument_count;
    char *input; /* owned; NULL: none */
    size_t input_size;
    pramsim_show *show;
    void *show_context;
    pramsim_observer *observe;
    void *observe_context;
    pramsim_progress *progress;
    void *progress_context;
    double noted; /* when it was called last, in seconds */

    struct stop_request request;
    char error[512];

    /* the last run */
    char **command; /* the words that `options` points to; owned, and so is its first string, which has all */
    char *command_text;
    bool has_run; /* the rest is there */
    struct options options;
    struct machine machine;
    struct players players;
    struct observer observer;
    struct steps steps; /* of a cycle; empty without `observe` */
    struct host_link link;
    struct bytes streams[HOST_STREAMS];
    char *report, *stats, *findings; /* owned; NULL: not printed yet */
    char *timeline, *profile;        /* the same */
    size_t timeline_size;
    struct symbols *symbols; /* owned; NULL: not read yet */
};

struct pramsim_cycle {
    const struct observer_cycle *shown;
    const struct steps *steps;
};

/* A copy of `size` bytes, ended by 0, that the caller frees. */
char *copy_bytes(const char *bytes, size_t size);

/* Appends bytes. */
void add_bytes(struct bytes *bytes, const char *added, size_t size);

/* Forgets the last run and makes run->machine and run->options of the settings, for a caller that executes
 * the machine and destroys it. False with run->error. */
bool run_make_machine(struct pramsim_run *run);

/* Frees what the last run has left. */
void run_forget(struct pramsim_run *run);

/* What `print` prints, in new memory that the caller frees. */
char *print_to_text(void (*print)(void *context, FILE *stream), void *context);

#endif
