/* driver.h - from command line to outputs: chooses and runs the steps for every input.
 *
 * preprocess and compile (in a child process) -> prasm -> prlink with the runtime.
 */
#ifndef FCC_DRIVER_H
#define FCC_DRIVER_H

#include "fcc/compile/compile.h"
#include "fcc/driver/options.h"

/* Carries out the options. Every output is whole or absent; temporary files are removed. Returns the exit
 * status (fcc/driver/exit.def). */
enum fcc_exit driver_run(const struct fcc_options *options);

/* Becomes the language server: replaces the process; `arguments` are those of the command line. Returns only
 * after an error, which is printed. */
enum fcc_exit driver_serve(const struct fcc_options *options, char **arguments);

/* One file through the compiler. */
struct driver_compilation {
    const struct fcc_options *options;
    const char *headers; /* of the runtime; NULL: none */
    const char *source;  /* as the user wrote it */
    bool is_preprocessed;
    bool is_plain_c;
    const char *output;
    const char *target; /* target of the rule for make, if one is wanted */
    const char *rule;   /* file for the rule; NULL: the output, or no rule */
};

/* Makes assembly text; for FCC_STAGE_PREPROCESS the preprocessed text, for FCC_STAGE_IR the intermediate
 * code. Messages go to standard error. */
enum fcc_exit driver_compile(const struct driver_compilation *compilation);

/* Sets preprocessor and front end options of a compilation from the command line's. `headers`: as in struct
 * driver_compilation. The options must live as long. */
void driver_shape(struct compilation *compilation, const struct fcc_options *options, const char *headers,
                  bool is_plain_c);

/* Maximum number of messages for one source. */
enum { DRIVER_MOST_ERRORS = 50, DRIVER_MOST_WARNINGS = 100 };

#endif
