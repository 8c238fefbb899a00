/* matgen.c - makes the input of the Lanczos study: a symmetric matrix with known eigenvalues, the
 * eigenvalues, and random start vectors.
 *
 * The eigenvalues are c1 exp(-c2 (i - 1)^alpha), i = 1..n, equation (1) of M. Bromberger, M. Hoffmann, A.
 * Hampp, Evaluating the Influence of Data Type Precision On Numerical Algorithms. The eigenvectors are the
 * Chebyshev polynomials t_0..t_{n-1} at the n Chebyshev nodes, normalised: T with T_ij = t_i(x_j) has
 * orthogonal rows, not columns as the paper's A = (T Delta) D (T Delta)^T would need, so V is the transpose
 * of T with rows of length 1. That V is orthogonal is checked. All in MPFR with 64 bits more than are
 * written.
 */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "programs/lanczos/command.h"
#include "common/message.h"
#include "programs/lanczos/number_file.h"

static const char program[] = "matgen";

enum { GUARD_BITS = 64, LONGEST_NAME = 4000 };

struct request {
    long n;
    long bits;
    long seed;
    long vectors;
    struct number_style style;
    mpfr_t alpha, c1, c2;
    const char *prefix;
};

static int usage(FILE *stream, int status)
{
    fprintf(stream,
            "usage: %s [OPTION ...] -o PREFIX\n"
            "writes PREFIX.matrix, PREFIX.eigenvalues and PREFIX.vector\n"
            "  -n N            rows, 2..%d (default 100)\n"
            "  -a, --alpha A   eigenvalues c1 exp(-c2 (i-1)^A), 0 < A <= 1 (default 0.5)\n"
            "      --c1 C, --c2 C   greater than 0 (default 1)\n"
            "  -s, --seed S    of the start vector (default 1)\n"
            "  -v, --vectors K with seeds S..S+K-1: PREFIX.S.vector and so on\n"
            "  -b, --bits B    of the numbers, 64..16000 (default 1024)\n"
            "  -d, --digits D  decimal digits to write (default: enough for B bits)\n"
            "  -x, --hex       write hexadecimal numbers, exact\n",
            program, NUMBER_FILE_MOST);
    return status;
}

/* ---- the eigenvectors */

/* V_ji = t_i(x_j) / |t_i| = cos(i (2 j + 1) pi / (2 n)) * sqrt((i == 0 ? 1 : 2) / n) */
static void fill_eigenvectors(struct number_list *v, mpfr_prec_t bits)
{
    const size_t n = v->n;
    const size_t turn = 4 * n;
    struct number_list cosine; /* of k pi / (2 n), k = 0..4 n - 1 */
    mpfr_t pi;
    mpfr_t length[2];
    assert(turn > 0);
    numbers_create(&cosine, NUMBER_VECTOR, turn, bits, program);
    mpfr_inits2(bits, pi, length[0], length[1], (mpfr_ptr)0);
    mpfr_const_pi(pi, MPFR_RNDN);
    for (size_t k = 0; k < turn; k++) {
        mpfr_mul_ui(cosine.value[k], pi, k, MPFR_RNDN);
        mpfr_div_ui(cosine.value[k], cosine.value[k], 2 * n, MPFR_RNDN);
        mpfr_cos(cosine.value[k], cosine.value[k], MPFR_RNDN);
    }
    for (unsigned i = 0; i < 2; i++) {
        mpfr_set_ui(length[i], 1 + i, MPFR_RNDN);
        mpfr_div_ui(length[i], length[i], n, MPFR_RNDN);
        mpfr_sqrt(length[i], length[i], MPFR_RNDN);
    }
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++)
            mpfr_mul(v->value[j * n + i], cosine.value[i * (2 * j + 1) % turn], length[i > 0], MPFR_RNDN);
    mpfr_clears(pi, length[0], length[1], (mpfr_ptr)0);
    numbers_free(&cosine);
}

