/* loops.c - see waits.h: PPs in spin loops of the program or the library that record no wait: loops that try
 * a lock or a queue, and loops that read a word until it changes. */
#include <string.h>

#include "asm/tables/alu.h"
#include "sim/machine/ranks.h"
#include "waits.h"

/* ---- the words of a loop */

/* The wait for one of them. */
static struct wait wait_for(const struct waits *waits, const struct poll *poll, uint32_t number, uint32_t pp,
                            uint32_t gp)
{
    const struct caller caller = caller_find(waits->machine, &poll->words[number].at);
    const struct lock_try *row = lock_find_try(caller_routine(waits->machine, &caller));
    struct wait wait = {.thing = THING_WORD,
                        .address = poll->words[number].address,
                        .pp = pp,
                        .gp = gp,
                        .word_count = (uint8_t)(poll->count < UINT8_MAX ? poll->count : UINT8_MAX),
                        .inside = caller.inside,
                        .place = caller.pc};
    for (uint32_t k = 0; k < poll->count && k < POLL_WORDS; k++)
        wait.words[k] = poll->words[k].address;
    if (row == NULL)
        return wait;
    wait.thing = row->mode == MODE_GET ? THING_ITEM : THING_LOCK;
    wait.kind = row->kind;
    wait.mode = row->mode;
    wait.turns = waits_turns(waits, &wait);
    return wait;
}

/* The number of a word among the named ones; POLL_WORDS: not among them. */
static uint32_t find_word(const struct poll *poll, uint32_t address)
{
    uint32_t k = 0;
    while (k < POLL_WORDS && (k >= poll->count || poll->words[k].address != address))
        k++;
    return k;
}

/* A lock or a queue explains more than a word. */
static struct wait choose(const struct waits *waits, const struct poll *poll, uint32_t pp, uint32_t gp)
{
    struct wait first = wait_for(waits, poll, 0, pp, gp);
    for (uint32_t k = 1; k < poll->count && k < POLL_WORDS && first.thing == THING_WORD; k++) {
        const struct wait wait = wait_for(waits, poll, k, pp, gp);
        if (wait.thing != THING_WORD)
            first = wait;
    }
    return first;
}

/* ---- one PP */

static void clear(struct polls *polls)
{
    if (polls->cells.count != 0)
        polls->cells = (struct follow_cells){.count = 0};
}

/* The lock that the PP has tried in vain; 0: none. */
static uint32_t tried_lock(const struct waits *waits, uint32_t pp, uint32_t *record)
{
    *record = waits_variable(waits->machine, "__fork_lock_try");
    const uint32_t lock = *record != 0 ? waits_word(waits, pp, *record + TRY_LOCK) : 0;
    return memory_is_plain(&waits->machine->memory, lock) ? lock : 0;
}

/* Whether the PP is in a loop of tries; a lock that was just released counts as taken, because other PPs may
 * take it before this one. */
static bool tries(struct waits *waits, struct polls *polls, const struct follow *from, uint32_t lock,
                  struct poll *poll)
{
    if (lock == 0 || waits_word(waits, from->pp, lock) != 0)
        return false;
    return follow_set_cell(&polls->cells, lock, 1) &&
           polls_find(polls, waits->machine, from, &waits->steps, poll) && find_word(poll, lock) < POLL_WORDS;
}

void loops_add_wait(struct waits *waits, struct polls *polls, const struct pp_view *view, uint32_t pp)
{
    const struct follow from = follow_view(view, pp, view->status & STATUS_MODULO);
    struct poll poll;
    uint32_t record, number;
    const uint32_t lock = tried_lock(waits, pp, &record);
    if (waits->machine->ranks != NULL)
        return;
    waits->unfollowed += waits->steps == 0;
    clear(polls);
    bool is_found = tries(waits, polls, &from, lock, &poll);
    if (!is_found) {
        clear(polls);
        is_found = polls_find(polls, waits->machine, &from, &waits->steps, &poll);
    }
    if (!is_found)
        return;
    struct wait wait = choose(waits, &poll, pp, view->r[MACHINE_GP]);
    number = lock != 0 ? find_word(&poll, lock) : POLL_WORDS;
    if (number < POLL_WORDS) {
        wait = wait_for(waits, &poll, number, pp, view->r[MACHINE_GP]);
        wait.since = waits_word(waits, pp, record + TRY_SINCE);
        wait.turns = waits_word(waits, pp, record + TRY_TURNS);
    }
    waits_add(waits, &wait);
}
