/* waiters.c - see waits.h: the part of a line with the waiting PPs. */
#include <inttypes.h>
#include <string.h>

#include "waits.h"

enum { WAITERS_MOST = 10 };

/* " to read since cycle 80" */
static void print_since(const struct wait *wait, FILE *text)
{
    static const char *const aims[MODE_COUNT] = {
        [MODE_READ] = " to read", [MODE_WRITE] = " to write", [MODE_TRY] = " with simple_try_lock"};
    fprintf(text, "%s", aims[wait->mode] != NULL ? aims[wait->mode] : "");
    if (wait->since != 0)
        fprintf(text, " since cycle %" PRIu64, wait->since);
}

/* Each place once, with the PPs there; of many PPs only the first ones. */
static void print_by_place(const struct waits *waits, const struct awaited *awaited, FILE *text)
{
    const struct wait *first = waits_first(waits, awaited);
    const uint32_t shown = awaited->count < WAITERS_MOST ? awaited->count : WAITERS_MOST;
    char places[WAITERS_MOST][PLACE_SIZE];
    bool is_told[WAITERS_MOST] = {false}, is_one = true;
    for (uint32_t k = 0; k < shown; k++) {
        name_place(waits, first[k].pp, places[k]);
        is_one = is_one && strcmp(places[k], places[0]) == 0;
    }
    for (uint32_t k = 0; k < shown; k++) {
        if (is_told[k])
            continue;
        const char *place = places[k][0] == '\0' && !is_one ? " elsewhere" : places[k];
        fprintf(text, "%s%s:", k > 0 ? ";" : is_one ? "" : ",", place);
        for (uint32_t m = k; m < shown; m++) {
            if (strcmp(places[k], places[m]) != 0)
                continue;
            is_told[m] = true;
            fprintf(text, "%sPP %u", m > k ? ", " : " ", first[m].pp);
            print_since(&first[m], text);
        }
    }
}

void print_waiters(const struct waits *waits, const struct awaited *awaited, const char *separator,
                   const char *what, FILE *text)
{
    const struct wait *first = waits_first(waits, awaited);
    char place[PLACE_SIZE];
    fprintf(text, "%s", separator);
    if (awaited->count == 1) {
        fprintf(text, "PP %u waits%s", first->pp, what);
        print_since(first, text);
        fprintf(text, "%s", name_place(waits, first->pp, place));
        return;
    }
    fprintf(text, "%u PPs wait%s", awaited->count, what);
    print_by_place(waits, awaited, text);
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
