/* served.c - host calls of a run of several ranks: rank 0 serves them and sends the results to the others.
 *
 * All ranks reach the same calls in the same order. Rank 0 lists the changes of each call; the list is sent
 * at the end of a phase, when it is long, or when rank 0 needs a row of an area whose PPs belong to another
 * rank. All ranks have the same shared memory. Knows ranks and memory, no single call. */
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/host/call.h"
#include "sim/host/hostcall.h"

enum { LIST_WORDS = 1 << 14 };

enum entry_kind {
    ENTRY_STORE, /* cell, word */
    ENTRY_ROW,   /* the first cell of a row that its owner sends to all */
    ENTRY_DONE,  /* outcome, R3, R4, R5 */
    ENTRY_OVER   /* the same, then status and fault */
};

struct served {
    struct {
        uint32_t words;
        uint32_t is_last; /* of the phase */
    } head;
    uint32_t list[LIST_WORDS + 256];
    uint32_t at;    /* for receivers: what comes next */
    bool has_calls; /* in this phase */
    uint64_t *rows; /* rank 0: bit by row of cells, the rows that it has received in this phase */
    uint32_t *got;  /* the numbers of these rows */
    size_t got_count, got_room;
};

static struct served *served_of(struct machine *machine)
{
    struct host *host = machine->host;
    if (host->served == NULL)
        host->served = memory_take(1, sizeof *host->served);
    host->served->has_calls = true;
    return host->served;
}

void served_destroy(struct served *served)
{
    if (served == NULL)
        return;
    free(served->rows);
    free(served->got);
    free(served);
}

/* ---- the list */

static void send(struct ranks *ranks, struct served *served, bool is_last)
{
    served->head.is_last = is_last;
    ranks->broadcast(ranks, &served->head, sizeof served->head, 0);
    ranks->broadcast(ranks, served->list, served->head.words * sizeof served->list[0], 0);
    served->head.words = 0;
}

static void add(struct served *served, const uint32_t *words, uint32_t count)
{
    memcpy(served->list + served->head.words, words, count * sizeof *words);
    served->head.words += count;
}

/* Makes room for an entry of whatever kind. */
static void begin_entry(struct machine *machine, struct served *served, enum entry_kind kind)
{
    if (served->head.words > LIST_WORDS)
        send(machine->ranks, served, false);
    const uint32_t word = kind;
    add(served, &word, 1);
}

static void hear(struct ranks *ranks, struct served *served)
{
    ranks->broadcast(ranks, &served->head, sizeof served->head, 0);
    ranks->broadcast(ranks, served->list, served->head.words * sizeof served->list[0], 0);
    served->at = 0;
}

static const uint32_t *next(struct ranks *ranks, struct served *served, uint32_t count)
{
    while (served->at == served->head.words)
        hear(ranks, served);
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

/* Whether rank 0 has received the row in this phase; marks it as received. */
static bool take_row(const struct memory *memory, struct served *served, uint32_t row)
{
    const uint32_t number = row >> memory->lane_shift;
    if (served->rows == NULL)
        served->rows = memory_take((memory->host_words >> memory->lane_shift) / 64 + 1, sizeof *served->rows);
    uint64_t *const bits = &served->rows[number / 64];
    if ((*bits >> number % 64 & 1) != 0)
        return true;
    *bits |= (uint64_t)1 << number % 64;
    *MEMORY_ADD(served->got, served->got_count, served->got_room) = number;
    return false;
}

void call_fetch_cell(struct call *call, uint32_t index)
{
    struct machine *machine = call->machine;
    const uint32_t row = row_of(&machine->memory, index);
    struct served *served = served_of(machine);
    if (owner_of(machine, row) == 0 || take_row(&machine->memory, served, row))
        return;
    begin_entry(machine, served, ENTRY_ROW);
    add(served, &row, 1);
    send(machine->ranks, served, false);
    share_row(machine, row);
}

void call_note_store(struct call *call, uint32_t index, uint32_t word)
{
    struct served *served = served_of(call->machine);
    const uint32_t words[] = {index, word};
    begin_entry(call->machine, served, ENTRY_STORE);
    add(served, words, 2);
}

/* ---- calls */

enum { FAULT_WORDS = (sizeof(struct fault) + 3) / 4 };

static void note_outcome(struct call *call, struct served *served, enum hostcall_outcome outcome)
{
    struct machine *machine = call->machine;
    const uint32_t words[] = {(uint32_t)outcome, call->registers->r3, call->registers->r4,
                              call->registers->r5};
    begin_entry(machine, served, outcome == HOSTCALL_DONE ? ENTRY_DONE : ENTRY_OVER);
    add(served, words, 4);
    if (outcome == HOSTCALL_DONE)
        return;
    const uint32_t status = (uint32_t)machine->status;
    uint32_t fault[FAULT_WORDS] = {0};
    memcpy(fault, &machine->fault, sizeof machine->fault);
    add(served, &status, 1);
    add(served, fault, FAULT_WORDS);
}

static enum hostcall_outcome receive_outcome(struct call *call, struct served *served, bool is_over)
{
    struct machine *machine = call->machine;
    const uint32_t *words = next(machine->ranks, served, 4);
    *call->registers = (struct hostcall_registers){words[1], words[2], words[3]};
    const enum hostcall_outcome outcome = (enum hostcall_outcome)words[0];
    if (!is_over)
        return outcome;
    machine->status = (int)*next(machine->ranks, served, 1);
    memcpy(&machine->fault, next(machine->ranks, served, FAULT_WORDS), sizeof machine->fault);
    machine->fault.routine = NULL; /* rank 0's to print */
    return outcome;
}

enum hostcall_outcome call_serve_for_all(struct call *call, enum hostcall_outcome (*serve)(struct call *call))
{
    struct machine *machine = call->machine;
    struct served *served = served_of(machine);
    if (machine->ranks->rank == 0) {
        const enum hostcall_outcome outcome = serve(call);
        note_outcome(call, served, outcome);
        return outcome;
    }
    for (;;) {
        const enum entry_kind kind = (enum entry_kind) * next(machine->ranks, served, 1);
        if (kind == ENTRY_DONE || kind == ENTRY_OVER)
            return receive_outcome(call, served, kind == ENTRY_OVER);
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
        hear(machine->ranks, served);
    served->head.words = served->head.is_last = served->at = 0;
    for (; served->got_count > 0; served->got_count--)
        served->rows[served->got[served->got_count - 1] / 64] = 0;
}