/* sum = the products of `count` numbers, `step` apart */
static void dot(mpfr_ptr sum, mpfr_t *x, mpfr_t *y, size_t count, size_t step, mpfr_ptr product)
{
    mpfr_set_zero(sum, 1);
    for (size_t k = 0; k < count; k++) {
        mpfr_mul(product, x[k * step], y[k * step], MPFR_RNDN);
        mpfr_add(sum, sum, product, MPFR_RNDN);
    }
}

/* Whether the columns of v are orthogonal and have length 1, to all but a few bits. */
static bool is_orthogonal(const struct number_list *v, long bits)
{
    mpfr_t sum;
    mpfr_t product;
    mpfr_inits2(bits, sum, product, (mpfr_ptr)0);
    bool good = true;
    for (size_t i = 0; good && i < v->n; i++)
        for (size_t j = 0; good && j <= i; j++) {
            dot(sum, &v->value[i], &v->value[j], v->n, v->n, product);
            mpfr_sub_ui(sum, sum, i == j, MPFR_RNDN);
            good = mpfr_zero_p(sum) || mpfr_get_exp(sum) < -(bits - GUARD_BITS / 2);
        }
    mpfr_clears(sum, product, (mpfr_ptr)0);
    return good;
}

/* ---- the matrix */

static void fill_eigenvalues(struct number_list *lambda, const struct request *request)
{
    for (size_t i = 0; i < lambda->n; i++) {
        mpfr_ptr x = lambda->value[i];
        mpfr_set_ui(x, i, MPFR_RNDN);
        mpfr_pow(x, x, request->alpha, MPFR_RNDN);
        mpfr_mul(x, x, request->c2, MPFR_RNDN);
        mpfr_neg(x, x, MPFR_RNDN);
        mpfr_exp(x, x, MPFR_RNDN);
        mpfr_mul(x, x, request->c1, MPFR_RNDN);
    }
}

/* A = V D V^T, symmetric to the last bit; `scaled` is room for V D. */
static void fill_matrix(struct number_list *a, const struct number_list *v, const struct number_list *lambda,
                        long bits)
{
    const size_t n = a->n;
    struct number_list scaled;
    mpfr_t product;
    numbers_create(&scaled, NUMBER_VECTOR, n, bits, program);
    mpfr_init2(product, bits);
    for (size_t row = 0; row < n; row++) {
        for (size_t i = 0; i < n; i++)
            mpfr_mul(scaled.value[i], v->value[row * n + i], lambda->value[i], MPFR_RNDN);
        for (size_t column = 0; column <= row; column++) {
            mpfr_ptr sum = a->value[row * n + column];
            dot(sum, scaled.value, &v->value[column * n], n, 1, product);
            if (column < row)
                mpfr_set(a->value[column * n + row], sum, MPFR_RNDN);
        }
    }
    mpfr_clear(product);
    numbers_free(&scaled);
}

/* ---- the start vectors */

/* The generator splitmix64. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Each component uniform in [-1, 1), with as many random bits as the numbers have. */
static void fill_vector(struct number_list *x, uint64_t seed)
{
    uint64_t state = seed;
    const mpfr_prec_t bits = mpfr_get_prec(x->value[0]);
    for (size_t i = 0; i < x->n; i++) {
        mpfr_set_zero(x->value[i], 1);
        for (mpfr_prec_t have = 0; have < bits; have += 64) {
            mpfr_mul_2ui(x->value[i], x->value[i], 64, MPFR_RNDZ);
            mpfr_add_ui(x->value[i], x->value[i], next_random(&state), MPFR_RNDZ);
        }
        mpfr_div_2ui(x->value[i], x->value[i], 64 * (((unsigned long)bits + 63) / 64) - 1, MPFR_RNDZ);
        mpfr_sub_ui(x->value[i], x->value[i], 1, MPFR_RNDN);
    }
}

