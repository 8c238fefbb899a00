/* format_number.c - the text of one number. Integers, and floats that are small integers, are converted here,
 * because snprintf takes longer than the rest of a host call. snprintf converts the others, and integers with
 * a precision, by a specification made from checked parts. */
#include <stdio.h>
#include <string.h>

#include "asm/tables/alu.h"
#include "sim/host/format_inside.h"

char *format_decimal(char *text, uint32_t number)
{
    char digits[20]; /* so that ten of them can be copied at once, from wherever they begin */
    char *begin = digits + 10;
    do
        *--begin = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    memcpy(text, begin, 10);
    return text + (digits + 10 - begin);
}

static char *write_hex(char *text, uint32_t number, bool is_upper)
{
    const unsigned bits = 32u - (unsigned)__builtin_clz(number | 1);
    unsigned digits = (bits + 3) / 4;
    while (digits-- > 0)
        *text++ = (is_upper ? "0123456789ABCDEF" : "0123456789abcdef")[number >> 4 * digits & 15];
    return text;
}

static bool has_flag(const struct conversion *conversion, char flag)
{
    return strchr(conversion->style.flags, flag) != NULL;
}

static char *write_sign(char *text, const struct conversion *conversion, bool is_negative)
{
    const char sign = is_negative                 ? '-'
                      : has_flag(conversion, '+') ? '+'
                      : has_flag(conversion, ' ') ? ' '
                                                  : '\0';
    *text = sign;
    return text + (sign != '\0');
}

size_t format_by_library(char *text, const struct conversion *conversion, uint64_t number)
{
    char specification[32];
    int length;
    const bool is_integer = strchr("diuxXo", conversion->letter) != NULL;
    const int width = conversion->style.width,
              precision = conversion->style.precision; /* -1 means none there, too */
    snprintf(specification, sizeof specification, "%%%s*.*%s%c", conversion->style.flags,
             is_integer ? "ll" : "", conversion->letter);
    if (!is_integer)
        length = snprintf(text, FORMAT_NUMBER_MOST, specification, width, precision,
                          (double)alu_float((uint32_t)number));
    else if (strchr("di", conversion->letter) != NULL)
        length = snprintf(text, FORMAT_NUMBER_MOST, specification, width, precision, (long long)number);
    else
        length =
            snprintf(text, FORMAT_NUMBER_MOST, specification, width, precision, (unsigned long long)number);
    return (size_t)length;
}

size_t format_number(char *text, const struct conversion *conversion, uint32_t word, size_t *prefix)
{
    const char letter = conversion->letter;
    const bool is_hex = letter == 'x' || letter == 'X', is_signed = letter == 'd' || letter == 'i';
    const float value = alu_float(word);
    const bool is_small_float = letter == 'g' && value > -1e6f && value < 1e6f &&
                                value == (float)(int32_t)value && !has_flag(conversion, '#');
    *prefix = 0;
    if (conversion->style.precision >= 0 || (!is_hex && !is_signed && !is_small_float && letter != 'u'))
        return format_by_library(text, conversion, is_signed ? (uint64_t)(int32_t)word : word);
    const bool is_negative = (is_signed || is_small_float) && word >> 31;
    const uint32_t number = is_small_float ? (uint32_t)(int32_t)value : word;
    char *at = text;
    if (is_signed || is_small_float)
        at = write_sign(at, conversion, is_negative);
    if (is_hex && word != 0 && has_flag(conversion, '#')) {
        *at++ = '0';
        *at++ = letter;
    }
    *prefix = (size_t)(at - text);
    at = is_hex ? write_hex(at, number, letter == 'X')
                : format_decimal(at, is_negative ? 0u - number : number);
    return (size_t)(at - text);
}
