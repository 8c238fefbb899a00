/* faulty.c - see faulty.h. PPs that stand still are removed from reference.running, and inserted again
 * later. */
#include "faulty.h"

#include <stdlib.h>

#include "sim/inject/inject.h"
#include "sim/machine/caller.h"

struct faulty {
    struct inject *inject;
    uint64_t *wakes; /* by PP: it stands still up to this cycle; 0: it does not */
    uint64_t *slept; /* by PP: the first cycle of that pause */
    uint8_t *marks;  /* by PP: marks on its next request, a bit for each enum inject_kind */
    uint32_t marked; /* PPs with marks */
    uint32_t asleep;
    uint64_t next_wake;   /* the earliest */
    uint32_t register_t0; /* of abi.def: the size that a barrier waits for */
};

struct faulty *faulty_create(const struct machine *machine)
{
    const uint32_t count = machine->config.pps;
    struct faulty *faulty = machine->inject == NULL ? NULL : calloc(1, sizeof *faulty);
    if (faulty == NULL)
        return NULL;
    faulty->inject = machine->inject;
    faulty->wakes = calloc(count, sizeof *faulty->wakes);
    faulty->slept = calloc(count, sizeof *faulty->slept);
    faulty->marks = calloc(count, sizeof *faulty->marks);
    faulty->next_wake = UINT64_MAX;
    faulty->register_t0 = 9;
    if (faulty->wakes == NULL || faulty->slept == NULL || faulty->marks == NULL) {
        faulty_destroy(faulty);
        return NULL;
    }
    return faulty;
}

void faulty_destroy(struct faulty *faulty)
{
    if (faulty == NULL)
        return;
    free(faulty->wakes);
    free(faulty->slept);
    free(faulty->marks);
    free(faulty);
}

/* ---- before a cycle */

/* The PPs that run and do not stand still, in ascending order. */
static void list_running(struct reference *reference)
{
    const struct faulty *faulty = reference->faulty;
    reference->running_count = 0;
    for (uint32_t pp = 0; pp < reference->machine->config.pps; pp++)
        if (!reference->halted[pp] && faulty->wakes[pp] == 0)
            reference->running[reference->running_count++] = &reference->pps[pp];
}

/* A pending delayed value waits with its PP: it lands after the next instruction of that PP. */
static void keep_late(struct pp *pp, uint64_t cycles)
{
    if (cycles % 2 == 1) {
        const struct late late = pp->late[0];
        pp->late[0] = pp->late[1];
        pp->late[1] = late;
    }
}

static void wake(struct reference *reference)
{
    struct faulty *faulty = reference->faulty;
    faulty->next_wake = UINT64_MAX;
    for (uint32_t pp = 0; pp < reference->machine->config.pps; pp++) {
        const uint64_t wakes = faulty->wakes[pp];
        if (wakes == 0)
            continue;
        if (wakes > reference->cycle) {
            faulty->next_wake = wakes < faulty->next_wake ? wakes : faulty->next_wake;
            continue;
        }
        keep_late(&reference->pps[pp], reference->cycle - faulty->slept[pp]);
        reference->machine->stats.stood_still += reference->cycle - faulty->slept[pp];
        faulty->wakes[pp] = 0;
        faulty->asleep--;
    }
}

static void stand_still(struct reference *reference, uint32_t pp, uint64_t cycles)
{
    struct faulty *faulty = reference->faulty;
    const uint64_t wakes = reference->cycle + cycles;
    if (cycles == 0)
        return;
    if (faulty->wakes[pp] == 0) {
        faulty->slept[pp] = reference->cycle;
        faulty->asleep++;
    }
    if (wakes > faulty->wakes[pp])
        faulty->wakes[pp] = wakes;
    if (wakes < faulty->next_wake)
        faulty->next_wake = wakes;
}

static void die(struct reference *reference, uint32_t pp)
{
    struct faulty *faulty = reference->faulty;
    reference->halted[pp] = 1;
    reference->pps[pp].late[0].target = reference->pps[pp].late[1].target = DECODE_SINK;
    if (faulty->wakes[pp] != 0) {
        faulty->wakes[pp] = 0;
        faulty->asleep--;
    }
    inject_end(faulty->inject, pp, true);
}

static void mark(struct faulty *faulty, uint32_t pp, enum inject_kind kind)
{
    faulty->marked += faulty->marks[pp] == 0;
    faulty->marks[pp] |= (uint8_t)(1u << kind);
}

