/* formatting.c - see formatting.h. */
#include "fcc/driver/formatting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/message.h"
#include "common/option.h"
#include "common/output.h"
#include "fcc/format/format.h"

struct formatted {
    const char *text;
    size_t length;
};

static void write_text(const void *context, FILE *out)
{
    const struct formatted *formatted = context;
    fwrite(formatted->text, 1, formatted->length, out);
}

/* The whole file; NULL (said) if it cannot be read. */
static char *read_whole(const char *name, size_t *length)
{
    enum { LIMIT = 32 << 20 };
    FILE *in = fopen(name, "r");
    char *text = NULL;
    size_t capacity = 0;
    *length = 0;
    while (in != NULL && !feof(in) && !ferror(in) && *length < LIMIT) {
        text = memory_grow(text, &capacity, *length + (1 << 16), 1);
        *length += fread(text + *length, 1, 1 << 16, in);
    }
    const bool good = in != NULL && !ferror(in) && *length < LIMIT;
    if (!good)
        message_line(stderr, "fcc: error: %s: cannot read: %s", name,
                     in != NULL && !ferror(in) ? "it is longer than 32 MiB" : strerror(errno));
    if (in != NULL)
        fclose(in);
    if (good)
        return text;
    free(text);
    return NULL;
}

static enum fcc_exit deliver(const struct fcc_options *options, const char *name, const struct formatted *old,
                             const struct formatted *new)
{
    const bool is_same = old->length == new->length &&memcmp(old->text, new->text, old->length) == 0;
    const char *output = options->output != NULL ? options->output : name;
    struct file_error error;
    if (options->only_checks_format && !is_same)
        message_line(stderr, "fcc: %s: not formatted; `fcc --format` formats it", name);
    if (options->only_checks_format)
        return is_same ? FCC_EXIT_ok : FCC_EXIT_source;
    if (is_same && options->output == NULL)
        return FCC_EXIT_ok;
    if (output_print(strcmp(output, "-") == 0 ? NULL : output, write_text, new, &error))
        return FCC_EXIT_ok;
    message_line(stderr, "fcc: cannot write %s: %s", output, error.text);
    return FCC_EXIT_files;
}

static enum fcc_exit format_input(const struct fcc_options *options, const char *name)
{
    struct formatted old, new;
    struct format_error error;
    char *text = read_whole(name, &old.length);
    if (text == NULL)
        return FCC_EXIT_files;
    char *result = format_text(text, old.length, &new.length, &error);
    old.text = text;
    new.text = result;
    enum fcc_exit status = FCC_EXIT_source;
    if (result != NULL)
        status = deliver(options, name, &old, &new);
    else
        message_line(stderr, "%s:%zu: error: %s", name, error.line, error.text);
    free(text);
    free(result);
    return status;
}

enum fcc_exit driver_format_inputs(const struct fcc_options *options)
{
    enum fcc_exit worst = FCC_EXIT_ok;
    if (options->output != NULL && options->inputs.count > 1) {
        option_complain(stderr, "fcc",
                        "-o names one output, but there are several inputs; without -o each is "
                        "formatted in its place");
        return FCC_EXIT_usage;
    }
    for (size_t i = 0; i < options->inputs.count; i++) {
        const enum fcc_exit status = format_input(options, options->inputs.items[i]);
        worst = status > worst ? status : worst;
    }
    return worst;
}
