/* options.c - parses the command line of fcc from the rows of options.def and prints its help.
 *
 * May call option.h; of the compiler only the names of passes and warnings.
 */
#include "fcc/driver/options.h"

#include "common/memory.h"
#include "common/option.h"
#include "common/real_words.h"
#include "common/version.h"

#include <stdlib.h>
#include <string.h>

void string_list_add(struct string_list *list, const char *item)
{
    list->items = memory_grow(list->items, &list->capacity, list->count + 2, sizeof *list->items);
    list->items[list->count++] = item;
    list->items[list->count] = NULL;
}

static const struct option_row rows[] = {
#define FCC_FLAG(spelling, field, value, help) {spelling, 0, "", help, false},
#define FCC_STRING(spelling, field, argument, help) {spelling, 0, argument, help, false},
#define FCC_TEXT(spelling, argument, help) {spelling, 0, argument, help, false},
#define FCC_PRINT(spelling, what, help) {spelling, 0, "", help, false},
#define FCC_PASS(spelling, argument, help) {spelling, 0, argument, help, true},
#define FCC_OTHER(spelling, argument, accepted, help) {spelling, 0, argument, help, true},
#include "fcc/driver/options.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Options of other compilers among them. */
static const enum {
    OURS,
    ACCEPTED,
    REFUSED
} others[ROWS] = {
#define FCC_FLAG(spelling, field, value, help) OURS,
#define FCC_STRING(spelling, field, argument, help) OURS,
#define FCC_TEXT(spelling, argument, help) OURS,
#define FCC_PRINT(spelling, what, help) OURS,
#define FCC_PASS(spelling, argument, help) OURS,
#define FCC_OTHER(spelling, argument, accepted, help) (accepted) ? ACCEPTED : REFUSED,
#include "fcc/driver/options.def"
};

static void print_others(FILE *out, int which, const char *title)
{
    fputs(title, out);
    for (size_t i = 0; i < ROWS; i++) {
        if ((int)others[i] == which)
            fprintf(out, "  %s%-*s %s\n", rows[i].spelling, (int)(18 - strlen(rows[i].spelling)),
                    rows[i].argument, rows[i].text);
    }
}

/* ---- passes */

/* Writes the names of the passes of which `is_wanted` is true, each after a blank. */
static void list_passes(char *text, size_t size, bool (*is_wanted)(enum pass pass))
{
    size_t length = 0;
    text[0] = '\0';
    for (enum pass pass = PASS_none + 1; pass < PASS_COUNT; pass++) {
        char name[PASS_NAME];
        if (is_wanted(pass) && length < size)
            length += (size_t)snprintf(text + length, size - length, " %s", pass_spell(pass, name));
    }
}

/* -fno-PASS and -fPASS; false: neither. */
static bool parse_pass(struct fcc_options *options, const char *word)
{
    bool leaves_out = strncmp(word, "-fno-", 5) == 0;
    enum pass pass = strncmp(word, "-f", 2) == 0 ? pass_find(word + (leaves_out ? 5 : 2)) : PASS_none;
    if (!pass_is_optional(pass))
        return false;
    options->passes.off &= ~(1u << pass);
    options->passes.off |= leaves_out ? 1u << pass : 0;
    options->wanted_passes &= ~(1u << pass);
    options->wanted_passes |= leaves_out ? 0 : 1u << pass;
    return true;
}

/* -Wno-NAME and -WNAME of a kind of warnings, -Wextra; false: none of them. */
static bool parse_warning(struct fcc_options *options, const char *word)
{
    if (strcmp(word, "-Wextra") == 0) {
        options->warnings |= warnings_extra;
        return true;
    }
    bool silences = strncmp(word, "-Wno-", 5) == 0;
    enum warning warning =
        strncmp(word, "-W", 2) == 0 ? warning_find(word + (silences ? 5 : 2)) : WARNING_COUNT;
    if (warning == WARNING_COUNT)
        return false;
    options->warnings &= ~warning_bit(warning);
    options->warnings |= silences ? 0 : warning_bit(warning);
    return true;
}

static void print_warnings(FILE *out)
{
    static const char *const texts[WARNING_COUNT] = {
#define WARNING(name, default, text) [WARNING_##name] = (text),
#include "fcc/text/warning.def"
    };
    fputs("\nwarnings; -Wno-NAME silences one:\n", out);
    for (enum warning w = 0; w < WARNING_COUNT; w++) {
        char name[WARNING_NAME];
        fprintf(out, "  %-18s %s%s\n", warning_spell(w, name), texts[w],
                (warnings_extra & warning_bit(w)) != 0 ? "; only with -Wextra" : "");
    }
}

/* The pass of --dump-ir=PASS; false after a message for an unknown one. */
static bool read_dump(struct fcc_options *options, FILE *errors)
{
    if (!options->dump_pass)
        return true;
    options->stage = FCC_STAGE_IR;
    options->passes.dump = pass_find(options->dump_pass);
    bool known = pass_leaves_ir(options->passes.dump);
    if (!known) {
        char message[OPTION_MESSAGE];
        char names[OPTION_MESSAGE - 150];
        list_passes(names, sizeof names, pass_leaves_ir);
        snprintf(message, sizeof message, "--dump-ir=%.100s: expected one of%s", options->dump_pass, names);
        option_complain(errors, "fcc", message);
    }
    return known;
}

static void print_help(FILE *out)
{
    char names[OPTION_MESSAGE];
    list_passes(names, sizeof names, pass_is_optional);
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
#define FCC_PASS(spelling, argument, help) fprintf(out, "  %-18s %s%s\n", spelling argument, help, names);
#define FCC_OTHER(spelling, argument, accepted, help)
#include "fcc/driver/options.def"
    print_others(out, ACCEPTED, "\noptions of other compilers that are accepted, and what they do here:\n");
    print_others(out, REFUSED, "\noptions of other compilers that are refused, and what to do:\n");
    print_warnings(out);
    fputs("\nexit status:\n", out);
#define FCC_EXIT(status, name, text) fprintf(out, "  %d  %s\n", status, text);
#include "fcc/driver/exit.def"
}

static void print_version(FILE *out)
{
    fputs("fcc (pramsim) " PRAM_VERSION "\n", out);
}

/* State of the parser of the command line. */
struct reading {
    struct fcc_options *options;
    FILE *out;
    FILE *errors;
    enum options_result result;
};

/* Carries out an option by its row of options.def; false: it has none. */
static bool take_own(struct reading *reading, const struct option_word *word)
{
    struct fcc_options *options = reading->options;
    const char *spelling = word->row->spelling;
#define FCC_FLAG(own, field, setting, help)                                                                  \
    if (strcmp(spelling, own) == 0) {                                                                        \
        options->field = (setting);                                                                          \
        return true;                                                                                         \
    }
#define FCC_STRING(own, field, argument, help)                                                               \
    if (strcmp(spelling, own) == 0) {                                                                        \
        options->field = word->value;                                                                        \
        return true;                                                                                         \
    }
#define FCC_TEXT(own, argument, help)                                                                        \
    if (strcmp(spelling, own) == 0) {                                                                        \
        string_list_add(&options->preprocessor, own);                                                        \
        string_list_add(&options->preprocessor, word->value);                                                \
        return true;                                                                                         \
    }
#define FCC_PRINT(own, what, help)                                                                           \
    if (strcmp(spelling, own) == 0) {                                                                        \
        what(reading->out);                                                                                  \
        reading->result = OPTIONS_DONE;                                                                      \
        return false;                                                                                        \
    }
#define FCC_OTHER(own, argument, accepted, help)
#include "fcc/driver/options.def"
    return true;
}

static void refuse_word(void *context, enum option_fault fault, const struct option_word *word)
{
    struct reading *reading = context;
    reading->result = OPTIONS_WRONG;
    char message[OPTION_MESSAGE];
    option_explain(message, rows, ROWS, fault, word);
    option_complain(reading->errors, "fcc", message);
}

static bool take_word(void *context, const struct option_word *word)
{
    struct reading *reading = context;
    if (word->row == NULL) {
        string_list_add(&reading->options->inputs, word->word);
        return true;
    }
    if (parse_pass(reading->options, word->word) || parse_warning(reading->options, word->word))
        return true;
    const bool is_pass = word->row->is_joined && others[word->row - rows] == OURS;
    if (!is_pass && others[word->row - rows] == OURS)
        return take_own(reading, word);
    if (!is_pass && others[word->row - rows] == ACCEPTED)
        return true;
    const struct option_row *row = is_pass ? option_find(rows, ROWS, "-f").row : word->row;
    char message[OPTION_MESSAGE];
    snprintf(message, sizeof message, "%.200s is no option of fcc: %s", word->word, row->text);
    option_complain(reading->errors, "fcc", message);
    reading->result = OPTIONS_WRONG;
    return false;
}

/* Converts the argument of -mreal to words; false after a message if it is out of range. */
static bool read_real_bits(struct fcc_options *options, FILE *errors)
{
    enum { LEAST = 53, MOST = 16384 };
    char *end;
    unsigned long bits = strtoul(options->real_bits, &end, 10);
    bool is_number = options->real_bits[0] >= '0' && options->real_bits[0] <= '9' && *end == '\0';
    if (!is_number || bits < LEAST || bits > MOST) {
        char message[OPTION_MESSAGE];
        snprintf(message, sizeof message, "-mreal=%.100s: expected a number of bits from %d to %d",
                 options->real_bits, LEAST, MOST);
        option_complain(errors, "fcc", message);
        return false;
    }
    options->real_words = real_words_of_bits((uint32_t)bits);
    return true;
}

static bool check_language(const struct fcc_options *options, FILE *errors)
{
    const char *name = options->language;
    if (!name || strcmp(name, "c") == 0 || strcmp(name, "fork") == 0)
        return true;
    char message[OPTION_MESSAGE];
    snprintf(message, sizeof message, "-x %.100s: the languages are c and fork", name);
    option_complain(errors, "fcc", message);
    return false;
}

/* The format of --diagnostics-format; false after a message for an unknown one. */
static bool read_diagnostics(struct fcc_options *options, FILE *errors)
{
    options->diagnostics = diagnostics_find(options->diagnostics_name);
    if (options->diagnostics != DIAGNOSTICS_COUNT)
        return true;
    char message[OPTION_MESSAGE];
    snprintf(message, sizeof message, "--diagnostics-format=%.100s: expected one of"
#define DIAGNOSTICS(name, function) " " #name
#include "fcc/driver/diagnostics.def"
             ,
             options->diagnostics_name);
    option_complain(errors, "fcc", message);
    return false;
}

/* Whether options about a rule for make are used with one. */
static bool check_rule(struct fcc_options *options, FILE *errors)
{
    bool is_shaped = options->rule_file != NULL || options->rule_has_phonies;
    for (size_t i = 0; i + 1 < options->preprocessor.count; i += 2)
        is_shaped |= strncmp(options->preprocessor.items[i], "-M", 2) == 0;
    if (options->rule == FCC_RULE_ALONE || options->rule == FCC_RULE_ALONE_OWN)
        options->stage = FCC_STAGE_PREPROCESS;
    if (options->rule != FCC_RULE_NONE || !is_shaped)
        return true;
    option_complain(
        errors, "fcc",
        "-MF, -MT, -MQ and -MP shape the rule that -M, -MM, -MD or -MMD asks for; add one of these");
    return false;
}

enum options_result fcc_options_parse(struct fcc_options *options, int argc, char **argv, FILE *out,
                                      FILE *errors)
{
    *options = (struct fcc_options){.level = PASS_LEVEL_ALL,
                                    .lines = true,
                                    .warnings = warnings_default,
                                    .runtime = true,
                                    .real_bits = "512",
                                    .diagnostics_name = "text"};
    const struct option_parser parser = {
        .rows = rows, .row_count = ROWS, .take = take_word, .refuse = refuse_word};
    struct reading reading = {options, out, errors, OPTIONS_RUN};
    if (!option_parse(&parser, argc, argv, &reading).good)
        return reading.result;
    pass_set_level(&options->passes, options->level, options->wanted_passes);
    if (!read_real_bits(options, errors) || !read_dump(options, errors))
        return OPTIONS_WRONG;
    if (!read_diagnostics(options, errors) || !check_language(options, errors) ||
        !check_rule(options, errors))
        return OPTIONS_WRONG;
    if (options->only_checks_format && !options->formats) {
        option_complain(errors, "fcc",
                        "--check belongs to --format; errors at run time are found by pramsim --check");
        return OPTIONS_WRONG;
    }
    if (options->inputs.count != 0 && options->serves) {
        option_complain(errors, "fcc", "--lsp takes no files, the editor sends them (fcc --lsp [options])");
        return OPTIONS_WRONG;
    }
    if (options->inputs.count == 0 && !options->serves) {
        option_complain(errors, "fcc", "which source? (fcc [options] file ...)");
        return OPTIONS_WRONG;
    }
    return OPTIONS_RUN;
}

void fcc_options_free(struct fcc_options *options)
{
    free(options->preprocessor.items);
    free(options->inputs.items);
}
