/* options.h - the command line of pramsim as a struct. The rows are options.def. */
#ifndef PRAM_OPTIONS_H
#define PRAM_OPTIONS_H

#include "common/message.h"
#include "dump.h"
#include "sim/observe/model/model.h"
#include "sim/observe/trace/trace.h"

/* The rows of options.def. */
enum option {
#define OPTION(letter, name, argument, takes, text) OPTION_##name,
#include "options.def"
    OPTIONS
};

struct options {
    bool has[OPTIONS]; /* whether the option was given */
    struct machine_config config;
    const struct engine *engine;
    const char *program;    /* path of the program, or of its source */
    const char *stray;      /* an argument of the program that resembles an option of pramsim; NULL: none */
    const char *stats_json; /* "-": standard output */
    char *const *given;     /* the words of the command line before the program */
    size_t given_count;
    struct dump dump;
    enum message_color color;
    unsigned join_ranks;    /* 0: all of a host */
    const char *checkpoint; /* path; NULL: none, as the next two */
    const char *resume;
    const char *describe;
    double checkpoint_every;    /* seconds; 0: only on request */
    int dap_port;               /* -1: standard input and output */
    const char *debug_commands; /* path; NULL: none */
    uint64_t debug_memory;      /* bytes; 0: default */
    uint64_t at;                /* cycle */
    struct model_choice model;
    const char *findings_json; /* "-": standard output */
    const char *findings_sarif;
    const char *suppressions;
    const char *trace_file; /* "-": standard output; NULL: no trace */
    struct trace_choice trace;
    struct dump trace_watch; /* names of arrays */
    bool profile;
    const char *profile_file; /* "-": standard output; NULL: a table on standard error */
    bool faults_alone;        /* the parallel engine or a level was requested beside --faults */
    bool is_at_level_0;       /* a level was given that --check or another observer excludes */
};

/* The engines that --engine names, the default first. */
enum {
#define ENGINE(name) OPTION_ENGINE_##name,
#include "engine.def"
    OPTION_ENGINES
};
extern const struct engine *const option_engines[OPTION_ENGINES];

/* Takes the value of an option; "" if an optional value is missing. False with one line in `error` if it is
 * invalid. */
bool option_set(struct options *options, enum option option, const char *value, char *error,
                size_t error_size);

/* Whether a word of the command line is an option that says what machine runs the program, or from where on,
 * and so what the program does in each cycle. *has_value: the next word is its value. */
bool options_is_of_machine(const char *word, bool *has_value);

/* Reads the command line. False with one line in `error` if it is wrong. Strings of argv are kept, not
 * copied. */
bool options_parse(struct options *options, int argc, char **argv, char *error, size_t error_size);

/* Whether the run is observed, or faults are injected. */
bool options_are_watched(const struct options *options);

/* After options_parse: the run gets an observer of the caller, so it goes cycle by cycle. */
void options_observe(struct options *options);

/* The engine that is fastest if an observer needs each cycle. */
const struct engine *options_close_engine(const struct options *options);

/* Prints the help text. */
void options_help(FILE *stream);

#endif
