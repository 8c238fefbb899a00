/* options.c - see options.h. May call tool.h. */
#include "lab/scale/options.h"

#include "common/memory.h"
#include "common/tool.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NUMBERS_MOST = 1000, JOBS_MOST = 256 };

static const struct option_row rows[] = {
#define OPTION(letter, name, argument, text) {"--" #name, letter, argument, text, false},
#include "lab/scale/options.def"
    TOOL_ROWS};

static bool take(void *context, char letter, const char *argument);

static const struct tool tool = {
    .name = "pramscale",
    .usage = "[options] PROGRAM... [-- ARGUMENTS]",
    .text = "Runs PRAM programs with many numbers of PPs and shows time, speedup and efficiency.",
    .missing = "which program?",
    .notes = "A LIST is 1,4,16, or 1:4096 (doubled each time), 10:50:+10, 1:1000:*10; K, M, G mean 2^10, "
             "2^20, 2^30.\n"
             "{n} and {p} in ARGUMENTS are replaced by the size and the number of PPs.",
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .take = take,
};

static void text_list_add(struct text_list *list, const char *text)
{
    list->items = memory_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
    list->items[list->count++] = text;
}

static bool add_number(struct number_list *list, uint64_t number)
{
    if (list->count == NUMBERS_MOST)
        return false;
    list->items = memory_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
    list->items[list->count++] = number;
    return true;
}

/* A number, perhaps with K, M or G (2^10, 2^20, 2^30), as in pramsim. */
static bool read_number(const char **at, uint64_t least, uint64_t most, uint64_t *number)
{
    char *end;
    if (!isdigit((unsigned char)**at))
        return false;
    errno = 0;
    *number = strtoull(*at, &end, 10);
    const char *const scales = "kmg",
                      *scale = *end != '\0' ? strchr(scales, tolower((unsigned char)*end)) : NULL;
    const unsigned shift = scale != NULL ? 10 * (unsigned)(scale - scales + 1) : 0;
    if (errno != 0 || *number > UINT64_MAX >> shift)
        return false;
    *number <<= shift;
    *at = end + (scale != NULL);
    return *number >= least && *number <= most;
}

/* The rest of a range after its first number: its end, and the step. */
static bool add_range(struct number_list *list, const char **at, uint64_t first, uint64_t least,
                      uint64_t most)
{
    uint64_t last, step = 2;
    bool adds = false;
    if (!read_number(at, least, most, &last) || last < first)
        return false;
    if (**at == ':') {
        adds = (*at)[1] == '+';
        if (!adds && (*at)[1] != '*')
            return false;
        *at += 2;
        if (!read_number(at, adds ? 1 : 2, most, &step))
            return false;
    }
    if (first == 0 && !adds)
        return false;
    uint64_t number = first;
    while (number < last) {
        if (!add_number(list, number))
            return false;
        const uint64_t next = adds ? number + step : number * step;
        if (next <= number || (!adds && next / step != number))
            break;
        number = next;
    }
    return add_number(list, last);
}

/* "1,4,16", "1:4096" (doubled each time), "10:50:+10", "1:1000:*10"; a range includes its end. False if it is
 * not a list, contains a number outside least..most, or more than 1000 numbers. */
static bool number_list_parse(struct number_list *list, const char *text, uint64_t least, uint64_t most)
{
    list->count = 0;
    for (const char *at = text;; at++) {
        uint64_t number;
        if (!read_number(&at, least, most, &number))
            return false;
        if (*at == ':') {
            at++;
            if (!add_range(list, &at, number, least, most))
                return false;
        } else if (!add_number(list, number))
            return false;
        if (*at == '\0')
            return true;
        if (*at != ',')
            return false;
    }
}

enum { WRONG_MOST = 300 };

static bool take_list(const char *name, struct number_list *list, const char *text, uint64_t least,
                      uint64_t most)
{
    char wrong[WRONG_MOST];
    if (number_list_parse(list, text, least, most))
        return true;
    snprintf(wrong, sizeof wrong,
             "--%s=%.100s: expected numbers from %llu to %llu, such as 1,4,16 or 1:4096 or 10:50:+10", name,
             text, (unsigned long long)least, (unsigned long long)most);
    return tool_complain(&tool, wrong, "");
}

