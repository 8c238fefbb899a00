/* opt.c - the order of the passes.
 *
 * In a hostile build every pass is followed by ir_verify.
 */
#include "fcc/opt/opt.h"

#include "common/message.h"

#include <stdio.h>
#include <stdlib.h>

struct pass {
    const char *name;
    void (*run)(struct opt *opt);
};

static const struct pass passes[] = {
    {"layout", opt_layout},
    {"shape", opt_shape},
    {"ssa_build", opt_ssa_build},
    {"propagate", opt_propagate},
    {"hoist", opt_hoist}, /* so that address knows what changes in a loop; not yet common, which would make
                           * one of `j + 1` in an address and the step of the loop over j */
    {"address", opt_address},
    {"common", opt_common},
    {"hoist", opt_hoist},
    {"dead", opt_dead},
    {"induction", opt_induction},
    {"propagate", opt_propagate}, /* the started addresses are sums of constants again */
    {"common", opt_common},
    {"dead", opt_dead},
    {"constants", opt_constants},
    {"ssa_leave", opt_ssa_leave},
    {"layout", opt_layout},
};

static void verify_after(const struct opt *opt, const struct pass *pass)
{
#ifdef PRAM_HOSTILE
    char text[256];
    if (!ir_verify(opt->unit, text, sizeof text)) {
        message_line(stderr, "fcc: internal error: after %s: %s", pass->name, text);
        ir_print_function(stderr, opt->unit, opt->function);
        abort();
    }
#else
    (void)opt;
    (void)pass;
#endif
}

void opt_function(const struct arena *scratch, struct ir_unit *unit, struct ir_function *function)
{
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
        struct arena own;
        arena_init(&own, scratch->limit, scratch->full, scratch->context);
        struct opt opt = {.arena = &own, .unit = unit, .function = function};
        opt.graph = graph_build(&own, function);
        passes[i].run(&opt);
        verify_after(&opt, &passes[i]);
        arena_release(&own);
    }
}
