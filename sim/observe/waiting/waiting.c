/* waiting.c - see waiting.h: the lines. */
#include "waiting.h"

#include <inttypes.h>
#include <string.h>

#include "common/message.h"
#include "common/plural.h"
#include "waits.h"

enum { LOCKS_MOST = 5, BARRIERS_MOST = 3, READERS_MOST = 10, STARVED = 10 };

/* ---- one lock */

static void print_readers(const struct waits *waits, const struct wait *wait, FILE *text)
{
    char place[PLACE_SIZE];
    size_t first;
    const size_t known = holders_readers(waits, wait->address, &first);
    const uint32_t count = holders_reading(waits, wait);
    fprintf(text, "%u PP%s hold%s it as reader%s", count, plural(count), plural_verb(count), plural(count));
    for (size_t k = 0; k < known && k < READERS_MOST; k++) {
        const struct reader *reader = &waits->readers[first + k];
        fprintf(text, "%s PP %u%s since cycle %u%s", k == 0 ? ":" : ",", reader->pp,
                waits->ended[reader->pp] ? ", which has ended," : "", reader->since,
                name_call(waits, reader->place, place));
    }
    if (known < count && known != 0)
        fprintf(text, ", and %zu more", (size_t)count - known);
}

static void print_holder(const struct waits *waits, const struct wait *wait, FILE *text)
{
    const uint32_t owner = holders_owner(waits, wait);
    char place[PLACE_SIZE];
    const char *call = name_call(waits, waits_record(waits, wait, RECORD_PLACE), place);
    const struct wait *own = owner != FAULT_NO_PP ? waits_own(waits, owner) : NULL;
    if (own != NULL && own->thing == THING_READERS && own->address == wait->address) {
        fprintf(text, "PP %u is next to write; ", owner);
        print_readers(waits, wait, text);
    } else if (owner != FAULT_NO_PP) {
        fprintf(text, "PP %u%s has held it since cycle %u%s%s", owner,
                waits->ended[owner] ? ", which has ended," : "", waits_record(waits, wait, RECORD_SINCE),
                call[0] != '\0' ? ", taken" : "", call);
    } else if (holders_reading(waits, wait) != 0) {
        print_readers(waits, wait, text);
    } else {
        fprintf(text, "no PP holds it now");
    }
}

/* Number of times that the lock has changed hands since the first of the PPs began to wait. */
static void print_changes(const struct waits *waits, const struct awaited *awaited, FILE *text)
{
    const struct wait *oldest = find_oldest(waits, awaited);
    char number[NUMBER_SIZE];
    if (oldest == NULL)
        return;
    const uint32_t changes = waits_record(waits, oldest, RECORD_TURNS) - oldest->turns;
    if (changes == 0)
        fprintf(text, "; it has not changed hands since cycle %" PRIu64, oldest->since);
    else
        fprintf(text, "; it has changed hands %s time%s since cycle %" PRIu64, name_number(changes, number),
                plural(changes), oldest->since);
}

static void print_lock(const struct waits *waits, const struct awaited *awaited, const char *word,
                       FILE *stream)
{
    const struct wait *first = waits_first(waits, awaited);
    char *line = NULL, name[LOCK_NAME_SIZE];
    size_t size;
    FILE *text = name_line(&line, &size);
    name_lock(waits, first, name);
    fprintf(text, "%s%s (%s): ", strncmp(name, "the ", 4) == 0 ? "" : "lock ", name,
            lock_kinds[first->kind].name);
    print_holder(waits, first, text);
    print_waiters(waits, awaited, "; ", "", text);
    print_changes(waits, awaited, text);
    name_print(text, &line, word, stream);
}

/* ---- starvation */

/* The fair alternative for PPs that a lock passes over; NULL: the lock is fair to them. */
static const char *fairer(const struct wait *wait)
{
    if (wait->mode == MODE_TAKE || wait->mode == MODE_TRY)
        return "simple_lock is not fair, use fair_lock";
    if (wait->mode != MODE_READ)
        return NULL;
    return wait->kind == KIND_RW ? "new readers of a rw_lock wait while writers keep coming, use fair_lock"
                                 : "new readers of a rwd_lock wait while writers keep coming, use fair_lock";
}

