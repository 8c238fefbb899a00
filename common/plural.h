/* plural.h - the plural of a counted noun in messages: "1 PP", "2 PPs". Knows numbers only. */
#ifndef PRAM_PLURAL_H
#define PRAM_PLURAL_H

#include <stdint.h>

/* What stands after a noun: printf("%u PP%s", count, plural(count)). */
static inline const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* What stands after a verb whose subject is counted: printf("%u PP%s wait%s", count, plural(count),
 * verb(count)). */
static inline const char *plural_verb(uint64_t count)
{
    return count == 1 ? "s" : "";
}

#endif
