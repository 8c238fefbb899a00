/* format_number.c - the text of one number. Integers, and floats that are small integers, are converted here,
 * because snprintf takes longer than the rest of a host call. Others are converted by snprintf, with a
 * specification made from checked parts. */
#include <stdio.h>
#include <string.h>

#include "asm/tables/alu.h"
#include "sim/host/format_inside.h"

/* 00 01 02 .. 99. */
static const char pairs[201] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
    "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
    "8081828384858687888990919293949596979899";

/* Writes a number below 10,000 in four digits. */
static void write_four(char *text, uint32_t number)
{
    memcpy(text, &pairs[number / 100 * 2], 2);
    memcpy(text + 2, &pairs[number % 100 * 2], 2);
}

/* The same without leading zeros. */
static char *write_up_to_four(char *text, uint32_t number)
{
    char digits[8] = {0};
    const unsigned zeros = (number < 1000) + (number < 100) + (number < 10);
    write_four(digits, number);
    memcpy(text, digits + zeros, 4);
    return text + 4 - zeros;
}

char *format_decimal(char *text, uint32_t number)
{
    if (number < 10000)
        return write_up_to_four(text, number);
    if (number < 100000000) {
        text = write_up_to_four(text, number / 10000);
    } else {
        text = write_up_to_four(text, number / 100000000);
        write_four(text, number / 10000 % 10000);
        text += 4;
    }
    write_four(text, number % 10000);
    return text + 4;
}

static char *write_hex(char *text, uint32_t number, bool is_upper)
{
    const unsigned bits = 32u - (unsigned)__builtin_clz(number | 1);
    unsigned digits = (bits + 3) / 4;
    while (digits-- > 0)
        *text++ = (is_upper ? "0123456789ABCDEF" : "0123456789abcdef")[number >> 4 * digits & 15];
    return text;
}

/* A number with sign and prefix. */
struct plain {
    char prefix[3];
    bool in_hex;
    uint32_t magnitude;
};

static bool has_flag(const struct conversion *conversion, char flag)
{
    return strchr(conversion->flags, flag) != NULL;
}

static void set_sign(struct plain *plain, const struct conversion *conversion, bool is_negative)
{
    plain->prefix[0] = is_negative                    ? '-'
                       : conversion->flags[0] == '\0' ? '\0'
                       : has_flag(conversion, '+')    ? '+'
                       : has_flag(conversion, ' ')    ? ' '
                                                      : '\0';
}

/* False: the number needs snprintf. */
static bool take_plainly(struct plain *plain, const struct conversion *conversion, uint32_t word)
{
    const bool is_negative = word >> 31;
    *plain = (struct plain){.magnitude = word};
    if (conversion->precision >= 0)
        return false;
    switch (conversion->letter) {
    case 'd':
    case 'i':
        plain->magnitude = is_negative ? 0u - word : word;
        set_sign(plain, conversion, is_negative);
        return true;
    case 'u':
        return true;
    case 'x':
    case 'X':
        plain->in_hex = true;
        if (word != 0 && has_flag(conversion, '#'))
            memcpy(plain->prefix, conversion->letter == 'x' ? "0x" : "0X", 3);
        return true;
    case 'g': {
        const float value = alu_float(word);
        if (!(value > -1e6f && value < 1e6f) || value != (float)(int32_t)value || has_flag(conversion, '#'))
            return false;
        const uint32_t whole = (uint32_t)(int32_t)value;
        plain->magnitude = is_negative ? 0u - whole : whole;
        set_sign(plain, conversion, is_negative);
        return true;
    }
    default:
        return false;
    }
}

static char *write_digits(char *text, const struct plain *plain, const struct conversion *conversion)
{
    return plain->in_hex ? write_hex(text, plain->magnitude, conversion->letter == 'X')
                         : format_decimal(text, plain->magnitude);
}

static size_t write_padded(char *text, const struct plain *plain, const struct conversion *conversion)
{
    char digits[16];
    const size_t count = (size_t)(write_digits(digits, plain, conversion) - digits);
    const size_t before = strlen(plain->prefix), used = before + count;
    const size_t width = (size_t)conversion->width, padding = width > used ? width - used : 0;
    const bool zeros = conversion->zeros && !conversion->to_left;
    char *at = text;
    if (!conversion->to_left && !zeros) {
        memset(at, ' ', padding);
        at += padding;
    }
    memcpy(at, plain->prefix, before);
    at += before;
    if (zeros) {
        memset(at, '0', padding);
        at += padding;
    }
    memcpy(at, digits, count);
    at += count;
    if (conversion->to_left)
        memset(at, ' ', padding);
    return used + padding;
}

enum { SPECIFICATION_MOST = 32 };

/* The conversion for snprintf; `length`: its length modifier. */
static void specify(char *specification, const struct conversion *conversion, const char *length)
{
    const char letter = conversion->letter;
    if (conversion->precision >= 0)
        snprintf(specification, SPECIFICATION_MOST, "%%%s%d.%d%s%c", conversion->flags, conversion->width,
                 conversion->precision, length, letter);
    else if (conversion->width > 0)
        snprintf(specification, SPECIFICATION_MOST, "%%%s%d%s%c", conversion->flags, conversion->width,
                 length, letter);
    else
        snprintf(specification, SPECIFICATION_MOST, "%%%s%s%c", conversion->flags, length, letter);
}

size_t format_long_long(char *text, const struct conversion *conversion, uint64_t number)
{
    char specification[SPECIFICATION_MOST];
    specify(specification, conversion, "ll");
    if (strchr("di", conversion->letter) != NULL)
        return (size_t)snprintf(text, FORMAT_NUMBER_MOST, specification, (long long)number);
    return (size_t)snprintf(text, FORMAT_NUMBER_MOST, specification, (unsigned long long)number);
}

static size_t write_by_library(char *text, const struct conversion *conversion, uint32_t word)
{
    char specification[SPECIFICATION_MOST];
    const char letter = conversion->letter;
    int length;
    specify(specification, conversion, "");
    if (strchr("di", letter) != NULL)
        length = snprintf(text, FORMAT_NUMBER_MOST, specification, (int32_t)word);
    else if (strchr("uxXo", letter) != NULL)
        length = snprintf(text, FORMAT_NUMBER_MOST, specification, word);
    else
        length = snprintf(text, FORMAT_NUMBER_MOST, specification, (double)alu_float(word));
    return (size_t)length;
}

size_t format_number(char *text, const struct conversion *conversion, uint32_t word)
{
    struct plain plain;
    if (!take_plainly(&plain, conversion, word))
        return write_by_library(text, conversion, word);
    if (conversion->width > 0)
        return write_padded(text, &plain, conversion);
    char *at = text;
    for (const char *prefix = plain.prefix; *prefix != '\0';)
        *at++ = *prefix++;
    return (size_t)(write_digits(at, &plain, conversion) - text);
}