/* The PP that was passed over most often, if that is more than chance. */
static void print_starved(const struct waits *waits, const struct awaited *awaited, const char *word,
                          FILE *stream)
{
    const struct wait *worst = NULL;
    uint32_t most = 0;
    char name[LOCK_NAME_SIZE], number[NUMBER_SIZE];
    for (uint32_t k = 0; k < awaited->count; k++) {
        const struct wait *wait = &waits_first(waits, awaited)[k];
        const uint32_t changes = waits_record(waits, wait, RECORD_TURNS) - wait->turns;
        if (fairer(wait) != NULL && changes > most) {
            worst = wait;
            most = changes;
        }
    }
    if (worst != NULL && most / STARVED >= waits->machine->config.pps)
        message_line(stream,
                     "pramsim: %s: PP %u has waited for %s%s since cycle %" PRIu64
                     "; it has changed hands %s times: %s",
                     word, worst->pp, strncmp(name_lock(waits, worst, name), "the ", 4) == 0 ? "" : "lock ",
                     name, worst->since, name_number(most, number), fairer(worst));
}

/* ---- all */

/* The lines for one kind of things, up to a maximum number. */
struct chapter {
    void (*print)(const struct waits *waits, const struct awaited *awaited, const char *word, FILE *stream);
    unsigned most;
    const char *more; /* "PPs wait for 3 more locks"; NULL: the others are not counted */
};

enum { CHAPTER_LOCKS, CHAPTER_BARRIERS, CHAPTER_QUEUES, CHAPTER_WORDS, CHAPTERS };

static const struct chapter chapters[CHAPTERS] = {[CHAPTER_LOCKS] = {print_lock, LOCKS_MOST, "lock"},
                                                  [CHAPTER_BARRIERS] = {barriers_print, BARRIERS_MOST, NULL},
                                                  [CHAPTER_QUEUES] = {queues_print, LOCKS_MOST, "queue"},
                                                  [CHAPTER_WORDS] = {words_print, LOCKS_MOST, "word"}};

static const uint8_t chapter_of[] = {
    [THING_LOCK] = CHAPTER_LOCKS,       [THING_READERS] = CHAPTER_LOCKS, [THING_VISITORS] = CHAPTER_LOCKS,
    [THING_BARRIER] = CHAPTER_BARRIERS, [THING_ITEM] = CHAPTER_QUEUES,   [THING_ROOM] = CHAPTER_QUEUES,
    [THING_WORD] = CHAPTER_WORDS};

/* The things come in the order of their kinds. */
static void print_all(const struct waits *waits, const char *word, FILE *stream)
{
    unsigned printed[CHAPTERS] = {0};
    for (size_t k = 0; k < waits->awaited_count; k++) {
        const struct awaited *awaited = &waits->awaited[k];
        const enum wait_thing thing = waits_first(waits, awaited)->thing;
        const unsigned chapter = chapter_of[thing];
        if (thing == THING_LOCK)
            print_starved(waits, awaited, word, stream);
        if (printed[chapter]++ < chapters[chapter].most)
            chapters[chapter].print(waits, awaited, word, stream);
    }
    for (unsigned k = 0; k < CHAPTERS; k++) {
        const unsigned more = printed[k] > chapters[k].most ? printed[k] - chapters[k].most : 0;
        if (more != 0 && chapters[k].more != NULL)
            message_line(stream, "pramsim: %s: PPs wait for %u more %s%s", word, more, chapters[k].more,
                         plural(more));
    }
}

void waiting_print(const struct machine *machine, const struct engine *engine, const void *state,
                   const char *word, FILE *stream)
{
    struct waits waits = {.machine = machine, .engine = engine, .state = state};
    waits_collect(&waits);
    circles_print(&waits, word, stream);
    print_all(&waits, word, stream);
    if (waits.unfollowed != 0)
        message_line(stream, "pramsim: %s: %u more PP%s %s not checked for loops that wait", word,
                     waits.unfollowed, plural(waits.unfollowed), waits.unfollowed == 1 ? "was" : "were");
    waits_free(&waits);
}
