/* strand.h - strands: PPs at the same instruction with the same delayed value pending, all or none in
 * barriers.
 *
 * Every running PP that is awake is in one strand. A cycle executes each strand of `current` once and places
 * it, perhaps split, in `next`; strands that reach the same place are merged there. Members are listed in
 * any order; long lists are sorted before they are executed. Knows numbers of PPs and pcs, no registers.
 */
#ifndef PRAM_CYCLE_STRAND_H
#define PRAM_CYCLE_STRAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/memory.h"

/* Constants of the engine (constant.def). */
enum {
#if defined PRAM_HOSTILE || defined __SANITIZE_THREAD__
#define CYCLE_CONSTANT_HOSTILE(name, value, hostile, text) name = (hostile),
#else
#define CYCLE_CONSTANT_HOSTILE(name, value, hostile, text) name = (value),
#endif
#define CYCLE_CONSTANT(name, value, text) name = (value),
#include "sim/cycle/constant.def"
};

struct strand {
    uint32_t pc;   /* UINT32_MAX: outside the program, each member at its own pc */
    uint32_t late; /* the register that gets a delayed value in this cycle; DECODE_SINK: none */
    uint32_t count;
    uint32_t *members; /* owned */
    size_t room;
    bool is_sorted;      /* members ascend */
    bool is_inside;      /* all its members are in barriers; otherwise none is */
    bool is_left;        /* made for the instruction of this cycle that a lone PP cannot execute */
    struct strand *link; /* the next strand at the same pc; or the next free one */
};

/* Strands placed at one pc for the cycle `stamp`. */
struct strand_place {
    uint64_t stamp;
    struct strand *first;
};

struct strands {
    struct strand **current,
        **next; /* room for two strands a PP, which are owned: some of `current` are NULL */
    uint32_t current_count, next_count;
    struct strand *free;         /* owned */
    struct strand_place *places; /* by pc, one more for pcs outside the program */
    uint32_t program_count;
    uint64_t stamp;    /* of `next` */
    uint64_t *sorting; /* a bit for each PP, all 0 between two calls */
};

/* For a machine of `pps` PPs and a program of `program_count` instructions; without strands. Its arrays are
 * among the blocks; strands_destroy frees the strands. */
void strands_create(struct strands *strands, struct memory_blocks *blocks, uint32_t pps,
                    uint32_t program_count);
void strands_destroy(struct strands *strands);

/* An empty strand with room for `count` members; the caller owns it until it is placed or freed. Ends the
 * program if memory is short. */
struct strand *strands_take(struct strands *strands, uint32_t count);
void strands_free(struct strands *strands, struct strand *strand);

/* Adds a member. */
void strand_add(struct strand *strand, uint32_t pp);

/* Places the strand at strand->pc of the next cycle. An empty strand is freed. */
void strands_place(struct strands *strands, struct strand *strand);

/* The strand placed at this pc without a pending register, of PPs in barriers or not; NULL: none. */
struct strand *strands_find(struct strands *strands, uint32_t pc, bool is_inside);

/* Places each member at its own pc, targets[pp]. */
void strands_scatter(struct strands *strands, struct strand *strand, const uint32_t *targets);

/* Sorts the members if there are enough of them. */
void strands_sort(struct strands *strands, struct strand *strand);

/* Makes the placed strands current. */
void strands_turn(struct strands *strands);

/* Whether the members are consecutive PPs in ascending order. */
static inline bool strand_is_span(const struct strand *strand)
{
    return strand->count == 1 ||
           (strand->is_sorted &&
            strand->members[strand->count - 1] - strand->members[0] == strand->count - 1);
}

#endif
