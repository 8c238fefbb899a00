/* opt.c - the order of the passes.
 *
 * The flow graph is made anew only after passes that change it: making it takes as long as a pass.
 */
#include "fcc/opt/opt.h"

#include "fcc/ir/verify.h"

#include <stdio.h>

static const char *const names[PASS_COUNT] = {
#define PASS(name, stage, text) [PASS_##name] = #name,
#include "fcc/ir/pass.def"
};

struct step {
    enum pass pass;
    void (*run)(struct opt *opt);
    enum { FLOW_STAYS, FLOW_CHANGES } flow; /* blocks, and edges between them */
};

static const struct step steps[] = {
    {PASS_inline, opt_inline, FLOW_CHANGES},
    {PASS_layout, opt_layout, FLOW_CHANGES},
    {PASS_shape, opt_shape, FLOW_CHANGES},
    {PASS_ssa_build, opt_ssa_build, FLOW_STAYS},
    {PASS_propagate, opt_propagate, FLOW_CHANGES},
    /* so that address knows what changes in a loop; not yet common, which would make one of `j + 1` in an
     * address and the step of the loop over j */
    {PASS_hoist, opt_hoist, FLOW_STAYS},
    {PASS_address, opt_address, FLOW_STAYS},
    {PASS_common, opt_common, FLOW_STAYS},
    {PASS_hoist, opt_hoist, FLOW_STAYS},
    {PASS_dead, opt_dead, FLOW_STAYS},
    {PASS_induction, opt_induction, FLOW_STAYS},
    {PASS_propagate, opt_propagate, FLOW_CHANGES}, /* the started addresses are sums of constants again */
    {PASS_common, opt_common, FLOW_STAYS},
    {PASS_dead, opt_dead, FLOW_STAYS},
    {PASS_constants, opt_constants, FLOW_STAYS},
    {PASS_fuse, opt_fuse, FLOW_STAYS},
    {PASS_dead, opt_dead, FLOW_STAYS},
    {PASS_ssa_leave, opt_ssa_leave, FLOW_STAYS},
    {PASS_layout, opt_layout, FLOW_CHANGES},
};

void opt_function(const struct arena *scratch, struct ir_unit *unit, struct ir_function *function,
                  const struct pass_options *options, FILE *dump)
{
    struct arena flow;
    struct graph *graph = NULL;
    enum ir_form form = IR_FORM_PLAIN;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct arena own;
        if ((options->off >> steps[i].pass & 1) != 0)
            continue;
        if (!graph) {
            arena_init(&flow, scratch->limit, scratch->full, scratch->context);
            graph = graph_build(&flow, function);
        }
        arena_init(&own, scratch->limit, scratch->full, scratch->context);
        struct opt opt = {
            .arena = &own, .unit = unit, .function = function, .graph = graph, .options = options};
        steps[i].run(&opt);
        form = steps[i].pass == PASS_ssa_build   ? IR_FORM_SSA
               : steps[i].pass == PASS_ssa_leave ? IR_FORM_PLAIN
                                                 : form;
        if (options->verify)
            ir_verify_after(unit, function, form, names[steps[i].pass]);
        if (steps[i].pass == options->dump) {
            fprintf(dump, "\n# after %s, step %zu of %zu\n", names[steps[i].pass], i + 1,
                    sizeof steps / sizeof *steps);
            ir_print_function(dump, unit, function);
        }
        arena_release(&own);
        if (steps[i].flow == FLOW_CHANGES) {
            arena_release(&flow);
            graph = NULL;
        }
    }
    if (graph)
        arena_release(&flow);
}