/* Whether A x = rho x, up to half of the bits, for rho = x.Ax / x.x */
static bool is_eigenvector(const struct number_list *a, const struct number_list *x, long bits)
{
    const size_t n = a->n;
    struct number_list image;
    mpfr_t product;
    mpfr_t rho;
    mpfr_t size;
    numbers_create(&image, NUMBER_VECTOR, n, bits, program);
    mpfr_inits2(bits, product, rho, size, (mpfr_ptr)0);
    for (size_t row = 0; row < n; row++)
        dot(image.value[row], &a->value[row * n], x->value, n, 1, product);
    dot(rho, image.value, x->value, n, 1, product);
    dot(size, x->value, x->value, n, 1, product);
    mpfr_div(rho, rho, size, MPFR_RNDN);
    dot(size, image.value, image.value, n, 1, product);
    for (size_t row = 0; row < n; row++) {
        mpfr_mul(product, rho, x->value[row], MPFR_RNDN);
        mpfr_sub(image.value[row], image.value[row], product, MPFR_RNDN);
    }
    dot(rho, image.value, image.value, n, 1, product); /* the square of |A x - rho x| */
    mpfr_mul_2si(size, size, -bits, MPFR_RNDN);
    bool is = mpfr_cmp(rho, size) <= 0;
    mpfr_clears(product, rho, size, (mpfr_ptr)0);
    numbers_free(&image);
    return is;
}

/* ---- files */

/* Rounds to the bits that were asked for and writes PREFIX.SUFFIX. */
static bool write_rounded(const struct request *request, struct number_list *numbers, const char *suffix)
{
    char path[LONGEST_NAME + 40];
    snprintf(path, sizeof path, "%s.%s", request->prefix, suffix);
    for (size_t i = 0; i < numbers->count; i++)
        mpfr_prec_round(numbers->value[i], request->bits, MPFR_RNDN);
    return numbers_write(numbers, path, &request->style, program);
}

static bool make_vectors(const struct request *request, const struct number_list *a, long bits)
{
    bool good = true;
    for (long k = 0; good && k < (request->vectors > 0 ? request->vectors : 1); k++) {
        struct number_list x;
        char suffix[40] = "vector";
        if (request->vectors > 0)
            snprintf(suffix, sizeof suffix, "%ld.vector", request->seed + k);
        numbers_create(&x, NUMBER_VECTOR, a->n, bits, program);
        fill_vector(&x, (uint64_t)(request->seed + k));
        if (is_eigenvector(a, &x, bits)) {
            message_line(stderr, "%s: the start vector of seed %ld is an eigenvector of this matrix: take %s",
                         program, request->seed + k, "another seed, or a larger c2");
            good = false;
        }
        good = good && write_rounded(request, &x, suffix);
        if (good)
            printf("%s.%s: start vector of seed %ld\n", request->prefix, suffix, request->seed + k);
        numbers_free(&x);
    }
    return good;
}

static bool make(const struct request *request)
{
    const long bits = request->bits + GUARD_BITS;
    const size_t n = (size_t)request->n;
    struct number_list v;
    struct number_list lambda;
    struct number_list a;
    numbers_create(&v, NUMBER_MATRIX, n, bits, program);
    numbers_create(&lambda, NUMBER_EIGENVALUES, n, bits, program);
    numbers_create(&a, NUMBER_MATRIX, n, bits, program);
    fill_eigenvectors(&v, bits);
    bool good = is_orthogonal(&v, bits);
    if (!good)
        message_line(stderr, "%s: the eigenvectors are not orthogonal: please report this", program);
    if (good) {
        fill_eigenvalues(&lambda, request);
        fill_matrix(&a, &v, &lambda, bits);
        /* vectors first: there is no matrix without them */
        good = make_vectors(request, &a, bits) && write_rounded(request, &lambda, "eigenvalues") &&
               write_rounded(request, &a, "matrix");
    }
    if (good)
        printf("%s.matrix: %zu x %zu, %s.eigenvalues\n", request->prefix, n, n, request->prefix);
    numbers_free(&v);
    numbers_free(&lambda);
    numbers_free(&a);
    return good;
}

