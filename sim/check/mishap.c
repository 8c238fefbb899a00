/* mishap.c - what --check tells of a run with --faults: each event, and what comes of it (docs/injection.md):
 * PPs that have stopped with a lock or are missing in a barrier, words that hold what they should not.
 *
 * Events and their effects are notes (machine->mishaps), not warnings: the program has no error. The rest of
 * the checker asks here which findings --faults has caused.
 */
#include <stdio.h>
#include <string.h>

#include "common/plural.h"
#include "sim/inject/inject.h"
#include "sim/machine/caller.h"
#include "sim/observe/record/lock_watch.h"
#include "words.h"

/* Where and when an event happened to a PP. */
struct mishap_place {
    enum inject_kind kind;
    struct moment at; /* pc may be outside the program */
};

/* A word before a PP's store to it. */
struct before {
    uint32_t index, state, block;
    uint64_t stored; /* 1 + the cycle of the store; 0: there was none */
};

struct mishap_pp {
    struct journal_entry *holds; /* of the locks that it holds */
    uint32_t count, room;
    struct journal_entry news; /* the last one */
    bool is_struck;            /* `last` is valid: */
    struct mishap_place last;  /* the last event that happened to it */
    struct group *still;       /* group in which it stands still; NULL: none, or it was parted */
    struct mishap_place still_at;
    struct before before; /* its last store */
};

/* A word that holds a wrong value after an event: a bit has changed, a store was lost, an addition was made
 * twice. */
struct word {
    bool is_spoilt; /* or was */
    struct mishap_place place;
    uint64_t stored; /* 1 + the cycle of the last store to it; from then on it is right again */
};

struct mishaps {
    struct inject_listener listener;
    struct observer *locks; /* lock_watch.h */
    struct mishap_pp *pps;
    uint64_t events;
    struct mishap_place last; /* of all PPs */
    struct pages words;       /* by host index: struct word */
};

/* ---- locks */

static void note_lock_news(void *context, const struct journal_entry *news)
{
    struct check *check = context;
    struct mishap_pp *pp = &check->mishaps->pps[news->first];
    uint32_t k = 0;
    pp->news = *news;
    if (news->hint == LOCK_HOLDS)
        *ARENA_ADD(&check->machine->arena, pp->holds, pp->count, pp->room) = *news;
    if (news->hint != LOCK_GAVE)
        return;
    while (k < pp->count && pp->holds[k].group != news->group)
        k++;
    if (k < pp->count)
        pp->holds[k] = pp->holds[--pp->count];
}

/* A PP stops or stands still: notes a lock that it holds or waits for. */
static void note_lock(struct check *check, const struct mishap_place *at, const struct journal_entry *hold)
{
    const bool is_dead = at->kind == INJECT_halt, is_held = hold->hint == LOCK_HOLDS;
    char place[PLACE_SIZE];
    struct warning *warning =
        blame_note(check, is_held ? "lock_held" : "lock_awaited", at->at.pc, hold->group);
    if (warning == NULL)
        return;
    fault_set(&warning->what, FAULT_check, at->at.pp, at->at.pc, at->at.cycle,
              "--faults: a PP that %s %s the lock %s", is_dead ? "stops forever" : "stands still",
              is_held ? "holds" : "waits for", warning->cell);
    fault_hint(&warning->what, "it has %s since cycle %llu, at %s; %s %s", is_held ? "held it" : "waited",
               (unsigned long long)hold->cycle, blame_place(check, hold->place, place),
               is_held ? "PPs that want it wait" : "when its turn comes, the others wait",
               is_dead ? "for ever" : "for as long");
}

static void note_locks(struct check *check, const struct mishap_place *at)
{
    const struct mishap_pp *pp = &check->mishaps->pps[at->at.pp];
    for (uint32_t k = 0; k < pp->count; k++)
        note_lock(check, at, &pp->holds[k]);
    if (pp->news.hint == LOCK_WAITS)
        note_lock(check, at, &pp->news);
}

/* ---- PPs that stand still in synchronous code */

static void stand_still(struct check *check, const struct mishap_place *at)
{
    struct mishap_pp *pp = &check->mishaps->pps[at->at.pp];
    struct group *group = check->synchronous[at->at.pp];
    if (group == NULL || pp->still != NULL || check->pps[at->at.pp].parted)
        return;
    pp->still = group;
    pp->still_at = *at;
    group->still++;
}

/* The PP goes on or stops, and no PP of its group has acted meanwhile. */
static void end_wait(struct check *check, uint32_t number)
{
    struct mishap_pp *pp = &check->mishaps->pps[number];
    struct group *group = pp->still;
    if (group == NULL)
        return;
    pp->still = NULL;
    group->still--;
    if (group->inside < 2)
        return;
    group->apart = true; /* positions of the last cycle */
    group->parting.cycle = pp->still_at.at.cycle - 1;
    group->parting.pc = pp->still_at.at.pc;
}