static void note_event(const struct reference *reference, uint32_t pp, const struct inject_event *event)
{
    const uint32_t *reg = reference->pps[pp].reg;
    const struct caller_registers at = caller_registers(pp, reg[1], reg);
    if (inject_is_heard(reference->faulty->inject))
        inject_tell(reference->faulty->inject, reference->cycle, event, &at);
}

static void happen(struct reference *reference, uint32_t pp, const struct inject_event *event)
{
    struct faulty *faulty = reference->faulty;
    reference->machine->stats.injected++;
    note_event(reference, pp, event);
    switch (event->kind) {
    case INJECT_halt:
        die(reference, pp);
        break;
    case INJECT_pause:
        stand_still(reference, pp, event->cycles);
        break;
    case INJECT_omit:
    case INJECT_double:
        mark(faulty, pp, event->kind);
        break;
    case INJECT_flip:
        if (event->target != 0)
            reference->pps[pp].reg[event->target] ^= (uint32_t)1 << event->bit;
        else
            inject_memory(faulty->inject, pp, event);
        break;
    default:
        inject_memory(faulty->inject, pp, event);
        break;
    }
}

void faulty_begin(struct reference *reference)
{
    struct faulty *faulty = reference->faulty;
    struct inject_event event;
    uint32_t pp;
    if (reference->cycle < faulty->next_wake && !inject_is_due(faulty->inject, reference->cycle))
        return;
    if (reference->cycle >= faulty->next_wake)
        wake(reference);
    while (inject_next(faulty->inject, reference->cycle, &pp, &event))
        happen(reference, pp, &event);
    list_running(reference);
}

/* ---- within a cycle */

/* Whether the request comes from the user's code and its PP has a mark of this kind, which it uses up. */
static bool use_mark(const struct reference *reference, const struct request *request, enum inject_kind kind)
{
    struct faulty *faulty = reference->faulty;
    uint8_t *marks = &faulty->marks[request->pp];
    if ((*marks >> kind & 1u) == 0 || reference->machine->program.origins[request->pc] != ORIGIN_USER)
        return false;
    *marks &= (uint8_t) ~(1u << kind);
    faulty->marked -= *marks == 0;
    inject_tell_request(faulty->inject, request->pp, kind, request->pc, request->index);
    return true;
}

static bool adds(const struct reference *reference, const struct request *request)
{
    return system_rows[reference->machine->program.code[request->pc].opcode].fold == SYSTEM_FOLD_ADD;
}

void faulty_change_requests(struct reference *reference)
{
    struct requests *requests = &reference->requests;
    const uint32_t shared = reference->machine->memory.shared_words;
    uint32_t kept = 0;
    if (reference->faulty->marked == 0)
        return;
    for (uint32_t k = 0; k < requests->store_count; k++)
        if (requests->stores[k].index >= shared || !use_mark(reference, &requests->stores[k], INJECT_omit))
            requests->stores[kept++] = requests->stores[k];
    requests->store_count = kept;
    for (uint32_t k = 0; k < requests->combine_count; k++)
        if (adds(reference, &requests->combines[k]) &&
            use_mark(reference, &requests->combines[k], INJECT_double))
            requests->combines[k].value *= 2;
}

void faulty_end(struct reference *reference)
{
    inject_complete_barriers(reference->faulty->inject, NULL, NULL);
}

void faulty_hint(struct reference *reference, uint32_t pp, unsigned hint)
{
    const uint32_t *reg = reference->pps[pp].reg;
    inject_hint(reference->faulty->inject, pp, hint, reg[MACHINE_GP], reg[reference->faulty->register_t0],
                reference->cycle);
}

void faulty_halt(struct reference *reference, uint32_t pp)
{
    inject_end(reference->faulty->inject, pp, false);
}

uint32_t faulty_asleep(const struct reference *reference)
{
    return reference->faulty == NULL ? 0 : reference->faulty->asleep;
}

uint32_t faulty_first_asleep(const struct reference *reference)
{
    uint32_t pp = 0;
    while (reference->faulty->wakes[pp] == 0)
        pp++;
    return pp;
}

bool faulty_goes_on(const struct reference *reference)
{
    return reference->faulty != NULL &&
           (reference->faulty->asleep != 0 || inject_goes_on(reference->faulty->inject));
}
