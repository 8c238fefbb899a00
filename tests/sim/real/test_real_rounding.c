/* test_real_rounding.c - every operation of every format against MPFR at high precision.
 *
 * The exact result, or one so long that its last bit says whether something was cut off, comes from MPFR;
 * what a format must make of it is said by one rule a family: MPFR, arf, double, ldouble, float128: the
 * nearest number, ties to even, subnormals and overflow included; arprec: cut off behind N blocks; mpf, dd,
 * qd, staggered: within the bounds of docs/precision.md. Operands are random, close to each other, far apart,
 * short, and at the ends of the range.
 */
#include <string.h>

#include "real_case.h"

enum { CASES = 120 }; /* of each format, operation and way to choose operands */

enum op { ADD, SUB, MUL, DIV, SQRT, FMA, OPS };
static const char *const op_names[OPS] = {"add", "sub", "mul", "div", "sqrt", "fma"};

/* How operands are chosen. */
enum choice { ORDINARY, SHORT, CLOSE, FAR, ENDS, CHOICES };
static const char *const choice_names[CHOICES] = {"ordinary", "short", "close", "far apart", "ends of range"};

/* What is tried now. */
struct trial {
    struct real_format format;
    uint64_t random;
    long lowest; /* exponents of the range */
    long highest;
    mpfr_t x, y, w; /* the operands, exactly */
    mpfr_t result;  /* what the format made of them */
    mpfr_t exact;   /* what is right; its last bit is 1 if it is not all */
    mpfr_t scale;   /* what dd and qd bound the error of sums by: |x| + |y| */
    mpfr_t error, bound;
    void *fx, *fy, *fw, *fz;
};

static bool is_family(const struct trial *t, const char *name)
{
    return strncmp(t->format.name, name, strlen(name)) == 0;
}

static void start(struct trial *t, const char *name)
{
    memset(t, 0, sizeof *t);
    find_format(&t->format, name);
    t->random = 20 + strlen(name) * 1000 + t->format.parameter;
    uint32_t bits = t->format.exact_bits;
    mpfr_inits2(bits, t->x, t->y, t->w, t->result, (mpfr_ptr)NULL);
    mpfr_inits2(2 * bits + 300, t->exact, t->scale, t->error, t->bound, (mpfr_ptr)NULL);
    t->fx = new_number(&t->format);
    t->fy = new_number(&t->format);
    t->fw = new_number(&t->format);
    t->fz = new_number(&t->format);
    t->lowest = -(1l << 30) + 40;
    t->highest = (1l << 30) - 40;
    if (t->format.components != 0) {
        t->lowest = -1074;
        t->highest = 1024;
    } else if (is_family(t, "ldouble") || is_family(t, "float128")) {
        t->lowest = is_family(t, "ldouble") ? -16445 : -16494;
        t->highest = 16384;
    }
}

static void stop(struct trial *t)
{
    free_number(&t->format, t->fx);
    free_number(&t->format, t->fy);
    free_number(&t->format, t->fw);
    free_number(&t->format, t->fz);
    mpfr_clears(t->x, t->y, t->w, t->result, t->exact, t->scale, t->error, t->bound, (mpfr_ptr)NULL);
}

/* ---- operands */

/* A random significand of the format's length in [0.5, 1), random sign, times 2^exponent. */
static void choose_number(struct trial *t, mpfr_ptr x, long exponent, uint32_t bits)
{
    mpfr_set_ui(x, 1, MPFR_RNDN);
    for (uint32_t have = 1; have < bits; have += 32) {
        uint32_t part = bits - have < 32 ? bits - have : 32;
        mpfr_mul_2ui(x, x, part, MPFR_RNDN);
        /* long runs of equal bits make carries and cancellations long */
        uint64_t bits_here = random_bits(&t->random) >> (64 - part);
        uint64_t run = random_bits(&t->random) % 4 == 0 ? (1ull << part) - 1 : 0;
        mpfr_add_ui(x, x, random_bits(&t->random) % 3 == 0 ? run : bits_here, MPFR_RNDN);
    }
    mpfr_set_exp(x, exponent);
    if ((random_bits(&t->random) & 1) != 0)
        mpfr_neg(x, x, MPFR_RNDN);
}

