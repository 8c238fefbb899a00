/* live.h - live ranges: the positions at which each register's value is still needed. */
#ifndef FCC_LIVE_H
#define FCC_LIVE_H

#include "fcc/back/machine.h"

/* Positions count in layout order: instruction n reads at 2n and writes at 2n+1. */
struct live_range {
    uint32_t from;
    uint32_t to; /* first position after it */
};

/* The ranges of one register: ascending, disjoint, not touching. */
struct live_interval {
    struct live_range *ranges;
    uint32_t count;
    uint32_t capacity;
};

/* One place where a register is written. */
struct live_write {
    uint32_t position;
    const struct machine_instr *instr;
};

struct live_writes {
    struct live_write *items;
    uint32_t count;
    uint32_t capacity;
};

/* Registers whose value is needed everywhere. */
#define LIVE_FIXED                                                                                           \
    (REGISTER_BIT(REGISTER_sp) | REGISTER_BIT(REGISTER_fp) | REGISTER_BIT(REGISTER_gp) |                     \
     REGISTER_BIT(REGISTER_sfp) | REGISTER_BIT(REGISTER_ssp))

struct live {
    struct live_interval *intervals; /* by register; those of R0, R1 and the fixed registers stay empty */
    struct live_writes *writes;      /* of virtual and fixed registers, unordered; implicit writes included */
    uint32_t register_count;
    uint32_t end; /* position after the last instruction */
};

/* Analyses the function; the result is in `arena`. */
struct live *live_analyse(struct arena *arena, const struct machine_function *function);

/* Whether two intervals have a position in common; whether one contains a position. */
bool live_intersect(const struct live_interval *a, const struct live_interval *b);
bool live_contains(const struct live_interval *interval, uint32_t position);

/* into = union of into and other. */
void live_unite(struct arena *arena, struct live_interval *into, const struct live_interval *other);

/* Total length in positions. */
uint32_t live_length(const struct live_interval *interval);

#endif
