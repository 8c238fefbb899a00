/* accumulator.c - the implementations of accumulators by their names. */
#include "accumulator.h"

#include <string.h>

#define REAL_ACCUMULATOR(name, text) extern const struct real_accumulator accumulator_##name;
#include "accumulator.def"

static const struct {
    const char *name;
    const char *text;
    const struct real_accumulator *accumulator;
} rows[] = {
#define REAL_ACCUMULATOR(name, text) {#name, text, &accumulator_##name},
#include "accumulator.def"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

bool real_accumulator_list(unsigned index, const char **name, const char **text)
{
    if (index >= ROWS)
        return false;
    *name = rows[index].name;
    *text = rows[index].text;
    return true;
}

const struct real_accumulator *real_accumulator_find(const char *name)
{
    for (int i = 0; i < ROWS; i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].accumulator;
    return NULL;
}
