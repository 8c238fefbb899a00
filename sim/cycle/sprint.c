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

/* PPs that run ahead together. */
struct runner {
    struct cycle_state *state;
    const struct sprint_code *code;
    const uint32_t *pps;
    uint32_t count;
    uint32_t all;    /* a bit for each position */
    uint32_t takers; /* they diverge at a branch: a bit for each position that takes it; 0: they do not */
    uint64_t cycle;  /* the pc of the instruction with `left` == 0 */
    uint32_t left; /* set at the end: the number of instructions that they might have executed and have not */
    const struct sprint_code *end; /* and their end */
};

/* Also stands for instructions that must wait for their cycle. */
static void work_stop(struct runner *runner, uint32_t *registers, uint32_t *flags,
                      const struct sprint_code *i, struct sprint_note *notes, uint32_t left)
{
    (void)registers;
    (void)flags;
    (void)notes;
    runner->end = i;
    runner->left = left;
}

#define STOP_IF(condition)                                                                                   \
    if (condition) {                                                                                         \
        work_stop(runner, registers, flags, i, notes, left);                                                 \
        return;                                                                                              \
    }

/* Ends an executed instruction. Where a compiler does not turn these calls into jumps, at most SPRINT_LONGEST
 * of them are nested. */
#define GO_ON(to)                                                                                            \
    do {                                                                                                     \
        const struct sprint_code *const next = (to);                                                         \
        next->WORKS(runner, registers, flags, next, notes + 1, left - 1);                                    \
    } while (0)

#define CYCLE ((uint32_t)(runner->cycle - left))

/* Several PPs: registers, flags and notes are those of PP 0. */
#define WORKS works
#define WORK(name) works_##name
#define EACH_MEMBER for (uint32_t k = 0; k < runner->count; k++)
#define MEMBER_PP runner->pps[k]
#define MEMBER_WORD MEMBER_PP
#include "sprint.inc"

/* One PP: they are its own. */
#define WORKS works_alone
#define WORK(name) alone_##name
#define EACH_MEMBER for (uint32_t k = 0; k < 1; k++)
#define MEMBER_PP runner->pps[k]
#define MEMBER_WORD 0
#include "sprint.inc"

/* Executes instructions from `*pc` on, at most `most`, after `before` others; the first one of the sprint
 * belongs to the next cycle. Returns their number; runner->takers is set if the PPs diverge then. */
static uint32_t run(struct runner *runner, uint32_t *pc, uint32_t before, uint32_t most)
{
    struct cycle_state *state = runner->state;
    const struct sprint_code *const i = &state->sprint.code[*pc];
    struct sprint_note *const notes = state->sprint.notes + before;
    runner->cycle = state->cycle + 1 + before + most;
    runner->takers = 0;
    if (runner->count == 1) {
        const size_t pp = runner->pps[0];
        i->works_alone(runner, state->rows + pp, state->flags + pp, i, notes + pp * SPRINT_LONGEST, most);
    } else {
        i->works(runner, state->rows, state->flags, i, notes, most);
    }
    *pc = runner->end->pc;
    return most - runner->left;
}

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
        count >= UINT32_C(1) << 28)
        return true;
    sprint->code = calloc((size_t)count + 1, sizeof *sprint->code);
    sprint->notes = calloc((size_t)pps * SPRINT_LONGEST, sizeof *sprint->notes);
    sprint->landed = calloc(pps, sizeof *sprint->landed);
    if (sprint->code == NULL || sprint->notes == NULL || sprint->landed == NULL)
        return false;
    for (uint32_t pc = 0; pc < count; pc++) {
        const struct instruction *i = &machine->program.code[pc];
        const bool stops = is_stop(state, pc);
        sprint->code[pc] = (struct sprint_code){.a = (uint32_t)(i->rs * state->stride),
                                                .b = (uint32_t)(i->rt * state->stride),
                                                .target = (uint32_t)(i->target * state->stride),
                                                .constant = i->constant,
                                                .pc = pc,
                                                .is_call = instruction_links(i),
                                                .works = stops ? work_stop : works[i->opcode],
                                                .works_alone = stops ? work_stop : works_alone[i->opcode]};
    }
    sprint->code[count] = (struct sprint_code){.pc = count, .works = work_stop, .works_alone = work_stop};
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

/* Note number k of a PP. */
static const struct sprint_note *note_of(const struct cycle_state *state, uint32_t pp, uint32_t k)
{
    return &state->sprint.notes[(size_t)pp * SPRINT_LONGEST + k];
}

static uint32_t note_pc(const struct cycle_state *state, uint32_t pp, uint32_t k)
{
    return note_of(state, pp, k)->pc_flags >> 4;
}

/* Adds the PP's instructions of its sprint from number `from` on to a profile, or removes them. */
static void count_notes(struct cycle_state *state, uint32_t pp, const struct strand *sprint, uint32_t from,
                        uint32_t end_pc, uint64_t weight)
{
    struct counts *const counts = state->machine->counts;
    const bool inside = state->barrier_since[pp] != 0;
    for (uint32_t k = from; k < sprint->length; k++) {
        const uint32_t pc = note_pc(state, pp, k);
        counts_one(counts, inside, pc, weight);
        if (state->sprint.code[pc].is_call)
            counts_jump(counts, pc, k + 1 < sprint->length ? note_pc(state, pp, k + 1) : end_pc, weight,
                        weight * (sprint->since + k));
    }
}

