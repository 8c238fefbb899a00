/* waiting.c - see waiting.h: the lines. */
#include <inttypes.h>
#include <string.h>

#include "common/message.h"
#include "common/plural.h"
#include "waits.h"

enum {
    LOCKS_MOST = 5,
    BARRIERS_MOST = 3,
    READERS_MOST = 10,
    WAITERS_MOST = 10,
    MISSING_MOST = 10,
    STARVED = 10
};

/* ---- the waiting PPs */

/* " to read since cycle 80" */
static void print_since(const struct waits *waits, const struct wait *wait)
{
    static const char *const aims[MODE_COUNT] = {
        [MODE_READ] = " to read", [MODE_WRITE] = " to write", [MODE_TRY] = " with simple_try_lock"};
    fprintf(waits->text, "%s", aims[wait->mode] != NULL ? aims[wait->mode] : "");
    if (wait->since != 0)
        fprintf(waits->text, " since cycle %" PRIu64, wait->since);
}

/* Each place once, with the PPs there; of many PPs only the first ones. */
static void print_by_place(const struct waits *waits, const struct awaited *awaited)
{
    const struct wait *first = awaited->first;
    const uint32_t shown = awaited->count < WAITERS_MOST ? awaited->count : WAITERS_MOST;
    const char *places[WAITERS_MOST]; /* NULL: printed */
    bool is_one = true;
    for (uint32_t k = 0; k < shown; k++) {
        places[k] = name_place(waits, first[k].pp);
        is_one = is_one && strcmp(places[k], places[0]) == 0;
    }
    for (uint32_t k = 0; k < shown; k++) {
        const char *place = places[k];
        if (place == NULL)
            continue;
        fprintf(waits->text, "%s%s:",
                k > 0    ? ";"
                : is_one ? ""
                         : ",",
                place[0] == '\0' && !is_one ? " elsewhere" : place);
        for (uint32_t m = k; m < shown; m++) {
            if (places[m] == NULL || strcmp(place, places[m]) != 0)
                continue;
            places[m] = NULL;
            fprintf(waits->text, "%sPP %u", m > k ? ", " : " ", first[m].pp);
            print_since(waits, &first[m]);
        }
    }
}

/* "; PP 1 waits since cycle 80 at a.fork:5, in function main"; "; 2 PPs wait at a.fork:5, in function main:
 * PP 1 since cycle 80, PP 2 since cycle 90"; "; 3 PPs wait, at a.fork:5, in function main: PP 1 since cycle
 * 80, PP 3 since cycle 90; at a.fork:7, in function f: PP 2 since cycle 85". `what`: " for an item", or
 * empty. */
static void print_waiters(const struct waits *waits, const struct awaited *awaited, const char *separator,
                          const char *what)
{
    const struct wait *first = awaited->first;
    fprintf(waits->text, "%s", separator);
    if (awaited->count == 1) {
        fprintf(waits->text, "PP %u waits%s", first->pp, what);
        print_since(waits, first);
        fprintf(waits->text, "%s", name_place(waits, first->pp));
        return;
    }
    fprintf(waits->text, "%u PPs wait%s", awaited->count, what);
    print_by_place(waits, awaited);
    if (awaited->count > WAITERS_MOST)
        fprintf(waits->text, ", and %u more", awaited->count - WAITERS_MOST);
}

/* The PP that has waited longest; NULL: unknown for all. */
static const struct wait *find_oldest(const struct awaited *awaited)
{
    const struct wait *first = awaited->first, *oldest = NULL;
    for (uint32_t k = 0; k < awaited->count; k++)
        if (first[k].since != 0 && (oldest == NULL || first[k].since < oldest->since))
            oldest = &first[k];
    return oldest;
}

/* ---- one lock */

static void print_readers(const struct waits *waits, const struct wait *wait)
{
    const struct reader *reader;
    const size_t known = holders_readers(waits, wait->address, &reader);
    const uint32_t count = holders_reading(waits, wait);
    fprintf(waits->text, "%u PP%s hold%s it as reader%s", count, plural(count), plural_verb(count),
            plural(count));
    for (size_t k = 0; k < known && k < READERS_MOST; k++, reader++)
        fprintf(waits->text, "%s PP %u%s since cycle %u%s", k == 0 ? ":" : ",", reader->pp,
                waits->pps[reader->pp].has_ended ? ", which has ended," : "", reader->since,
                name_call(waits, reader->place));
    if (known < count && known != 0)
        fprintf(waits->text, ", and %zu more", (size_t)count - known);
}

