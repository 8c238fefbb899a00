/* options.c - see options.h. Calls glibc's argp. */
#include "lab/scale/options.h"

#include "common/memory.h"

#include <argp.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NUMBERS_MOST = 1000, JOBS_MOST = 256 };

const char *argp_program_version = "pramscale 1.0";

static const struct argp_option rows[] = {
#define OPTION(letter, name, argument, text)                                                                 \
    {#name, letter, (argument)[0] != '\0' ? (argument) : NULL, 0, text, 0},
#include "lab/scale/options.def"
    {0},
};

void text_list_add(struct text_list *list, const char *text)
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

/* A number with K, M or G (2^10, 2^20, 2^30) after it, as pramsim takes them. */
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

/* What comes after the first number of a range: its end, and how one number follows from the last. */
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

bool number_list_parse(struct number_list *list, const char *text, uint64_t least, uint64_t most)
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

static void take_list(struct argp_state *state, const char *name, struct number_list *list, const char *text,
                      uint64_t least, uint64_t most)
{
    if (!number_list_parse(list, text, least, most))
        argp_error(state, "--%s=%s: expected numbers from %llu to %llu, as 1,4,16 or 1:4096 or 10:50:+10",
                   name, text, (unsigned long long)least, (unsigned long long)most);
}

static void take_fit(struct argp_state *state, struct scale_options *options, const char *text)
{
    char error[256];
    formula_free(options->fit);
    options->fit_text = text;
    options->fit = formula_parse(text, "np", error, sizeof error);
    if (options->fit == NULL)
        argp_error(state, "--fit: %s", error);
}

/* Arguments that a `--` came before are the program's. */
static void take_word(struct argp_state *state, struct scale_options *options, const char *word)
{
    text_list_add(
        state->quoted != 0 && state->next > state->quoted ? &options->arguments : &options->programs, word);
}

static bool hold_place(const struct text_list *list, const char *place)
{
    for (size_t k = 0; k < list->count; k++)
        if (strstr(list->items[k], place) != NULL)
            return true;
    return false;
}

static void check_all(struct argp_state *state, struct scale_options *options)
{
    const bool has_place = hold_place(&options->arguments, "{n}");
    if (options->programs.count == 0)
        argp_error(state, "which program?");
    if (options->sizes.count != 0 && !has_place)
        argp_error(state, "--sizes: no argument of the program has {n} in it (%s -n 10,20 prog.o -- {n})",
                   state->name);
    if (options->sizes.count == 0 && has_place)
        argp_error(state, "an argument has {n} in it: which sizes (-n)?");
    if (options->fit != NULL && formula_uses(options->fit, 'n') && options->sizes.count == 0)
        argp_error(state, "--fit: the formula has n in it: which sizes (-n)?");
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

static error_t take(int key, char *argument, struct argp_state *state)
{
    struct scale_options *options = state->input;
    struct number_list jobs = {0};
    switch (key) {
    case 'p':
        take_list(state, "pps", &options->pps, argument, 1, 1 << 20);
        break;
    case 'n':
        take_list(state, "sizes", &options->sizes, argument, 0, UINT64_C(1) << 40);
        break;
    case 't':
        take_list(state, "threads", &options->threads, argument, 1, 256);
        break;
    case 'g':
        take_list(state, "level", &options->levels, argument, 0, 5);
        break;
    case 'j':
        take_list(state, "jobs", &jobs, argument, 1, JOBS_MOST);
        options->jobs = (unsigned)jobs.items[0];
        free(jobs.items);
        break;
    case 'f':
        take_fit(state, options, argument);
        break;
    case 'a':
        options->against = argument;
        break;
    case 'X':
        text_list_add(&options->runs, argument);
        break;
    case 'o':
        options->output = argument;
        break;
    case 's':
        options->pramsim = argument;
        break;
    case 'q':
        options->quiet = true;
        break;
    case ARGP_KEY_ARG:
        take_word(state, options, argument);
        break;
    case ARGP_KEY_END:
        check_all(state, options);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

void scale_options_parse(struct scale_options *options, int argc, char **argv)
{
    static const struct argp parser = {
        .options = rows,
        .parser = take,
        .args_doc = "PROGRAM... [-- ARGUMENTS]",
        .doc = "Runs PRAM programs on machines of many sizes, and shows time, speedup and efficiency.\v"
               "A LIST is 1,4,16, or 1:4096 (doubled each time), 10:50:+10, 1:1000:*10; K, M, G mean 2^10, "
               "2^20, "
               "2^30. {n} and {p} in ARGUMENTS are replaced by the size and the number of PPs."};
    *options = (struct scale_options){0};
    argp_err_exit_status = SCALE_USAGE;
    argp_parse(&parser, argc, argv, ARGP_IN_ORDER, NULL, options);
    fill_defaults(options);
}

void scale_options_free(struct scale_options *options)
{
    formula_free(options->fit);
    free(options->pps.items);
    free(options->sizes.items);
    free(options->threads.items);
    free(options->levels.items);
    free(options->runs.items);
    free(options->programs.items);
    free(options->arguments.items);
}
