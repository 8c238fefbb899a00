/* lanczos.c - finds the precision that a matrix needs, without knowing its eigenvalues.
 *
 *     lanczos --auto [OPTION ...] MATRIX VECTOR OUTPUT
 *
 * Runs lanczos.o, the modified method, with more and more bits. A precision is enough when the vectors have
 * stayed orthogonal, which the run itself measures, and the tridiagonal matrix has the eigenvalues that it
 * has in more bits. The first precision that is gets refined downwards by halving. OUTPUT becomes the
 * tridiagonal matrix of the chosen precision. Exit status: 0; 1 no precision up to the limit is enough, or a
 * run failed; 2 usage.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "programs/lanczos/command.h"
#include "common/message.h"
#include "programs/lanczos/simulation.h"
#include "programs/lanczos/tridiagonal.h"

static const char program[] = "lanczos";

enum { BITS = 1024, LONGEST = 4096, MOST_TRIALS = 2048 };

/* A precision that has been tried. */
struct trial {
    long bits;
    double loss;
    struct number_list eigenvalues;
};

struct search {
    struct toolbox toolbox;
    const char *matrix, *vector, *output, *truth;
    long first, most, step; /* bits */
    long pps, threads;
    double bound; /* of the loss of orthogonality */
    mpfr_t tolerance;
    struct trial trial[MOST_TRIALS];
    size_t trials;
};

static int usage(FILE *stream, int status)
{
    fprintf(stream,
            "usage: %s --auto [OPTION ...] MATRIX VECTOR OUTPUT\n"
            "finds the bits that the Lanczos method needs for all eigenvalues of MATRIX, and writes the "
            "tridiagonal matrix\n"
            "  --from=BITS       to begin with (default 48)\n"
            "  --most=BITS       to give up behind, at most what lanczos.o was compiled for (default 1024)\n"
            "  --step=BITS       the answer is a multiple of it (default 8)\n"
            "  --bound=B         largest product of two different vectors (default 0.001)\n"
            "  --tolerance=T     relative difference of equal eigenvalues (default 0.001)\n"
            "  --truth=FILE      the true eigenvalues: says how many bits would have been enough\n"
            "  --pps=P --threads=N   of the simulation (default 256 and 1)\n"
            "  --pramsim=FILE --program=FILE   instead of those that were built with %s\n",
            program, program);
    return status;
}

/* ---- trials */

static bool read_trial(struct trial *trial, const char *path)
{
    struct number_list tridiagonal;
    if (!numbers_read(&tridiagonal, NUMBER_TRIDIAGONAL, path, BITS, program))
        return false;
    bool good = tridiagonal_eigenvalues(&trial->eigenvalues, &tridiagonal, program);
    if (!good)
        message_line(stderr, "%s: %ld bits: the QL method does not converge", program, trial->bits);
    numbers_free(&tridiagonal);
    return good;
}

/* One run of the modified method; false with a message. */
static bool run_bits(const struct search *search, long bits, const char *output,
                     struct simulation_result *result)
{
    char format[40];
    char error[3 * LONGEST];
    snprintf(format, sizeof format, "mpfr:%ld", bits);
    const struct simulation simulation = {.toolbox = &search->toolbox,
                                          .folder = ".",
                                          .matrix = search->matrix,
                                          .vector = search->vector,
                                          .output = output,
                                          .format = format,
                                          .modified = true,
                                          .measures_loss = true,
                                          .pps = search->pps,
                                          .threads = search->threads};
    if (simulation_run(&simulation, result, error, sizeof error))
        return true;
    message_line(stderr, "%s: %s", program, error);
    return false;
}

/* The trial of that precision, which runs only once; NULL with a message. */
static const struct trial *try_bits(struct search *search, long bits)
{
    for (size_t i = 0; i < search->trials; i++)
        if (search->trial[i].bits == bits)
            return &search->trial[i];
    if (search->trials == MOST_TRIALS) {
        message_line(stderr, "%s: this takes too many runs; take a larger --step", program);
        return NULL;
    }
    struct trial *trial = &search->trial[search->trials];
    struct simulation_result result;
    char output[LONGEST];
    snprintf(output, sizeof output, "%s.%ld", search->output, bits);
    if (!run_bits(search, bits, output, &result))
        return NULL;
    *trial = (struct trial){.bits = bits, .loss = result.loss};
    bool good = read_trial(trial, output);
    unlink(output);
    if (!good)
        return NULL;
    search->trials++;
    return trial;
}

static bool is_orthogonal(const struct search *search, const struct trial *trial)
{
    return trial->loss >= 0 && trial->loss <= search->bound;
}