void mishap_part(struct check *check, struct group *group)
{
    for (uint32_t number = 0; group->still != 0; number++) {
        struct mishap_pp *still = &check->mishaps->pps[number];
        if (still->still != group)
            continue;
        group_part(&check->pps[number], group,
                   (struct parting){still->still_at.at.cycle - 1, still->still_at.at.pc, moment_of(check)});
        group->still--;
        still->still = NULL;
    }
}

/* ---- events */

static void note_event(struct check *check, const struct mishap_place *at, const struct inject_event *event,
                       const char *routine)
{
    const struct memory *memory = &check->machine->memory;
    const bool is_cell = (event->kind == INJECT_flip && event->target == 0) ||
                         (event->kind == INJECT_amnesia && event->count != 0);
    const uint32_t index = is_cell ? memory_index(memory, at->at.pp, event->address) : MEMORY_ILLEGAL;
    struct warning *warning = blame_note(check, inject_names[event->kind], at->at.pc,
                                         is_cell ? memory_address(memory, index) : MEMORY_ILLEGAL);
    char text[CELL_NAME_SIZE + 48] = "a PP stops forever"; /* INJECT_halt */
    if (warning == NULL)
        return;
    if (event->kind == INJECT_pause)
        snprintf(text, sizeof text, "a PP stands still for %llu cycle%s", (unsigned long long)event->cycles,
                 plural(event->cycles));
    else if (event->kind == INJECT_amnesia)
        snprintf(text, sizeof text, "a PP forgets %s", is_cell ? warning->cell : "its private variables");
    else if (event->kind == INJECT_omit)
        snprintf(text, sizeof text, "the next store of a PP will get lost");
    else if (event->kind == INJECT_double)
        snprintf(text, sizeof text, "the next addition of a PP will be made twice");
    else if (event->kind == INJECT_flip && is_cell)
        snprintf(text, sizeof text, "bit %u of %s changes", (unsigned)event->bit, warning->cell);
    else if (event->kind == INJECT_flip)
        snprintf(text, sizeof text, "bit %u of R%u of a PP changes", (unsigned)event->bit, event->target);
    fault_set(&warning->what, FAULT_check, at->at.pp, at->at.pc, at->at.cycle, "--faults: %s", text);
    warning->what.routine = routine;
}

static void happens(void *context, uint64_t cycle, const struct inject_event *event,
                    const struct caller_registers *at)
{
    struct check *check = context;
    struct mishaps *mishaps = check->mishaps;
    const struct machine *machine = check->machine;
    const struct caller caller = caller_find(machine, *at);
    const struct mishap_place place = {event->kind, {at->pp, caller.pc, cycle}};
    check->cycle = cycle;
    mishaps->events++;
    mishaps->last = place;
    mishaps->pps[at->pp].last = place;
    mishaps->pps[at->pp].is_struck = true;
    note_event(check, &place, event, caller_routine(machine, &caller));
    if (event->kind == INJECT_halt || event->kind == INJECT_pause)
        note_locks(check, &place);
    if (event->kind == INJECT_pause)
        stand_still(check, &place);
    if (event->kind == INJECT_halt) {
        end_wait(check, at->pp);
        group_die(check, at->pp);
    }
}

/* ---- words that hold a wrong value */

/* From now on cells[index] holds a wrong value, until something is stored to it. */
static void spoilt_add(struct check *check, uint32_t index, const struct mishap_place *place)
{
    struct word *word = pages_at(&check->mishaps->words, index, sizeof *word);
    *word = (struct word){.is_spoilt = true, .place = *place};
}

static void note_spoilt(struct check *check, enum deed deed, uint32_t index, const struct mishap_place *place)
{
    static const char *const found[INJECT_KINDS] = {
        [INJECT_omit] = "an old word, for the store of a new one got lost",
        [INJECT_double] = "too much, for an addition was made twice",
        [INJECT_amnesia] = "a word that was forgotten",
        [INJECT_flip] = "a word of which a bit has changed"};
    char text[PLACE_SIZE];
    struct warning *warning =
        blame_note(check, "spoilt_word", blame_pc(check), memory_address(&check->machine->memory, index));
    if (warning == NULL)
        return;
    blame(check, warning, "--faults: a PP that %s %s finds %s", deed_texts[deed], warning->cell,
          found[place->kind]);
    fault_hint(&warning->what, "that was in cycle %llu, when PP %u was at %s",
               (unsigned long long)place->at.cycle, place->at.pp, blame_place(check, place->at.pc, text));
}

