/* compile.c - one source through preprocessor, front end and back end; runs in a child process of the driver.
 *
 * Knows both ends and what passes between them; they do not know each other.
 */
#include "common/memory.h"
#include "common/message.h"
#include "common/output.h"
#include "fcc/back/back.h"
#include "fcc/driver/driver.h"
#include "fcc/driver/listing.h"
#include "fcc/driver/rule.h"
#include "fcc/front.h"
#include "fcc/preprocess/preprocess.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* the front end has two arenas, one of them for a function at a time, and so has the back end after it */
enum {
    MEGABYTE = 1 << 20,
    FRONT_LIMIT = 192 * MEGABYTE,
    BACK_LIMIT = 64 * MEGABYTE,
    MOST_ERRORS = 50,
    MOST_WARNINGS = 100
};

/* Ends the child when a compilation wants more memory than it may have. */
static void memory_is_full(void *context)
{
    message_line(stderr,
                 "fcc: %s: compiling this takes too much memory; split it into smaller functions or files",
                 (const char *)context);
    fflush(NULL);
    _exit(FCC_EXIT_source);
}

/* The whole file, or a byte more than is compiled, with a '\0' after it; NULL (said) if it cannot be read. */
static char *read_source(const char *name, size_t *length)
{
    FILE *in = fopen(name, "r");
    size_t capacity = 0;
    char *text = memory_grow(NULL, &capacity, 1 << 16, 1);
    *length = 0;
    while (in != NULL) {
        *length += fread(text + *length, 1, capacity - *length - 1, in);
        if (*length < capacity - 1 || *length > PREPROCESS_FILE_LIMIT)
            break;
        text = memory_grow(text, &capacity, capacity + 1, 1);
    }
    if (in == NULL || ferror(in)) {
        message_line(stderr, "fcc: cannot read %s: %s", name, strerror(errno));
        free(text);
        text = NULL;
    } else {
        text[*length] = '\0';
    }
    if (in != NULL)
        fclose(in);
    return text;
}

/* What write_output hands to output_print. */
struct result {
    const struct fcc_options *options;
    const char *name;
    struct ir_unit *unit;
};