static uint32_t format_bits(const struct trial *t)
{
    return t->format.components != 0 ? 53 * t->format.components : t->format.exact_bits;
}

static void choose(struct trial *t, enum choice choice)
{
    uint32_t bits = format_bits(t);
    long base = random_between(&t->random, -40, 40);
    switch (choice) {
    case ORDINARY:
        choose_number(t, t->x, base, bits);
        choose_number(t, t->y, random_between(&t->random, -40, 40), bits);
        break;
    case SHORT:
        choose_number(t, t->x, base, (uint32_t)random_between(&t->random, 1, 20));
        choose_number(t, t->y, random_between(&t->random, -40, 40),
                      (uint32_t)random_between(&t->random, 1, 20));
        break;
    case CLOSE: /* y = x + a few of its last bits, or the opposite */
        choose_number(t, t->x, base, bits);
        choose_number(t, t->y, base - random_between(&t->random, 0, (long)bits + 2),
                      (uint32_t)random_between(&t->random, 1, 8));
        mpfr_add(t->y, t->y, t->x, MPFR_RNDN);
        if ((random_bits(&t->random) & 1) != 0)
            mpfr_neg(t->y, t->y, MPFR_RNDN);
        break;
    case FAR: /* one is about the last bit of the other, or less */
        choose_number(t, t->x, base, bits);
        choose_number(t, t->y, base - (long)bits - random_between(&t->random, -70, 70), bits);
        break;
    default:
        choose_number(t, t->x, random_between(&t->random, t->lowest, t->highest), bits);
        choose_number(t, t->y, random_between(&t->random, t->lowest, t->highest), bits);
        if (random_bits(&t->random) % 2 == 0) /* results near an end, for all operations */
            mpfr_set_exp(t->x, random_bits(&t->random) % 2 == 0
                                   ? t->lowest + random_between(&t->random, 0, 30)
                                   : t->highest - random_between(&t->random, 0, 30));
        if (random_bits(&t->random) % 2 == 0)
            mpfr_set_exp(t->y, random_bits(&t->random) % 2 == 0 ? mpfr_get_exp(t->x)
                                                                : random_between(&t->random, -3, 3));
        break;
    }
    if (random_bits(&t->random) % 4 == 0)
        mpfr_swap(t->x, t->y);
    if (random_bits(&t->random) % 2 == 0 &&
        choice != ENDS) { /* a third operand that cancels most of the product */
        mpfr_mul(t->w, t->x, t->y, MPFR_RNDN);
        mpfr_neg(t->w, t->w, MPFR_RNDN);
    } else {
        choose_number(t, t->w, random_between(&t->random, -80, 80), bits);
    }
    t->format.family->from_mpfr(&t->format, t->fx, t->x);
    t->format.family->from_mpfr(&t->format, t->fy, t->y);
    t->format.family->from_mpfr(&t->format, t->fw, t->w);
    t->format.family->to_mpfr(&t->format, t->x, t->fx);
    t->format.family->to_mpfr(&t->format, t->y, t->fy);
    t->format.family->to_mpfr(&t->format, t->w, t->fw);
}

/* ---- the right result */

static int apply_exact(struct trial *t, enum op op)
{
    switch (op) {
    case ADD:
        return mpfr_add(t->exact, t->x, t->y, MPFR_RNDZ);
    case SUB:
        return mpfr_sub(t->exact, t->x, t->y, MPFR_RNDZ);
    case MUL:
        return mpfr_mul(t->exact, t->x, t->y, MPFR_RNDZ);
    case DIV:
        return mpfr_div(t->exact, t->x, t->y, MPFR_RNDZ);
    case SQRT:
        return mpfr_sqrt(t->exact, t->x, MPFR_RNDZ);
    default:
        return mpfr_fma(t->exact, t->x, t->y, t->w, MPFR_RNDZ);
    }
}

