/* language.h - what the cases of *.cases stand on: ASSERT under fcc and under the host's compiler.
 *
 * The host compiles the same text with double as float, so that both mean the same.
 */
#ifdef __FORK__
static int print_text(const char *text)
{
    return __sys1(3, text);
}
static int print_number(int number)
{
    return __sys1(1, number);
}
typedef int *va_list;
#define va_start(list, last) ((list) = __variable_args__)
#define va_arg(list, type) __variable_args__(list, type)
#define va_end(list) ((void)(list))
#else
#include <stdarg.h>
int printf(const char *format, ...);
static int print_text(const char *text)
{
    return printf("%s", text);
}
static int print_number(int number)
{
    return printf("%d", number);
}
#define double float
#define sh
#define pr
#define __PROC_NR__ 0
#endif

static int failures;

static void compare(int line, int expected, int actual)
{
    if (expected == actual)
        return;
    failures = failures + 1;
    print_text("# line ");
    print_number(line);
    print_text(": expected ");
    print_number(expected);
    print_text(", got ");
    print_number(actual);
    print_text("\n");
}

static int bits_of(float value)
{
    union {
        float f;
        int i;
    } both;
    both.f = value;
    return both.i;
}

#define ASSERT(expected, ...) compare(__LINE__, (int)(expected), (int)(__VA_ARGS__))
/* floats are equal bit for bit */
#define FASSERT(expected, actual) compare(__LINE__, bits_of(expected), bits_of(actual))
