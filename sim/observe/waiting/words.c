/* words.c - see waits.h: lines for queues, and for words that PPs read until they change. */
#include <inttypes.h>
#include <string.h>

#include "common/plural.h"
#include "waits.h"

/* ---- words */

/* What PPs wait for in a function of the library. */
static const struct routine {
    const char *name, *text;
} routines[] = {
#define POLL(name, text) {#name, text},
#include "poll.def"
};

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

void words_print(const struct waits *waits, const struct awaited *awaited, const char *word, FILE *stream)
{
    const struct wait *first = waits_first(waits, awaited);
    const char *routine = find_routine(waits, first);
    char *line = NULL;
    size_t size;
    FILE *text = name_line(&line, &size);
    if (routine != NULL) {
        print_routine(waits, awaited, routine, text);
    } else {
        print_values(waits, first, text);
        print_waiters(waits, awaited, "",
                      first->word_count == 1 ? " for another value" : " for another value of one of them",
                      text);
    }
    name_print(text, &line, word, stream);
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

/* Number of items put, or taken, since the first of the PPs began to wait. */
static void print_moves(const struct waits *waits, const struct awaited *awaited, FILE *text)
{
    const struct wait *oldest = find_oldest(waits, awaited);
    const char *done = waits_first(waits, awaited)->mode == MODE_GET ? "put" : "taken";
    char number[NUMBER_SIZE];
    if (oldest == NULL)
        return;
    const uint32_t moves = waits_turns(waits, oldest) - oldest->turns;
    if (moves == 0)
        fprintf(text, "; no item has been %s since cycle %" PRIu64, done, oldest->since);
    else
        fprintf(text, "; %s item%s been %s since cycle %" PRIu64, name_number(moves, number),
                moves == 1 ? " has" : "s have", done, oldest->since);
}

void queues_print(const struct waits *waits, const struct awaited *awaited, const char *word, FILE *stream)
{
    const struct wait *first = waits_first(waits, awaited);
    char *line = NULL, name[LOCK_NAME_SIZE];
    size_t size;
    FILE *text = name_line(&line, &size);
    name_lock(waits, first, name);
    fprintf(text, "%s%s: ", strncmp(name, "the ", 4) == 0 ? "" : "queue ", name);
    print_items(waits, first, text);
    print_waiters(waits, awaited, "; ", first->thing == THING_ITEM ? " for an item" : " for room", text);
    print_moves(waits, awaited, text);
    name_print(text, &line, word, stream);
}
