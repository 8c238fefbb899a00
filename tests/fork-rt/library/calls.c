/* calls.c - the calls of calls/, by the host's C library.
 *
 * usage: calls SEED COUNT
 *
 * Where the host's integers are wider than the machine's words, the wrappers here say what C says of words.
 */
#include <ctype.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

#define CONSTANT const

typedef time_t seconds;

static unsigned bits_of(float number)
{
    unsigned bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static float float_of(unsigned bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static int seconds_of(struct tm *parts)
{
    struct tm copy = *parts;
    const time_t result = timegm(&copy);
    if (result < INT_MIN || result > INT_MAX || result == -1)
        return -1;
    *parts = copy;
    return (int)result;
}

static int host_strtol(const char *text, char **end, int base)
{
    const long long number = strtoll(text, end, base);
    return (int)(number < INT_MIN ? INT_MIN : number > INT_MAX ? INT_MAX : number);
}

static unsigned host_strtoul(const char *text, char **end, int base)
{
    const char *digits = text + strspn(text, " \t\n\v\f\r");
    const int is_negative = *digits == '-';
    const unsigned long long number = strtoull(text, end, base);
    const unsigned long long size = is_negative ? -number : number;
    /* a number of 64 bits or more is the largest one, with either sign */
    return number == ULLONG_MAX || size > UINT_MAX ? UINT_MAX : (unsigned)number;
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-truncation"
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#include "tests/fork-rt/library/calls/calls.h"

int main(int argc, char **argv)
{
    if (argc != 3)
        return EXIT_FAILURE;
    setlocale(LC_CTYPE, "C.UTF-8");
    const unsigned seed = (unsigned)strtoul(argv[1], NULL, 10), count = (unsigned)strtoul(argv[2], NULL, 10);
    for (unsigned number = 0; number < count; number++)
        call_at_random(seed, number);
    return EXIT_SUCCESS;
}
