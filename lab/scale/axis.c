/* axis.c - see axis.h. */
#include "lab/scale/axis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TICKS_WANTED = 5, TICKS_LEAST = 3, DECADES_MOST = 7 };

#define LOG_MARGIN 0.05 /* share of the logarithm of most / least, on both sides */
#define LOG_ALONE 0.15  /* natural logarithm, for equal values */
#define LOG_EQUAL 1e-9  /* natural logarithm of a range that counts as none: rounding errors of a fit */
#define MILLION 1e6
#define LINEAR_MARGIN 1.06 /* share of the largest value */

static void add_tick(struct axis *axis, double value)
{
    const double slack = 1e-9 * fabs(value);
    if (axis->tick_count < AXIS_TICKS && value >= axis->low - slack && value <= axis->high + slack)
        axis->ticks[axis->tick_count++] = value;
}

/* 1, 2, 2.5 or 5 times a power of ten, for at most about the wanted number of steps. */
static double round_step(double range)
{
    const double raw = range / TICKS_WANTED, power = pow(10, floor(log10(raw))), part = raw / power;
    return power * (part <= 1.1 ? 1 : part <= 2.1 ? 2 : part <= 2.7 ? 2.5 : part <= 5.5 ? 5 : 10);
}

static void tick_linear(struct axis *axis)
{
    const double step = round_step(axis->high - axis->low);
    axis->tick_count = 0;
    for (double k = ceil(axis->low / step - 1e-9); k * step <= axis->high; k++)
        add_tick(axis, k * step + 0.0); /* avoids -0 */
}

/* Ticks at the digits of `mantissas` times each `every`-th power of ten. */
static void tick_decades(struct axis *axis, const char *mantissas, int every)
{
    const int first = (int)floor(log10(axis->low)), last = (int)ceil(log10(axis->high));
    axis->tick_count = 0;
    for (int k = first - ((first % every) + every) % every; k <= last; k += every)
        for (const char *mantissa = mantissas; *mantissa != '\0'; mantissa++)
            add_tick(axis, (*mantissa - '0') * pow(10, k));
}

static void tick_log(struct axis *axis)
{
    static const char *const finer[] = {"13", "125"};
    const double decades = log10(axis->high / axis->low);
    tick_decades(axis, "1", decades > DECADES_MOST ? (int)ceil(decades / DECADES_MOST) : 1);
    for (size_t k = 0; k < sizeof finer / sizeof *finer && axis->tick_count < TICKS_LEAST; k++)
        tick_decades(axis, finer[k], 1);
    if (axis->tick_count < TICKS_LEAST)
        tick_linear(axis);
}

void axis_fit(struct axis *axis, bool is_log, double least, double most)
{
    const double range = log(most / least);
    const double margin = exp(range > LOG_EQUAL ? LOG_MARGIN * range : LOG_ALONE);
    *axis = (struct axis){.is_log = is_log,
                          .low = is_log ? least / margin : 0,
                          .high = most * (is_log ? margin : LINEAR_MARGIN),
                          .start = axis->start,
                          .end = axis->end};
    if (is_log)
        tick_log(axis);
    else
        tick_linear(axis);
}

void axis_tick_values(struct axis *axis, const double *values, size_t count)
{
    const size_t every = (count + AXIS_TICKS - 1) / AXIS_TICKS;
    if (!axis->is_log)
        return;
    axis->tick_count = 0;
    for (size_t k = 0; k < count; k += every)
        add_tick(axis, values[k]);
}

double axis_place(const struct axis *axis, double value)
{
    const double part = axis->is_log ? log(value / axis->low) / log(axis->high / axis->low)
                                     : (value - axis->low) / (axis->high - axis->low);
    return axis->start + part * (axis->end - axis->start);
}

/* Digits in groups of three, with thin spaces between. */
static void group_digits(char label[AXIS_LABEL], const char *digits)
{
    const size_t count = strlen(digits);
    size_t length = 0;
    for (size_t k = 0; k < count; k++) {
        if (k > 0 && (count - k) % 3 == 0 && count > 4 && strchr(digits, '.') == NULL) {
            memcpy(label + length, "\u202f", 3);
            length += 3;
        }
        label[length++] = digits[k];
    }
    label[length] = '\0';
}

/* "10⁶": a power, with raised digits. */
static void print_power(char *text, size_t size, int base, int exponent)
{
    static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const int high = exponent / 10 % 10;
    snprintf(text, size, "%d%s%s", base, high != 0 ? raised[high] : "", raised[exponent % 10]);
}

/* A number of 10^6 or more, or on an axis that has such: "2.5·10⁶". */
static void print_scaled(char label[AXIS_LABEL], double value, int exponent)
{
    char power[AXIS_LABEL];
    print_power(power, sizeof power, 10, exponent);
    snprintf(label, AXIS_LABEL, "%.3g·%.20s", value / pow(10, exponent), power);
}

void axis_label(const struct axis *axis, double value, char label[AXIS_LABEL])
{
    char digits[AXIS_LABEL];
    int binary;
    const int decimal = value >= 1 ? (int)floor(log10(value) + 1e-9) : 0;
    if (!axis->is_log && axis->high >= MILLION && value > 0)
        print_scaled(label, value, (int)floor(log10(axis->high)));
    else if (value < MILLION) {
        snprintf(digits, sizeof digits, value == floor(value) || value >= 1000 ? "%.0f" : "%.3g", value);
        group_digits(label, digits);
    } else if (frexp(value, &binary) == 0.5)
        print_power(label, AXIS_LABEL, 2, binary - 1);
    else if (fabs(value / pow(10, decimal) - 1) < 1e-6)
        print_power(label, AXIS_LABEL, 10, decimal);
    else
        print_scaled(label, value, decimal);
}
