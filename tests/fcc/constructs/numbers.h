/* numbers.h - functions that the programs of random.awk pass the group's numbers through; they give 0 for 0. The same text for
 * plain.h and synchronous.h, which say what STRAIGHT and the macros of numbers are.
 *
 *   RANK SIZE ID GROUP   $$ # $ @ minus what they must be: 0, in C always
 */
#include <stdarg.h>

struct two {
    int first, second;
};

static int table[8] = {0, 1, 2, 3, 4, 5, 6, 7};
static _Bool odd[8] = {0, 1, 0, 1, 0, 1, 0, 1};
static struct box {
    int number;
    _Bool is_odd;
} boxes[8] = {{0, 0}, {1, 1}, {2, 0}, {3, 1}, {4, 0}, {5, 1}, {6, 0}, {7, 1}};

STRAIGHT int same(int x)
{
    return x;
}

STRAIGHT int second(int unused, int x)
{
    return x;
}

STRAIGHT struct two make_two(int first, int other)
{
    struct two result;
    result.first = first;
    result.second = other;
    return result;
}

STRAIGHT int sum_of(int count, ...)
{
    va_list list;
    int sum;
    va_start(list, count);
    sum = va_arg(list, int);
    sum += va_arg(list, int);
    va_end(list);
    return sum;
}

STRAIGHT int counted(int x COUNTED_PARAMETERS)
{
    return x + SIZE + ID * 3 + GROUP * 5;
}

static STRAIGHT_POINTER(through) = same;
