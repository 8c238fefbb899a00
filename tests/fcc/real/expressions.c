/* expressions.c - random computations with reals in Fork, and what they give, by MPFR:
 *
 *     expressions SEED BITS FORMAT PROGRAM     writes PROGRAM; prints what it must print under
 *                                              --real=FORMAT:BITS; mpfr or arf, which has no negative zero
 *
 * A computation is a list of assignments `v3 = v1 * 0.1 + f(v2, v0)`. Every constant is rounded once from its
 * text, every operation once to BITS bits. The same tree is printed as Fork and evaluated here.
 */
#include <mpfr.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIABLES = 8, STATEMENTS = 60, DEPTH = 4 };

struct generator {
    uint64_t state;
    FILE *out;
    mpfr_t variable[VARIABLES];
    mpfr_prec_t bits;
    bool unsigned_zero; /* there is no negative zero */
};

/* xorshift64*: the same sequence everywhere. */
static uint32_t next_random(struct generator *g)
{
    g->state ^= g->state >> 12;
    g->state ^= g->state << 25;
    g->state ^= g->state >> 27;
    return (uint32_t)((g->state * 0x2545f4914f6cdd1dull) >> 32);
}

static uint32_t pick(struct generator *g, uint32_t count)
{
    return next_random(g) % count;
}

/* A constant: with or without suffix, short or long, an integer at times. */
static void constant(struct generator *g, mpfr_ptr value)
{
    char text[100];
    uint32_t kind = pick(g, 6);
    if (kind == 0)
        snprintf(text, sizeof text, "%u", pick(g, 1000));
    else if (kind == 1)
        snprintf(text, sizeof text, "%u.%u", pick(g, 10), 25 * pick(g, 4));
    else
        snprintf(text, sizeof text, "%u.%u%u%u%ue%d", pick(g, 10), pick(g, 1000000000), pick(g, 1000000000),
                 pick(g, 1000000000), pick(g, 1000000000), (int)pick(g, 60) - 30);
    mpfr_set_str(value, text, 10, MPFR_RNDN);
    /* only a suffix keeps a constant from being a float beside another constant */
    fprintf(g->out, "%sr", text);
}

static void expression(struct generator *g, mpfr_ptr value, int depth);

/* An operand that is a constant without suffix, or an integer, beside one that is a real for certain. */
static void plain_operand(struct generator *g, mpfr_ptr value)
{
    char text[40];
    if (pick(g, 2) == 0)
        snprintf(text, sizeof text, "%u", pick(g, 100000));
    else
        snprintf(text, sizeof text, "%u.%u%u", pick(g, 100), pick(g, 1000000), pick(g, 1000000));
    mpfr_set_str(value, text, 10, MPFR_RNDN);
    fputs(text, g->out);
}

/* What the format makes of a result: of a negative zero, if it has none, the other one. */
static void keep_sign(const struct generator *g, mpfr_ptr value)
{
    if (g->unsigned_zero && mpfr_zero_p(value))
        mpfr_set_zero(value, 1);
}

static void binary(struct generator *g, mpfr_ptr value, int depth)
{
    static const struct {
        char sign;
        int (*operate)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
    } rows[] = {{'+', mpfr_add}, {'-', mpfr_sub}, {'*', mpfr_mul}, {'/', mpfr_div}};
    uint32_t row = pick(g, 4);
    mpfr_t right;
    mpfr_init2(right, g->bits);
    fputc('(', g->out);
    expression(g, value, depth - 1);
    fprintf(g->out, " %c ", rows[row].sign);
    if (pick(g, 3) == 0)
        plain_operand(g, right);
    else
        expression(g, right, depth - 1);
    fputc(')', g->out);
    rows[row].operate(value, value, right, MPFR_RNDN);
    mpfr_clear(right);
}

/* f(x, y, z) = x * y - z, rounded twice, and __fma, rounded once */
static void call(struct generator *g, mpfr_ptr value, int depth)
{
    bool fused = pick(g, 2) == 0;
    mpfr_t second;
    mpfr_t third;
    mpfr_inits2(g->bits, second, third, (mpfr_ptr)NULL);
    fputs(fused ? "__fma(" : "f(", g->out);
    expression(g, value, depth - 1);
    fputs(", ", g->out);
    expression(g, second, depth - 1);
    fputs(", ", g->out);
    expression(g, third, depth - 1);
    fputc(')', g->out);
    if (fused) {
        mpfr_fma(value, value, second, third, MPFR_RNDN);
    } else {
        mpfr_mul(value, value, second, MPFR_RNDN);
        keep_sign(g, value);
        mpfr_sub(value, value, third, MPFR_RNDN);
    }
    mpfr_clears(second, third, (mpfr_ptr)NULL);
}