/* Cut off, and its last bit set if that lost anything: rounds to fewer bits as the exact result would. */
static void compute_exact(struct trial *t, enum op op)
{
    /* the exact result may lie beyond MPFR's default range, where the formats have infinity and 0 */
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
    int inexact = apply_exact(t, op);
    if (inexact != 0 && mpfr_regular_p(t->exact) && mpfr_min_prec(t->exact) < mpfr_get_prec(t->exact)) {
        if (mpfr_sgn(t->exact) > 0)
            mpfr_nextabove(t->exact);
        else
            mpfr_nextbelow(t->exact);
    }
    /* what dd, qd and mpf measure errors by */
    mpfr_abs(t->scale, t->exact, MPFR_RNDU);
    if (op == ADD || op == SUB || op == FMA) {
        mpfr_abs(t->scale, op == FMA ? t->w : t->x, MPFR_RNDU);
        mpfr_set(t->bound, t->y, MPFR_RNDU);
        if (op == FMA)
            mpfr_mul(t->bound, t->x, t->y, MPFR_RNDU);
        mpfr_abs(t->bound, t->bound, MPFR_RNDU);
        mpfr_add(t->scale, t->scale, t->bound, MPFR_RNDU);
    }
    mpfr_set_emin(-((1l << 30) - 1));
    mpfr_set_emax((1l << 30) - 1);
}

static void apply_format(struct trial *t, enum op op)
{
    const struct real_family *family = t->format.family;
    switch (op) {
    case ADD:
        family->add(&t->format, t->fz, t->fx, t->fy);
        break;
    case SUB:
        family->sub(&t->format, t->fz, t->fx, t->fy);
        break;
    case MUL:
        family->mul(&t->format, t->fz, t->fx, t->fy);
        break;
    case DIV:
        family->div(&t->format, t->fz, t->fx, t->fy);
        break;
    case SQRT:
        family->sqrt(&t->format, t->fz, t->fx);
        break;
    default:
        family->fma(&t->format, t->fz, t->fx, t->fy, t->fw);
        break;
    }
    family->to_mpfr(&t->format, t->result, t->fz);
}

static void complain(const struct trial *t, enum op op, enum choice choice)
{
    mpfr_fprintf(stderr, "# x      %Ra\n# y      %Ra\n# w      %Ra\n# result %Ra\n# exact  %Ra\n", t->x, t->y,
                 t->w, t->result, t->exact);
    fail_msg("%s: %s, %s operands", t->format.name, op_names[op], choice_names[choice]);
}

/* ---- the rules */

/* The nearest number of `bits` bits, with IEEE's subnormals and overflow for a range of exponents. */
static bool is_nearest(struct trial *t)
{
    mpfr_t nearest;
    bool ieee = t->highest < 1 << 20;
    mpfr_init2(nearest, t->format.bits);
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
    int ternary = mpfr_set(nearest, t->exact, MPFR_RNDN);
    mpfr_set_emin(ieee ? t->lowest + 1 : -((1l << 30) - 1));
    mpfr_set_emax(ieee ? t->highest : (1l << 30) - 1);
    ternary = mpfr_check_range(nearest, ternary, MPFR_RNDN);
    if (ieee)
        (void)mpfr_subnormalize(nearest, ternary, MPFR_RNDN);
    mpfr_set_emin(-((1l << 30) - 1));
    mpfr_set_emax((1l << 30) - 1);
    bool equal = mpfr_nan_p(nearest) ? mpfr_nan_p(t->result) != 0 : mpfr_equal_p(nearest, t->result) != 0;
    /* arf steps from its least numbers to 0 without rounding */
    bool least = is_family(t, "arf") && mpfr_zero_p(t->result) && mpfr_get_exp(nearest) <= -(1l << 30) + 2;
    mpfr_clear(nearest);
    return equal || least;
}

