/* back.c - the order of the back end's passes for each function of a unit.
 *
 * What a function needs meanwhile lies in an arena of its own and is gone before the next one begins.
 */
#include "fcc/back/back.h"

#include "fcc/back/coalesce.h"
#include "fcc/back/emit.h"
#include "fcc/back/finish.h"
#include "fcc/back/frame.h"
#include "fcc/opt/opt.h"
#include "fcc/back/order.h"
#include "fcc/back/peephole.h"
#include "fcc/back/regalloc.h"
#include "fcc/back/schedule.h"
#include "fcc/back/select.h"

void back_optimise(struct ir_unit *unit, const struct pass_options *options, FILE *dump, size_t limit,
                   void (*full)(void *context), void *context)
{
    for (struct ir_function *function = unit->functions; function; function = function->next) {
        struct arena scratch;
        arena_init(&scratch, limit, full, context);
        opt_function(&scratch, unit, function, options, dump);
        arena_release(&scratch);
    }
}

/* A function down to the instructions that will be printed. */
static struct machine_function *make_function(struct arena *scratch, const struct ir_unit *unit,
                                              const struct ir_function *function,
                                              const struct pass_options *passes, bool orders)
{
    struct machine_function *machine = select_function(scratch, unit, function);
    if (pass_runs(passes, PASS_flags))
        peephole_virtual(machine);
    coalesce_copies(scratch, machine);
    if (orders)
        order_function(machine);
    else
        schedule_fill(machine);
    regalloc_function(scratch, machine);
    frame_build(machine);
    if (pass_runs(passes, PASS_threads))
        finish_threads(machine);
    finish_blocks(machine);
    if (pass_runs(passes, PASS_steps))
        peephole_final(machine);
    schedule_close(machine);
    return machine;
}

/* Cycles that a function may take: what stands in loops counts ten times for each of them. */
static double estimate_cycles(const struct machine_function *machine)
{
    double cycles = 0;
    for (const struct machine_block *block = machine->first; block; block = block->next) {
        double weight = 1;
        for (uint32_t i = 0; i < block->loop_depth && i < 6; i++)
            weight *= 10;
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next)
            cycles += instr->op == MACHINE_SET && !machine_fits(instr->imm) ? 2 * weight : weight;
    }
    return cycles;
}

/* An order that fills delays lets registers live longer: it may cost words of the frame and registers that
 * are to be saved. So both orders are tried, each in memory of its own. */
static void compile_function(const struct arena *limits, FILE *out, const struct ir_unit *unit,
                             const struct ir_function *function, unsigned number,
                             const struct back_options *options)
{
    struct arena plain;
    struct arena ordered;
    arena_init(&plain, limits->limit, limits->full, limits->context);
    arena_init(&ordered, limits->limit, limits->full, limits->context);
    const struct machine_function *best = make_function(&plain, unit, function, &options->passes, false);
    if (pass_runs(&options->passes, PASS_order)) {
        const struct machine_function *other =
            make_function(&ordered, unit, function, &options->passes, true);
        best = estimate_cycles(other) <= estimate_cycles(best) ? other : best;
    }
    emit_function(out, unit, best, function, number, options);
    arena_release(&ordered);
    arena_release(&plain);
}

void back_compile(FILE *out, struct ir_unit *unit, const struct back_options *options, size_t limit,
                  void (*full)(void *context), void *context)
{
    unsigned number = 0;
    const struct arena limits = {.limit = limit, .full = full, .context = context};
    if (options->passes.optimise)
        back_optimise(unit, &options->passes, NULL, limit, full, context);
    emit_start(out, unit);
    for (const struct ir_function *function = unit->functions; function; function = function->next)
        compile_function(&limits, out, unit, function, number++, options);
    emit_data(out, unit);
}
