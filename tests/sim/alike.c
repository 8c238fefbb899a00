/* alike.c - see alike.h. Segments and phases are no part of what engines_differ compares, for the reference
 * has none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>

#include "sim/segment/bsp.h"
#include "sim/tile/tile.h"
#include "tests/sim/alike.h"

/* How a program is run: with native code, in pieces of `piece` instructions, or without. */
struct way {
    unsigned threads;
    uint32_t most; /* 0: without */
};

static bool counts_differ(const struct stats *a, const struct stats *b, bool kinds_too, uint64_t seed)
{
    unsigned count = 0;
#define SAME(what)                                                                                           \
    if (a->what != b->what && count++ < 8)                                                                   \
        fprintf(stderr, "seed %" PRIu64 ": " #what " %" PRIu64 " != %" PRIu64 "\n", seed, a->what, b->what);
    SAME(segments)
#define STATS_PART(group, name, text)                                                                        \
    if (STATS_##group##_##name < (kinds_too ? (int)STATS_KEPT_PARTS : (int)STATS_PHASES))                    \
    SAME(parts[STATS_##group##_##name])
#include "sim/machine/stats.def"
#undef SAME
    return count != 0;
}

bool alike_differ(const struct program_text *text, const struct machine_config *config, uint64_t seed)
{
    static const struct way ways[] = {{1, 0}, {1, 3}, {1, 100}, {2, 20}, {3, 0}};
    struct outcome expected;
    bool differs = false;
    for (unsigned k = 0; k < sizeof ways / sizeof *ways; k++) {
        struct machine_config changed = *config;
        struct outcome got;
        changed.threads = ways[k].threads;
        changed.native = ways[k].most == 0 ? NATIVE_OFF : NATIVE_ON;
        changed.tests.native_most = ways[k].most;
        engines_run(&bsp_engine, text, &changed, &got);
        if (k == 0) {
            expected = got;
            continue;
        }
        const bool is_wrong =
            engines_differ(&expected, &got, &changed, seed, EXCEPT_NOTHING) ||
            counts_differ(&expected.stats, &got.stats, ways[k].threads == ways[0].threads, seed);
        if (is_wrong)
            fprintf(stderr, "seed %" PRIu64 ", level %u: with %u threads, native code of %" PRIu32 "\n", seed,
                    config->level, ways[k].threads, ways[k].most);
        differs |= is_wrong;
        engines_forget(&got);
    }
    engines_forget(&expected);
    return differs;
}
