/* long_long.c - what the library does with integers of 64 bits; the host's compiler and fcc print the same.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* long_long.test sets both */
#ifndef SEED
#define SEED 1
#endif
#ifndef COUNT
#define COUNT 1
#endif

static unsigned long long state = SEED;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

/* Of all sizes, and near the edges of words. */
static unsigned long long draw_value(void)
{
    unsigned long long value = draw(1u << 30);
    value = value << 30 | draw(1u << 30);
    value = value << 4 | draw(16);
    unsigned count = draw(64);
    value = draw(4) == 0 ? (1ull << count) - 1 + draw(3) : value >> count;
    return draw(2) == 0 ? 0 - value : value;
}

static void say(const char *format, ...)
{
    char text[200];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    printf("%d <%s>\n", length, text);
}

static void print(void)
{
    char format[40];
    unsigned long long value = draw_value();
    int n = 0;
    format[n++] = '%';
    for (const char *flag = "-+ #0"; *flag != '\0'; flag++)
        if (draw(4) == 0)
            format[n++] = *flag;
    if (draw(2) == 0)
        n += sprintf(format + n, "%u", draw(30));
    if (draw(3) == 0)
        n += sprintf(format + n, ".%u", draw(25));
    n += sprintf(format + n, "%s", draw(2) == 0 ? "ll" : "j");
    sprintf(format + n, "%c|%%d", "diuxXo"[draw(6)]);
    printf("%s ", format);
    say(format, (long long)value, 5);
}

static void convert(void)
{
    char text[90];
    static const int bases[] = {0, 10, 16, 8, 2, 36, 7, 10};
    int base = bases[draw(8)], n = 0;
    char *end;
    n += sprintf(text + n, "%s", (const char *const[]){"", "-", "+", "  ", "\t-"}[draw(5)]);
    if (base == 0 || base == 16)
        n += sprintf(text + n, "%s", (const char *const[]){"", "0x", "0X", "0"}[draw(4)]);
    for (int digits = 1 + (int)draw(base == 2 ? 66 : 22); digits > 0; digits--)
        text[n++] = "0123456789abcdefghijklmnopqrstuvwxyz"[draw(base == 0 ? 8 : (unsigned)base)];
    snprintf(text + n, sizeof text - (size_t)n, "%s", draw(2) == 0 ? "" : "~");
    errno = 0;
    long long number = strtoll(text, &end, base);
    printf("%lld %d %d ", number, (int)(end - text), errno == ERANGE);
    errno = 0;
    unsigned long long natural = strtoull(text, &end, base);
    printf("%llu %d %d ", natural, (int)(end - text), errno == ERANGE);
    printf("%lld\n", atoll(text));
}

static void scan(void)
{
    char text[100];
    long long a = -7, c = 1;
    unsigned long long b = 7;
    int i = 3, count;
    unsigned long long values[3] = {draw_value()};
    values[1] = draw_value();
    values[2] = draw_value();
    sprintf(text, draw(2) == 0 ? "%lld,%llx 12 %llo" : "%lld,%llx -12 0x%llx", (long long)values[0],
            values[1], values[2]);
    count = sscanf(text, "%lld,%llx %d %lli", &a, &b, &i, &c);
    printf("%d: %lld %llu %d %lld\n", count, a, b, i, c);
    count = sscanf(text, "%5jd%*lld%n", (intmax_t *)&a, &i);
    printf("%d: %lld %d\n", count, a, i);
}

static void compute(void)
{
    long long a = (long long)draw_value();
    long long b = (long long)draw_value();
    if (b == 0 || (b == -1 && a < -LLONG_MAX))
        b = 3;
    lldiv_t quotient = lldiv(a, b);
    imaxdiv_t greatest = imaxdiv(b, a | 1);
    printf("%lld %lld %jd %jd ", quotient.quot, quotient.rem, a == -1 ? 0 : greatest.quot, greatest.rem);
    a = a < -LLONG_MAX ? 5 : a;
    printf("%lld %jd ", llabs(a), imaxabs(a));
    float x = (float)a, y = (float)(unsigned)b * 0.25f;
    printf("%a %a %lld %lld %lld\n", (double)x, (double)(float)(unsigned long long)b, llrintf(y), llroundf(y),
           llroundf(x / 4));
}

static void wide(void)
{
    wchar_t text[80], *end;
    long long value = (long long)draw_value();
    swprintf(text, 80, L"%20lld|%-5d|%jx", value, 7, (uintmax_t)value);
    value = wcstoll(text, &end, 10);
    printf("%lld %d ", value, (int)(end - text));
    printf("%llu %d\n", wcstoull(wcschr(text, L'|') + 7, &end, 16), (int)wcslen(text));
}

int main(void)
{
    for (int i = 0; i < COUNT; i++) {
        print();
        convert();
        scan();
        compute();
        wide();
    }
    /* as programs for machines with a long of 64 bits have it */
    int64_t number = (int64_t)draw_value();
    printf("%ld %20lu|%-20lx|%d\n", number, (uint64_t)number, (uint64_t)number, 7);
    printf("%" PRId64 " %" PRIu64 " %" PRIX64 " %" PRIoMAX "\n", INT64_MIN, UINT64_MAX, (uint64_t)INT64_MAX,
           UINTMAX_C(8));
    return 0;
}
