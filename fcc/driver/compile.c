/* compile.c - compiles a file to the output that the options name; runs in a child process of the driver.
 * Calls fcc/compile and knows files; no pass of the compiler. */
#include "common/memory.h"
#include "common/message.h"
#include "common/output.h"
#include "fcc/driver/driver.h"
#include "fcc/driver/listing.h"
#include "fcc/driver/rule.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The whole file, or one byte more than the limit, with a '\0' after it; NULL after a message if it cannot be
 * read. */
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
        message_line(stderr, "fcc: error: %s: cannot read: %s", name, strerror(errno));
        free(text);
        text = NULL;
    } else {
        text[*length] = '\0';
    }
    if (in != NULL)
        fclose(in);
    return text;
}

/* Argument of output_print for write_output. */
struct result {
    const struct fcc_options *options;
    struct compilation *compilation;
};

/* Whether a pass is part of lowering: the code after it is the optimiser's input. */
static bool is_of_front(enum pass pass)
{
#define FRONT_STEP(name)                                                                                     \
    if (pass == PASS_##name)                                                                                 \
        return true;
#include "fcc/ir/pipeline.def"
    return false;
}

static void print_intermediate(const struct fcc_options *options, struct compilation *c, FILE *out)
{
    const bool is_whole = options->passes.dump == PASS_none || !options->passes.optimise;
    if (is_of_front(options->passes.dump))
        ir_print(out, c->unit);
    else if (options->passes.optimise && !compilation_optimise(c, &options->passes, out))
        return;
    if (is_whole)
        ir_print(out, c->unit);
}

/* Everything after the front end. */
static void print_result(const void *context, FILE *out)
{
    const struct result *result = context;
    const struct fcc_options *options = result->options;
    if (options->stage == FCC_STAGE_IR) {
        print_intermediate(options, result->compilation, out);
        return;
    }
    bool shows =
        options->stage == FCC_STAGE_ASSEMBLY && !options->safe; /* others have named the files there */
    struct listing *listing = shows ? listing_new() : NULL;
    struct back_options back = {.passes = options->passes,
                                .lines = options->lines,
                                .source_line = listing ? listing_line : NULL,
                                .context = listing};
    compilation_back(result->compilation, &back, out);
    listing_free(listing);
}

/* The output is a temporary file of the driver's. */
static enum fcc_exit write_output(const struct fcc_options *options, struct compilation *compilation,
                                  const char *output)
{
    const struct result result = {options, compilation};
    struct file_error error;
    bool good = output_print(output, print_result, &result, &error);
    if (!good)
        message_line(stderr, "fcc: cannot write a temporary file: %s", error.text);
    if (compilation->diag->errors > 0)
        return FCC_EXIT_source;
    return good ? FCC_EXIT_ok : FCC_EXIT_files;
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

/* Whether the compilation continues after the messages so far; gives the reason if it is not obvious. */
static bool may_go_on(const struct fcc_options *options, const char *name, const struct diag *diag)
{
    if (diag->errors)
        return false;
    if (options->warnings_are_errors && diag->warnings)
        message_line(stderr, "fcc: %s: warnings are errors (-Werror)", name);
    return !(options->warnings_are_errors && diag->warnings);
}

/* What is after the preprocessor. */
static enum fcc_exit compile_text(const struct driver_compilation *c, struct compilation *compilation)
{
    if (compilation_front(compilation) && may_go_on(c->options, c->source, compilation->diag))
        return write_output(c->options, compilation, c->output);
    return FCC_EXIT_source;
}

/* The output for a source that was preprocessed without errors. */
static enum fcc_exit use_preprocessed(const struct driver_compilation *c, struct compilation *compilation)
{
    const struct fcc_options *options = c->options;
    const bool rule_is_all = options->rule == FCC_RULE_ALONE || options->rule == FCC_RULE_ALONE_OWN;
    const char *rule = rule_is_all ? c->output : c->rule;
    size_t length;
    const char *text = compilation_text(compilation, &length);
    if (!c->is_preprocessed && rule && !rule_write(options, compilation->preprocessor, c->target, rule))
        return FCC_EXIT_files;
    if (c->is_preprocessed || (!rule_is_all && options->stage != FCC_STAGE_PREPROCESS))
        return compile_text(c, compilation);
    if (!may_go_on(options, c->source, compilation->diag))
        return FCC_EXIT_source;
    return rule_is_all || write_text(text, length, c->output) ? FCC_EXIT_ok : FCC_EXIT_files;
}

void driver_shape(struct compilation *compilation, const struct fcc_options *options, const char *headers,
                  bool is_plain_c)
{
    compilation->preprocess =
        (struct preprocess_options){.warnings = (options->warnings & warning_bit(WARNING_preprocessor)) != 0,
                                    .markers = options->stage == FCC_STAGE_PREPROCESS,
                                    .dollars = is_plain_c,
                                    .safe = options->safe,
                                    .arguments = options->preprocessor.items,
                                    .argument_count = options->preprocessor.count,
                                    .headers = headers};
    compilation->front = (struct front_options){.warnings = options->warnings,
                                                .real_words = options->real_words,
                                                .plain_c = is_plain_c,
                                                .headers = headers,
                                                .convert_ifs = pass_runs(&options->passes, PASS_if_convert),
                                                .hold_shared = pass_runs(&options->passes, PASS_hold_shared),
                                                .keep = options->passes.keep};
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
    diag.take = options->diagnostics == DIAGNOSTICS_text ? NULL : diagnostics_record;
    diag.error_limit = DRIVER_MOST_ERRORS;
    diag.warning_limit = DRIVER_MOST_WARNINGS;
    struct compilation compilation = {.name = c->source,
                                      .text = text,
                                      .length = length,
                                      .is_preprocessed = c->is_preprocessed,
                                      .diag = &diag};
    driver_shape(&compilation, options, c->headers, c->is_plain_c);
    enum fcc_exit status = FCC_EXIT_source;
    if (compilation_preprocess(&compilation))
        status = use_preprocessed(c, &compilation);
    compilation_free(&compilation);
    free(text);
    return status;
}
