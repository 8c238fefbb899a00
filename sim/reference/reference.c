/* reference.c - the cycle of docs/machine.md, as simple as possible.
 *
 * One thread; in every cycle one instruction of every running PP, then the cycle's requests, in PP order.
 * This is the definition in code and the baseline of every comparison. Uses machine, memory, decode, alu.def,
 * and requests.c for cells with several requests; shares no code with the parallel engine. */
#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "reference.h"
#include "asm/tables/alu.h"
#include "sim/inject/inject.h"
#include "sim/machine/shint.h"
#include "state.h"

static void reference_destroy(void *state)
{
    struct reference *reference = state;
    requests_end(&reference->requests);
    memory_free_blocks(&reference->memory);
    precision_destroy(&reference->precision);
    free(reference);
}

static void *reference_create(struct machine *machine)
{
    struct reference *reference = calloc(1, sizeof *reference);
    if (reference == NULL)
        return NULL;
    const uint32_t count = machine->config.pps;
    struct memory_blocks *const memory = &reference->memory;
    reference->machine = machine;
    reference->inject = machine->inject;
    reference->pps = memory_block(memory, count, sizeof *reference->pps);
    reference->running = memory_block(memory, count, sizeof *reference->running);
    reference->halted = memory_block(memory, count, sizeof *reference->halted);
    const bool has_units = precision_create(&reference->precision, machine);
    reference->requests.list = memory_block(memory, (size_t)count * reference->precision.most_stores,
                                            sizeof *reference->requests.list);
    requests_begin(&reference->requests, &machine->memory);
    reference->host_requests = memory_block(memory, count, sizeof *reference->host_requests);
    reference->hints = memory_block(memory, count, sizeof *reference->hints);
    reference->ended = memory_block(memory, count, sizeof *reference->ended);
    presence_create(&reference->presence, memory, count);
    if (machine->observers != NULL)
        reference->strands = memory_block(memory, count, sizeof *reference->strands);
    if (machine->counts != NULL)
        reference->places = memory_block(memory, count, sizeof *reference->places);
    if (!has_units || memory->is_short) {
        reference_destroy(reference);
        return NULL;
    }
    if (machine->counts != NULL && machine->program.uses_real)
        real_price(&reference->precision.bank, machine->counts);
    machine->end = END_RUNNING;
    reference->running_count = count;
    for (uint32_t pp = 0; pp < count; pp++) {
        reference->running[pp] = &reference->pps[pp];
        reference->pps[pp].number = pp;
        reference->pps[pp].reg[1] = machine->program.entry;
        reference->pps[pp].late.target = DECODE_SINK;
    }
    return reference;
}

/* ---- step 1: execute */

/* The cell of an access outside shared memory, out of line: the loop below needs the host's registers. */
static uint32_t __attribute__((noinline))
find_cell(struct reference *reference, const struct pp *pp, const struct instruction *i,
          enum access_kind kind, uint32_t address)
{
    const struct pp_access access = {
        kind, i->rs, address, pp->number, (uint32_t)(i - reference->machine->program.code), reference->cycle};
    return precision_find_cell(&reference->precision, &access);
}

/* The cell of an access; MEMORY_ILLEGAL: machine->fault is set. */
static inline uint32_t cell_of(struct reference *reference, const struct pp *pp, const struct instruction *i,
                               enum access_kind kind, uint32_t address)
{
    return memory_is_plain(&reference->machine->memory, address) ? address
                                                                 : find_cell(reference, pp, i, kind, address);
}

/* The datum of a store or push, the contribution of a multiprefix: Rd as it was at the cycle's start. */
static inline uint32_t datum_of(const struct pp *pp, const struct instruction *instruction, uint32_t pc)
{
    return instruction->rd == 1 ? pc : pp->reg[instruction->rd];
}

