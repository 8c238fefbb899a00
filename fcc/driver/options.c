/* options.c - parses the command line of fcc from the rows of options.def and prints its help.
 *
 * May call nothing of the compiler. Flags are compared whole before options with a joined argument are looked
 * at, so that -g and -g0, or a flag that begins like another option, cannot be confused.
 */
#include "fcc/driver/options.h"

#include "common/memory.h"
#include "common/message.h"
#include "common/real_words.h"

#include <stdlib.h>
#include <string.h>

void string_list_add(struct string_list *list, const char *item)
{
    if (list->count + 1 >= list->capacity) {
        list->capacity = list->capacity ? list->capacity * 2 : 16;
        const char **items = realloc(list->items, list->capacity * sizeof *items);
        if (!items)
            memory_is_short();
        list->items = items;
    }
    list->items[list->count++] = item;
    list->items[list->count] = NULL;
}

/* Options of other compilers. */
static const struct other_option {
    const char *spelling;
    const char *argument; /* "": the spelling is the whole word */
    bool accepted;
    const char *help;
} others[] = {
#define FCC_FLAG(spelling, field, value, help)
#define FCC_STRING(spelling, field, argument, help)
#define FCC_TEXT(spelling, argument, help)
#define FCC_PRINT(spelling, what, help)
#define FCC_OTHER(spelling, argument, accepted, help) {spelling, argument, accepted, help},
#include "fcc/driver/options.def"
};

static void print_others(FILE *out, bool accepted, const char *title)
{
    fputs(title, out);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (others[i].accepted == accepted)
            fprintf(out, "  %s%-*s %s\n", others[i].spelling, (int)(18 - strlen(others[i].spelling)),
                    others[i].argument, others[i].help);
    }
}

/* ---- passes */

static const struct pass_row {
    const char *name;
    enum { PASS_LOWER, PASS_OPT, PASS_FIXED, PASS_BACK } stage;
} passes[PASS_COUNT] = {
#define PASS(name, stage, text) [PASS_##name] = {#name, PASS_##stage},
#include "fcc/ir/pass.def"
};

/* Those that can be left out. */
static void print_pass_names(FILE *out)
{
    for (enum pass p = PASS_none + 1; p < PASS_COUNT; p++) {
        if ((pass_optional() >> p & 1) != 0)
            fprintf(out, " %s", passes[p].name);
    }
    fputc('\n', out);
}

static enum pass find_pass(const char *name)
{
    enum pass found = PASS_none;
    for (enum pass p = PASS_none + 1; p < PASS_COUNT; p++) {
        if (strcmp(name, passes[p].name) == 0)
            found = p;
    }
    return found;
}

/* -fno-PASS and -fPASS; false: it is neither. */
static bool parse_pass(struct fcc_options *options, const char *word)
{
    bool leaves_out = strncmp(word, "-fno-", 5) == 0;
    enum pass pass = strncmp(word, "-f", 2) == 0 ? find_pass(word + (leaves_out ? 5 : 2)) : PASS_none;
    if (pass == PASS_none || (pass_optional() >> pass & 1) == 0)
        return false;
    options->passes.off &= ~(1u << pass);
    options->passes.off |= leaves_out ? 1u << pass : 0;
    return true;
}

/* What --dump-ir=PASS names; false, said, if there is no such code. */
static bool read_dump(struct fcc_options *options, FILE *errors)
{
    if (!options->dump_pass)
        return true;
    options->stage = FCC_STAGE_IR;
    options->passes.dump = find_pass(options->dump_pass);
    bool known = options->passes.dump != PASS_none && passes[options->passes.dump].stage != PASS_BACK;
    if (!known) {
        message_line(errors, "fcc: --dump-ir=%s: expected one of%s", options->dump_pass,
#define PASS_NAME_LOWER(name) " " #name
#define PASS_NAME_OPT(name) " " #name
#define PASS_NAME_FIXED(name) " " #name
#define PASS_NAME_BACK(name)
#define PASS(name, stage, text) PASS_NAME_##stage(name)
#include "fcc/ir/pass.def"
        );
    }
    return known;
}

static void print_help(FILE *out)
{
    fputs("usage: fcc [options] file ...\n"
          "Compiles Fork programs for the SB-PRAM. Files end in .fork or .c (Fork source), .i "
          "(preprocessed), .s\n"
          "(assembly), .o (object) or .a (archive). `fcc x.fork` makes the program x.o; `pramsim x.o` runs "
          "it.\n\n",
          out);
#define FCC_FLAG(spelling, field, value, help) fprintf(out, "  %-18s %s\n", spelling, help);
#define FCC_STRING(spelling, field, argument, help) fprintf(out, "  %-18s %s\n", spelling argument, help);
#define FCC_TEXT(spelling, argument, help) fprintf(out, "  %-18s %s\n", spelling argument, help);
#define FCC_PRINT(spelling, what, help) fprintf(out, "  %-18s %s\n", spelling, help);
#define FCC_PASS(spelling, argument, help)                                                                   \
    fprintf(out, "  %-18s %s", spelling argument, help);                                                     \
    print_pass_names(out);
#define FCC_OTHER(spelling, argument, accepted, help)
#include "fcc/driver/options.def"
    print_others(out, true, "\noptions of other compilers that are accepted, and what they do here:\n");
    print_others(out, false, "\noptions of other compilers that are refused, and what to do:\n");
    fputs("\nexit status:\n", out);
#define FCC_EXIT(status, name, text) fprintf(out, "  %d  %s\n", status, text);
#include "fcc/driver/exit.def"
}

