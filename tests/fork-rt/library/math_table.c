/* math_table.c - writes a table of arguments and what the host's library says of them, for the test of
 * math.h.
 *
 * Four little-endian words a row: index of the function in math_functions.def, the two arguments, the result;
 * floats as their bit patterns. Results are computed in double and rounded once.
 *
 * usage: math_table FILE [ROWS-PER-FUNCTION]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* C leaves open which zero is the larger one; the machine does not */
static double larger(double x, double y)
{
    return x == y ? (signbit(x) ? y : x) : fmax(x, y);
}

static double smaller(double x, double y)
{
    return x == y ? (signbit(x) ? x : y) : fmin(x, y);
}

static double lgamma_above_0(double x)
{
    return lgamma(fabs(x));
}

static double next_float(double x, double y)
{
    return nextafterf((float)x, (float)y);
}

enum argument_kind { ONE_ARGUMENT, TWO_ARGUMENTS };

struct function {
    enum argument_kind kind;
    double (*one)(double x);
    double (*two)(double x, double y);
    double from, to;
};

static const struct function functions[] = {
#define MATH1(name, host, low, high) {ONE_ARGUMENT, host, NULL, low, high},
#define MATH2(name, host) {TWO_ARGUMENTS, NULL, host, 0, 0},
#include "math_functions.def"
};

/* where functions change their ways, as bit patterns */
static const uint32_t special[] = {0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x00800000,
                                   0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x3f800000,
                                   0xbf800000, 0x3f7fffff, 0x3f800001, 0xbf7fffff, 0x3f000000, 0xbf000000,
                                   0x40000000, 0xc0000000, 0x40400000, 0xc0400000, 0x3fc00000, 0xbfc00000,
                                   0x4b000000, 0x4b000001, 0x4b800000, 0xcb000001, 0x3fc90fdb, 0x40490fdb,
                                   0x42b17218, 0xc2cff1b5, 0x5c0e4a8f, 0x3effffff, 0x7149f2ca, 0x0da24260};
enum { SPECIALS = sizeof special / sizeof *special };

static uint32_t random_word(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

static float to_float(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t to_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static void write_row(FILE *file, uint32_t index, float x, float y)
{
    const struct function *f = &functions[index];
    double result = f->kind == ONE_ARGUMENT ? f->one(x) : f->two(x, y);
    uint32_t row[4] = {index, to_bits(x), to_bits(y), to_bits((float)result)};
    for (int i = 0; i < 4; i++)
        for (int shift = 0; shift < 32; shift += 8)
            putc((int)(row[i] >> shift & 0xff), file);
}

static float ordinary(const struct function *f, uint64_t *state)
{
    return (float)(f->from + (f->to - f->from) * (random_word(state) * 0x1p-32));
}

int main(int argc, char **argv)
{
    long rows = argc > 2 ? strtol(argv[2], NULL, 10) : 1000;
    FILE *file = argc > 1 ? fopen(argv[1], "wb") : NULL;
    uint64_t state = 1;
    if (file == NULL) {
        fprintf(stderr, "usage: math_table FILE [ROWS-PER-FUNCTION]\n");
        return 2;
    }
    for (uint32_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        const struct function *f = &functions[index];
        for (int i = 0; i < SPECIALS; i++)
            for (int k = 0; k < (f->kind == ONE_ARGUMENT ? 1 : SPECIALS); k++)
                write_row(file, index, to_float(special[i]), to_float(special[k]));
        for (long i = 0; i < rows; i++) {
            float x = to_float(random_word(&state)); /* all sizes alike */
            float y = to_float(random_word(&state));
            if (f->kind == ONE_ARGUMENT && i % 2 == 0)
                x = ordinary(f, &state);
            else if (f->kind == TWO_ARGUMENTS && i % 2 == 0) {
                x = (float)(random_word(&state) * 0x1p-28);
                y = (float)((int32_t)random_word(&state) * 0x1p-26);
            }
            write_row(file, index, x, y);
        }
    }
    return fclose(file) == 0 ? 0 : 1;
}