/* Every running PP executes one instruction; its requests are collected. False: machine->fault is set. */
/* NOLINTNEXTLINE(readability-function-size): the switch over all instructions */
static bool __attribute__((noinline)) execute(struct reference *reference)
{
    struct machine *const machine = reference->machine;
    const struct instruction *const code = machine->program.code;
    const uint32_t code_count = machine->program.count;
    const uint32_t *const cells = machine->memory.cells;
    const uint64_t cycle = reference->cycle;
    const uint32_t m = (uint32_t)cycle & STATUS_MODULO;
    struct pp *const *const running = reference->running;
    const uint32_t running_count = reference->running_count;
    struct requests *const requests = &reference->requests;
    struct cell_request *request = requests->list;
    uint64_t loads = 0, folds = 0;
    uint32_t waiting = 0;        /* PPs that only wait for their units */
    uint32_t waiting_inside = 0; /* such PPs in barriers */

    for (uint32_t k = 0; k < running_count; k++) {
        struct pp *const pp = running[k];
        uint32_t *const reg = pp->reg;
        const uint32_t pc = reg[1];
        if (pc >= code_count) {
            fault_instruction(&machine->fault, machine, pp->number, pc, cycle);
            return false;
        }
        const struct instruction *const i = &code[pc];
        const uint32_t a = reg[i->rs];
        const uint32_t b = reg[i->rt] + i->constant;
        struct late landing = pp->late, leaving = {.target = DECODE_SINK};
        uint32_t address;
        uint32_t index;
        reg[1] = pc + 1;

        switch (i->opcode) {
#define ALU_INTEGER(name, result, carry, overflow)                                                           \
    case OP_##name: {                                                                                        \
        ALU_FLAGS(pp->flags)                                                                                 \
        reg[i->target] = (result);                                                                           \
        break;                                                                                               \
    }                                                                                                        \
    case OP_##name##s: {                                                                                     \
        ALU_FLAGS(pp->flags)                                                                                 \
        const uint32_t r = (result);                                                                         \
        pp->flags = alu_flags(r, (carry), (overflow));                                                       \
        reg[i->target] = r;                                                                                  \
        break;                                                                                               \
    }
#define ALU_DIVIDE(name, result, overflow)                                                                   \
    case OP_##name:                                                                                          \
    case OP_##name##s: {                                                                                     \
        if (b == 0) {                                                                                        \
            fault_division(&machine->fault, pp->number, pc, cycle);                                          \
            return false;                                                                                    \
        }                                                                                                    \
        const uint32_t r = (result);                                                                         \
        if (i->opcode == OP_##name##s)                                                                       \
            pp->flags = alu_flags(r, 0, (overflow));                                                         \
        reg[i->target] = r;                                                                                  \
        break;                                                                                               \
    }
#define ALU_FLOAT2(name, result)                                                                             \
    case OP_##name: {                                                                                        \
        const float x = alu_float(a);                                                                        \
        const float y = alu_float(b);                                                                        \
        reg[i->target] = alu_canonical(result);                                                              \
        break;                                                                                               \
    }
#define ALU_FLOAT1(name, result)                                                                             \
    case OP_##name: {                                                                                        \
        const float x = alu_float(a);                                                                        \
        reg[i->target] = alu_canonical(result);                                                              \
        break;                                                                                               \
    }
#define ALU_BITS1(name, result)                                                                              \
    case OP_##name:                                                                                          \
        reg[i->target] = (result);                                                                           \
        break;
#define ALU_BRANCH(name, condition)                                                                          \
    case OP_##name: {                                                                                        \
        ALU_FLAGS(pp->flags)                                                                                 \
        if (condition)                                                                                       \
            reg[1] = i->constant;                                                                            \
        break;                                                                                               \
    }
#define ALU_COMPARE(name, word)                                                                              \
    case OP_##name: {                                                                                        \
        const float x = alu_float(a);                                                                        \
        const float y = alu_float(b);                                                                        \
        pp->flags = (word);                                                                                  \
        break;                                                                                               \
    }
