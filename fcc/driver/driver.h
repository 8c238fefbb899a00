/* driver.h - from command line to outputs: which steps every input needs, and running them.
 *
 * preprocess and compile (in a child process) -> prasm -> prlink with the runtime.
 */
#ifndef FCC_DRIVER_H
#define FCC_DRIVER_H

#include "fcc/compile/compile.h"
#include "fcc/driver/options.h"

/* Does what the options ask for. Every output is whole or absent, temporary files are gone afterwards.
 * Returns the exit status (fcc/driver/exit.def). */
enum fcc_exit driver_run(const struct fcc_options *options);

/* Becomes the language server: replaces the process; `arguments` are those of the command line. Returns only
 * if that fails, said. */
enum fcc_exit driver_serve(const struct fcc_options *options, char **arguments);

/* One file through the compiler. */
struct driver_compilation {
    const struct fcc_options *options;
    const char *headers; /* the runtime's; NULL: none */
    const char *source;  /* as the user wrote it */
    bool is_preprocessed;
    bool is_plain_c;
    const char *output;
    const char *target; /* what the rule for make is about, if one is asked for */
    const char *rule;   /* where it goes; NULL: it is the output, or none is asked for */
};

/* Makes assembly text of it; for FCC_STAGE_PREPROCESS the text without directives, for FCC_STAGE_IR the
 * intermediate code. Messages go to standard error. */
enum fcc_exit driver_compile(const struct driver_compilation *compilation);

/* Sets what the options say about a compilation: preprocessor and front end. `headers`: as in struct
 * driver_compilation. The options must live as long. */
void driver_shape(struct compilation *compilation, const struct fcc_options *options, const char *headers,
                  bool is_plain_c);

/* The most messages that are printed for one source. */
enum { DRIVER_MOST_ERRORS = 50, DRIVER_MOST_WARNINGS = 100 };

#endif
