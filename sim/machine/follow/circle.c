/* circle.c - see circle.h. */
#include "sim/machine/follow/circle.h"

enum {
    FIRST = 1 << 16,
    PART_SHIFT = 2,     /* a doubling has that many tests, as a power of two */
    LEAST_STEPS = 4096, /* a PP is followed for at least this number of instructions */
    MOST_PART = 32,     /* and at most for this part of the run */
    /* in a machine of few PPs for less. One PP that computes is followed to the end at each test, a hundred
     * times as slow as compiled code: that takes a percent of the run */
    STEPS_SHIFT = 15
};

uint64_t circle_next(uint64_t cycle)
{
    if (cycle <= FIRST)
        return FIRST;
    const uint64_t top = UINT64_C(1) << (63 - __builtin_clzll(cycle)), part = top >> PART_SHIFT;
    return (cycle + part - 1) & ~(part - 1);
}

/* Instructions that a PP is followed for. */
static uint64_t most_steps(uint64_t cycle, uint32_t pps)
{
    const uint64_t share = (cycle >> STEPS_SHIFT) * pps, most = cycle / MOST_PART;
    const uint64_t steps = share < most ? share : most;
    return steps > LEAST_STEPS ? steps : LEAST_STEPS;
}

bool circle_holds(const struct machine *machine, const struct follow *from, struct follow_cells *cells,
                  bool in_barrier, uint64_t cycle)
{
    return follow_repeats(machine, from, cells, in_barrier, most_steps(cycle, machine->config.pps));
}
