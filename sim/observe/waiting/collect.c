/* collect.c - see waits.h: waits that PPs have recorded. */
#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "waits.h"

enum { STEPS_MOST = 1 << 26 }; /* instructions for following all PPs together: half a second */

/* ---- one PP */

/* Whether a wait with a ticket is over: the ticket's turn has come. */
static bool is_its_turn(const struct waits *waits, const struct wait *wait, uint32_t ticket)
{
    return (wait->mode == MODE_TICKET || wait->mode == MODE_WRITE) &&
           (int32_t)(ticket - waits_record(waits, wait, RECORD_TURNS)) <= 0;
}

static void add(struct waits *waits, const struct wait *wait)
{
    *ARENA_ADD(waits->arena, waits->list, waits->count, waits->room) = *wait;
}

/* Whether the PP has recorded that it waits. */
static bool collect_lock(struct waits *waits, uint32_t pp, uint32_t words)
{
    static const enum wait_thing things[MODE_COUNT] = {[MODE_ENTER] = THING_READERS,
                                                       [MODE_LEAVE] = THING_VISITORS,
                                                       [MODE_GET] = THING_ITEM,
                                                       [MODE_PUT] = THING_ROOM};
    const uint32_t lock = waits_word(waits, pp, words + WAIT_LOCK);
    const uint32_t how = waits_word(waits, pp, words + WAIT_HOW);
    const uint32_t kind = how / 16, mode = how % 16;
    if (lock == 0 || !memory_is_plain(&waits->machine->memory, lock) || kind == 0 || kind >= KIND_COUNT ||
        mode >= MODE_COUNT) /* a value that the program itself has written there is no wait */
        return false;
    const struct wait wait = {.thing = things[mode],
                              .address = lock,
                              .pp = pp,
                              .since = waits_word(waits, pp, words + WAIT_SINCE),
                              .turns = waits_word(waits, pp, words + WAIT_TURNS),
                              .kind = (uint8_t)kind,
                              .mode = (uint8_t)mode};
    if (is_its_turn(waits, &wait, waits_word(waits, pp, words + WAIT_TICKET)))
        return false;
    add(waits, &wait);
    return true;
}

static void collect_reads(struct waits *waits, uint32_t pp, uint32_t words)
{
    for (uint32_t k = 0; k < LOCK_READS; k++) {
        const uint32_t at = words + k * READ_WORDS, lock = waits_word(waits, pp, at + READ_LOCK);
        if (lock == 0)
            continue;
        *ARENA_ADD(waits->arena, waits->readers, waits->reader_count, waits->reader_room) =
            (struct reader){.lock = lock,
                            .pp = pp,
                            .since = waits_word(waits, pp, at + READ_SINCE),
                            .place = waits_word(waits, pp, at + READ_PLACE)};
    }
}

/* ---- all */

/* By what they wait for. */
static int compare_things(const struct wait *a, const struct wait *b)
{
    const int order = compare_pairs(a->thing, a->address, b->thing, b->address);
    if (order != 0 || a->thing != THING_WORD)
        return order;
    return a->word_count != b->word_count ? compare_numbers(a->word_count, b->word_count)
                                          : memcmp(a->words, b->words, sizeof a->words);
}

static int compare_waits(const void *left, const void *right)
{
    const struct wait *a = left, *b = right;
    const int things = compare_things(a, b);
    return things != 0 ? things : compare_numbers(a->pp, b->pp);
}

static int compare_readers(const void *left, const void *right)
{
    const struct reader *a = left, *b = right;
    return compare_pairs(a->lock, a->pp, b->lock, b->pp);
}

/* Groups the waits by thing. */
static void sort(struct waits *waits)
{
    uint32_t room = 0;
    if (waits->count != 0)
        qsort(waits->list, waits->count, sizeof *waits->list, compare_waits);
    if (waits->reader_count != 0)
        qsort(waits->readers, waits->reader_count, sizeof *waits->readers, compare_readers);
    for (uint32_t k = 0; k < waits->count; k++) {
        struct wait *wait = &waits->list[k];
        waits->pps[wait->pp].wait = wait;
        if (k == 0 || compare_things(&wait[-1], wait) != 0)
            *ARENA_ADD(waits->arena, waits->awaited, waits->awaited_count, room) =
                (struct awaited){.first = wait};
        wait->awaited = waits->awaited_count - 1;
        waits->awaited[wait->awaited].count++;
    }
}

void waits_collect(struct waits *waits, const struct engine *engine, const void *state)
{
    const uint32_t pps = waits->machine->config.pps;
    const uint32_t locks = waits_variable(waits, "__fork_lock_wait");
    const uint32_t reads = waits_variable(waits, "__fork_lock_reads");
    waits->pps = ARENA_ARRAY(waits->arena, struct waiting_pp, pps);
    waits->steps = STEPS_MOST;
    for (uint32_t pp = 0; pp < pps; pp++) {
        struct pp_view view;
        struct wait wait;
        engine->view(state, pp, &view);
        waits->pps[pp] = (struct waiting_pp){.at = caller_registers(pp, view.pc, view.r),
                                             .gp = view.r[MACHINE_GP],
                                             .has_ended = !view.running};
        if (reads != 0)
            collect_reads(waits, pp, reads);
        if (!view.running)
            continue;
        if (view.in_barrier)
            add(waits,
                &(struct wait){
                    .thing = THING_BARRIER, .address = view.r[MACHINE_GP], .pp = pp, .since = view.since});
        else if ((locks == 0 || !collect_lock(waits, pp, locks)) && loops_find_wait(waits, &view, pp, &wait))
            add(waits, &wait);
    }
    sort(waits);
}