/* As above for all members, which have executed the same instructions. */
static void count_strand(struct cycle_state *state, const struct strand *sprint, uint32_t end_pc)
{
    uint32_t inside = 0;
    for (uint32_t k = 0; k < sprint->count; k++)
        inside += state->barrier_since[sprint->members[k]] != 0;
    if (inside == 0 || inside == sprint->count) {
        count_notes(state, sprint->members[0], sprint, 0, end_pc, sprint->count);
        return;
    }
    for (uint32_t k = 0; k < sprint->count; k++)
        count_notes(state, sprint->members[k], sprint, 0, end_pc, 1);
}

static void put(struct cycle_state *state, struct strand *strand)
{
    struct strand **const day = &state->sprint.days[(strand->since + strand->length) % SPRINT_DAYS];
    strand->link = *day;
    *day = strand;
    state->sprint.count += strand->count;
}

/* The strand's members, after this number of instructions, are due at `pc`. */
static void await(struct cycle_state *state, struct strand *strand, uint32_t pc, uint32_t length)
{
    strand->pc = pc < state->strands.program_count ? pc : UINT32_MAX;
    for (uint32_t k = 0; strand->pc == UINT32_MAX && k < strand->count; k++)
        cycle_row(state, 1)[strand->members[k]] = pc;
    strand->length = length;
    strand->late = DECODE_SINK;
    if (listens(state->machine->counts))
        count_strand(state, strand, pc);
    put(state, strand);
}

/* Moves the members that take a branch to a strand of their own. */
static struct strand *part(struct cycle_state *state, struct strand *strand, uint32_t taken)
{
    const bool is_sorted = strand->is_sorted;
    struct strand *const takers = strands_take(&state->strands, strand->count);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < strand->count; k++)
        if ((taken >> k & 1u) != 0)
            takers->members[takers->count++] = strand->members[k];
        else
            strand->members[kept++] = strand->members[k];
    takers->since = strand->since;
    takers->landed = strand->landed;
    takers->is_sorted = strand->is_sorted = is_sorted;
    strand->count = kept;
    return takers;
}

static struct runner runner_of(struct cycle_state *state, const struct strand *strand)
{
    return (struct runner){.state = state,
                           .code = state->sprint.code,
                           .pps = strand->members,
                           .count = strand->count,
                           .all = (uint32_t)((UINT64_C(1) << strand->count) - 1)};
}

/* The members continue at `pc` after this number of instructions, at least one. */
static void go_on(struct cycle_state *state, struct strand *strand, uint32_t pc, uint32_t length)
{
    for (;;) {
        struct runner runner = runner_of(state, strand);
        length += run(&runner, &pc, length, SPRINT_LONGEST - length);
        if (runner.takers == 0)
            break;
        struct strand *const takers = part(state, strand, runner.takers);
        go_on(state, takers, state->sprint.code[pc].constant, length);
        pc++;
    }
    await(state, strand, pc, length);
}

/* A delayed value lands after the first instruction. */
static void land(struct cycle_state *state, const struct strand *strand, uint32_t landing)
{
    uint32_t *const lands = cycle_row(state, landing);
    const uint32_t *const values = state->late[state->cycle & 1];
    for (uint32_t k = 0; k < strand->count; k++) {
        const uint32_t pp = strand->members[k];
        state->sprint.landed[pp] = lands[pp];
        lands[pp] = values[pp];
    }
}

static void begin(struct cycle_state *state, struct strand *strand, uint32_t pc)
{
    struct runner runner = runner_of(state, strand);
    const uint32_t landing = strand->late, from = pc;
    if (run(&runner, &pc, 0, 1) == 0) {
        cycle_place(state, strand, from);
        return;
    }
    if (landing != DECODE_SINK)
        land(state, strand, landing);
    strand->since = state->cycle + 1;
    strand->landed = landing;
    if (runner.takers != 0) {
        go_on(state, part(state, strand, runner.takers), state->sprint.code[pc].constant, 1);
        pc = from + 1;
    }
    go_on(state, strand, pc, 1);
}

void sprint_place(struct cycle_state *state, struct strand *strand, uint32_t pc)
{
    if (state->sprint.code == NULL || strand->count > SPRINT_MOST_PPS || strand->count == 0 ||
        pc >= state->strands.program_count || state->sprint.code[pc].works == work_stop ||
        strand->late == 1 || state->watch.cycles != 0 || state->breakpoints != NULL)
        cycle_place(state, strand, pc);
    else
        begin(state, strand, pc);
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
    if (listens(state->machine->counts))
        count_notes(state, pp, sprint, executed,
                    sprint->pc != UINT32_MAX ? sprint->pc : cycle_row(state, 1)[pp], UINT64_MAX);
    strand->pc = sprint->pc;
    for (uint32_t k = sprint->length; k-- > executed;) {
        if (k == 0 && sprint->landed != DECODE_SINK)
            cycle_row(state, sprint->landed)[pp] = state->sprint.landed[pp];
        const struct sprint_note *const note = note_of(state, pp, k);
        strand->pc = note->pc_flags >> 4;
        state->flags[pp] = (note->pc_flags & 15u) << 1;
        state->rows[state->sprint.code[strand->pc].target + pp] = note->value;
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
