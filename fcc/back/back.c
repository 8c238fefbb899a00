/* back.c - runs the steps of the back end, the rows of step.def, for each function of a unit.
 *
 * What a function needs meanwhile lies in an arena of its own and is gone before the next one begins.
 */
#include "fcc/back/back.h"

#include "fcc/back/coalesce.h"
#include "fcc/dwarf/where.h"
#include "fcc/back/emit.h"
#include "fcc/back/estimate.h"
#include "fcc/back/finish.h"
#include "fcc/back/frame.h"
#include "fcc/opt/opt.h"
#include "fcc/back/order.h"
#include "fcc/back/peephole.h"
#include "fcc/back/regalloc.h"
#include "fcc/back/schedule.h"
#include "fcc/back/select.h"
#include "fcc/back/verify/verify.h"
#include "fcc/ir/verify.h"

enum { OLD_ORDER = 0, NEAR = 4, FAR = 12 }; /* windows of order_function; 0: it is not called */

/* A function on its way down to the instructions that will be printed. */
struct making {
    struct arena *scratch;
    const struct ir_unit *unit;
    const struct ir_function *function;
    struct machine_function *machine;
    unsigned window;
};

static void run_select(struct making *m)
{
    m->machine = select_function(m->scratch, m->unit, m->function);
}

static void run_flags(struct making *m)
{
    peephole_virtual(m->machine);
}

static void run_coalesce(struct making *m)
{
    coalesce_copies(m->scratch, m->machine);
}

static void run_order(struct making *m)
{
    order_function(m->machine, m->window);
}

static void run_fill(struct making *m)
{
    schedule_fill(m->machine);
}

static void run_allocate(struct making *m)
{
    regalloc_function(m->scratch, m->machine);
}

static void run_frame(struct making *m)
{
    frame_build(m->machine);
}

static void run_threads(struct making *m)
{
    finish_threads(m->machine);
}

static void run_finish(struct making *m)
{
    finish_blocks(m->machine);
}

static void run_steps(struct making *m)
{
    peephole_final(m->machine);
}

static void run_close(struct making *m)
{
    schedule_close(m->machine);
}

static const struct step {
    const char *name;
    void (*run)(struct making *m);
    enum pass pass; /* with which it is left out, or PASS_none */
    enum { ALWAYS, WINDOW, IN_ORDER } when;
    enum machine_stage stage; /* that it leaves */
} steps[] = {
#define BACK_STEP(name, pass, when, stage, text) {#name, run_##name, PASS_##pass, when, MACHINE_##stage},
#include "fcc/back/step.def"
};

static struct machine_function *make_function(struct arena *scratch, const struct ir_unit *unit,
                                              const struct ir_function *function,
                                              const struct pass_options *passes, unsigned window)
{
    struct making making = {.scratch = scratch, .unit = unit, .function = function, .window = window};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const struct step *step = &steps[i];
        if ((step->pass != PASS_none && !pass_runs(passes, step->pass)) ||
            (step->when == WINDOW && window == OLD_ORDER) || (step->when == IN_ORDER && window != OLD_ORDER))
            continue;
        step->run(&making);
        if (passes->verify)
            machine_verify_after(making.machine, step->stage, unit->symbol_count, step->name);
    }
    return making.machine;
}

/* ---- which passes are good for a function */

enum { LONGEST_TRIED = 2000 }; /* instructions: longer functions take all passes, for the compiler's time */

/* Whether the function goes back to an earlier block, and is not too long. */
static bool is_worth_trying(const struct ir_function *function)
{
    uint32_t length = 0;
    uint32_t place = 0;
    bool loops = false;
    struct ir_block *block = function->first;
    for (; block; block = block->next)
        block->loop_depth = ++place; /* for now: its place; opt_function sets it */
    for (block = function->first; block; block = block->next) {
        for (const struct ir_instr *instr = block->first; instr; instr = instr->next)
            length++;
        for (unsigned t = 0; t < 2; t++)
            loops |= block->last->target[t] && block->last->target[t]->loop_depth <= block->loop_depth;
    }
    for (block = function->first; block; block = block->next)
        block->loop_depth = 0;
    return loops && length <= LONGEST_TRIED;
}