static void print_holder(const struct waits *waits, const struct wait *wait)
{
    const uint32_t owner = holders_owner(waits, wait);
    const char *call = name_call(waits, waits_record(waits, wait, RECORD_PLACE));
    const struct wait *own = owner != FAULT_NO_PP ? waits->pps[owner].wait : NULL;
    if (own != NULL && own->thing == THING_READERS && own->address == wait->address) {
        fprintf(waits->text, "PP %u is next to write; ", owner);
        print_readers(waits, wait);
    } else if (owner != FAULT_NO_PP) {
        fprintf(waits->text, "PP %u%s has held it since cycle %u%s%s", owner,
                waits->pps[owner].has_ended ? ", which has ended," : "",
                waits_record(waits, wait, RECORD_SINCE), call[0] != '\0' ? ", taken" : "", call);
    } else if (holders_reading(waits, wait) != 0) {
        print_readers(waits, wait);
    } else {
        fprintf(waits->text, "no PP holds it now");
    }
}

/* How much waits_turns has grown since the PP began to wait. */
static uint32_t changes_of(const struct waits *waits, const struct wait *wait)
{
    return waits_turns(waits, wait) - wait->turns;
}

/* "40,112" */
static const char *number_text(const struct waits *waits, uint32_t number)
{
    return number < 1000
               ? arena_format(waits->arena, "%u", number)
               : arena_format(waits->arena, "%s,%03u", number_text(waits, number / 1000), number % 1000);
}

/* Number of times that the lock has changed hands, or of items put or taken, since the first of the PPs began
 * to wait. */
static void print_changes(const struct waits *waits, const struct awaited *awaited)
{
    const struct wait *oldest = find_oldest(awaited);
    if (oldest == NULL)
        return;
    const uint32_t changes = changes_of(waits, oldest);
    const char *done = oldest->mode == MODE_GET ? "put" : "taken";
    const char *number = number_text(waits, changes);
    if (oldest->kind != KIND_QUEUE && changes == 0)
        fprintf(waits->text, "; it has not changed hands");
    else if (oldest->kind != KIND_QUEUE)
        fprintf(waits->text, "; it has changed hands %s time%s", number, plural(changes));
    else if (changes == 0)
        fprintf(waits->text, "; no item has been %s", done);
    else
        fprintf(waits->text, "; %s item%s been %s", number, changes == 1 ? " has" : "s have", done);
    fprintf(waits->text, " since cycle %" PRIu64, oldest->since);
}