#include "asm/tables/alu.def"
        case OP_getlo:
        case OP_gethi:
            reg[i->target] = i->constant;
            break;

        case OP_popg:
            address = a;
            goto load;
        case OP_ldg:
        case OP_popng:
            address = a + b;
        load:
            index = cell_of(reference, pp, i, ACCESS_LOAD, address);
            if (index == MEMORY_ILLEGAL)
                return false;
            reg[i->base] = a + b; /* a pop's pointer; the sink for ldg */
            leaving = (struct late){i->target, cells[index]};
            loads++;
            break;
        case OP_pshg:
            address = a;
            goto store;
        case OP_stg:
        case OP_pshng:
            address = a + b;
        store:
            index = cell_of(reference, pp, i, ACCESS_STORE, address);
            if (index == MEMORY_ILLEGAL)
                return false;
            *request++ = (struct cell_request){
                .cell = index,
                .value = (i->traits & DECODE_STATUS_DATUM) != 0 ? pp->flags | m : datum_of(pp, i, pc),
                .pp = pp->number,
                .pc = pc};
            reg[i->base] = a + b; /* a push's pointer; the sink for stg */
            break;
        case OP_mpadd:
        case OP_mpmax:
        case OP_mpand:
        case OP_mpor:
        case OP_syncadd:
        case OP_syncmax:
        case OP_syncand:
        case OP_syncor:
            index = cell_of(reference, pp, i, ACCESS_MULTIPREFIX, a + b);
            if (index == MEMORY_ILLEGAL)
                return false;
            leaving.target = i->target; /* the sink for sync; the value comes when the cell is folded */
            *request++ = (struct cell_request){.cell = index,
                                               .value = datum_of(pp, i, pc),
                                               .pp = pp->number,
                                               .pc = pc,
                                               .fold = system_rows[i->opcode].fold};
            folds++;
            break;

        case OP_jmp:
            reg[1] = b;
            break;
        case OP_call:
            reg[i->target] = pc + 1;
            reg[1] = i->constant;
            break;
        case OP_callr:
            reg[i->target] = pc + 1;
            reg[1] = a;
            break;

        case OP_getct:
            reg[i->target] = (uint32_t)cycle;
            break;
        case OP_getpn:
            reg[i->target] = pp->number;
            break;
        case OP_getnp:
            reg[i->target] = machine->memory.pps;
            break;
        case OP_getsr:
            reg[i->target] = pp->flags | m;
            break;

        case OP_sys:
            reference->host_requests[reference->host_request_count++] = (struct hostcall_request){
                pp->number, pc, i->constant, {{reg[3], reg[4], reg[5]}}, landing.target};
            break;
        case OP_shint:
            observe_hint(reference, pp->number, pc, JOURNAL_HINT, i->constant);
            reference->hints[reference->hint_count++] = (struct presence_hint){.pp = pp->number,
                                                                               .constant = i->constant,
                                                                               .gp = reg[MACHINE_GP],
                                                                               .size = reg[MACHINE_T0],
                                                                               .back = reg[MACHINE_RA]};
            break;
        case OP_nop:
            break;
        case OP_halt:
            observe_hint(reference, pp->number, pc, JOURNAL_HALT, 0);
            reference->ended[reference->ended_count++] = pp->number;
            reg[1] = pc;
            if (landing.target == 1) /* a jump that lands now does not start it again */
                landing.target = DECODE_SINK;
            break;
        default: {
            if (precision_is_simple(&reference->precision, i)) {
                real_gather(&reference->precision.bank, pp->number, 0, reference->precision.bank.pps,
                            i->opcode);
                (void)real_execute(&reference->precision.bank, pp->number, i, a);
                break;
            }
            struct precision_step step = {pp->number, pc, cycle, a, b, reg, &pp->flags, request, 0, 0, false};
            if ((i->traits & DECODE_REAL) == 0) {
                fault_instruction(&machine->fault, machine, pp->number, pc, cycle);
                return false;
            }
            if (!precision_execute(&reference->precision, i, &step))
                return false;
            request += step.store_count;
            loads += step.load_count;
            waiting += step.is_waiting;
            waiting_inside += step.is_waiting && reference->presence.barrier_since[pp->number] != 0;
            if (landing.target == 1 && precision_jump(&reference->precision, pp->number, landing.value)) {
                landing.target = DECODE_SINK;
                pp->late = landing;
            }
            break;
        }
        }
        if (landing.target != DECODE_SINK || leaving.target != DECODE_SINK) {
            /* step 5 for this PP: no other one can see it before the next cycle */
            reg[landing.target] = landing.value;
            pp->late = leaving;
        }
    }
    requests->count = (uint32_t)(request - requests->list);
    machine->stats.instructions += running_count - waiting;
    reference->presence.cut_short -= waiting_inside;
    machine->stats.loads += loads;
    machine->stats.stores += requests->count - folds;
    machine->stats.multiprefix += folds;
    return true;
}

/* ---- steps 2 and 3: fold, store */

/* False: the requests are refused; machine->fault is set. */
static bool carry_out(struct reference *reference)
{
    const struct requests *requests = &reference->requests;
    const bool is_right = requests_apply(&reference->requests, reference->machine,
                                         reference->presence.barrier_since, reference->cycle);
    for (uint32_t k = 0; k < requests->count; k++)
        if (requests->list[k].fold != SYSTEM_FOLD_NONE)
            reference->pps[requests->list[k].pp].late.value = requests->list[k].value;
    return is_right;
}