static void print_version(FILE *out)
{
    fputs("fcc (pramsim) " FCC_VERSION "\n", out);
}

static bool parse_flag(struct fcc_options *options, const char *word)
{
#define FCC_FLAG(spelling, field, setting, help)                                                             \
    if (strcmp(word, spelling) == 0) {                                                                       \
        options->field = (setting);                                                                          \
        return true;                                                                                         \
    }
#define FCC_STRING(spelling, field, argument, help)
#define FCC_TEXT(spelling, argument, help)
#define FCC_PRINT(spelling, what, help)
#define FCC_OTHER(spelling, argument, accepted, help)
#include "fcc/driver/options.def"
    return false;
}

static bool parse_print(const char *word, FILE *out)
{
#define FCC_FLAG(spelling, field, value, help)
#define FCC_STRING(spelling, field, argument, help)
#define FCC_TEXT(spelling, argument, help)
#define FCC_PRINT(spelling, what, help)                                                                      \
    if (strcmp(word, spelling) == 0) {                                                                       \
        what(out);                                                                                           \
        return true;                                                                                         \
    }
#define FCC_OTHER(spelling, argument, accepted, help)
#include "fcc/driver/options.def"
    return false;
}

/* The argument of an option: behind its spelling, or the next word; NULL if there is none. */
static const char *argument_of(const char *spelling, int argc, char **argv, int *index)
{
    const char *joined = argv[*index] + strlen(spelling);
    if (*joined)
        return joined;
    if (*index + 1 >= argc)
        return NULL;
    return argv[++*index];
}

/* 1: an option with an argument was taken; 0: it is none; -1: its argument is missing (said). */
static int parse_with_argument(struct fcc_options *options, int argc, char **argv, int *index, FILE *errors)
{
    const char *word = argv[*index];
    const char *missing;
    const char *argument;
#define FCC_FLAG(spelling, field, value, help)
#define FCC_STRING(spelling, field, name, help)                                                              \
    if (strncmp(word, spelling, strlen(spelling)) == 0) {                                                    \
        missing = spelling name;                                                                             \
        if (!(argument = argument_of(spelling, argc, argv, index)))                                          \
            goto missing_argument;                                                                           \
        options->field = argument;                                                                           \
        return 1;                                                                                            \
    }
#define FCC_TEXT(spelling, name, help)                                                                       \
    if (strncmp(word, spelling, strlen(spelling)) == 0) {                                                    \
        missing = spelling name;                                                                             \
        if (!(argument = argument_of(spelling, argc, argv, index)))                                          \
            goto missing_argument;                                                                           \
        string_list_add(&options->preprocessor, spelling);                                                   \
        string_list_add(&options->preprocessor, argument);                                                   \
        return 1;                                                                                            \
    }
#define FCC_PRINT(spelling, what, help)
#define FCC_OTHER(spelling, argument, accepted, help)
#include "fcc/driver/options.def"
    return 0;
missing_argument:
    message_line(errors, "fcc: an argument is missing: %s", missing);
    return -1;
}

/* Turns the argument of -mreal into words; false, said, if it is out of range. */
static bool read_real_bits(struct fcc_options *options, FILE *errors)
{
    enum { LEAST = 53, MOST = 16384 };
    char *end;
    unsigned long bits = strtoul(options->real_bits, &end, 10);
    bool is_number = options->real_bits[0] >= '0' && options->real_bits[0] <= '9' && *end == '\0';
    if (!is_number || bits < LEAST || bits > MOST) {
        message_line(errors, "fcc: -mreal=%s: expected a number of bits from %d to %d", options->real_bits,
                     LEAST, MOST);
        return false;
    }
    options->real_words = real_words_of_bits((uint32_t)bits);
    return true;
}

/* Whether an option that fcc does not have can be passed over; says why not. */
static bool accept_other(const char *word, FILE *errors)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const struct other_option *other = &others[i];
        const size_t length = strlen(other->spelling);
        const bool matches = other->argument[0] == '\0' ? strcmp(word, other->spelling) == 0
                                                        : strncmp(word, other->spelling, length) == 0;
        if (matches && !other->accepted)
            message_line(errors, "fcc: %s is no option of fcc: %s", word, other->help);
        if (matches)
            return other->accepted;
    }
    message_line(errors, "fcc: unknown option %s; `fcc --help` lists them", word);
    return false;
}

enum options_result options_parse(struct fcc_options *options, int argc, char **argv, FILE *out, FILE *errors)
{
    *options = (struct fcc_options){
        .passes.optimise = true, .lines = true, .warnings = true, .runtime = true, .real_bits = "512"};
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (word[0] != '-' || word[1] == '\0') {
            string_list_add(&options->inputs, word);
            continue;
        }
        if (parse_print(word, out))
            return OPTIONS_DONE;
        if (parse_flag(options, word) || parse_pass(options, word))
            continue;
        int taken = parse_with_argument(options, argc, argv, &i, errors);
        if (taken < 0)
            return OPTIONS_WRONG;
        if (taken == 0 && !accept_other(word, errors))
            return OPTIONS_WRONG;
    }
    if (!read_real_bits(options, errors) || !read_dump(options, errors))
        return OPTIONS_WRONG;
    if (options->inputs.count == 0) {
        fputs("fcc: no input file; `fcc --help` says how to use it\n", errors);
        return OPTIONS_WRONG;
    }
    return OPTIONS_RUN;
}

void options_free(struct fcc_options *options)
{
    free(options->preprocessor.items);
    free(options->inputs.items);
}