/* The estimated cost of a function with these passes; the function stays as it is. */
static struct estimate try_passes(const struct arena *limits, struct ir_unit *unit,
                                  const struct ir_function *function, struct pass_options passes)
{
    struct arena trial;
    struct arena *owner = unit->arena;
    arena_init(&trial, limits->limit, limits->full, limits->context);
    passes.dump = PASS_none;
    unit->arena = &trial; /* what the passes make now is gone after the trial */
    struct ir_function *copy = ir_copy_function(unit, function);
    opt_function(&trial, unit, copy, &passes, NULL);
    const unsigned window = pass_runs(&passes, PASS_order) ? FAR : OLD_ORDER;
    struct estimate estimate = estimate_cost(&trial, make_function(&trial, unit, copy, &passes, window));
    unit->arena = owner;
    arena_release(&trial);
    return estimate;
}

/* The passes for a function: those of the options without what costs here, of those that cost registers or
 * instructions in some loops and save more in others; and, last, whether constants come far: if they do not,
 * that costs in loops of one round, so it may cost nothing in those. */
static struct pass_options choose_passes(const struct arena *limits, struct ir_unit *unit,
                                         const struct ir_function *function,
                                         const struct pass_options *options)
{
    static const enum pass doubtful[] = {PASS_address, PASS_induction, PASS_shape,
                                         PASS_common,  PASS_hoist,     PASS_none};
    struct pass_options best = *options;
    if (!is_worth_trying(function))
        return best;
    struct estimate least = try_passes(limits, unit, function, best);
    for (size_t i = 0; i < sizeof doubtful / sizeof *doubtful; i++) {
        struct pass_options other = best;
        if (doubtful[i] != PASS_none)
            other.off |= 1u << doubtful[i];
        else
            other.near = pass_runs(&other, PASS_constants);
        if (other.off == best.off && other.near == best.near)
            continue;
        struct estimate estimate = try_passes(limits, unit, function, other);
        if (estimate.cost < least.cost && (!other.near || estimate.one_round <= least.one_round)) {
            least = estimate;
            best = other;
        }
    }
    return best;
}

/* For all functions of the unit, before any call is replaced. */
static void count_calls(struct ir_unit *unit)
{
    for (struct ir_function *function = unit->functions; function; function = function->next) {
        for (const struct ir_block *block = function->first; block; block = block->next) {
            for (const struct ir_instr *instr = block->first; instr; instr = instr->next) {
                if (instr->op == IR_CALL && instr->a.kind == IR_SYMBOL &&
                    unit->symbols[instr->a.id].definition)
                    unit->symbols[instr->a.id].definition->call_count++;
            }
        }
    }
}

void back_optimise(struct ir_unit *unit, const struct pass_options *options, FILE *dump, size_t limit,
                   void (*full)(void *context), void *context)
{
    count_calls(unit);
    for (struct ir_function *function = unit->functions; function; function = function->next) {
        struct arena scratch;
        arena_init(&scratch, limit, full, context);
        struct pass_options passes = choose_passes(&scratch, unit, function, options);
        opt_function(&scratch, unit, function, &passes, dump);
        arena_release(&scratch);
    }
}

/* ---- functions that nobody calls any more */

/* What is reached from the functions and objects that other files may name. */
struct reach {
    const struct ir_unit *unit;
    bool *reached;   /* by symbol */
    uint32_t *stack; /* functions that are not looked at yet */
    uint32_t depth;
};

static void reach_symbol(struct reach *r, uint32_t symbol)
{
    if (r->reached[symbol])
        return;
    r->reached[symbol] = true;
    if (r->unit->symbols[symbol].definition)
        r->stack[r->depth++] = symbol;
}

static void reach_operand(void *context, struct ir_operand *operand)
{
    if (operand->kind == IR_SYMBOL)
        reach_symbol(context, operand->id);
}