static bool take_formula(const char *option, struct formula **formula, const char **kept, const char *text)
{
    char error[WRONG_MOST];
    formula_free(*formula);
    *kept = text;
    *formula = formula_parse(text, "np", error, sizeof error);
    return *formula != NULL || tool_complain(&tool, option, error);
}

static bool take_jobs(struct scale_options *options, const char *text)
{
    struct number_list jobs = {0};
    const bool good = take_list("jobs", &jobs, text, 1, JOBS_MOST);
    if (good && jobs.items != NULL)
        options->jobs = (unsigned)jobs.items[0];
    free(jobs.items);
    return good;
}

static bool hold_place(const struct text_list *list, const char *place)
{
    for (size_t k = 0; k < list->count; k++)
        if (strstr(list->items[k], place) != NULL)
            return true;
    return false;
}

static bool check_all(const struct scale_options *options)
{
    const bool has_place = hold_place(&options->arguments, "{n}");
    if (options->sizes.count != 0 && !has_place)
        return tool_complain(
            &tool, "--sizes: no argument of the program has {n} in it (pramscale -n 10,20 prog.o -- {n})",
            "");
    if (options->sizes.count == 0 && has_place)
        return tool_complain(&tool, "an argument has {n} in it, but there are no sizes (-n)", "");
    if (options->fit != NULL && formula_uses(options->fit, 'n') && options->sizes.count == 0)
        return tool_complain(&tool, "--fit: the formula has n in it, but there are no sizes (-n)", "");
    if (options->curve != NULL && formula_uses(options->curve, 'n') && options->sizes.count == 0)
        return tool_complain(&tool, "--curve: the formula has n in it, but there are no sizes (-n)", "");
    return true;
}

static void fill_defaults(struct scale_options *options)
{
    if (options->pps.count == 0)
        number_list_parse(&options->pps, "1:4096", 1, 4096);
    if (options->threads.count == 0)
        number_list_parse(&options->threads, "1", 1, 1);
    uint64_t most = 1;
    for (size_t k = 0; k < options->threads.count; k++)
        most = options->threads.items[k] > most ? options->threads.items[k] : most;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (options->jobs == 0)
        options->jobs = cores > 0 && (uint64_t)cores > most ? (unsigned)((uint64_t)cores / most) : 1;
}

static bool take(void *context, char letter, const char *argument)
{
    struct scale_options *options = context;
    switch (letter) {
    case 'p':
        return take_list("pps", &options->pps, argument, 1, 1 << 22);
    case 'n':
        return take_list("sizes", &options->sizes, argument, 0, UINT64_C(1) << 40);
    case 't':
        return take_list("threads", &options->threads, argument, 1, 256);
    case 'g':
        return take_list("level", &options->levels, argument, 0, 5);
    case 'j':
        return take_jobs(options, argument);
    case 'f':
        return take_formula("--fit: ", &options->fit, &options->fit_text, argument);
    case 'c':
        return take_formula("--curve: ", &options->curve, &options->curve_text, argument);
    case 'a':
        options->against = argument;
        return true;
    case 'X':
        text_list_add(&options->runs, argument);
        return true;
    case 'o':
        options->output = argument;
        return true;
    case 's':
        options->pramsim = argument;
        return true;
    case 'q':
        options->quiet = true;
        return true;
    default:
        text_list_add(&options->programs, argument);
        return true;
    }
}

int scale_options_parse(struct scale_options *options, int argc, char **argv)
{
    int own = 1; /* words before the first `--`; later ones belong to the programs */
    *options = (struct scale_options){0};
    while (own < argc && strcmp(argv[own], "--") != 0)
        own++;
    for (int k = own + 1; k < argc; k++)
        text_list_add(&options->arguments, argv[k]);
    const int status = tool_parse(&tool, own, argv, options);
    if (status >= 0)
        return status;
    fill_defaults(options);
    return check_all(options) ? -1 : TOOL_USAGE;
}

void scale_options_free(struct scale_options *options)
{
    formula_free(options->fit);
    formula_free(options->curve);
    free(options->pps.items);
    free(options->sizes.items);
    free(options->threads.items);
    free(options->levels.items);
    free(options->runs.items);
    free(options->programs.items);
    free(options->arguments.items);
}
