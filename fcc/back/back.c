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
#include "fcc/back/peephole.h"
#include "fcc/back/regalloc.h"
#include "fcc/back/schedule.h"
#include "fcc/back/select.h"

void back_optimise(struct ir_unit *unit, size_t limit, void (*full)(void *context), void *context)
{
    for (struct ir_function *function = unit->functions; function; function = function->next) {
        struct arena scratch;
        arena_init(&scratch, limit, full, context);
        opt_function(&scratch, unit, function);
        arena_release(&scratch);
    }
}

static void compile_function(struct arena *scratch, FILE *out, const struct ir_unit *unit,
                             const struct ir_function *function, unsigned number,
                             const struct back_options *options)
{
    struct machine_function *machine = select_function(scratch, unit, function);
    if (options->optimise)
        peephole_virtual(machine);
    coalesce_copies(scratch, machine);
    schedule_fill(machine);
    regalloc_function(scratch, machine);
    frame_build(machine);
    finish_blocks(machine);
    if (options->optimise)
        peephole_final(machine);
    schedule_close(machine);
    emit_function(out, unit, machine, function, number, options->lines);
}

void back_compile(FILE *out, struct ir_unit *unit, const struct back_options *options, size_t limit,
                  void (*full)(void *context), void *context)
{
    unsigned number = 0;
    if (options->optimise)
        back_optimise(unit, limit, full, context);
    emit_start(out, unit);
    for (const struct ir_function *function = unit->functions; function; function = function->next) {
        struct arena scratch;
        arena_init(&scratch, limit, full, context);
        compile_function(&scratch, out, unit, function, number++, options);
        arena_release(&scratch);
    }
    emit_data(out, unit);
}
