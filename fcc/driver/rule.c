/* rule.c - see rule.h. May call output.h and message.h. */
#include "fcc/driver/rule.h"

#include "common/message.h"
#include "common/output.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 72 }; /* characters after which a rule continues in another line */

/* A rule on its way. */
struct rule {
    const struct fcc_options *options;
    const char *target;
    FILE *stream;
    size_t column;
    struct string_list files;
};

/* Prints a name as make reads it: blanks, # and $ are quoted. */
static size_t print_quoted(FILE *stream, const char *name)
{
    size_t length = 0;
    size_t backslashes = 0;
    for (const char *at = name; *at != '\0'; at++) {
        if (*at == ' ' || *at == '\t')
            for (size_t more = backslashes + 1; more > 0; more--, length++)
                fputc('\\', stream);
        if (*at == '#')
            length++, fputc('\\', stream);
        if (*at == '$')
            length++, fputc('$', stream);
        backslashes = *at == '\\' ? backslashes + 1 : 0;
        fputc(*at, stream);
        length++;
    }
    return length;
}

static void print_targets(struct rule *rule)
{
    const struct string_list *given = &rule->options->preprocessor;
    bool is_first = true;
    for (size_t i = 0; i + 1 < given->count; i += 2) {
        const bool is_quoted = strcmp(given->items[i], "-MQ") == 0;
        if (!is_quoted && strcmp(given->items[i], "-MT") != 0)
            continue;
        if (!is_first)
            rule->column++, fputc(' ', rule->stream);
        is_first = false;
        if (is_quoted) {
            rule->column += print_quoted(rule->stream, given->items[i + 1]);
        } else {
            fputs(given->items[i + 1], rule->stream);
            rule->column += strlen(given->items[i + 1]);
        }
    }
    if (is_first)
        rule->column += print_quoted(rule->stream, rule->target);
    fputc(':', rule->stream);
    rule->column++;
}

static void add_file(void *context, const char *name, bool is_runtime)
{
    struct rule *rule = context;
    const enum fcc_rule kind = rule->options->rule;
    const bool only_own = kind == FCC_RULE_ALONE_OWN || kind == FCC_RULE_BESIDE_OWN;
    if (!is_runtime || !only_own)
        string_list_add(&rule->files, name);
}

static void print_rule(const void *context, FILE *stream)
{
    struct rule *rule = (struct rule *)context;
    rule->stream = stream;
    print_targets(rule);
    for (size_t i = 0; i < rule->files.count; i++) {
        if (rule->column + strlen(rule->files.items[i]) > LINE) {
            fputs(" \\\n", stream);
            rule->column = 0;
        }
        fputc(' ', stream);
        rule->column += print_quoted(stream, rule->files.items[i]) + 1;
    }
    fputc('\n', stream);
    for (size_t i = 1; rule->options->rule_has_phonies && i < rule->files.count;
         i++) { /* not of the source */
        print_quoted(stream, rule->files.items[i]);
        fputs(":\n", stream);
    }
}

/* make has no syntax for names with line ends. */
static const char *find_odd(const struct rule *rule)
{
    for (size_t i = 0; i < rule->files.count; i++)
        if (strchr(rule->files.items[i], '\n') != NULL)
            return rule->files.items[i];
    return strchr(rule->target, '\n') != NULL ? rule->target : NULL;
}

bool rule_write(const struct fcc_options *options, struct preprocessor *preprocessor, const char *target,
                const char *path)
{
    struct rule rule = {.options = options, .target = target};
    struct file_error error = {""};
    preprocess_files(preprocessor, add_file, &rule);
    const char *odd = find_odd(&rule);
    const bool good = odd == NULL && output_print(path, print_rule, &rule, &error);
    if (odd != NULL)
        message_line(stderr, "fcc: %s: make reads no names with line ends", odd);
    else if (!good)
        message_line(stderr, "fcc: cannot write a temporary file: %s", error.text);
    free(rule.files.items);
    return good;
}
