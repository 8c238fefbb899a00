/* eigcount.c - the eigenvalues of a tridiagonal matrix in high precision, and how many of the true ones are
 * among them.
 *
 *     eigcount [-b BITS] [-t TOLERANCE] [-o FILE] TRIDIAGONAL [EIGENVALUES]
 *
 * Prints `CORRECT of N`, or `CORRECT of M distinct, N in all` if true eigenvalues are equal; with -o writes
 * the computed eigenvalues. Exit status 0 whatever the count; 1: a file or the numbers in it are at fault; 2:
 * usage.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "programs/lanczos/command.h"
#include "common/message.h"
#include "programs/lanczos/tridiagonal.h"

static const char program[] = "eigcount";

struct request {
    long bits;
    mpfr_t tolerance;
    const char *output;
    const char *tridiagonal;
    const char *eigenvalues;
};

static int usage(FILE *stream, int status)
{
    fprintf(stream,
            "usage: %s [OPTION ...] TRIDIAGONAL [EIGENVALUES]\n"
            "prints how many of the EIGENVALUES of a matrix the TRIDIAGONAL matrix has\n"
            "  -b BITS       to compute with, 64..16000 (default 1024)\n"
            "  -t TOLERANCE  relative deviation of a correct eigenvalue (default 0.001)\n"
            "  -o FILE       write all computed eigenvalues, ascending\n",
            program);
    return status;
}

static bool parse_tolerance(mpfr_ptr tolerance, const char *text)
{
    char *end;
    mpfr_strtofr(tolerance, text, &end, 10, MPFR_RNDN);
    if (end != text && *end == '\0' && mpfr_number_p(tolerance) && mpfr_sgn(tolerance) >= 0 &&
        mpfr_cmp_ui(tolerance, 1) < 0)
        return true;
    message_line(stderr, "%s: -t needs a number from 0 to less than 1, not '%s'", program, text);
    return false;
}

static bool count(const struct request *request, const struct number_list *computed)
{
    struct number_list truth;
    if (!numbers_read(&truth, NUMBER_EIGENVALUES, request->eigenvalues, request->bits, program))
        return false;
    const size_t all = truth.count;
    eigenvalues_sort(&truth);
    eigenvalues_distinct(&truth);
    printf("%zu of %zu", eigenvalues_matched(&truth, computed, request->tolerance), truth.count);
    if (truth.count < all)
        printf(" distinct, %zu in all", all);
    putchar('\n');
    numbers_free(&truth);
    return true;
}

static bool compute(const struct request *request)
{
    struct number_list tridiagonal;
    struct number_list computed;
    const struct number_style style = {.hexadecimal = false};
    if (!numbers_read(&tridiagonal, NUMBER_TRIDIAGONAL, request->tridiagonal, request->bits, program))
        return false;
    bool good = tridiagonal_eigenvalues(&computed, &tridiagonal, program);
    if (!good)
        message_line(stderr, "%s: %s: the QL method does not converge; try more bits (-b)", program,
                     request->tridiagonal);
    numbers_free(&tridiagonal);
    if (!good)
        return false;
    good = request->output == NULL || numbers_write(&computed, request->output, &style, program);
    good = good && (request->eigenvalues == NULL || count(request, &computed));
    numbers_free(&computed);
    return good;
}

/* Takes the options and does what they ask; returns the exit status. */
static int run(struct request *request, int argc, char **argv)
{
    static const struct option no_names[] = {{0}};
    int option;
    while ((option = command_option(program, argc, argv, "b:t:o:h", no_names)) != -1) {
        if (option == 'h')
            return usage(stdout, 0);
        if (option == '?')
            return usage(stderr, 2);
        if (option == 'b' && !command_number(program, "-b", optarg, 64, 16000, &request->bits))
            return 2;
        if (option == 't' && !parse_tolerance(request->tolerance, optarg))
            return 2;
        if (option == 'o')
            request->output = optarg;
    }
    if (argc - optind < 1 || argc - optind > 2 || (argc - optind == 1 && request->output == NULL))
        return usage(stderr, 2);
    request->tridiagonal = argv[optind];
    request->eigenvalues = argv[optind + 1];
    return compute(request) ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct request request = {.bits = 1024};
    mpfr_init2(request.tolerance, 128);
    mpfr_set_str(request.tolerance, "0.001", 10, MPFR_RNDN);
    int status = run(&request, argc, argv);
    mpfr_clear(request.tolerance);
    mpfr_free_cache();
    return status;
}
