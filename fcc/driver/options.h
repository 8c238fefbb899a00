/* options.h - the parsed command line of fcc. Rows in options.def; knows no pass of the compiler. */
#ifndef FCC_OPTIONS_H
#define FCC_OPTIONS_H

#include "fcc/text/warning.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "fcc/driver/diagnostics.h"
#include "fcc/ir/pass.h"

/* Exit statuses: FCC_EXIT_ok, FCC_EXIT_source, ... */
enum fcc_exit {
#define FCC_EXIT(status, name, text) FCC_EXIT_##name = (status),
#include "fcc/driver/exit.def"
};

/* The last stage of the driver. */
enum fcc_stage {
    FCC_STAGE_PROGRAM,
    FCC_STAGE_OBJECT,
    FCC_STAGE_ASSEMBLY,
    FCC_STAGE_PREPROCESS,
    FCC_STAGE_IR
};

/* The rule for make with an output's dependencies. */
enum fcc_rule {
    FCC_RULE_NONE,
    FCC_RULE_ALONE,     /* instead of an output */
    FCC_RULE_ALONE_OWN, /* instead of an output, without the runtime's headers */
    FCC_RULE_BESIDE,    /* besides */
    FCC_RULE_BESIDE_OWN
};

/* A growing list of strings; `items` is owned, the strings are not. After the first addition items[count] is
 * NULL. */
struct string_list {
    const char **items;
    size_t count;
    size_t capacity;
};

struct fcc_options {
    enum fcc_stage stage;
    const char *output; /* NULL: made from the input's name */
    struct pass_options
        passes; /* fcc_options_parse sets `optimise`, `keep` and `off`, also from the next two */
    enum pass_level level;
    uint32_t wanted_passes; /* bit p: -fPASS names enum pass p */
    const char *dump_pass;  /* --dump-ir=PASS; NULL: the code after all passes */
    const char *language;   /* -x; NULL: by the names of the sources */
    bool lines;
    warning_set warnings; /* enabled warnings */
    bool warnings_are_errors;
    bool runtime; /* link the runtime */
    bool verbose;
    bool safe;                    /* files only from the folder of the source, of -I and of the runtime */
    const char *real_bits;        /* significand bits of a `real` */
    unsigned real_words;          /* words of a `real`: from real_bits, by fcc_options_parse */
    const char *diagnostics_name; /* --diagnostics-format */
    enum diagnostics_format diagnostics; /* from diagnostics_name, by fcc_options_parse */
    bool formats;                        /* instead of compiling */
    bool only_checks_format;
    bool serves;                /* as a language server */
    const char *runtime_folder; /* NULL: found relative to fcc */
    enum fcc_rule rule;
    const char *rule_file; /* NULL: made from the output's name */
    bool rule_has_phonies;
    /* -I -D -U -include -MT -MQ in order, each followed by its argument */
    struct string_list preprocessor;
    struct string_list inputs;
};

/* What the caller of fcc_options_parse must do. */
enum options_result { OPTIONS_RUN, OPTIONS_DONE, OPTIONS_WRONG };

/* Parses argv into *options (initialised here; fcc_options_free releases the lists). Errors go to `errors`,
 * help and version to `out`. The options keep pointers into argv. */
enum options_result fcc_options_parse(struct fcc_options *options, int argc, char **argv, FILE *out,
                                      FILE *errors);
void fcc_options_free(struct fcc_options *options);

/* Appends; ends the process with FCC_EXIT_files when memory runs out. */
void string_list_add(struct string_list *list, const char *item);

#endif
