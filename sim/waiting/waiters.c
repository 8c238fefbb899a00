/* waiters.c - see waits.h: the part of a line that lists the PPs that wait. */
#include <inttypes.h>
#include <string.h>

#include "common/plural.h"
#include "waits.h"

enum { WAITERS_MOST = 10 };

/* Whether the first of the PPs, as many as are named, all wait at one place; which is left in `place`. */
static bool is_one_place(const struct waits *waits, const struct awaited *awaited, char place[PLACE_SIZE])
{
    const struct wait *first = waits_first(waits, awaited);
    char other[PLACE_SIZE];
    bool is_one = true;
    name_place(waits, first->pp, place);
    for (uint32_t k = 1; k < awaited->count && k < WAITERS_MOST; k++)
        is_one = is_one && strcmp(place, name_place(waits, first[k].pp, other)) == 0;
    return is_one;
}

void tell_waiters(const struct waits *waits, const struct awaited *awaited, const char *separator,
                  const char *what, FILE *text)
{
    static const char *const aims[MODE_COUNT] = {
        [MODE_READ] = " to read", [MODE_WRITE] = " to write", [MODE_TRY] = " with simple_try_lock"};
    const struct wait *first = waits_first(waits, awaited);
    const bool has_one = awaited->count == 1;
    char place[PLACE_SIZE];
    const bool has_one_place = is_one_place(waits, awaited, place);
    fprintf(text, "%s", separator);
    if (!has_one)
        fprintf(text, "%u PPs wait%s%s:", awaited->count, what, has_one_place ? place : "");
    for (uint32_t k = 0; k < awaited->count && k < WAITERS_MOST; k++) {
        const char *aim = aims[first[k].mode] != NULL ? aims[first[k].mode] : "";
        fprintf(text, "%sPP %u%s%s%s",
                k > 0     ? ", "
                : has_one ? ""
                          : " ",
                first[k].pp, has_one ? " waits" : "", has_one ? what : "", aim);
        if (first[k].since != 0)
            fprintf(text, " since cycle %" PRIu64, first[k].since);
        fprintf(text, "%s", has_one || !has_one_place ? name_place(waits, first[k].pp, place) : "");
    }
    if (awaited->count > WAITERS_MOST)
        fprintf(text, ", and %u more", awaited->count - WAITERS_MOST);
}

const struct wait *find_oldest(const struct waits *waits, const struct awaited *awaited)
{
    const struct wait *first = waits_first(waits, awaited), *oldest = NULL;
    for (uint32_t k = 0; k < awaited->count; k++)
        if (first[k].since != 0 && (oldest == NULL || first[k].since < oldest->since))
            oldest = &first[k];
    return oldest;
}
