/* served.c - host calls of a run of several ranks: rank 0 serves them and sends the results to the others.
 *
 * All ranks reach the same calls in the same order. Rank 0 lists the changes of each call; the list is sent
 * at the end of a phase, when it is long, or when rank 0 needs a row of an area whose PPs belong to another
 * rank. All ranks have the same shared memory. Knows ranks and memory, no single call. */
#include <string.h>

#include "common/memory.h"
#include "sim/host/call.h"

enum { LIST_WORDS = 1 << 14, ENTRY_MOST = 5, ROWS_KNOWN = 1 << 10 };

enum entry_kind {
    ENTRY_STORE, /* cell, word */
    ENTRY_ROW,   /* the first cell of a row that its owner sends to all */
    ENTRY_DONE   /* whether the run goes on, R3, R4, R5; if the run is over, share_end follows the list */
};

struct served {
    struct {
        uint32_t words;
        uint32_t is_last; /* of the phase */
    } head;
    uint32_t list[LIST_WORDS];
    uint32_t at;    /* for receivers: what comes next */
    bool has_calls; /* in this phase */
    /* Rank 0: 1 + the numbers of rows that it has received in this phase, at the numbers modulo ROWS_KNOWN.
     * It receives a row again if another one has taken its place. */
    uint32_t rows[ROWS_KNOWN];
};

static struct served *served_of(struct machine *machine)
{
    struct host *host = machine->host;
    if (host->served == NULL)
        host->served = memory_take(1, sizeof *host->served);
    host->served->has_calls = true;
    return host->served;
}

/* ---- the list */

/* Rank 0 sends the list, the others get it. */
static void share_list(struct ranks *ranks, struct served *served)
{
    ranks->broadcast(ranks, &served->head, sizeof served->head, 0);
    ranks->broadcast(ranks, served->list, served->head.words * sizeof served->list[0], 0);
    served->at = 0;
}

static void send(struct ranks *ranks, struct served *served, bool is_last)
{
    served->head.is_last = is_last;
    share_list(ranks, served);
    served->head.words = 0;
}

/* Adds an entry: its kind, and what belongs to it. */
static void add(struct machine *machine, struct served *served, const uint32_t *words, uint32_t count)
{
    if (served->head.words > LIST_WORDS - ENTRY_MOST)
        send(machine->ranks, served, false);
    memcpy(served->list + served->head.words, words, count * sizeof *words);
    served->head.words += count;
}

static const uint32_t *next(struct ranks *ranks, struct served *served, uint32_t count)
{
    while (served->at == served->head.words)
        share_list(ranks, served);
    const uint32_t *words = served->list + served->at;
    served->at += count;
    return words;
}

/* ---- rows of areas */

static uint32_t row_of(const struct memory *memory, uint32_t index)
{
    return index >> memory->lane_shift << memory->lane_shift;
}

static unsigned owner_of(const struct machine *machine, uint32_t index)
{
    const struct memory *memory = &machine->memory;
    const bool is_stack = index < memory->private_cells;
    const uint32_t tile =
        is_stack ? (index - memory->stack_cells) >> (memory->lane_shift + memory->stack_shift)
                 : (index - memory->private_cells) >> (memory->lane_shift + memory->private_shift);
    unsigned rank = 0;
    while (machine->ranks->first_tile[rank + 1] <= tile)
        rank++;
    return rank;
}

static void share_row(struct machine *machine, uint32_t row)
{
    const struct memory *memory = &machine->memory;
    machine->ranks->broadcast(machine->ranks, memory->cells + row, sizeof(uint32_t) << memory->lane_shift,
                              owner_of(machine, row));
}

void call_fetch_cell(struct call *call, uint32_t index)
{
    struct machine *machine = call->machine;
    const uint32_t row = row_of(&machine->memory, index);
    struct served *served = served_of(machine);
    const uint32_t number = row >> machine->memory.lane_shift;
    if (owner_of(machine, row) == 0 || served->rows[number % ROWS_KNOWN] == number + 1)
        return;
    served->rows[number % ROWS_KNOWN] = number + 1;
    add(machine, served, (const uint32_t[]){ENTRY_ROW, row}, 2);
    send(machine->ranks, served, false);
    share_row(machine, row);
}

void call_note_store(struct call *call, uint32_t index, uint32_t word)
{
    add(call->machine, served_of(call->machine), (const uint32_t[]){ENTRY_STORE, index, word}, 3);
}

/* ---- calls */

/* How the run is over, from rank 0 to all. */
static void share_end(struct machine *machine)
{
    struct ranks *ranks = machine->ranks;
    ranks->broadcast(ranks, &machine->end, sizeof machine->end, 0);
    ranks->broadcast(ranks, &machine->status, sizeof machine->status, 0);
    ranks->broadcast(ranks, &machine->fault, sizeof machine->fault, 0);
    if (ranks->rank != 0)
        machine->fault.routine = NULL; /* rank 0's to print */
}

static bool serve_at_first(struct call *call, struct served *served, bool (*serve)(struct call *call))
{
    const bool goes_on = serve(call);
    const uint32_t *words = call->registers->word;
    add(call->machine, served, (const uint32_t[]){ENTRY_DONE, goes_on, words[0], words[1], words[2]}, 5);
    if (goes_on)
        return true;
    send(call->machine->ranks, served, false);
    share_end(call->machine);
    return false;
}

bool call_serve_for_all(struct call *call, bool (*serve)(struct call *call))
{
    struct machine *machine = call->machine;
    struct served *served = served_of(machine);
    if (machine->ranks->rank == 0)
        return serve_at_first(call, served, serve);
    for (;;) {
        const enum entry_kind kind = (enum entry_kind) * next(machine->ranks, served, 1);
        if (kind == ENTRY_DONE) {
            const uint32_t *words = next(machine->ranks, served, 4);
            memcpy(call->registers->word, words + 1, sizeof call->registers->word);
            if (words[0] == 0)
                share_end(machine);
            return words[0] != 0;
        }
        if (kind == ENTRY_ROW) {
            share_row(machine, *next(machine->ranks, served, 1));
            continue;
        }
        const uint32_t *words = next(machine->ranks, served, 2);
        machine->memory.cells[words[0]] = words[1];
    }
}

void hostcall_end_phase(struct machine *machine)
{
    struct served *served = machine->host->served;
    if (served == NULL || !served->has_calls)
        return;
    served->has_calls = false;
    if (machine->ranks->rank == 0)
        send(machine->ranks, served, true);
    while (machine->ranks->rank != 0 && !served->head.is_last)
        share_list(machine->ranks, served);
    served->head.words = served->head.is_last = served->at = 0;
    memset(served->rows, 0, sizeof served->rows);
}