void mishap_access(struct check *check, enum deed deed, uint32_t index)
{
    struct word *word = pages_find(&check->mishaps->words, index, sizeof *word);
    if (word == NULL || !word->is_spoilt)
        return;
    if (word->stored != 0 && word->stored <= check->cycle)
        return; /* right again */
    if (deed == DEED_STORE)
        word->stored = check->cycle + 1;
    else
        note_spoilt(check, deed, index, &word->place);
}

void mishap_remember(struct check *check, uint32_t index, uint32_t state, uint32_t block)
{
    struct before *before = &check->mishaps->pps[check->step.pp].before;
    if (before->stored == check->cycle + 1)
        return; /* of the words of an image, the first is lost */
    *before = (struct before){index, state, block, check->cycle + 1};
}

/* The PP's store of this cycle is lost. */
static void spoilt_lose(struct check *check, uint32_t pp, uint32_t index)
{
    const struct before *before = &check->mishaps->pps[pp].before;
    if (before->stored == check->cycle + 1 && before->index == index)
        words_set(check, index, (enum word_state)before->state, before->block);
    race_forget(check, index);
}

/* ---- their effects */

static void changes(void *context, uint32_t pp, uint32_t index)
{
    struct check *check = context;
    spoilt_add(check, index, &check->mishaps->pps[pp].last);
    race_forget(check, index);
}

static void spoils(void *context, uint32_t pp, enum inject_kind kind, uint32_t pc, uint32_t index)
{
    struct check *check = context;
    const struct mishap_place place = {kind, {pp, pc, check->cycle}}; /* pc is the user's */
    if (kind == INJECT_omit)
        spoilt_lose(check, pp, index);
    spoilt_add(check, index, &place);
    struct warning *warning = blame_note(check, kind == INJECT_omit ? "lost_store" : "double_add", pc,
                                         memory_address(&check->machine->memory, index));
    if (warning == NULL)
        return;
    fault_set(&warning->what, FAULT_check, pp, pc, check->cycle, "--faults: %s %s %s",
              kind == INJECT_omit ? "a store to" : "an addition to", warning->cell,
              kind == INJECT_omit ? "gets lost" : "is made twice");
}

void mishap_leave_barrier(struct check *check)
{
    const struct group *group = check->barrier_left;
    const struct mishap_place *last = &check->mishaps->pps[group->dead_pp].last;
    char others[40] = "";
    struct warning *warning = blame_note(check, "barrier_left", blame_pc(check), MEMORY_ILLEGAL);
    check->barrier_left = NULL;
    if (warning == NULL)
        return;
    if (group->dead > 1)
        snprintf(others, sizeof others, " and %u other%s", group->dead - 1, plural(group->dead - 1));
    blame(check, warning, "--faults: a barrier is left without PP %u%s", group->dead_pp, others);
    blame_moment(check, &warning->what, last->at, "has stopped", "");
}

void mishap_begin_cycle(struct check *check)
{
    const struct observer *locks = check->mishaps->locks;
    (void)locks->before_cycle(locks->context, check->now);
    for (uint32_t k = 0; k < check->steps.count; k++)
        end_wait(check, check->steps.list[k].pp);
}

void mishap_explain(struct check *check)
{
    const struct mishaps *mishaps = check->mishaps;
    struct fault *fault = &check->machine->fault;
    const size_t used = strlen(fault->text);
    if (mishaps == NULL || mishaps->events == 0)
        return;
    const bool is_own = fault->pp != FAULT_NO_PP && mishaps->pps[fault->pp].is_struck;
    const struct mishap_place *last = is_own ? &mishaps->pps[fault->pp].last : &mishaps->last;
    char others[48] = "";
    if (mishaps->events > 1)
        snprintf(others, sizeof others, ", one of %llu events", (unsigned long long)mishaps->events);
    snprintf(fault->text + used, sizeof fault->text - used, " (--faults: %s of PP %u in cycle %llu%s)",
             inject_names[last->kind], last->at.pp, (unsigned long long)last->at.cycle, others);
}

/* ---- its life */

void mishap_survey(struct check *check)
{
    struct machine *machine = check->machine;
    if (machine->inject == NULL)
        return;
    struct mishaps *mishaps = ARENA_NEW(&check->machine->arena, struct mishaps);
    check->mishaps = mishaps;
    mishaps->words = pages_make(&check->machine->arena, machine->memory.host_words);
    mishaps->pps = ARENA_ARRAY(&check->machine->arena, struct mishap_pp, machine->config.pps);
    mishaps->locks = lock_watch_create(machine, note_lock_news, check);
    mishaps->listener =
        (struct inject_listener){.happens = happens, .changes = changes, .spoils = spoils, .context = check};
    inject_listen(machine->inject, &mishaps->listener);
}