/* The exact result without what lies behind `blocks` blocks of 48 bits. */
static bool is_cut(struct trial *t, long blocks)
{
    if (!mpfr_regular_p(t->exact))
        return mpfr_nan_p(t->exact) ? mpfr_nan_p(t->result) != 0 : mpfr_equal_p(t->exact, t->result) != 0;
    long top = mpfr_get_exp(t->exact) - 1;
    long exponent = top >= 0 ? top / 48 : -((47 - top) / 48);
    long limit = ((1l << 30) - 1) / 48;
    if (exponent > limit)
        return mpfr_inf_p(t->result) && mpfr_sgn(t->result) == mpfr_sgn(t->exact);
    if (exponent < -limit)
        return mpfr_zero_p(t->result) != 0;
    mpfr_mul_2si(t->error, t->exact, -48 * (exponent - blocks + 1), MPFR_RNDN);
    mpfr_rint_trunc(t->error, t->error, MPFR_RNDZ);
    mpfr_mul_2si(t->error, t->error, 48 * (exponent - blocks + 1), MPFR_RNDN);
    return mpfr_equal_p(t->error, t->result) != 0;
}

/* |result - exact| <= 2^-bits * measure + 2^least */
static bool is_within(struct trial *t, mpfr_srcptr measure, long bits, long least)
{
    if (mpfr_inf_p(t->exact))
        return mpfr_equal_p(t->exact, t->result) != 0;
    if (mpfr_nan_p(t->exact) || mpfr_nan_p(t->result))
        return mpfr_nan_p(t->exact) && mpfr_nan_p(t->result);
    mpfr_sub(t->error, t->result, t->exact, MPFR_RNDU);
    mpfr_abs(t->error, t->error, MPFR_RNDU);
    mpfr_mul_2si(t->bound, measure, -bits, MPFR_RNDU);
    mpfr_set_ui_2exp(t->scale, 1, least, MPFR_RNDU);
    mpfr_add(t->bound, t->bound, t->scale, MPFR_RNDU);
    return mpfr_lessequal_p(t->error, t->bound) != 0;
}

static bool is_right(struct trial *t, enum op op)
{
    const struct real_format *format = &t->format;
    mpfr_t size;
    bool right;
    mpfr_init2(size, 64);
    mpfr_abs(size, t->exact, MPFR_RNDU);
    if (is_family(t, "arprec")) {
        /* its fma cuts twice: the product, then the sum */
        right = op != FMA ? is_cut(t, format->parameter)
                          : is_within(t, t->scale, format->bits - 2, mpfr_get_emin());
    } else if (is_family(t, "mpf:")) {
        bool over = mpfr_regular_p(t->exact) && mpfr_get_exp(t->exact) > (1l << 30) - 64;
        bool under = mpfr_regular_p(t->exact) && mpfr_get_exp(t->exact) < -(1l << 30) + 64;
        /* operands are cut to (P + 127) / 64 limbs before they are used, and so is the result */
        long bits = format->bits - (op == FMA ? 3 : 2);
        right = is_within(t, t->scale, bits, mpfr_get_emin()) || (over && mpfr_inf_p(t->result)) ||
                (under && mpfr_zero_p(t->result));
    } else if (format->components > 1) {
        /* doubles end at 2^1024: what rounds to more is infinite */
        if (mpfr_regular_p(t->exact) && !(mpfr_get_d(t->exact, MPFR_RNDN) <= 0x1.fffffffffffffp1023 &&
                                          mpfr_get_d(t->exact, MPFR_RNDN) >= -0x1.fffffffffffffp1023))
            right = mpfr_inf_p(t->result) && mpfr_sgn(t->result) == mpfr_sgn(t->exact);
        else if (is_family(t, "staggered"))
            right = is_within(t, size, (long)format->bits - (op == DIV || op == SQRT), -1074);
        else
            right = is_within(t, t->scale, format->bits, -1074);
    } else {
        right = is_nearest(t);
    }
    mpfr_clear(size);
    return right;
}

static void test_operation(void **state)
{
    enum op op = *(const enum op *)*state;
    for (int i = 0; i < TRIED; i++) {
        struct trial t;
        start(&t, tried_formats[i]);
        for (int choice = 0; choice < CHOICES; choice++)
            for (int k = 0; k < CASES; k++) {
                choose(&t, (enum choice)choice);
                compute_exact(&t, op);
                apply_format(&t, op);
                if (!is_right(&t, op))
                    complain(&t, op, (enum choice)choice);
            }
        stop(&t);
    }
}

