/* barriers.c - see waits.h: PPs missing in a barrier, and their places. */
#include <inttypes.h>
#include <stdlib.h>

#include "common/message.h"
#include "common/plural.h"
#include "waits.h"

enum { MISSING_MOST = 10 };

static bool is_in(const struct waits *waits, const struct wait *barrier, uint32_t pp)
{
    const struct wait *wait = waits_own(waits, pp);
    return wait != NULL && wait->thing == THING_BARRIER && wait->address == barrier->address;
}

/* Where a PP is that has not come. */
static void print_missing(const struct waits *waits, uint32_t pp, FILE *text)
{
    const struct wait *wait = waits_own(waits, pp);
    char place[PLACE_SIZE], name[WAIT_NAME_SIZE];
    if (waits->ended[pp]) {
        fprintf(text, "PP %u, which has ended", pp);
        return;
    }
    name_place(waits, pp, place);
    if (wait == NULL)
        fprintf(text, "PP %u%s", pp, place);
    else if (wait->thing == THING_BARRIER)
        fprintf(text, "PP %u, which waits in another barrier%s", pp, place);
    else
        fprintf(text, "PP %u, which waits for %s%s", pp, name_wait(waits, wait, name), place);
}

/* The missing PPs: members of the group, or PPs that have left it. Returns their number. */
static uint32_t list_missing(const struct waits *waits, const struct wait *barrier, const struct frame *frame,
                             bool has_left, FILE *text)
{
    uint32_t missing = 0;
    for (uint32_t pp = 0; pp < waits->machine->config.pps; pp++) {
        struct pp_view view;
        if (is_in(waits, barrier, pp))
            continue;
        waits->engine->view(waits->state, pp, &view);
        if (holders_belongs(frame, pp, view.r[MACHINE_GP]) == has_left)
            continue;
        if (text != NULL && missing < MISSING_MOST) {
            fprintf(text, "%s", missing > 0 ? "; " : "");
            print_missing(waits, pp, text);
        }
        missing++;
    }
    if (text != NULL && missing > MISSING_MOST)
        fprintf(text, "; and %u more", missing - MISSING_MOST);
    return missing;
}

void barriers_print(const struct waits *waits, const struct awaited *awaited, const char *word, FILE *stream)
{
    const struct wait *first = waits_first(waits, awaited);
    const struct frame frame = holders_frame(waits, first->address);
    char *line = NULL, place[PLACE_SIZE];
    size_t size;
    if (frame.kind == FRAME_UNKNOWN)
        return;
    FILE *text = name_line(&line, &size);
    fprintf(text, "%u PP%s wait%s in a barrier, PP %u since cycle %" PRIu64 "%s; missing: ", awaited->count,
            plural(awaited->count), plural_verb(awaited->count), first->pp, first->since,
            name_place(waits, first->pp, place));
    const uint32_t there = awaited->count + list_missing(waits, first, &frame, false, text);
    const uint32_t left = frame.members > there ? frame.members - there : 0;
    if (left != 0 && there != awaited->count)
        fprintf(text, "; ");
    if (left != 0 && list_missing(waits, first, &frame, true, NULL) == left)
        list_missing(waits, first, &frame, true, text); /* they must be these */
    else if (left != 0)
        fprintf(text, "%u PP%s that %s left the group", left, plural(left), left == 1 ? "has" : "have");
    fclose(text);
    if (left != 0 || there != awaited->count)
        message_line(stream, "pramsim: %s: %s", word, line);
    free(line);
}