static void choice(struct generator *g, mpfr_ptr value, int depth)
{
    mpfr_t other;
    mpfr_t limit;
    mpfr_inits2(g->bits, other, limit, (mpfr_ptr)NULL);
    fputc('(', g->out);
    expression(g, limit, 1);
    fputs(" < ", g->out);
    expression(g, value, 1);
    bool less = mpfr_less_p(limit, value);
    fputs(" ? ", g->out);
    expression(g, value, depth - 1);
    fputs(" : ", g->out);
    expression(g, other, depth - 1);
    fputc(')', g->out);
    if (!less)
        mpfr_set(value, other, MPFR_RNDN);
    mpfr_clears(other, limit, (mpfr_ptr)NULL);
}

static void expression(struct generator *g, mpfr_ptr value, int depth)
{
    uint32_t kind = pick(g, 12);
    if (depth <= 0 || kind < 2) {
        uint32_t index = pick(g, VARIABLES);
        if (pick(g, 3) == 0) {
            constant(g, value);
            return;
        }
        fprintf(g->out, "v%u", index);
        mpfr_set(value, g->variable[index], MPFR_RNDN);
    } else if (kind < 8) {
        binary(g, value, depth);
    } else if (kind == 8) {
        fputs("-(", g->out);
        expression(g, value, depth - 1);
        fputc(')', g->out);
        mpfr_neg(value, value, MPFR_RNDN);
    } else if (kind == 9) {
        fputs("__sqrt(__fabs(", g->out);
        expression(g, value, depth - 1);
        fputs("))", g->out);
        mpfr_abs(value, value, MPFR_RNDN);
        mpfr_sqrt(value, value, MPFR_RNDN);
    } else if (kind == 10) {
        call(g, value, depth);
    } else {
        choice(g, value, depth);
    }
    keep_sign(g, value);
}

/* As %RH: the first digit is 1. */
static void print_hex(mpfr_srcptr value, mpfr_prec_t bits)
{
    if (!mpfr_regular_p(value)) {
        mpfr_printf("%s%s\n", mpfr_signbit(value) && !mpfr_nan_p(value) ? "-" : "",
                    mpfr_nan_p(value)   ? "nan"
                    : mpfr_inf_p(value) ? "inf"
                                        : "0x0p+0");
        return;
    }
    mpfr_t scaled;
    mpfr_exp_t power = mpfr_get_exp(value) - 1;
    mpfr_exp_t point;
    mpfr_init2(scaled, bits);
    mpfr_mul_2si(scaled, value, -power, MPFR_RNDN);
    char *digits = mpfr_get_str(NULL, &point, 16, 0, scaled, MPFR_RNDN);
    const char *first = digits + (digits[0] == '-');
    size_t length = strlen(first);
    while (length > 1 && first[length - 1] == '0')
        length--;
    printf("%s0x%c%s%.*sp%+ld\n", digits[0] == '-' ? "-" : "", first[0], length > 1 ? "." : "",
           (int)length - 1, first + 1, (long)power);
    mpfr_free_str(digits);
    mpfr_clear(scaled);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: expressions SEED BITS FORMAT PROGRAM\n");
        return 2;
    }
    struct generator g = {.state = (strtoull(argv[1], NULL, 10) + 1) * 0x9e3779b97f4a7c15ull,
                          .bits = (mpfr_prec_t)strtol(argv[2], NULL, 10),
                          .unsigned_zero = strcmp(argv[3], "arf") == 0,
                          .out = fopen(argv[4], "w")};
    mpfr_t value;
    mpfr_init2(value, g.bits);
    fputs("#include <io.h>\nreal f(real x, real y, real z) { return x * y - z; }\n", g.out);
    for (int i = 0; i < VARIABLES; i++) {
        mpfr_init2(g.variable[i], g.bits);
        fprintf(g.out, "%sreal v%d = ", i % 2 ? "sh " : "", i);
        constant(&g, g.variable[i]);
        fputs(";\n", g.out);
    }
    fputs("int main(void)\n{\n    if (__PROC_NR__ != 0)\n        return 0;\n", g.out);
    for (int i = 0; i < STATEMENTS; i++) {
        uint32_t target = pick(&g, VARIABLES);
        fprintf(g.out, "    v%u = ", target);
        expression(&g, value, DEPTH);
        fputs(";\n", g.out);
        mpfr_set(g.variable[target], value, MPFR_RNDN);
        if (i % 10 != 9)
            continue;
        for (int k = 0; k < VARIABLES; k++) {
            fprintf(g.out, "    printf(\"%%RH\\n\", v%d);\n", k);
            print_hex(g.variable[k], g.bits);
        }
    }
    fputs("    return 0;\n}\n", g.out);
    mpfr_clear(value);
    for (int i = 0; i < VARIABLES; i++)
        mpfr_clear(g.variable[i]);
    mpfr_free_cache();
    return fclose(g.out) == 0 ? 0 : 1;
}
