/* draw.c - random numbers, the same for the same seed everywhere, and what all parts print with.
 */
#include "generate.h"

#include <stdarg.h>
#include <stdio.h>

const char *const type_names[TYPES] = {"int", "unsigned", "float", "real"};
const char letters[] = "iufr";

bool is_floating(enum type type)
{
    return type == FLOAT || type == REAL;
}

uint32_t next_random(struct generator *g)
{
    g->state ^= g->state >> 12;
    g->state ^= g->state << 25;
    g->state ^= g->state >> 27;
    return (uint32_t)((g->state * 0x2545f4914f6cdd1dull) >> 32);
}

int pick(struct generator *g, int count)
{
    return (int)(next_random(g) % (uint32_t)count);
}

bool chance(struct generator *g, int percent)
{
    return pick(g, 100) < percent;
}

void line(const struct generator *g, const char *format, ...)
{
    va_list arguments;
    printf("%*s", 4 * g->indent, "");
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}
