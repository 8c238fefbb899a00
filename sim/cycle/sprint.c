/* sprint.c - see sprint.h. */
#include "sprint.h"

#include <math.h>
#include <stdlib.h>

#include "asm/isa.h"
#include "asm/tables/alu.h"
#include "sim/isa/instruction.h"
#include "sim/isa/system.h"
#include "state.h"

/* with more PPs, writing notes takes longer than a strand */
enum { SPRINT_LARGEST_MACHINE = 1 << 16 };

/* ---- an instruction */

/* A PP that runs ahead. */
struct runner {
    uint32_t *last;        /* the note that it has no room for */
    const uint32_t *first; /* the note of the instruction of this cycle: */
    uint64_t cycle;
    const struct sprint_code *code;
    uint32_t program_count, pps, pp;
    uint32_t flags;                /* set at the end, */
    const uint32_t *reached;       /* so is the note that it would have left, */
    const struct sprint_code *end; /* and the instruction that it would have executed */
};

/* Also stands for instructions that must wait for their cycle. */
static void work_stop(struct runner *runner, uint32_t *registers, const struct sprint_code *i,
                      uint32_t *notes, uint32_t flags)
{
    (void)registers;
    runner->end = i;
    runner->reached = notes;
    runner->flags = flags;
}

#define STOP_IF(condition)                                                                                   \
    if (condition) {                                                                                         \
        work_stop(runner, registers, i, notes, flags);                                                       \
        return;                                                                                              \
    }

/* Ends an executed instruction. Where a compiler does not turn these calls into jumps, at most SPRINT_LONGEST
 * of them are nested. */
#define GO_ON(where)                                                                                         \
    do {                                                                                                     \
        const struct sprint_code *const next = (where);                                                      \
        next->work(runner, registers, next, notes + 1, flags);                                               \
    } while (0)

#define CYCLE ((uint32_t)(runner->cycle + (uint64_t)(notes - runner->first)))

#include "sprint.inc"

/* ---- before the run */

static bool is_stop(const struct cycle_state *state, uint32_t pc)
{
    const struct program *program = &state->machine->program;
    const struct instruction *i = &program->code[pc];
    const bool leads_out = i->constant >= program->count && (i->traits & DECODE_WRITES_PC) != 0 &&
                           !(i->opcode == OP_jmp && i->rt != 0);
    return works[i->opcode] == NULL || (i->traits & (DECODE_READS_PC | DECODE_DELAYED)) != 0 ||
           i->target == 1 || leads_out || poll_at(&state->sleepers.loops, pc) != NULL ||
           !observer_all_pass(state->machine->observers, pc);
}

bool sprint_create(struct cycle_state *state)
{
    const struct machine *machine = state->machine;
    const uint32_t pps = machine->config.pps, count = machine->program.count;
    struct sprint *sprint = &state->sprint;
    if (!observer_all_let_pass(machine->observers) || pps > SPRINT_LARGEST_MACHINE ||
        count >= UINT32_C(1) << (32 - SPRINT_PLACE))
        return true;
    sprint->code = calloc((size_t)count + 1, sizeof *sprint->code);
    sprint->notes = calloc((size_t)pps * 2 * SPRINT_LONGEST, sizeof *sprint->notes);
    sprint->landed = calloc(pps, sizeof *sprint->landed);
    if (sprint->code == NULL || sprint->notes == NULL || sprint->landed == NULL)
        return false;
    for (uint32_t pc = 0; pc < count; pc++) {
        const struct instruction *i = &machine->program.code[pc];
        sprint->code[pc] =
            (struct sprint_code){.work = is_stop(state, pc) ? work_stop : works[i->opcode],
                                 .to = &sprint->code[i->constant < count ? i->constant : count],
                                 .a = (uint32_t)(i->rs * state->stride),
                                 .b = (uint32_t)(i->rt * state->stride),
                                 .target = (uint32_t)(i->target * state->stride),
                                 .constant = i->constant,
                                 .place = pc << SPRINT_PLACE | (instruction_links(i) ? SPRINT_LINKS : 0)};
    }
    sprint->code[count] = (struct sprint_code){.place = count << SPRINT_PLACE, .work = work_stop};
    return true;
}

void sprint_destroy(struct cycle_state *state)
{
    struct sprint *sprint = &state->sprint;
    for (unsigned day = 0; day < SPRINT_DAYS; day++)
        while (sprint->days[day] != NULL) {
            struct strand *const strand = sprint->days[day];
            sprint->days[day] = strand->link;
            strands_free(&state->strands, strand);
        }
    free(sprint->code);
    free(sprint->notes);
    free(sprint->landed);
}

/* ---- a strand */

/* The notes of a PP. */
static const uint32_t *notes_of(const struct cycle_state *state, uint32_t pp)
{
    return &state->sprint.notes[(size_t)pp * 2 * SPRINT_LONGEST];
}

