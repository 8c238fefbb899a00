/* back.c - runs the steps of the back end, rows of fcc/ir/pipeline.def, for each function of a unit.
 *
 * Temporary data of a function is in an arena of its own, freed before the next function.
 */
#include "fcc/back/back.h"

#include "fcc/back/coalesce.h"
#include "fcc/dwarf/body.h"
#include "fcc/dwarf/where.h"
#include "fcc/back/emit.h"
#include "fcc/back/estimate.h"
#include "fcc/back/finish.h"
#include "fcc/back/frame.h"
#include "fcc/opt/opt.h"
#include "fcc/back/list_schedule.h"
#include "fcc/back/peephole.h"
#include "fcc/back/regalloc.h"
#include "fcc/back/delay_slots.h"
#include "fcc/back/select.h"
#include "fcc/back/verify/verify.h"
#include "fcc/ir/verify.h"

enum {
    OLD_ORDER = 0,
    NEAR = 4,
    FAR = 12
}; /* instructions that list_schedule chooses from; 0: it is not called */

/* A function between the intermediate code and the printed instructions. */
struct making {
    struct arena *scratch;
    const struct ir_unit *unit;
    const struct ir_function *function;
    struct machine_function *machine;
    unsigned window;
    bool verify;
    bool keeps_lines;
};

static void run_select(struct making *m)
{
    m->machine = select_function(m->scratch, m->unit, m->function);
    m->machine->keeps_lines = m->keeps_lines;
    m->machine->line = m->function->line;
    m->machine->file = m->function->file;
}

static void run_fold_compare(struct making *m)
{
    peephole_fold_compare(m->machine);
}

static void run_coalesce(struct making *m)
{
    coalesce_copies(m->scratch, m->machine);
}

static void run_list_schedule(struct making *m)
{
    list_schedule(m->machine, m->window);
}

static void run_fill(struct making *m)
{
    delay_slots_fill(m->machine);
}

static void run_allocate(struct making *m)
{
    struct arena before;
    if (!m->verify) {
        regalloc_function(m->scratch, m->machine, NULL, NULL);
        return;
    }
    arena_within(&before, m->scratch);
    regalloc_function(m->scratch, m->machine, machine_verify_allocation,
                      machine_keep_original(&before, m->machine));
    arena_release(&before);
}

static void run_frame(struct making *m)
{
    frame_build(m->machine);
}

static void run_thread_jumps(struct making *m)
{
    finish_thread_jumps(m->machine);
}

static void run_finish(struct making *m)
{
    finish_blocks(m->machine);
}

static void run_post_increment(struct making *m)
{
    peephole_post_increment(m->machine);
}

static void run_close(struct making *m)
{
    delay_slots_close(m->machine);
}

static void run_find_body(struct making *m)
{
    body_find(m->machine);
}

static const struct step {
    const char *name;
    void (*run)(struct making *m);
    enum pass pass; /* with which it is left out, or PASS_none */
    enum { ALWAYS, WINDOW, IN_ORDER } when;
    enum machine_stage stage; /* that it leaves */
} steps[] = {
#define BACK_STEP(name, pass, when, stage, text) {#name, run_##name, PASS_##pass, when, MACHINE_##stage},
#include "fcc/ir/pipeline.def"
};

static void run_verified(struct making *m, const struct step *step)
{
    struct arena before;
    arena_within(&before, m->scratch);
    const struct machine_order *order = m->machine ? machine_keep_order(&before, m->machine) : NULL;
    step->run(m);
    machine_verify_after(m->machine, step->stage, m->unit->symbol_count, step->name);
    machine_verify_step(order, m->function, m->machine, step->stage, step->name);
    arena_release(&before);
}

static struct machine_function *make_function(struct arena *scratch, const struct ir_unit *unit,
                                              const struct ir_function *function,
                                              const struct pass_options *passes, unsigned window)
{
    struct making making = {.scratch = scratch,
                            .unit = unit,
                            .function = function,
                            .window = window,
                            .verify = passes->verify,
                            .keeps_lines = passes->keep};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const struct step *step = &steps[i];
        if ((step->pass != PASS_none && !pass_runs(passes, step->pass)) ||
            (step->when == WINDOW && window == OLD_ORDER) || (step->when == IN_ORDER && window != OLD_ORDER))
            continue;
        if (passes->verify)
            run_verified(&making, step);
        else
            step->run(&making);
    }
    return making.machine;
}

/* ---- which passes are good for a function */

enum { LONGEST_TRIED = 2000 }; /* instructions: longer functions get all passes, to limit compile time */

/* Whether the function has a loop and is not too long. */
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

/* The estimated cost of a function with these passes; the function is not changed. */
static struct estimate try_passes(const struct arena *limits, struct ir_unit *unit,
                                  const struct ir_function *function, struct pass_options passes)
{
    struct arena trial;
    struct arena *owner = unit->arena;
    arena_within(&trial, limits);
    passes.dump = PASS_none;
    unit->arena = &trial; /* results of the passes are freed after the trial */
    struct ir_function *copy = ir_copy_function(unit, function);
    opt_function(&trial, unit, copy, &passes, NULL);
    const unsigned window = pass_runs(&passes, PASS_list_schedule) ? FAR : OLD_ORDER;
    struct estimate estimate = estimate_cost(&trial, make_function(&trial, unit, copy, &passes, window));
    unit->arena = owner;
    arena_release(&trial);
    return estimate;
}