/* The eigenvalues of a trial, 0 where they are rounding errors. */
static void copy_eigenvalues(struct number_list *copy, const struct trial *trial)
{
    numbers_create(copy, NUMBER_EIGENVALUES, trial->eigenvalues.n, BITS, program);
    for (size_t i = 0; i < copy->count; i++)
        mpfr_set(copy->value[i], trial->eigenvalues.value[i], MPFR_RNDN);
    eigenvalues_clear_noise(copy, trial->bits);
}

static bool agree(const struct search *search, const struct trial *trial, const struct trial *more)
{
    struct number_list computed;
    struct number_list truth;
    if (trial->eigenvalues.n != more->eigenvalues.n)
        return false;
    copy_eigenvalues(&computed, trial);
    copy_eigenvalues(&truth, more);
    const bool result = eigenvalues_matched(&truth, &computed, search->tolerance) == truth.n;
    numbers_free(&computed);
    numbers_free(&truth);
    return result;
}

/* ---- the search */

static long next_bits(const struct search *search, long bits)
{
    long more = bits + bits / 2;
    return (more + search->step - 1) / search->step * search->step;
}

static void show(const struct trial *trial, const char *verdict)
{
    printf("%5ld bits: %zu iterations, loss %.2e, %s\n", trial->bits, trial->eigenvalues.n, trial->loss,
           verdict);
    fflush(stdout);
}

/* Raises the precision until two in a row have orthogonal vectors and the same eigenvalues. *failed and
 * *enough become the last precision that is not enough (0: none) and the first that is. Returns the one
 * above; NULL with a message. */
static const struct trial *raise_bits(struct search *search, long *failed, long *enough)
{
    const struct trial *before = NULL;
    *failed = 0;
    for (long bits = search->first; bits <= search->most; bits = next_bits(search, bits)) {
        const struct trial *trial = try_bits(search, bits);
        if (trial == NULL)
            return NULL;
        if (before != NULL && is_orthogonal(search, before) && agree(search, before, trial)) {
            *enough = before->bits;
            show(trial, "the same eigenvalues: they are right");
            return trial;
        }
        if (before != NULL)
            *failed = before->bits;
        show(trial, is_orthogonal(search, trial) ? "orthogonal" : "not orthogonal: more bits");
        before = trial;
    }
    message_line(stderr, "%s: no precision up to %ld bits is enough; allow more with --most", program,
                 search->most);
    return NULL;
}

/* Halves the gap between what is not enough and what is. Returns the least multiple of the step that is
 * enough. */
static const struct trial *lower_bits(struct search *search, const struct trial *above, long failed,
                                      long enough)
{
    while (enough - failed > search->step) {
        long bits = (failed + enough) / 2 / search->step * search->step;
        if (bits <= failed)
            bits = failed + search->step;
        if (bits < 2 || bits >= enough)
            break;
        const struct trial *trial = try_bits(search, bits);
        if (trial == NULL)
            return NULL;
        bool good = is_orthogonal(search, trial) && agree(search, trial, above);
        show(trial, good ? "the same eigenvalues" : "not enough");
        if (good)
            enough = bits;
        else
            failed = bits;
    }
    return try_bits(search, enough);
}

/* With the true eigenvalues: the least multiple of the step from which on all are found, sought from `bits`
 * on. 0 with a message if a run fails. */
static long least_bits(struct search *search, long bits)
{
    struct number_list truth;
    long least = 0;
    if (!numbers_read(&truth, NUMBER_EIGENVALUES, search->truth, BITS, program))
        return 0;
    eigenvalues_sort(&truth);
    eigenvalues_distinct(&truth);
    while (bits <= search->most) {
        const struct trial *trial = try_bits(search, bits);
        if (trial == NULL) {
            least = 0;
            break;
        }
        bool right = eigenvalues_matched(&truth, &trial->eigenvalues, search->tolerance) == truth.n;
        if (!right && least > 0) /* going down: it was the one before */
            break;
        if (right && least < 0) { /* going up: this is it */
            least = bits;
            break;
        }
        least = right ? bits : -1;
        bits += right ? -search->step : search->step;
        if (bits < 2)
            break;
    }
    if (bits > search->most) {
        message_line(stderr,
                     "%s: %s: no precision up to %ld bits has all %zu distinct eigenvalues; the start vector "
                     "may not reach them",
                     program, search->truth, search->most, truth.n);
        least = 0;
    }
    numbers_free(&truth);
    return least;
}