/* Adds the PP's instructions of its sprint from number `from` on to a profile, or removes them. */
static void count_notes(const struct cycle_state *state, uint32_t pp, const struct strand *sprint,
                        uint32_t from, uint64_t weight)
{
    struct counts *const counts = state->machine->counts;
    const bool inside = state->barrier_since[pp] != 0;
    const uint32_t *const places = notes_of(state, pp) + SPRINT_LONGEST;
    const uint32_t end = sprint->pc != UINT32_MAX ? sprint->pc : cycle_row(state, 1)[pp];
    for (uint32_t k = from; k < sprint->length;) {
        const uint32_t start = places[k] >> SPRINT_PLACE;
        uint32_t pc = start, next = start + 1;
        bool links = false;
        for (; k < sprint->length && next == pc + 1 && !links; k++) {
            pc = places[k] >> SPRINT_PLACE;
            links = (places[k] & SPRINT_LINKS) != 0;
            next = k + 1 < sprint->length ? places[k + 1] >> SPRINT_PLACE : end;
        }
        counts_run(counts, inside, start, pc + 1, weight);
        if (links)
            counts_jump(counts, pc, next, weight, weight * (sprint->since + k - 1));
    }
}

static void put(struct cycle_state *state, struct strand *strand)
{
    struct strand **const day = &state->sprint.days[(strand->since + strand->length) % SPRINT_DAYS];
    strand->link = *day;
    *day = strand;
    state->sprint.count += strand->count;
}

/* The strand's members, which have executed strand->length instructions, are due at strand->pc. */
static void await(struct cycle_state *state, struct strand *strand)
{
    strand->late = DECODE_SINK;
    if (strand->pc >= state->strands.program_count) {
        for (uint32_t k = 0; k < strand->count; k++)
            cycle_row(state, 1)[strand->members[k]] = strand->pc;
        strand->pc = UINT32_MAX;
    }
    for (uint32_t k = 0; listens(state->machine->counts) && k < strand->count; k++)
        count_notes(state, strand->members[k], strand, 0, 1);
    put(state, strand);
}

/* How the members of a strand run ahead. */
struct start {
    const struct sprint_code *code; /* from here on, */
    uint32_t lands;                 /* while a delayed value is on its way: the row of its register */
    const uint32_t *values;         /* NULL: there is none */
    bool lands_later;               /* the first instruction reads or writes the register */
};

/* A delayed value lands after the first instruction, or before it where the result is the same. */
static void run_landing(struct cycle_state *state, struct runner *runner, const struct start *start,
                        uint32_t *notes)
{
    const uint32_t pp = runner->pp;
    uint32_t *const registers = state->rows + pp;
    if (start->lands_later) {
        runner->last = notes + 1;
        start->code->work(runner, registers, start->code, notes, runner->flags);
        if (runner->reached == notes)
            return;
    }
    state->sprint.landed[pp] = registers[start->lands];
    registers[start->lands] = start->values[pp];
    runner->last = notes + SPRINT_LONGEST;
    runner->end->work(runner, registers, runner->end, notes + (runner->reached - notes), runner->flags);
    if (runner->reached == notes)
        registers[start->lands] = state->sprint.landed[pp];
}

/* The PP executes instructions, the first one in the next cycle. */
static inline void run(struct cycle_state *state, struct runner *runner, const struct start *start,
                       uint32_t pp)
{
    uint32_t *const notes = &state->sprint.notes[(size_t)pp * 2 * SPRINT_LONGEST];
    runner->pp = pp;
    runner->first = notes;
    runner->last = notes + SPRINT_LONGEST;
    if (start->values == NULL) {
        start->code->work(runner, state->rows + pp, start->code, notes, state->flags[pp]);
    } else {
        runner->reached = notes;
        runner->end = start->code;
        runner->flags = state->flags[pp];
        run_landing(state, runner, start, notes);
    }
    state->flags[pp] = runner->flags;
}

/* Of some strands, the one whose members are at the same point; a new one if there is none. */
static struct strand *reach(struct cycle_state *state, struct strand **all, uint32_t pc, uint32_t length)
{
    struct strand *strand = *all;
    while (strand != NULL && (strand->pc != pc || strand->length != length))
        strand = strand->link;
    if (strand != NULL)
        return strand;
    strand = strands_take(&state->strands, SPRINT_MOST_PPS);
    strand->pc = pc;
    strand->length = length;
    strand->link = *all;
    *all = strand;
    return strand;
}

/* Each member runs ahead. Those that come as far as the first one stay in the strand; returns it and, linked,
 * strands of the others. */