static void reach_all(struct reach *r)
{
    for (const struct ir_data *data = r->unit->data; data; data = data->next) {
        for (uint32_t i = 0; data->words && i < r->unit->symbols[data->symbol].words; i++) {
            if (data->words[i].symbol != 0)
                reach_symbol(r, data->words[i].symbol - 1);
        }
    }
    for (const struct ir_function *function = r->unit->functions; function; function = function->next) {
        if (r->unit->symbols[function->symbol].global)
            reach_symbol(r, function->symbol);
    }
    while (r->depth > 0) {
        const struct ir_function *function = r->unit->symbols[r->stack[--r->depth]].definition;
        for (const struct ir_block *block = function->first; block; block = block->next) {
            for (struct ir_instr *instr = block->first; instr; instr = instr->next)
                ir_each_source(instr, reach_operand, r);
        }
    }
}

/* Takes static functions out of the unit that have taken the place of all of their calls. */
static void drop_functions(const struct arena *limits, struct ir_unit *unit)
{
    struct arena own;
    arena_init(&own, limits->limit, limits->full, limits->context);
    struct reach r = {.unit = unit,
                      .reached = ARENA_ARRAY(&own, bool, unit->symbol_count + 1),
                      .stack = ARENA_ARRAY(&own, uint32_t, unit->symbol_count + 1)};
    reach_all(&r);
    struct ir_function **link = &unit->functions;
    unit->last_function = NULL;
    for (struct ir_function *function = unit->functions; function; function = function->next) {
        if (!r.reached[function->symbol])
            continue;
        *link = function;
        link = &function->next;
        unit->last_function = function;
    }
    *link = NULL;
    arena_release(&own);
}

/* ---- the unit */

/* An order that fills delays lets registers live longer: it may cost words of the frame and registers that
 * are to be saved. So several orders are tried, each in memory of its own. */
static void compile_function(const struct arena *limits, FILE *out, struct ir_unit *unit,
                             const struct ir_function *function, unsigned number,
                             const struct back_options *options)
{
    static const unsigned windows[] = {FAR, NEAR, OLD_ORDER};
    enum { TRIES = sizeof windows / sizeof *windows };
    struct arena tries[TRIES];
    struct machine_function *best = NULL;
    double least = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        arena_init(&tries[i], limits->limit, limits->full, limits->context);
        if (windows[i] != OLD_ORDER && !pass_runs(&options->passes, PASS_order))
            continue;
        struct machine_function *made =
            make_function(&tries[i], unit, function, &options->passes, windows[i]);
        const double cost = estimate_cost(&tries[i], made).cost;
        if (!best || cost < least) {
            best = made;
            least = cost;
        }
    }
    machine_verify_after(best, MACHINE_CLOSED, unit->symbol_count, "emit");
    if (options->lines && unit->debug && function->entry)
        dwarf_find_places(limits, unit, function, best, number);
    emit_function(out, unit, best, function, number, options);
    for (unsigned i = 0; i < TRIES; i++)
        arena_release(&tries[i]);
}

void back_compile(FILE *out, struct ir_unit *unit, const struct back_options *options, size_t limit,
                  void (*full)(void *context), void *context)
{
    unsigned number = 0;
    const struct arena limits = {.limit = limit, .full = full, .context = context};
    for (const struct ir_function *function = unit->functions; function; function = function->next)
        ir_verify_after(unit, function, IR_FORM_PLAIN, "lower");
    if (options->passes.optimise) {
        back_optimise(unit, &options->passes, NULL, limit, full, context);
        drop_functions(&limits, unit);
    }
    const bool describes = options->lines && unit->debug;
    emit_start(out, unit);
    if (describes)
        dwarf_write_files(out, unit->debug);
    for (const struct ir_function *function = unit->functions; function; function = function->next)
        compile_function(&limits, out, unit, function, number++, options);
    emit_data(out, unit, options);
    if (describes)
        dwarf_write(out, unit, unit->debug);
}
