/* opt.c - the order of the passes.
 *
 * In a hostile build every pass is followed by ir_verify.
 */
#include "fcc/opt/opt.h"

#include "common/message.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const names[PASS_COUNT] = {
#define PASS(name, stage, text) [PASS_##name] = #name,
#include "fcc/ir/pass.def"
};

struct step {
    enum pass pass;
    void (*run)(struct opt *opt);
};

static const struct step steps[] = {
    {PASS_inline, opt_inline},
    {PASS_layout, opt_layout},
    {PASS_shape, opt_shape},
    {PASS_ssa_build, opt_ssa_build},
    {PASS_propagate, opt_propagate},
    {PASS_hoist, opt_hoist}, /* so that address knows what changes in a loop; not yet common, which would make
                              * one of `j + 1` in an address and the step of the loop over j */
    {PASS_address, opt_address},
    {PASS_common, opt_common},
    {PASS_hoist, opt_hoist},
    {PASS_dead, opt_dead},
    {PASS_induction, opt_induction},
    {PASS_propagate, opt_propagate}, /* the started addresses are sums of constants again */
    {PASS_common, opt_common},
    {PASS_dead, opt_dead},
    {PASS_constants, opt_constants},
    {PASS_fuse, opt_fuse},
    {PASS_dead, opt_dead},
    {PASS_ssa_leave, opt_ssa_leave},
    {PASS_layout, opt_layout},
};

static void verify_after(const struct opt *opt, enum pass pass)
{
#ifdef PRAM_HOSTILE
    char text[256];
    if (!ir_verify(opt->unit, text, sizeof text)) {
        message_line(stderr, "fcc: internal error: after %s: %s", names[pass], text);
        ir_print_function(stderr, opt->unit, opt->function);
        abort();
    }
#else
    (void)opt;
    (void)pass;
#endif
}

void opt_function(const struct arena *scratch, struct ir_unit *unit, struct ir_function *function,
                  const struct pass_options *options, FILE *dump)
{
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct arena own;
        if ((options->off >> steps[i].pass & 1) != 0)
            continue;
        arena_init(&own, scratch->limit, scratch->full, scratch->context);
        struct opt opt = {.arena = &own, .unit = unit, .function = function};
        opt.graph = graph_build(&own, function);
        steps[i].run(&opt);
        verify_after(&opt, steps[i].pass);
        if (steps[i].pass == options->dump) {
            fprintf(dump, "\n# after %s, step %zu of %zu\n", names[steps[i].pass], i + 1,
                    sizeof steps / sizeof *steps);
            ir_print_function(dump, unit, function);
        }
        arena_release(&own);
    }
}