static bool find_bits(struct search *search)
{
    long failed;
    long enough;
    const struct trial *above = raise_bits(search, &failed, &enough);
    const struct trial *chosen = above != NULL ? lower_bits(search, above, failed, enough) : NULL;
    struct simulation_result result;
    if (chosen == NULL || !run_bits(search, chosen->bits, search->output, &result))
        return false;
    if (result.broken)
        printf("breakdown: the start vector reaches %ld distinct eigenvalue%s of at most %ld\n",
               result.iterations, result.iterations == 1 ? "" : "s", result.wanted);
    printf("%ld bits\n", chosen->bits);
    if (search->truth == NULL)
        return true;
    long least = least_bits(search, chosen->bits);
    if (least > 0)
        printf("least with all eigenvalues right: %ld bits\n", least);
    return least > 0;
}

/* ---- the command line */

enum {
    OPTION_AUTO,
    OPTION_FROM,
    OPTION_MOST,
    OPTION_STEP,
    OPTION_BOUND,
    OPTION_TOLERANCE,
    OPTION_TRUTH,
    OPTION_PPS,
    OPTION_THREADS,
    OPTION_PRAMSIM,
    OPTION_PROGRAM,
    OPTION_HELP
};

static const struct option options[] = {{"auto", no_argument, NULL, OPTION_AUTO},
                                        {"from", required_argument, NULL, OPTION_FROM},
                                        {"most", required_argument, NULL, OPTION_MOST},
                                        {"step", required_argument, NULL, OPTION_STEP},
                                        {"bound", required_argument, NULL, OPTION_BOUND},
                                        {"tolerance", required_argument, NULL, OPTION_TOLERANCE},
                                        {"truth", required_argument, NULL, OPTION_TRUTH},
                                        {"pps", required_argument, NULL, OPTION_PPS},
                                        {"threads", required_argument, NULL, OPTION_THREADS},
                                        {"pramsim", required_argument, NULL, OPTION_PRAMSIM},
                                        {"program", required_argument, NULL, OPTION_PROGRAM},
                                        {"help", no_argument, NULL, OPTION_HELP},
                                        {NULL, 0, NULL, 0}};

/* A number greater than 0 and less than 1. */
static bool parse_fraction(const char *option, double *number)
{
    char *end;
    *number = strtod(optarg, &end);
    if (end != optarg && *end == '\0' && *number > 0 && *number < 1)
        return true;
    message_line(stderr, "%s: %s needs a number between 0 and 1, not '%s'", program, option, optarg);
    return false;
}

static bool parse_option(struct search *search, int option, bool *is_auto)
{
    double fraction;
    switch (option) {
    case OPTION_AUTO:
        return *is_auto = true;
    case OPTION_FROM:
        return command_number(program, "--from", optarg, 2, 16384, &search->first);
    case OPTION_MOST:
        return command_number(program, "--most", optarg, 2, 16384, &search->most);
    case OPTION_STEP:
        return command_number(program, "--step", optarg, 1, 1024, &search->step);
    case OPTION_BOUND:
        return parse_fraction("--bound", &search->bound);
    case OPTION_TOLERANCE:
        if (!parse_fraction("--tolerance", &fraction))
            return false;
        mpfr_set_str(search->tolerance, optarg, 10, MPFR_RNDN);
        return true;
    case OPTION_TRUTH:
        search->truth = optarg;
        return true;
    case OPTION_PPS:
        return command_number(program, "--pps", optarg, 1, 4194304, &search->pps);
    case OPTION_THREADS:
        return command_number(program, "--threads", optarg, 1, 256, &search->threads);
    case OPTION_PRAMSIM:
        snprintf(search->toolbox.pramsim, sizeof search->toolbox.pramsim, "%s", optarg);
        return true;
    case OPTION_PROGRAM:
        snprintf(search->toolbox.program, sizeof search->toolbox.program, "%s", optarg);
        return true;
    default:
        usage(stderr, 2);
        return false;
    }
}

static int run(struct search *search, int argc, char **argv)
{
    bool is_auto = false;
    int option;
    while ((option = command_option(program, argc, argv, "", options)) != -1) {
        if (option == OPTION_HELP)
            return usage(stdout, 0);
        if (!parse_option(search, option, &is_auto))
            return 2;
    }
    if (!is_auto || argc - optind != 3)
        return usage(stderr, 2);
    search->matrix = argv[optind];
    search->vector = argv[optind + 1];
    search->output = argv[optind + 2];
    return find_bits(search) ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct search search = {.first = 48, .most = 1024, .step = 8, .pps = 256, .threads = 1, .bound = 0.001};
    toolbox_find(&search.toolbox);
    mpfr_init2(search.tolerance, BITS);
    mpfr_set_str(search.tolerance, "0.001", 10, MPFR_RNDN);
    int status = run(&search, argc, argv);
    for (size_t i = 0; i < search.trials; i++)
        numbers_free(&search.trial[i].eigenvalues);
    mpfr_clear(search.tolerance);
    mpfr_free_cache();
    return status;
}