/* Whether a pass is part of lowering: the code after it is what the optimiser gets. */
static bool is_of_front(enum pass pass)
{
#define FRONT_STEP(name)                                                                                     \
    if (pass == PASS_##name)                                                                                 \
        return true;
#include "fcc/ir/pipeline.def"
    return false;
}

/* Everything after the front end. */
static void print_result(const void *context, FILE *out)
{
    const struct result *result = context;
    const struct fcc_options *options = result->options;
    if (options->stage == FCC_STAGE_IR) {
        bool whole = options->passes.dump == PASS_none || !options->passes.optimise;
        if (is_of_front(options->passes.dump))
            ir_print(out, result->unit);
        else if (options->passes.optimise)
            back_optimise(result->unit, &options->passes, out, BACK_LIMIT, memory_is_full,
                          (void *)result->name);
        if (whole)
            ir_print(out, result->unit);
    } else {
        bool shows =
            options->stage == FCC_STAGE_ASSEMBLY && !options->safe; /* others have named the files there */
        struct listing *listing = shows ? listing_new() : NULL;
        struct back_options back = {.passes = options->passes,
                                    .lines = options->lines,
                                    .source_line = listing ? listing_line : NULL,
                                    .context = listing};
        back_compile(out, result->unit, &back, BACK_LIMIT, memory_is_full, (void *)result->name);
        listing_free(listing);
    }
}

/* The output is a temporary file of the driver's. */
static bool write_output(const struct fcc_options *options, const char *name, struct ir_unit *unit,
                         const char *output)
{
    const struct result result = {options, name, unit};
    struct file_error error;
    bool good = output_print(output, print_result, &result, &error);
    if (!good)
        message_line(stderr, "fcc: cannot write a temporary file: %s", error.text);
    return good;
}

/* The preprocessed text, which is a whole output here. */
static bool write_text(const char *text, size_t length, const char *output)
{
    FILE *out = fopen(output, "w");
    bool good = out && fwrite(text, 1, length, out) == length;
    if (out)
        good = fclose(out) == 0 && good;
    if (!good)
        message_line(stderr, "fcc: cannot write %s: %s", output, strerror(errno));
    return good;
}

/* Whether messages alone let the compilation go on; says why not where that is not obvious. */
static bool may_go_on(const struct fcc_options *options, const char *name, const struct diag *diag)
{
    if (diag->errors)
        return false;
    if (options->warnings_are_errors && diag->warnings)
        message_line(stderr, "fcc: %s: warnings are errors (-Werror)", name);
    return !(options->warnings_are_errors && diag->warnings);
}

/* What is after the preprocessor; `origin` is that, or NULL. */
static enum fcc_exit compile_text(const struct driver_compilation *c, struct preprocessor *origin,
                                  struct diag *diag, const char *text, size_t length)
{
    const struct fcc_options *options = c->options;
    struct arena arena;
    struct front_options front = {.warnings = options->warnings,
                                  .real_words = options->real_words,
                                  .plain_c = c->is_plain_c,
                                  .headers = c->headers,
                                  .convert_ifs = pass_runs(&options->passes, PASS_if_convert),
                                  .hold_shared = pass_runs(&options->passes, PASS_hold_shared),
                                  .origin = origin};
    enum fcc_exit status = FCC_EXIT_source;
    arena_init(&arena, FRONT_LIMIT, memory_is_full, (void *)c->source);
    struct ir_unit *unit = front_compile(&arena, diag, c->source, text, length, &front);
    if (unit && may_go_on(options, c->source, diag))
        status = write_output(options, c->source, unit, c->output) ? FCC_EXIT_ok : FCC_EXIT_files;
    arena_release(&arena);
    return status;
}

enum fcc_exit driver_compile(const struct driver_compilation *c)
{
    const struct fcc_options *options = c->options;
    size_t length = 0;
    char *text = read_source(c->source, &length);
    if (!text)
        return FCC_EXIT_files;
    struct diag diag;
    diag_init(&diag, "fcc", stderr);
    diag.error_limit = MOST_ERRORS;
    diag.warning_limit = MOST_WARNINGS;
    const struct preprocess_options preprocess = {
        .warnings = (options->warnings & warning_bit(WARNING_preprocessor)) != 0,
        .markers = options->stage == FCC_STAGE_PREPROCESS,
        .safe = options->safe,
        .arguments = options->preprocessor.items,
        .argument_count = options->preprocessor.count,
        .headers = c->headers};
    enum fcc_exit status = FCC_EXIT_source;
    if (c->is_preprocessed) {
        status = compile_text(c, NULL, &diag, text, length);
        free(text);
        return status;
    }
    struct preprocessor *preprocessor = preprocess_new(&diag, &preprocess);
    if (preprocess_run(preprocessor, c->source, text, length)) {
        size_t out_length;
        const char *out = preprocess_text(preprocessor, &out_length);
        const bool rule_is_all = options->rule == FCC_RULE_ALONE || options->rule == FCC_RULE_ALONE_OWN;
        const char *rule = rule_is_all ? c->output : c->rule;
        if (rule && !rule_write(options, preprocessor, c->target, rule))
            status = FCC_EXIT_files;
        else if (rule_is_all)
            status = may_go_on(options, c->source, &diag) ? FCC_EXIT_ok : FCC_EXIT_source;
        else if (options->stage != FCC_STAGE_PREPROCESS)
            status = compile_text(c, preprocessor, &diag, out, out_length);
        else if (may_go_on(options, c->source, &diag))
            status = write_text(out, out_length, c->output) ? FCC_EXIT_ok : FCC_EXIT_files;
    }
    preprocess_free(preprocessor);
    free(text);
    return status;
}
