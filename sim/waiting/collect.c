/* collect.c - see waits.h: what the PPs say that they wait for. */
#include <stdlib.h>

#include "common/memory.h"
#include "waits.h"

const struct lock_kind lock_kinds[KIND_COUNT] = {
#define LOCK_KIND(number, NAME, name, words, record) [number] = {name, words, record},
#include "asm/tables/lock.def"
};

uint32_t waits_word(const struct waits *waits, uint32_t pp, uint32_t address)
{
    const uint32_t index = memory_index(&waits->machine->memory, pp, address);
    return index == MEMORY_ILLEGAL ? 0 : waits->machine->memory.cells[index];
}

uint32_t waits_record(const struct waits *waits, const struct wait *wait, uint32_t field)
{
    return waits_word(waits, wait->pp, wait->address + lock_kinds[wait->kind].record + field);
}

/* The address of a variable of the library; 0: the program has no locks, or no symbols. */
static uint32_t address_of(const struct machine *machine, const char *name)
{
    const long symbol = object_find_symbol(&machine->object, name);
    return symbol < 0 ? 0 : machine->object.symbols[symbol].value;
}

/* ---- one PP */

static void add(struct waits *waits, const struct wait *wait)
{
    waits->list = memory_grow(waits->list, &waits->room, waits->count + 1, sizeof *waits->list);
    waits->list[waits->count++] = *wait;
}

/* Whether a wait by a ticket is over: the lock has come to it, or beyond. */
static bool is_its_turn(const struct waits *waits, const struct wait *wait, uint32_t ticket)
{
    return (wait->mode == MODE_TICKET || wait->mode == MODE_WRITE) &&
           (int32_t)(ticket - waits_record(waits, wait, RECORD_TURNS)) <= 0;
}

static void look_at_lock(struct waits *waits, const struct pp_view *view, uint32_t pp, uint32_t words)
{
    static const enum wait_thing things[MODE_COUNT] = {
        [MODE_ENTER] = THING_READERS, [MODE_LEAVE] = THING_VISITORS};
    const uint32_t lock = waits_word(waits, pp, words + WAIT_LOCK);
    const uint32_t how = waits_word(waits, pp, words + WAIT_HOW);
    const uint32_t kind = how / 16, mode = how % 16;
    if (lock == 0 || !memory_is_plain(&waits->machine->memory, lock) || kind == 0 || kind >= KIND_COUNT ||
        mode >= MODE_COUNT) /* what a program has written there itself is no wait */
        return;
    const struct wait wait = {.thing = things[mode],
                              .address = lock,
                              .pp = pp,
                              .gp = view->r[MACHINE_GP],
                              .since = waits_word(waits, pp, words + WAIT_SINCE),
                              .turns = waits_word(waits, pp, words + WAIT_TURNS),
                              .kind = (uint8_t)kind,
                              .mode = (uint8_t)mode};
    if (!is_its_turn(waits, &wait, waits_word(waits, pp, words + WAIT_TICKET)))
        add(waits, &wait);
}

static void look_at_reads(struct waits *waits, uint32_t pp, uint32_t words)
{
    for (uint32_t k = 0; k < LOCK_READS; k++) {
        const uint32_t at = words + k * READ_WORDS, lock = waits_word(waits, pp, at + READ_LOCK);
        if (lock == 0)
            continue;
        waits->readers =
            memory_grow(waits->readers, &waits->reader_room, waits->reader_count + 1, sizeof *waits->readers);
        waits->readers[waits->reader_count++] =
            (struct reader){.lock = lock,
                            .pp = pp,
                            .since = waits_word(waits, pp, at + READ_SINCE),
                            .place = waits_word(waits, pp, at + READ_PLACE)};
    }
}

/* ---- all */

static int compare_waits(const void *left, const void *right)
{
    const struct wait *a = left, *b = right;
    if (a->thing != b->thing)
        return a->thing < b->thing ? -1 : 1;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return (a->pp > b->pp) - (a->pp < b->pp);
}

static int compare_readers(const void *left, const void *right)
{
    const struct reader *a = left, *b = right;
    if (a->lock != b->lock)
        return a->lock < b->lock ? -1 : 1;
    return (a->pp > b->pp) - (a->pp < b->pp);
}

/* The waits for one thing beside each other. */
static void sort(struct waits *waits)
{
    size_t room = 0;
    if (waits->count != 0)
        qsort(waits->list, waits->count, sizeof *waits->list, compare_waits);
    if (waits->reader_count != 0)
        qsort(waits->readers, waits->reader_count, sizeof *waits->readers, compare_readers);
    for (uint32_t k = 0; k < waits->count; k++) {
        const struct wait *wait = &waits->list[k];
        waits->of_pp[wait->pp] = k + 1;
        if (k > 0 && wait[-1].thing == wait->thing && wait[-1].address == wait->address) {
            waits->awaited[waits->awaited_count - 1].count++;
            continue;
        }
        waits->awaited = memory_grow(waits->awaited, &room, waits->awaited_count + 1, sizeof *waits->awaited);
        waits->awaited[waits->awaited_count++] = (struct awaited){.first = k, .count = 1};
    }
}

void waits_collect(struct waits *waits)
{
    const uint32_t pps = waits->machine->config.pps;
    const uint32_t locks = address_of(waits->machine, "__fork_lock_wait");
    const uint32_t reads = address_of(waits->machine, "__fork_lock_reads");
    waits->of_pp = memory_take(pps, sizeof *waits->of_pp);
    waits->ended = memory_take(pps, sizeof *waits->ended);
    for (uint32_t pp = 0; pp < pps; pp++) {
        struct pp_view view;
        waits->engine->view(waits->state, pp, &view);
        waits->ended[pp] = !view.running;
        waits->ended_count += !view.running;
        if (reads != 0)
            look_at_reads(waits, pp, reads);
        if (!view.running)
            continue;
        const uint32_t gp = view.r[MACHINE_GP];
        if (view.in_barrier)
            add(waits, &(struct wait){
                           .thing = THING_BARRIER, .address = gp, .pp = pp, .gp = gp, .since = view.since});
        else if (locks != 0)
            look_at_lock(waits, &view, pp, locks);
    }
    sort(waits);
}

const struct awaited *waits_of_pp(const struct waits *waits, uint32_t pp)
{
    size_t low = 0, high = waits->awaited_count;
    if (waits->of_pp[pp] == 0)
        return NULL;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (waits->awaited[middle].first <= waits->of_pp[pp] - 1)
            low = middle;
        else
            high = middle;
    }
    return &waits->awaited[low];
}

void waits_free(struct waits *waits)
{
    free(waits->list);
    free(waits->of_pp);
    free(waits->awaited);
    free(waits->readers);
    free(waits->ended);
}