static struct strand *run_members(struct cycle_state *state, struct strand *strand, const struct start *start)
{
    struct runner runner = {.code = state->sprint.code,
                            .program_count = state->strands.program_count,
                            .pps = state->machine->config.pps,
                            .cycle = state->cycle + 1};
    const uint32_t count = strand->count;
    struct strand *all = strand;
    strand->link = NULL;
    run(state, &runner, start, strand->members[0]);
    strand->pc = runner.end->place >> SPRINT_PLACE;
    strand->length = (uint32_t)(runner.reached - runner.first);
    strand->count = 1;
    for (uint32_t k = 1; k < count; k++) {
        const uint32_t pp = strand->members[k];
        run(state, &runner, start, pp);
        struct strand *const to =
            reach(state, &all, runner.end->place >> SPRINT_PLACE, (uint32_t)(runner.reached - runner.first));
        to->members[to->count++] = pp;
        to->is_sorted = strand->is_sorted;
    }
    return all;
}

static struct start start_at(const struct cycle_state *state, const struct strand *strand, uint32_t pc)
{
    const struct sprint_code *const code = &state->sprint.code[pc];
    const uint32_t lands = (uint32_t)(strand->late * state->stride);
    const bool has_late = strand->late != DECODE_SINK;
    return (struct start){.code = code,
                          .lands = lands,
                          .values = has_late ? state->late[state->cycle & 1] : NULL,
                          .lands_later =
                              has_late && (code->a == lands || code->b == lands || code->target == lands)};
}

void sprint_place(struct cycle_state *state, struct strand *strand, uint32_t pc)
{
    if (state->sprint.code == NULL || strand->count > SPRINT_MOST_PPS || strand->count == 0 ||
        pc >= state->strands.program_count || state->sprint.code[pc].work == work_stop || strand->late == 1 ||
        state->watch.cycles != 0 || state->breakpoints != NULL) {
        cycle_place(state, strand, pc);
        return;
    }
    const struct start start = start_at(state, strand, pc);
    const uint32_t landing = strand->late;
    struct strand *all = run_members(state, strand, &start);
    while (all != NULL) {
        struct strand *const each = all;
        all = each->link;
        each->late = each->landed = landing;
        each->since = state->cycle + 1;
        if (each->length == 0)
            cycle_place(state, each, pc);
        else
            await(state, each);
    }
}

/* ---- the calendar */

void sprint_turn(struct cycle_state *state)
{
    struct strand **const day = &state->sprint.days[(state->cycle + 1) % SPRINT_DAYS];
    while (*day != NULL) {
        struct strand *const strand = *day;
        *day = strand->link;
        state->sprint.count -= strand->count;
        strands_place(&state->strands, strand);
    }
}

/* Takes the PP back to this cycle; its strand consists of this PP. */
static void go_back(struct cycle_state *state, struct strand *strand, const struct strand *sprint)
{
    const uint32_t pp = strand->members[0];
    const uint64_t now = state->cycle + state->is_refused;
    const uint32_t executed = now > sprint->since ? (uint32_t)(now - sprint->since) : 0;
    const uint32_t *const notes = notes_of(state, pp);
    if (listens(state->machine->counts))
        count_notes(state, pp, sprint, executed, UINT64_MAX);
    strand->pc = sprint->pc;
    for (uint32_t k = sprint->length; k-- > executed;) {
        if (k == 0 && sprint->landed != DECODE_SINK)
            cycle_row(state, sprint->landed)[pp] = state->sprint.landed[pp];
        strand->pc = notes[SPRINT_LONGEST + k] >> SPRINT_PLACE;
        state->flags[pp] = notes[SPRINT_LONGEST + k] & STATUS_FLAGS;
        state->rows[state->sprint.code[strand->pc].target + pp] = notes[k];
    }
    strand->late = executed == 0 ? sprint->landed : DECODE_SINK;
}

void sprint_interrupt(struct cycle_state *state)
{
    struct strands *strands = &state->strands;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < strands->current_count; k++)
        if (strands->current[k] != NULL)
            strands->current[kept++] = strands->current[k];
    strands->current_count = kept;
    for (unsigned day = 0; day < SPRINT_DAYS && state->sprint.count != 0; day++)
        while (state->sprint.days[day] != NULL) {
            struct strand *const sprint = state->sprint.days[day];
            state->sprint.days[day] = sprint->link;
            state->sprint.count -= sprint->count;
            for (uint32_t k = 0; k < sprint->count; k++) {
                struct strand *const strand = strands_take(strands, 1);
                strand_add(strand, sprint->members[k]);
                go_back(state, strand, sprint);
                strand->link = NULL;
                strands->current[strands->current_count++] = strand;
            }
            strands_free(strands, sprint);
        }
}

bool sprint_marks(const struct cycle_state *state, uint8_t *seen)
{
    bool is_right = true;
    for (unsigned day = 0; day < SPRINT_DAYS; day++)
        for (const struct strand *strand = state->sprint.days[day]; strand != NULL; strand = strand->link) {
            const uint64_t due = strand->since + strand->length;
            is_right = is_right && due % SPRINT_DAYS == day && strand->since <= state->cycle &&
                       due > state->cycle && due - state->cycle < SPRINT_DAYS;
            for (uint32_t k = 0; k < strand->count; k++)
                is_right = seen[strand->members[k]]++ == 0 && is_right;
        }
    return is_right;
}