/* The passes for a function: those of the options, without doubtful ones that cost more than they save here.
 * Doubtful passes cost registers or instructions in some loops and save more in others. Last, whether
 * constants stay near: that is rejected if it costs cycles in loops of one round. */
static struct pass_options choose_passes(const struct arena *limits, struct ir_unit *unit,
                                         const struct ir_function *function,
                                         const struct pass_options *options)
{
    static const enum pass doubtful[] = {PASS_reassociate, PASS_induction, PASS_loop_rotate,
                                         PASS_cse,         PASS_hoist,     PASS_none};
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

/* For all functions of the unit, before any call is inlined. */
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

void back_optimise(struct ir_unit *unit, const struct pass_options *options, FILE *dump,
                   const struct arena *limits)
{
    count_calls(unit);
    for (struct ir_function *function = unit->functions; function; function = function->next) {
        struct arena scratch;
        unit->compiled = function;
        arena_within(&scratch, limits);
        struct pass_options passes = choose_passes(&scratch, unit, function, options);
        function->left_out = passes.off;
        function->keeps_near = passes.near;
        opt_function(&scratch, unit, function, &passes, dump);
        arena_release(&scratch);
    }
}

/* ---- functions that are not called any more */

/* Removes static functions whose calls have all been inlined. */
static void drop_functions(const struct arena *limits, struct ir_unit *unit)
{
    struct arena own;
    arena_within(&own, limits);
    const bool *reached = ir_find_reached(&own, unit);
    struct ir_function **link = &unit->functions;
    unit->last_function = NULL;
    for (struct ir_function *function = unit->functions; function; function = function->next) {
        if (!reached[function->symbol])
            continue;
        *link = function;
        link = &function->next;
        unit->last_function = function;
    }
    *link = NULL;
    arena_release(&own);
}

/* ---- the unit */

/* -fdump-passes: the choice for a function. */
static void report_passes(const struct ir_function *function, const char *name, double cost, unsigned window)
{
    char text[PASS_NAME];
    const char *separator = "; without ";
    fprintf(stderr, "%s: estimated cost %.0f; window %u", name, cost, window);
    for (enum pass pass = PASS_none + 1; pass < PASS_COUNT; pass++) {
        if ((function->left_out >> pass & 1) != 0) {
            fprintf(stderr, "%s%s", separator, pass_spell(pass, text));
            separator = ", ";
        }
    }
    fputs(function->keeps_near ? "; constants near\n" : "\n", stderr);
}

/* An order that fills delays makes registers live longer, which may cost frame words and callee-saved
 * registers. So several orders are tried, each in memory of its own. */
static void compile_function(const struct arena *limits, FILE *out, struct ir_unit *unit,
                             const struct ir_function *function, unsigned number,
                             const struct back_options *options)
{
    static const unsigned windows[] = {FAR, NEAR, OLD_ORDER};
    enum { TRIES = sizeof windows / sizeof *windows };
    struct arena tries[TRIES];
    struct machine_function *best = NULL;
    double least = 0;
    unsigned window = OLD_ORDER;
    unit->compiled = function;
    for (unsigned i = 0; i < TRIES; i++) {
        arena_within(&tries[i], limits);
        if (windows[i] != OLD_ORDER && !pass_runs(&options->passes, PASS_list_schedule))
            continue;
        struct machine_function *made =
            make_function(&tries[i], unit, function, &options->passes, windows[i]);
        const double cost = estimate_cost(&tries[i], made).cost;
        if (!best || cost < least) {
            best = made;
            least = cost;
            window = windows[i];
        }
    }
    if (options->passes.report)
        report_passes(function, best->name, least, window);
    machine_verify_after(best, MACHINE_CLOSED, unit->symbol_count, "emit");
    if (options->lines && unit->debug && function->entry)
        dwarf_find_places(limits, unit, function, best, number);
    emit_function(out, unit, best, function, number, options);
    for (unsigned i = 0; i < TRIES; i++)
        arena_release(&tries[i]);
}

void back_compile(FILE *out, struct ir_unit *unit, const struct back_options *options,
                  const struct arena *limits)
{
    unsigned number = 0;
    for (const struct ir_function *function = unit->functions; function; function = function->next)
        ir_verify_after(unit, function, IR_FORM_PLAIN, options->passes.verify, "lower");
    if (options->passes.optimise) {
        back_optimise(unit, &options->passes, NULL, limits);
        drop_functions(limits, unit);
    }
    const bool describes = options->lines && unit->debug;
    emit_start(out, unit);
    if (describes)
        dwarf_write_files(out, unit->debug);
    for (const struct ir_function *function = unit->functions; function; function = function->next)
        compile_function(limits, out, unit, function, number++, options);
    emit_data(out, unit, options);
    if (describes)
        dwarf_write(out, unit, unit->debug);
}
