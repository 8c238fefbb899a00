/* opt.c - runs the optimiser's steps of fcc/ir/pipeline.def.
 *
 * The flow graph is rebuilt only after passes that change it, because that takes as long as a pass.
 */
#include "fcc/opt/opt.h"

#include "fcc/ir/verify.h"

#include <stdio.h>

struct step {
    enum pass pass;
    void (*run)(struct opt *opt);
    enum { FLOW_STAYS, FLOW_CHANGES } flow; /* blocks, and edges between them */
};

static const struct step steps[] = {
#define OPT_STEP(pass, flow) {PASS_##pass, opt_##pass, flow},
#include "fcc/ir/pipeline.def"
};

enum { STEPS = sizeof steps / sizeof *steps };

void opt_function(const struct arena *scratch, struct ir_unit *unit, struct ir_function *function,
                  const struct pass_options *options, FILE *dump)
{
    struct arena flow;
    struct graph *graph = NULL;
    enum ir_form form = IR_FORM_PLAIN;
    for (size_t i = 0; i < STEPS; i++) {
        struct arena own;
        const enum pass pass = steps[i].pass;
        char name[PASS_NAME];
        const bool is_shown = dump && pass == options->dump;
        if (is_shown)
            fprintf(dump, "\n# after %s, step %zu of %zu\n", pass_spell(pass, name), i + 1, (size_t)STEPS);
        if ((options->off >> pass & 1) != 0) {
            if (is_shown)
                fprintf(dump, "# not used for %s\n", unit->symbols[function->symbol].name);
            continue;
        }
        if (!graph) {
            arena_within(&flow, scratch);
            graph = graph_build(&flow, function);
        }
        arena_within(&own, scratch);
        struct opt opt = {
            .arena = &own, .unit = unit, .function = function, .graph = graph, .options = options};
        steps[i].run(&opt);
        form = pass == PASS_ssa_build ? IR_FORM_SSA : pass == PASS_ssa_leave ? IR_FORM_PLAIN : form;
        if (options->verify)
            ir_verify_after(unit, function, form, true, pass_spell(pass, name));
        if (is_shown)
            ir_print_function(dump, unit, function);
        arena_release(&own);
        if (steps[i].flow == FLOW_CHANGES) {
            arena_release(&flow);
            graph = NULL;
        }
    }
    if (graph)
        arena_release(&flow);
}