/* ---- the command line */

enum { OPTION_C1 = 256, OPTION_C2 };

static const struct option options[] = {
    {"alpha", required_argument, NULL, 'a'},    {"c1", required_argument, NULL, OPTION_C1},
    {"c2", required_argument, NULL, OPTION_C2}, {"seed", required_argument, NULL, 's'},
    {"vectors", required_argument, NULL, 'v'},  {"bits", required_argument, NULL, 'b'},
    {"digits", required_argument, NULL, 'd'},   {"hex", no_argument, NULL, 'x'},
    {"help", no_argument, NULL, 'h'},           {NULL, 0, NULL, 0}};

/* A number that is greater than 0 and at most `most` (0: any). */
static bool parse_positive(mpfr_ptr number, const char *option, const char *text, double most)
{
    char *end;
    mpfr_strtofr(number, text, &end, 10, MPFR_RNDN);
    if (end != text && *end == '\0' && mpfr_number_p(number) && mpfr_sgn(number) > 0 &&
        (most == 0 || mpfr_cmp_d(number, most) <= 0))
        return true;
    message_line(stderr, "%s: %s needs a number greater than 0%s, not '%s'", program, option,
                 most == 0 ? "" : " and at most 1", text);
    return false;
}

static bool parse_option(struct request *request, int option)
{
    switch (option) {
    case 'n':
        return command_number(program, "-n", optarg, 2, NUMBER_FILE_MOST, &request->n);
    case 'a':
        return parse_positive(request->alpha, "--alpha", optarg, 1);
    case OPTION_C1:
        return parse_positive(request->c1, "--c1", optarg, 0);
    case OPTION_C2:
        return parse_positive(request->c2, "--c2", optarg, 0);
    case 's':
        return command_number(program, "--seed", optarg, 0, INT32_MAX, &request->seed);
    case 'v':
        return command_number(program, "--vectors", optarg, 1, 1000, &request->vectors);
    case 'b':
        return command_number(program, "--bits", optarg, 64, 16000, &request->bits);
    case 'd': {
        long digits;
        bool good = command_number(program, "--digits", optarg, 1, 5000, &digits);
        request->style.digits = good ? (size_t)digits : 0;
        return good;
    }
    case 'x':
        request->style.hexadecimal = true;
        return true;
    case 'o':
        request->prefix = optarg;
        return true;
    default:
        usage(stderr, 2);
        return false;
    }
}

/* Takes the options and does what they ask; returns the exit status. */
static int run(struct request *request, int argc, char **argv)
{
    int option;
    while ((option = command_option(program, argc, argv, "n:a:s:v:b:d:xo:h", options)) != -1) {
        if (option == 'h')
            return usage(stdout, 0);
        if (!parse_option(request, option))
            return 2;
    }
    if (request->prefix == NULL || optind != argc)
        return usage(stderr, 2);
    if (strlen(request->prefix) > LONGEST_NAME) {
        message_line(stderr, "%s: -o: the prefix is too long", program);
        return 2;
    }
    return make(request) ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct request request = {.n = 100, .bits = 1024, .seed = 1};
    mpfr_inits2(128, request.alpha, request.c1, request.c2, (mpfr_ptr)0);
    mpfr_set_d(request.alpha, 0.5, MPFR_RNDN);
    mpfr_set_ui(request.c1, 1, MPFR_RNDN);
    mpfr_set_ui(request.c2, 1, MPFR_RNDN);
    int status = run(&request, argc, argv);
    mpfr_clears(request.alpha, request.c1, request.c2, (mpfr_ptr)0);
    mpfr_free_cache();
    return status;
}