/* ---- step 4: ask the host */

/* False: the run is over; machine->end is set. */
static bool ask_host(struct reference *reference)
{
    for (uint32_t k = 0; k < reference->host_request_count; k++) {
        struct hostcall_request *request = &reference->host_requests[k];
        uint32_t *reg = reference->pps[request->pp].reg;
        if (!hostcall_serve(reference->machine, request->number, request->pp, request->pc, reference->cycle,
                            &request->registers))
            return false;
        for (uint32_t n = 0; n < 3; n++)
            if (request->late != 3 + n) /* else the delayed value has landed last */
                reg[3 + n] = request->registers.word[n];
    }
    return true;
}

/* ---- the run */

static void drop_ended(struct reference *reference)
{
    uint32_t kept = 0;
    if (reference->ended_count == 0)
        return;
    for (uint32_t k = 0; k < reference->ended_count; k++) {
        reference->halted[reference->ended[k]] = 1;
        presence_end(&reference->presence, reference->ended[k], reference->cycle + 1);
        if (reference->inject != NULL)
            inject_end(reference->inject, reference->ended[k], false);
    }
    for (uint32_t k = 0; k < reference->running_count; k++)
        if (!reference->halted[reference->running[k]->number])
            reference->running[kept++] = reference->running[k];
    reference->running_count = kept;
}

/* One cycle. False: the run is over; machine->end is set. */
static bool run_cycle(struct reference *reference)
{
    struct machine *machine = reference->machine;
    reference->host_request_count = 0;
    reference->ended_count = 0;
    reference->hint_count = 0;
    machine->end = END_FAULT;
    if (reference->places != NULL)
        observe_places(reference);
    if (!execute(reference)) {
        if (machine->journal != NULL)
            journal_cut(machine->journal, reference->cycle);
        return false;
    }
    for (uint32_t k = 0; k < reference->hint_count; k++)
        presence_execute(&reference->presence, machine, &machine->stats, &reference->hints[k],
                         reference->cycle);
    if (reference->places != NULL)
        observe_count_places(reference);
    drop_ended(reference);
    reference->refused = !carry_out(reference);
    if (reference->refused)
        return false;
    if (reference->inject != NULL)
        inject_complete_barriers(reference->inject, NULL, NULL);
    machine->end = END_RUNNING;
    bool goes_on = reference->host_request_count == 0 || ask_host(reference);
    reference->cycle++;
    return goes_on;
}

/* Whether no PP can make progress; the run is over. */
static bool is_endless(struct reference *reference)
{
    const struct deadlock_run run = {.machine = reference->machine,
                                     .view = reference_view,
                                     .state = reference,
                                     .cycle = reference->cycle,
                                     .end = reference->machine->config.pps};
    return presence_is_asked(&reference->presence, &run, reference->running_count) &&
           presence_is_endless(&reference->presence, &run, reference->running_count);
}

static void reference_run(void *state, uint64_t until)
{
    struct reference *reference = state;
    struct machine *machine = reference->machine;
    const uint64_t max_cycles = machine->config.max_cycles;
    double start = stats_clock();
    while (machine->end == END_RUNNING) {
        if (reference->inject != NULL)
            faulty_begin(reference);
        if (reference->running_count == 0 && inject_asleep(reference->inject) == 0) {
            machine->end = END_HALTED;
        } else if (until != 0 && reference->cycle >= until) {
            break;
        } else if (max_cycles != 0 && reference->cycle >= max_cycles) {
            fault_runaway(machine);
        } else if (!is_endless(reference)) {
            if ((machine->observers == NULL || observe_cycle(reference)) && run_cycle(reference))
                machine_tick(machine, reference->cycle, machine->stats.instructions,
                             reference->running_count);
            if (machine->pause)
                break;
        }
    }
    machine->stats.cycles = reference->cycle;
    machine->stats.work = reference_count_work(reference, &machine->stats);
    machine->stats.seconds[STATS_TIME_run] += stats_clock() - start;
}

const struct engine reference_engine = {
    .name = "reference",
    .text = "one thread, one instruction of every PP per cycle: the definition in code",
    .create = reference_create,
    .run = reference_run,
    .view = reference_view,
    .save = reference_save,
    .save_pps = reference_save_pps,
    .load = reference_load,
    .destroy = reference_destroy,
};
