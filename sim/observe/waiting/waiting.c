/* waiting.c - see waiting.h: the lines. */
#include "waiting.h"

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

/* "; PP 1 waits since cycle 80 at a.fork:5, in function main"; "; 2 PPs wait at a.fork:5, in function main:
 * PP 1 since cycle 80, PP 2 since cycle 90"; "; 3 PPs wait, at a.fork:5, in function main: PP 1 since cycle
 * 80, PP 3 since cycle 90; at a.fork:7, in function f: PP 2 since cycle 85". `what`: " for an item", or
 * empty. */
static void print_waiters(const struct waits *waits, const struct awaited *awaited, const char *separator,
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

/* The PP that has waited longest; NULL: unknown for all. */
static const struct wait *find_oldest(const struct waits *waits, const struct awaited *awaited)
{
    const struct wait *first = waits_first(waits, awaited), *oldest = NULL;
    for (uint32_t k = 0; k < awaited->count; k++)
        if (first[k].since != 0 && (oldest == NULL || first[k].since < oldest->since))
            oldest = &first[k];
    return oldest;
}

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

/* How much waits_turns has grown since the PP began to wait. */
static uint32_t changes_of(const struct waits *waits, const struct wait *wait)
{
    return waits_turns(waits, wait) - wait->turns;
}

/* Number of times that the lock has changed hands, or of items put or taken, since the first of the PPs began
 * to wait. */
static void print_changes(const struct waits *waits, const struct awaited *awaited, FILE *text)
{
    const struct wait *oldest = find_oldest(waits, awaited);
    char number[NUMBER_SIZE];
    if (oldest == NULL)
        return;
    const uint32_t changes = changes_of(waits, oldest);
    const char *done = oldest->mode == MODE_GET ? "put" : "taken";
    name_number(changes, number);
    if (oldest->kind != KIND_QUEUE && changes == 0)
        fprintf(text, "; it has not changed hands");
    else if (oldest->kind != KIND_QUEUE)
        fprintf(text, "; it has changed hands %s time%s", number, plural(changes));
    else if (changes == 0)
        fprintf(text, "; no item has been %s", done);
    else
        fprintf(text, "; %s item%s been %s", number, changes == 1 ? " has" : "s have", done);
    fprintf(text, " since cycle %" PRIu64, oldest->since);
}

static bool print_lock(const struct waits *waits, const struct awaited *awaited, FILE *text)
{
    const struct wait *first = waits_first(waits, awaited);
    char name[LOCK_NAME_SIZE];
    fprintf(text, "%s (%s): ", name_titled(waits, first, name), lock_kinds[first->kind].name);
    print_holder(waits, first, text);
    print_waiters(waits, awaited, "; ", "", text);
    print_changes(waits, awaited, text);
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
    char name[LOCK_NAME_SIZE], number[NUMBER_SIZE];
    for (uint32_t k = 0; k < awaited->count; k++) {
        const struct wait *wait = &waits_first(waits, awaited)[k];
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
                     waits->word, worst->pp, name_titled(waits, worst, name), worst->since,
                     name_number(most, number), fairer(worst));
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

/* "2 PPs wait in pad_work for a task or the end of the last task at a.fork:5, in function main: PP 0, PP 1"
 */
static void print_routine(const struct waits *waits, const struct awaited *awaited, const char *routine,
                          FILE *text)
{
    const char *what = find_text(routine);
    const bool is_runtime = routine[0] == '_'; /* a statement, not a function */
    char phrase[WAIT_NAME_SIZE];
    snprintf(phrase, sizeof phrase, "%s%.100s%s%s", is_runtime ? "" : " in ", is_runtime ? "" : routine,
             what != NULL ? " for " : "", what != NULL ? what : "");
    print_waiters(waits, awaited, "", phrase, text);
}

/* The function of the library or runtime that reads the first of the words; NULL: the user's code does. */
static const char *find_routine(const struct waits *waits, const struct wait *wait)
{
    const struct caller caller = {.pc = wait->place, .inside = wait->inside};
    const char *routine = caller_routine(waits->machine, &caller);
    uint32_t offset;
    if (routine == NULL && wait->inside != wait->place)
        routine = object_find_function(&waits->machine->object, wait->inside, &offset);
    return routine != NULL && (routine[0] != '_' || find_text(routine) != NULL) ? routine : NULL;
}

/* "flag is 0, stop is 0, and " */
static void print_values(const struct waits *waits, const struct wait *wait, FILE *text)
{
    char name[WAIT_NAME_SIZE];
    for (uint32_t k = 0; k < wait->word_count && k < POLL_WORDS; k++)
        fprintf(text, "%s is %" PRId32 ", ", name_word(waits, wait->words[k], name),
                (int32_t)waits_word(waits, wait->pp, wait->words[k]));
    const uint32_t more = wait->word_count > POLL_WORDS ? wait->word_count - (uint32_t)POLL_WORDS : 0;
    if (more != 0)
        fprintf(text, "%u more word%s, ", more, plural(more));
    fprintf(text, "and ");
}

static bool print_words(const struct waits *waits, const struct awaited *awaited, FILE *text)
{
    const struct wait *first = waits_first(waits, awaited);
    const char *routine = find_routine(waits, first);
    if (routine != NULL) {
        print_routine(waits, awaited, routine, text);
    } else {
        print_values(waits, first, text);
        print_waiters(waits, awaited, "",
                      first->word_count == 1 ? " for another value" : " for another value of one of them",
                      text);
    }
    return true;
}

/* ---- queues */

enum { QUEUE_ITEMS = 0, QUEUE_CAPACITY = 3 }; /* struct fork_queue */

static void print_items(const struct waits *waits, const struct wait *wait, FILE *text)
{
    const int32_t items = (int32_t)waits_word(waits, wait->pp, wait->address + QUEUE_ITEMS);
    const uint32_t capacity = waits_word(waits, wait->pp, wait->address + QUEUE_CAPACITY);
    if (items <= 0)
        fprintf(text, "empty");
    else if ((uint32_t)items >= capacity)
        fprintf(text, "full, with %" PRId32 " item%s", items, plural((uint64_t)items));
    else
        fprintf(text, "%" PRId32 " item%s", items, plural((uint64_t)items));
}

static bool print_queue(const struct waits *waits, const struct awaited *awaited, FILE *text)
{
    const struct wait *first = waits_first(waits, awaited);
    char name[LOCK_NAME_SIZE];
    fprintf(text, "%s: ", name_titled(waits, first, name));
    print_items(waits, first, text);
    print_waiters(waits, awaited, "; ", first->thing == THING_ITEM ? " for an item" : " for room", text);
    print_changes(waits, awaited, text);
    return true;
}

/* ---- barriers */

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

static bool print_barrier(const struct waits *waits, const struct awaited *awaited, FILE *text)
{
    const struct wait *first = waits_first(waits, awaited);
    const struct frame frame = holders_frame(waits, first->address);
    char place[PLACE_SIZE];
    if (frame.kind == FRAME_UNKNOWN)
        return false;
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
    return left != 0 || there != awaited->count;
}

/* ---- all */

/* The lines for one kind of things, up to a maximum number. */
struct chapter {
    bool (*print)(const struct waits *waits, const struct awaited *awaited, FILE *text);
    unsigned most;
    const char *more; /* "PPs wait for 3 more locks"; NULL: the others are not counted */
};

enum { CHAPTER_LOCKS, CHAPTER_BARRIERS, CHAPTER_QUEUES, CHAPTER_WORDS, CHAPTERS };

static const struct chapter chapters[CHAPTERS] = {[CHAPTER_LOCKS] = {print_lock, LOCKS_MOST, "lock"},
                                                  [CHAPTER_BARRIERS] = {print_barrier, BARRIERS_MOST, NULL},
                                                  [CHAPTER_QUEUES] = {print_queue, LOCKS_MOST, "queue"},
                                                  [CHAPTER_WORDS] = {print_words, LOCKS_MOST, "word"}};

static const uint8_t chapter_of[] = {
    [THING_LOCK] = CHAPTER_LOCKS,       [THING_READERS] = CHAPTER_LOCKS, [THING_VISITORS] = CHAPTER_LOCKS,
    [THING_BARRIER] = CHAPTER_BARRIERS, [THING_ITEM] = CHAPTER_QUEUES,   [THING_ROOM] = CHAPTER_QUEUES,
    [THING_WORD] = CHAPTER_WORDS};

/* The things come in the order of their kinds. */
static void print_all(const struct waits *waits)
{
    unsigned printed[CHAPTERS] = {0};
    for (size_t k = 0; k < waits->awaited_count; k++) {
        const struct awaited *awaited = &waits->awaited[k];
        const enum wait_thing thing = waits_first(waits, awaited)->thing;
        const unsigned chapter = chapter_of[thing];
        if (thing == THING_LOCK)
            print_starved(waits, awaited);
        if (printed[chapter]++ >= chapters[chapter].most)
            continue;
        struct line line;
        name_line(&line);
        const bool is_wanted = chapters[chapter].print(waits, awaited, line.text);
        name_print(&line, waits, is_wanted);
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
    struct waits waits = {
        .machine = machine, .engine = engine, .state = state, .word = word, .stream = stream};
    waits_collect(&waits);
    circles_print(&waits);
    print_all(&waits);
    if (waits.unfollowed != 0)
        message_line(stream, "pramsim: %s: %u more PP%s %s not checked for loops that wait", word,
                     waits.unfollowed, plural(waits.unfollowed), waits.unfollowed == 1 ? "was" : "were");
    arena_release(&waits.arena);
}