/* The result may be written over any operand. */
static void test_in_place(void **state)
{
    (void)state;
    for (int i = 0; i < TRIED; i++) {
        struct trial t;
        start(&t, tried_formats[i]);
        const struct real_format *f = &t.format;
        const struct real_family *family = f->family;
        for (int k = 0; k < 20; k++) {
            for (int op = 0; op < OPS; op++) {
                choose(&t, ORDINARY);
                family->abs(f, t.fx, t.fx);
                apply_format(&t, (enum op)op);
                void *kept = new_number(f);
                family->copy(f, kept, t.fz);
                /* over x */
                void *fz = t.fz;
                family->copy(f, fz, t.fx);
                void *fx = t.fx;
                t.fx = fz;
                apply_format(&t, (enum op)op);
                assert_int_equal(family->compare(f, kept, t.fz), REAL_EQUAL);
                t.fx = fx;
                /* over y */
                void *fy = t.fy;
                family->copy(f, t.fz, t.fy);
                t.fy = t.fz;
                apply_format(&t, (enum op)op);
                assert_int_equal(family->compare(f, kept, t.fz), REAL_EQUAL);
                t.fy = fy;
                /* over w */
                void *fw = t.fw;
                family->copy(f, t.fz, t.fw);
                t.fw = t.fz;
                apply_format(&t, (enum op)op);
                assert_int_equal(family->compare(f, kept, t.fz), REAL_EQUAL);
                t.fw = fw;
                free_number(f, kept);
            }
        }
        stop(&t);
    }
}

static void test_comparisons(void **state)
{
    (void)state;
    for (int i = 0; i < TRIED; i++) {
        struct trial t;
        start(&t, tried_formats[i]);
        for (int choice = 0; choice < CHOICES; choice++)
            for (int k = 0; k < CASES; k++) {
                choose(&t, (enum choice)choice);
                int order = mpfr_cmp(t.x, t.y);
                enum real_order expected = order < 0 ? REAL_LESS : order > 0 ? REAL_GREATER : REAL_EQUAL;
                if (t.format.family->compare(&t.format, t.fx, t.fy) != expected)
                    complain(&t, SUB, (enum choice)choice);
            }
        stop(&t);
    }
}

/* neg and abs lose nothing. */
static void test_signs(void **state)
{
    (void)state;
    for (int i = 0; i < TRIED; i++) {
        struct trial t;
        start(&t, tried_formats[i]);
        for (int k = 0; k < CASES; k++) {
            choose(&t, ORDINARY);
            t.format.family->neg(&t.format, t.fz, t.fx);
            t.format.family->to_mpfr(&t.format, t.result, t.fz);
            mpfr_neg(t.exact, t.x, MPFR_RNDN);
            assert_true(mpfr_equal_p(t.exact, t.result));
            t.format.family->abs(&t.format, t.fz, t.fx);
            t.format.family->to_mpfr(&t.format, t.result, t.fz);
            mpfr_abs(t.exact, t.x, MPFR_RNDN);
            assert_true(mpfr_equal_p(t.exact, t.result));
        }
        stop(&t);
    }
}

int main(void)
{
    static const enum op ops[OPS] = {ADD, SUB, MUL, DIV, SQRT, FMA};
    const struct CMUnitTest tests[] = {
        {"sums of every format are right", test_operation, NULL, NULL, (void *)&ops[ADD]},
        {"differences of every format are right", test_operation, NULL, NULL, (void *)&ops[SUB]},
        {"products of every format are right", test_operation, NULL, NULL, (void *)&ops[MUL]},
        {"quotients of every format are right", test_operation, NULL, NULL, (void *)&ops[DIV]},
        {"square roots of every format are right", test_operation, NULL, NULL, (void *)&ops[SQRT]},
        {"multiply-adds of every format are right", test_operation, NULL, NULL, (void *)&ops[FMA]},
        {"a result may overwrite any operand", test_in_place, NULL, NULL, NULL},
        {"comparisons of every format are right", test_comparisons, NULL, NULL, NULL},
        {"negation and absolute value are exact", test_signs, NULL, NULL, NULL},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