static bool print_lock(const struct waits *waits, const struct awaited *awaited)
{
    const struct wait *first = awaited->first;
    fprintf(waits->text, "%s (%s): ", name_titled(waits, first), lock_kinds[first->kind].name);
    print_holder(waits, first);
    print_waiters(waits, awaited, "; ", "");
    print_changes(waits, awaited);
    return true;
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
static void print_starved(const struct waits *waits, const struct awaited *awaited)
{
    const struct wait *worst = NULL;
    uint32_t most = 0;
    for (uint32_t k = 0; k < awaited->count; k++) {
        const struct wait *wait = &awaited->first[k];
        const uint32_t changes = changes_of(waits, wait);
        if (fairer(wait) != NULL && changes > most) {
            worst = wait;
            most = changes;
        }
    }
    if (worst != NULL && most / STARVED >= waits->machine->config.pps)
        message_line(waits->stream,
                     "pramsim: %s: PP %u has waited for %s since cycle %" PRIu64
                     "; it has changed hands %s times: %s",
                     waits->word, worst->pp, name_titled(waits, worst), worst->since,
                     number_text(waits, most), fairer(worst));
}

/* ---- words */

/* Functions of the library in which a PP reads words until they change, and what it waits for: as a program
 * calls them; of the runtime, whose functions carry out statements, by their own names. */
static const struct routine {
    const char *name, *text;
} routines[] = {{"queue_get", "the item that another PP is about to put"},
                {"queue_put", "room in a queue"},
                {"pad_work", "a task or the end of the last task"},
                {"pad_spanning_forest", "another PP to link a tree"},
                {"pad_dictionary_insert", "another PP to store its key"},
                {"pad_dictionary_find", "another PP to store its key"},
                {"pad_dictionary_delete", "another PP to store its key"},
                {"shmalloc", "its turn at the heap"},
                {"shcalloc", "its turn at the heap"},
                {"shrealloc", "its turn at the heap"},
                {"__fork_join_ride", "the departure of the bus"}};

static const char *find_text(const char *routine)
{
    for (size_t k = 0; k < sizeof routines / sizeof *routines; k++)
        if (strcmp(routines[k].name, routine) == 0)
            return routines[k].text;
    return NULL;
}

/* The function of the library or runtime that reads the first of the words; NULL: the user's code does. */
static const char *find_routine(const struct waits *waits, const struct wait *wait)
{
    const struct caller caller = caller_find(waits->machine, waits->pps[wait->pp].at);
    const char *routine = caller_routine(waits->machine, &caller);
    uint32_t offset;
    if (routine == NULL && caller.inside != caller.pc)
        routine = object_find_function(&waits->machine->object, caller.inside, &offset);
    return routine != NULL && (routine[0] != '_' || find_text(routine) != NULL) ? routine : NULL;
}

/* "flag is 0, stop is 0, and " */
static void print_values(const struct waits *waits, const struct wait *wait)
{
    for (uint32_t k = 0; k < wait->word_count && k < POLL_WORDS; k++)
        fprintf(waits->text, "%s is %" PRId32 ", ", name_word(waits, wait->words[k]),
                (int32_t)waits_word(waits, wait->pp, wait->words[k]));
    const uint32_t more = wait->word_count > POLL_WORDS ? wait->word_count - (uint32_t)POLL_WORDS : 0;
    if (more != 0)
        fprintf(waits->text, "%u more word%s, ", more, plural(more));
    fprintf(waits->text, "and ");
}

/* "2 PPs wait in pad_work for a task or the end of the last task at a.fork:5, in function main: PP 0, PP 1";
 * "flag is 0, and PP 1 waits for another value at a.fork:7, in function main" */
static bool print_words(const struct waits *waits, const struct awaited *awaited)
{
    const struct wait *first = awaited->first;
    const char *routine = find_routine(waits, first);
    const char *what = first->word_count == 1 ? "another value" : "another value of one of them";
    if (routine == NULL)
        print_values(waits, first);
    else
        what = find_text(routine);
    const bool is_named = routine != NULL && routine[0] != '_'; /* a function, not a statement */
    print_waiters(waits, awaited, "",
                  arena_format(waits->arena, "%s%.100s%s%s", is_named ? " in " : "", is_named ? routine : "",
                               what != NULL ? " for " : "", what != NULL ? what : ""));
    return true;
}

/* ---- queues */

enum { QUEUE_ITEMS = 0, QUEUE_CAPACITY = 3 }; /* struct fork_queue */

static void print_items(const struct waits *waits, const struct wait *wait)
{
    const int32_t items = (int32_t)waits_word(waits, wait->pp, wait->address + QUEUE_ITEMS);
    const uint32_t capacity = waits_word(waits, wait->pp, wait->address + QUEUE_CAPACITY);
    if (items <= 0)
        fprintf(waits->text, "empty");
    else
        fprintf(waits->text, "%s%" PRId32 " item%s", (uint32_t)items >= capacity ? "full, with " : "", items,
                plural((uint64_t)items));
}

static bool print_queue(const struct waits *waits, const struct awaited *awaited)
{
    const struct wait *first = awaited->first;
    fprintf(waits->text, "%s: ", name_titled(waits, first));
    print_items(waits, first);
    print_waiters(waits, awaited, "; ", first->thing == THING_ITEM ? " for an item" : " for room");
    print_changes(waits, awaited);
    return true;
}

/* ---- barriers */

/* Where a PP is that has not come. */
static void print_missing(const struct waits *waits, uint32_t pp)
{
    const struct wait *wait = waits->pps[pp].wait;
    fprintf(waits->text, "PP %u", pp);
    if (waits->pps[pp].has_ended)
        fprintf(waits->text, ", which has ended");
    else if (wait != NULL && wait->thing == THING_BARRIER)
        fprintf(waits->text, ", which waits in another barrier");
    else if (wait != NULL)
        fprintf(waits->text, ", which waits for %s", name_wait(waits, wait));
    if (!waits->pps[pp].has_ended)
        fprintf(waits->text, "%s", name_place(waits, pp));
}

/* The missing PPs: members of the group, or PPs that have left it. Prints up to `most`. Returns their number.
 */
static uint32_t list_missing(const struct waits *waits, const struct wait *barrier, const struct frame *frame,
                             bool has_left, uint32_t most)
{
    uint32_t missing = 0;
    for (uint32_t pp = 0; pp < waits->machine->config.pps; pp++) {
        const struct wait *wait = waits->pps[pp].wait;
        const bool is_there = wait != NULL && wait->awaited == barrier->awaited;
        if (is_there || holders_belongs(waits, frame, pp) == has_left || missing++ >= most)
            continue;
        fprintf(waits->text, "%s", missing > 1 ? "; " : "");
        print_missing(waits, pp);
    }
    if (most != 0 && missing > most)
        fprintf(waits->text, "; and %u more", missing - most);
    return missing;
}

static bool print_barrier(const struct waits *waits, const struct awaited *awaited)
{
    const struct wait *first = awaited->first;
    const struct frame frame = holders_frame(waits, first->address);
    if (frame.kind == FRAME_UNKNOWN)
        return false;
    fprintf(waits->text,
            "%u PP%s wait%s in a barrier, PP %u since cycle %" PRIu64 "%s; missing: ", awaited->count,
            plural(awaited->count), plural_verb(awaited->count), first->pp, first->since,
            name_place(waits, first->pp));
    const uint32_t there = awaited->count + list_missing(waits, first, &frame, false, MISSING_MOST);
    const uint32_t left = frame.members > there ? frame.members - there : 0;
    if (left != 0 && there != awaited->count)
        fprintf(waits->text, "; ");
    if (left != 0 && list_missing(waits, first, &frame, true, 0) == left)
        list_missing(waits, first, &frame, true, MISSING_MOST); /* they must be these */
    else if (left != 0)
        fprintf(waits->text, "%u PP%s that %s left the group", left, plural(left),
                left == 1 ? "has" : "have");
    return left != 0 || there != awaited->count;
}

/* ---- all */

/* The lines for one kind of things, up to a maximum number. */
static const struct chapter {
    enum wait_thing last; /* things of the kind are those up to this one, after the last one before */
    bool (*print)(const struct waits *waits, const struct awaited *awaited);
    unsigned most;
    const char *more; /* "PPs wait for 3 more locks"; NULL: the others are not counted */
} chapters[] = {{THING_VISITORS, print_lock, LOCKS_MOST, "lock"},
                {THING_BARRIER, print_barrier, BARRIERS_MOST, NULL},
                {THING_ROOM, print_queue, LOCKS_MOST, "queue"},
                {THING_WORD, print_words, LOCKS_MOST, "word"}};
enum { CHAPTERS = sizeof chapters / sizeof chapters[0] };

/* The things come in the order of their kinds. */
static void print_all(struct waits *waits)
{
    unsigned printed[CHAPTERS] = {0}, chapter = 0;
    for (size_t k = 0; k < waits->awaited_count; k++) {
        const struct awaited *awaited = &waits->awaited[k];
        const enum wait_thing thing = awaited->first->thing;
        while (chapters[chapter].last < thing)
            chapter++;
        if (thing == THING_LOCK)
            print_starved(waits, awaited);
        if (printed[chapter]++ >= chapters[chapter].most)
            continue;
        name_line(waits);
        name_print(waits, chapters[chapter].print(waits, awaited));
    }
    for (unsigned k = 0; k < CHAPTERS; k++) {
        const unsigned more = printed[k] > chapters[k].most ? printed[k] - chapters[k].most : 0;
        if (more != 0 && chapters[k].more != NULL)
            message_line(waits->stream, "pramsim: %s: PPs wait for %u more %s%s", waits->word, more,
                         chapters[k].more, plural(more));
    }
}

void waiting_print(const struct machine *machine, const struct engine *engine, const void *state,
                   const char *word, FILE *stream)
{
    struct arena arena = {0};
    struct waits waits = {.machine = machine, .word = word, .stream = stream, .arena = &arena};
    waits_collect(&waits, engine, state);
    circles_print(&waits);
    print_all(&waits);
    if (waits.unfollowed != 0)
        message_line(stream, "pramsim: %s: %u more PP%s %s not checked for loops that wait", word,
                     waits.unfollowed, plural(waits.unfollowed), waits.unfollowed == 1 ? "was" : "were");
    arena_release(&arena);
}
