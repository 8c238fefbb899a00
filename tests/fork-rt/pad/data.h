/* data.h - for the tests of pad.h: sizes, kinds of data, and what sorting must leave behind.
 */
#include <pad.h>
#include <stdlib.h>
#include "../library/check.h"

enum { MOST = 1501, KINDS = 5, SIZES = 7 };

static const int sizes[SIZES] = {0, 1, 2, 3, 37, 301, MOST};

/* Not all kinds of data for all sizes and numbers of PPs: that would take long, and find nothing more. */
#define IS_WORTH_IT(n, kind, pps)                                                                            \
    ((kind) >= ((n) == MOST || (pps) > 1000 ? 4 : (pps) > 64 ? 3 : (n) > 37 ? 2 : 0) || (n) == 2)

static int random_below(int below)
{
    return rand() % below;
}

/* increasing, decreasing, all equal, few values, anything */
static void fill(int *to, int n, int kind)
{
    int i;
    for (i = 0; i < n; i++) {
        to[i] = kind == 0   ? 3 * i - n
                : kind == 1 ? n - 2 * i
                : kind == 2 ? 7
                : kind == 3 ? random_below(4)
                            : rand() * 2 + i;
    }
}

/* 0 .. n - 1 in any order, or in order if kind is 0 */
static void shuffle(int *to, int n, int kind)
{
    int i, k, old;
    for (i = 0; i < n; i++) {
        to[i] = i;
    }
    for (i = n - 1; i > 0 && kind != 0; i--) {
        k = random_below(i + 1);
        old = to[i];
        to[i] = to[k];
        to[k] = old;
    }
}

/* the sum of scrambled elements: equal for equal sets, whatever the order */
static unsigned mixture(const int *p, int n)
{
    unsigned sum = 0;
    int i;
    for (i = 0; i < n; i++) {
        unsigned word = (unsigned)p[i] * 2654435761u;
        sum += word ^ word >> 15;
    }
    return sum;
}

/* All sizes and kinds for a synchronous function (n, kind). */
#define FOR_ALL(function)                                                                                    \
    {                                                                                                        \
        sh int number, kind;                                                                                 \
        for (number = 0; number < SIZES; number++) {                                                         \
            for (kind = 0; kind < KINDS; kind++) {                                                           \
                if (IS_WORTH_IT(sizes[number], kind, __STARTED_PROCS__)) {                                   \
                    function(sizes[number], kind);                                                           \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    }
