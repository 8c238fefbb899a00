/* tile.h - a tile: a block of consecutive PPs that execute in lockstep as far as they stand at the same pc.
 *
 * Registers are rows (rows.h), one word a PP. PPs of a tile that stand at the same pc form a strand; a tile
 * whose PPs all agree has one strand, and decoding, dispatch and checks are paid once for it. A register
 * whose values in all PPs are base + lane * stride (equal in all, or evenly spaced like stack pointers) is
 * kept as these two numbers: what is computed from such registers is computed once.
 *
 * A strand runs until its segment ends: at a request that is carried out in the synchronisation phase
 * (phase/phase.h), or at a place where it has to wait for the others. Tile knows machine, level, rows and the
 * barriers' table; it knows neither threads nor other tiles.
 */
#ifndef PRAM_TILE_H
#define PRAM_TILE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/bsp/time/reference.h"
#include "sim/bsp/code/breakpoint.h"
#include "sim/bsp/code/level.h"
#include "sim/bsp/rows/rows.h"
#include "sim/bsp/tile/border.h"
#include "sim/bsp/tile/doze.h"
#include "sim/bsp/tile/ran.h"
#include "sim/machine/machine.h"
#include "sim/real/bank.h"

#define TILE_LANES_MAX (1u << MEMORY_MAX_LANE_SHIFT)
#define TILE_ROW_WORDS ((TILE_LANES_MAX < ROWS_BLOCK ? ROWS_BLOCK : TILE_LANES_MAX))
#define TILE_BLOCKS (TILE_ROW_WORDS / ROWS_BLOCK)
#define TILE_REGISTERS (DECODE_SINK + 1)
#define TILE_STRAND_WORDS ((TILE_LANES_MAX + 63) / 64) /* of a set of strands */
#define TILE_SPIN_CYCLES 24u                           /* a loop that waits is not longer */

/* What the PPs of a tile share with those of all others; constant during a segment. */
struct lookout;
struct tile_world {
    struct machine *machine;
    const struct rows *rows;
    const struct operation *code;
    const struct breakpoints *breakpoints;
    uint32_t code_count;
    unsigned level;
    unsigned tile_shift;       /* PPs of a tile, as a power of two: memory.lane_shift */
    uint32_t first_pp, end_pp; /* PPs of this process; the areas of others are not in its memory */
    struct level_rules rules;
    const struct barrier_table *barriers;
    const uint8_t *judged;               /* by pc (judged.h); NULL: at levels 1 to 5 */
    const uint8_t *nothing, *everything; /* by pc, as tile.wanted: no access, all */
    const struct real_bank *bank;        /* the PPs' precision units; NULL: the program uses none */
    const struct real_bank *before; /* .. and registers of theirs as they were (ran.h); NULL: not asked for */
};

/* Rows for what is in the making. None holds anything from one instruction to the next, or from one strand of
 * a phase to the next; hostile builds spoil them in between. Within an instruction they are written in this
 * order, and are free again when the next one in the column is written:
 *
 *     row             holds                                                         until
 *     SCRATCH_SUM     Rs + S, as an address or a target; a status word in the       the end
 *                     making, before it is blended into tile.status
 *     SCRATCH_FIRST   the first operand; addresses made cells; words of a run       the result is written
 *     SCRATCH_SECOND  the second operand; where own areas start                     the result is written
 *     SCRATCH_RESULT  the result, before it is blended into its register; the       the end
 *                     datum of a store
 */
enum scratch { SCRATCH_FIRST, SCRATCH_SECOND, SCRATCH_SUM, SCRATCH_RESULT, SCRATCHES };

/* Cells for which the user's asynchronous code has asked by multiprefix, the whole run through: for each rest
 * of a pc the range in which they lie; none if end is 0. */
enum { TILE_FOLDS = 64 };
struct tile_folded {
    uint32_t low, end;
};

static inline void tile_folded_unite(struct tile_folded *to, const struct tile_folded *more)
{
    if (more->end == 0)
        return;
    to->low = to->end == 0 || more->low < to->low ? more->low : to->low;
    to->end = more->end > to->end ? more->end : to->end;
}

/* What a thread collects from its tiles in a segment, and the scratch rows that they share. */
struct tile_effects {
    struct stats stats;
    struct fault fault; /* the earliest that PPs have come to */
    struct barrier_notes notes;
    bool out_of_memory;
    bool unsteady;         /* a PP has looked at the clock, or at another PP's areas without a request, or
                              used its precision unit */
    uint64_t halted_cycle; /* latest cycle in which a PP has halted */
    uint32_t *scratch[SCRATCHES];
    bool alone;                 /* one thread runs all tiles */
    struct counts *counts;      /* of the thread, for --profile; NULL: not asked for, */
    struct region_marks *marks; /* .. as these, also for --profile-only-regions */
    struct journal *journal;    /* the same, for --trace */
    struct border border;
    struct tile_ran ran;
};

/* Words of all lanes: base + lane * stride if row is NULL. */
struct operand {
    const uint32_t *row;
    uint32_t base;
    uint32_t stride;
};

/* The word of one lane. */
static inline uint32_t operand_word(struct operand operand, uint32_t lane)
{
    return operand.row ? operand.row[lane] : operand.base + lane * operand.stride;
}

enum strand_state {
    STRAND_FREE,    /* not in use */
    STRAND_READY,   /* has still to run in this segment */
    STRAND_WAITING, /* ended its segment without a request: barrier read, yield, early wave, budget */
    STRAND_REQUEST, /* ended its segment with a request */
    STRAND_FAULT,   /* cannot go on: a fault, if no other PP ends the run before (tile_effects.fault) */
    STRAND_BREAK    /* stands before a breakpoint, in the midst of its segment */
};

enum request_kind { REQUEST_STORE, REQUEST_FOLD, REQUEST_LOAD, REQUEST_HOST };

enum request_shape {
    REQUEST_ONE,  /* all members mean one cell: index */
    REQUEST_RUN,  /* the member in lane n means the cell index + n */
    REQUEST_LIST, /* list + index holds the members' cells */
    REQUEST_IMAGE /* each member means an image of several words, at the address that datum holds */
};

/* What the members of a strand ask of memory or host. Cells are host indices. */
struct request {
    uint8_t kind;        /* enum request_kind */
    uint8_t shape;       /* enum request_shape */
    uint8_t fold;        /* enum rows_fold */
    uint8_t late_target; /* of a host call: a register that a delayed value reached in this cycle; its
                            argument was datum, and its result is lost */
    bool wants_result;   /* mp*, not sync* */
    bool own;            /* a store to the own stack or private area: no other PP can see it */
    bool runs;           /* of a list: tile.runs, so all PPs of a tile ask */
    bool apart;          /* images: each lies after those of the members before, in their order */
    uint32_t pc;
    uint32_t index;
    uint32_t low, high;   /* cells lie in low .. high */
    uint32_t number;      /* host call */
    uint32_t words;       /* of an image */
    const uint32_t *list; /* stays as it is until the phase: tile.index, or a register's row */
    struct operand datum; /* the same: tile.datum, or a register's row */
};

/* The cell that a member means; of no host call or image. */
static inline uint32_t request_cell(const struct request *request, uint32_t lane)
{
    return request->shape == REQUEST_LIST  ? request->list[lane] + request->index
           : request->shape == REQUEST_RUN ? request->index + lane
                                           : request->index;
}

enum flags_form {
    FLAGS_ROW,     /* tile.status */
    FLAGS_UNIFORM, /* flags_value in all members */
    FLAGS_COMPARE, /* those of subs register flags_a, and flags_b or flags_value */
    FLAGS_TEST,    /* those of ands of the same */
    FLAGS_FLOAT    /* those of fcmp of the registers flags_a, flags_b */
};

struct strand {
    uint8_t state; /* enum strand_state */
    uint8_t phase; /* enum stats_phase: why it ended its segment */
    uint8_t flags; /* enum flags_form */
    uint8_t flags_a, flags_b;
    uint8_t
        late_target;    /* register that a delayed value reaches after the next instruction, or DECODE_SINK */
    uint8_t late_slot;  /* tile.late[late_slot] holds it */
    bool late_affine;   /* .. or late_base + lane * late_stride is it */
    bool cycles_differ; /* cycle counter of a member: cycle + tile.offset[lane] */
    bool cycle_is_low;  /* .. and no member may be at cycle itself: strand_settle_cycle */
    bool in_barrier;
    bool in_async; /* in a region that the program has declared asynchronous, synchronous; else neither */
    bool in_sync;
    bool has_stack;        /* stack_base hint seen */
    bool may_look : 1;     /* the segment may begin with a read, although the members spin */
    bool passes_break : 1; /* it has stopped at the breakpoint at its pc: now it executes what stands there */
    bool held : 1;         /* sits out segments until no PP is earlier (phase/order.c) */
    bool dozes : 1; /* level 0: the members go round and round a loop as long as no cell in doze.low .. high
                       changes: see tile_doze */
    uint32_t flags_value; /* also the constant of FLAGS_COMPARE and _TEST, if flags_b is DECODE_SINK */
    uint32_t late_base, late_stride;
    uint32_t pc;
    uint32_t count;                  /* members */
    uint32_t first_block, end_block; /* the blocks of lanes that the members lie in */
    uint32_t steps;                  /* executed in this segment */
    uint32_t busy;       /* cycles that the instruction of the request still takes when the phase is over */
    uint32_t busy_pc;    /* the last instruction of several cycles .. */
    uint64_t busy_until; /* .. and the cycle after it */
    uint64_t cycle;
    uint64_t spread;  /* if cycles_differ: no member's offset is larger; it may be too large */
    uint64_t yielded; /* cycle after the last yield hint; 0: none */
    struct request request;
    struct tile_doze doze;     /* if it dozes */
    uint16_t set[TILE_BLOCKS]; /* members */
};

/* The registers of a PP that runs on its own, while they are out of the rows (apart.c). */
#define TILE_APART_REGISTERS 32u
struct tile_apart {
    _Alignas(ROWS_ALIGNMENT) uint32_t reg[TILE_APART_REGISTERS + ROWS_BLOCK]; /* also DECODE_SINK */
    uint32_t before[TILE_APART_REGISTERS];                                    /* what the rows hold */
};

/* A strand that is held. */
struct tile_held_one {
    uint64_t time;
    uint64_t next;  /* it has executed the instructions of earlier cycles */
    uint32_t ahead; /* so long from then on it certainly asks for no more */
    uint32_t phase; /* enum stats_phase: why it ended its segment */
};

/* Of the strands that are held (phase/order.c): while no earlier PP moves on they are not looked at. */
struct tile_held {
    bool any;
    bool spin;                  /* a PP spins, or is held since a PP does */
    uint8_t phases;             /* bit per enum stats_phase: why they ended their segment */
    uint64_t time;              /* the least of their requests' */
    uint64_t next;              /* they have executed the instructions of earlier cycles */
    uint64_t before;            /* before this cycle they certainly do not ask for more */
    struct tile_held_one *each; /* by the number of the strand */
};

/* In cache lines of its own: each thread writes to its tiles all the time. */
struct tile {
    _Alignas(128) const struct tile_world *world;
    struct tile_effects *effects;
    uint32_t first_pp;
    uint32_t pps;
    uint32_t lanes;                    /* pps, rounded up to whole blocks */
    uint32_t few;                      /* a strand of so many PPs at most runs one PP at a time */
    uint32_t running;                  /* PPs that have not halted */
    uint32_t stack_cell, private_cell; /* host index of the first word of the own areas, in lane 0 */
    bool parted;                       /* since a PP last looked */
    bool watched;                      /* no store takes effect at once (watch.h) */
    bool in_step; /* level 0: all PPs of the machine that run are one strand: see tile_is_in_step; */
    bool stores;  /* .. then shared stores take effect at once, too, */
    uint32_t doze_low, doze_high; /* .. but for those to cells between these, which those who doze load */
    bool dozes;                   /* level 0: no cell has changed that strands look at who doze */
    struct tile_nap nap;          /* levels 1 to 4 */
    bool loaded;                  /* no segment has ended since the PPs were put in from a snapshot */
    bool passes;     /* the next multiprefix request ends no segment: it is idle, as those of all others, */
    bool passed;     /* .. and has been made, in this segment */
    uint32_t budget; /* instructions of a PP in this segment, in asynchronous code, */
    uint32_t budget_sync;               /* .. and in synchronous regions */
    uint32_t strand_end;                /* strands[0 .. strand_end) may be in use */
    uint64_t awake[TILE_STRAND_WORDS];  /* bit k: strands[k] is in use, and not held */
    uint64_t asleep[TILE_STRAND_WORDS]; /* .. is in use, and held */
    uint64_t ready[TILE_STRAND_WORDS];  /* all that are STRAND_READY, and some that no longer are */
    struct tile_held held;
    uint64_t end;    /* the cycle that the last segment was to go to at most */
    bool exact;      /* all members of a strand are in one cycle: at level 0, and when the end is near */
    uint64_t affine; /* bit r: register r is affine[r] */
    uint64_t filled; /* bit r: .. and its row holds that, too */
    uint64_t lost;   /* bit r: was affine before the strands parted */
    uint64_t ranged; /* bit r: if register r is a row, low[r] and high[r] are its least and largest word, */
    uint64_t tested; /* .. and if it is ranged, `runs` says whether it is one of runs, */
    uint64_t runs;   /* .. which it is: there are whole blocks of PPs, in each of which it goes up by 1 */
    uint32_t base[TILE_REGISTERS], stride[TILE_REGISTERS];
    uint32_t low[TILE_REGISTERS], high[TILE_REGISTERS];
    uint32_t *row[TILE_REGISTERS];
    uint32_t *late[2];
    uint32_t *status;
    uint32_t *noted_status;  /* what lazy flags were when they were noted: in hostile builds; else NULL */
    uint32_t *index;         /* cells of requests */
    uint32_t *datum;         /* data of requests */
    uint64_t *offset;        /* cycle counters, see strand.cycles_differ */
    uint64_t *barrier_since; /* cycle of barrier_enter */
    uint32_t *halted_pc;     /* of halted PPs; UINT32_MAX: running */
    struct strand *strands;
    struct tile_apart *apart;              /* by lane */
    uint16_t is_apart[TILE_BLOCKS];        /* the lanes of which it holds the registers */
    bool some_apart;                       /* there may be such lanes */
    const uint8_t *wanted;                 /* by pc, bit 0: accesses there are for the lookout (lookout.h) */
    bool looks_out;                        /* in this segment accesses are looked at, */
    uint64_t look_next;                    /* .. not before this cycle, */
    struct lookout *lookout;               /* .. by this; NULL: there is none yet */
    struct tile_folded folded[TILE_FOLDS]; /* which cells order PPs, for it and for the event core */
};

/* Makes the tile of the PPs first_pp .. first_pp + pps - 1, all at the program's entry; its registers lie in
 * `rows`, as those of the tile `number` there. False if memory is short. */
struct tile_rows;
bool tile_create(struct tile *tile, const struct tile_world *world, struct tile_effects *effects,
                 uint32_t first_pp, uint32_t pps, const struct tile_rows *rows, uint32_t number);
void tile_destroy(struct tile *tile);

/* The same for what threads collect. */
bool tile_effects_create(struct tile_effects *effects, const struct machine *machine);
void tile_effects_destroy(struct tile_effects *effects);

#define STRAND_END UINT32_MAX
static inline uint32_t strand_in_set(const uint64_t *set, uint32_t words, uint32_t number)
{
    uint32_t word = number / 64;
    if (word >= words)
        return STRAND_END;
    uint64_t bits = set[word] >> number % 64 << number % 64;
    while (bits == 0) {
        if (++word == words)
            return STRAND_END;
        bits = set[word];
    }
    return word * 64 + (uint32_t)__builtin_ctzll(bits);
}

/* The first strand from `number` on that is in use and not held, that is held; STRAND_END if there is none:
 * for (k = strand_awake(t, 0); k != STRAND_END; k = strand_awake(t, k + 1)). */
static inline uint32_t strand_awake(const struct tile *tile, uint32_t number)
{
    return number >= tile->strand_end ? STRAND_END
                                      : strand_in_set(tile->awake, (tile->strand_end + 63) / 64, number);
}

static inline uint32_t strand_asleep(const struct tile *tile, uint32_t number)
{
    return strand_in_set(tile->asleep, (tile->strand_end + 63) / 64, number);
}

/* Which stores take effect at once. */
static inline const struct level_rules *tile_rules(const struct tile *tile)
{
    static const struct level_rules none = {.own_private = false};
    static const struct level_rules own = {.own_private = true, .own_stack = true};
    return tile->watched ? &none : tile->in_step && !tile->parted ? &own : &tile->world->rules;
}

/* Begins a segment: strands that stand at the same place become one, all are ready. */
void tile_begin(struct tile *tile);

/* The same, but only for those who have asked for a store to their own areas: it was no end for them that
 * others could see. */
void tile_go_on(struct tile *tile);

/* Runs all ready strands to the end of their segment. At level 0 that is the cycle `end`; at the others `end`
 * is the cycle in which the run is over (--max-cycles), UINT64_MAX if there is no such. */
void tile_run(struct tile *tile, uint64_t end);

/* Levels 1 to 5: strands that have stopped before breakpoints are ready to execute what stands there, and to
 * finish their segment when the tile is run again; the others, to stop at breakpoints that they come to. */
void tile_pass_breakpoints(struct tile *tile);

/* Level 0: for so many cycles from `cycle` on no PP executes an instruction at a breakpoint, but for those
 * that stand there; at least 1. */
unsigned tile_distance(const struct tile *tile, uint64_t cycle);

/* Whether a strand stands before a breakpoint: at level 0, when the machine has done `cycle` cycles. */
bool strand_is_at_breakpoint(const struct tile *tile, const struct strand *strand, uint64_t cycle);

/* Whether all PPs, when the stores that they have asked for are carried out, come next to a multiprefix
 * request that changes no cell and has no result, whatever others do. *fold is its operation (enum
 * rows_fold); *looked has a bit for each register on which that depends. */
bool tile_foresees_idle_fold(const struct tile *tile, uint8_t *fold, uint64_t *looked);

/* Whether another tile does so, and nothing is different in this one of what matters there: it need not be
 * gone through again. */
bool tile_foresees_the_same(const struct tile *tile, const struct tile *other, uint64_t looked);

/* Level 0, of a machine of one tile: whether all PPs that run are one strand; if `beside`, but for those who
 * doze. While that lasts no other PP can see what they do, as long as they leave the cells alone that those
 * who doze load: stores take effect at once, a multiprefix request that does nothing needs no phase, and the
 * segment goes on, up to the cycle tile.end, until they ask for anything else, part or enter a barrier; then
 * tile.in_step becomes false, and tile.end the next cycle. */
bool tile_is_in_step(const struct tile *tile, bool beside);
#define TILE_IN_STEP_MOST 250u /* cycles: as far as quiet PPs run (level.h) */

/* Level 0: for so many cycles no PP comes to an instruction that may touch anything shared. */
unsigned tile_quiet(const struct tile *tile);

/* Level 0: finds the strands whose members only go round a loop, in memory as it is. Returns for how many
 * cycles all others are quiet, UINT8_MAX if there are none, and widens low .. high by the cells that matter.
 */
unsigned tile_doze(struct tile *tile, enum tile_dozers who, uint32_t *low, uint32_t *high);

/* Levels 1 to 4, in a segment with the way of worker_way.naps: whether all PPs of the tile wait in barriers
 * and go round their loop once more, which has been counted then: they load no cell of low .. high, which
 * have changed since the last segment. False: the tile is to be run. tile_try_nap: after it was, perhaps it
 * naps from now on; `pc`: tile_waits_at before that. */
bool tile_nap(struct tile *tile, uint32_t low, uint32_t high);
void tile_try_nap(struct tile *tile, uint32_t pc);

/* Where all PPs of the tile wait in barriers; UINT32_MAX: nowhere, or not all in one strand. */
static inline uint32_t tile_waits_at(const struct tile *tile)
{
    const struct strand *strand = &tile->strands[0];
    const bool waits = tile->strand_end == 1 && (tile->awake[0] & 1) != 0 &&
                       strand->state == STRAND_WAITING && strand->in_barrier;
    return waits ? strand->pc : UINT32_MAX;
}

/* A PP outside of its tile. */
struct tile_pp {
    bool running; /* it has not halted; else pc is that of its halt */
    bool in_barrier, in_async, in_sync, has_stack;
    uint32_t pc, status; /* the status word without modulo bit */
    uint32_t late_target, late_value;
    uint64_t since;   /* cycle of the last barrier_enter */
    uint64_t yielded; /* as in its strand */
    uint32_t busy;    /* so many cycles it is still in the midst of the instruction at busy_pc */
    uint32_t busy_pc;
    uint32_t r[32]; /* r[0], r[1] mean nothing */
};

/* Level 0, between segments: shows all PPs of a tile, by lane; makes the tile's PPs what `pps` says, all in
 * one cycle. */
void tile_take_pps(const struct tile *tile, struct tile_pp *pps);
void tile_put_pps(struct tile *tile, const struct tile_pp *pps, uint64_t cycle);

/* Cycle counter of a member. */
static inline uint64_t tile_cycle(const struct tile *tile, const struct strand *strand, uint32_t lane)
{
    return strand->cycle + (strand->cycles_differ ? tile->offset[lane] : 0);
}

/* No member's cycle counter is beyond that one. */
static inline uint64_t strand_latest(const struct strand *strand)
{
    return strand->cycle + (strand->cycles_differ ? strand->spread : 0);
}

static inline bool strand_has(const struct strand *strand, uint32_t lane)
{
    return strand->set[lane / ROWS_BLOCK] >> lane % ROWS_BLOCK & 1u;
}

/* What another tile knows of cells that order PPs. */
static inline void tile_add_folded(struct tile_folded to[TILE_FOLDS],
                                   const struct tile_folded from[TILE_FOLDS])
{
    for (unsigned k = 0; k < TILE_FOLDS; k++)
        tile_folded_unite(&to[k], &from[k]);
}

/* Whether a strand's flags have not been evaluated: they are said by registers and a comparison of them. */
static inline bool flags_are_lazy(const struct strand *strand)
{
    return strand->flags == FLAGS_COMPARE || strand->flags == FLAGS_TEST || strand->flags == FLAGS_FLOAT;
}

static inline bool strand_is_whole(const struct tile *tile, const struct strand *strand)
{
    return strand->count == tile->pps;
}

/* The cycle of a strand's request, or of its next instruction; the least of its members'. */
static inline uint64_t strand_time(const struct strand *strand)
{
    return strand->cycle - (strand->state == STRAND_REQUEST);
}

/* Whether the members have asked for a store to their own areas. */
static inline bool strand_asks_own(const struct strand *strand)
{
    return strand->state == STRAND_REQUEST && strand->request.own;
}

/* Sets strand.held. */
void tile_hold(struct tile *tile, struct strand *strand, bool held);

/* Recounts a strand whose set has lost members. */
void strand_recount(struct strand *strand);

/* Whether no two members store to one cell; only said of lists that ascend without gaps. shape: no image. */
bool strand_stores_apart(const struct tile *tile, const struct strand *strand, enum request_shape shape,
                         const uint32_t *list, uint32_t index, uint32_t low);

/* Makes strand.cycle the least of its members' cycle counters; between segments only. */
void strand_settle_cycle(const struct tile *tile, struct strand *strand);

/* Parts the members whose cycle counters are `cycle` or more; returns them, or NULL if there are none or no
 * others: then *all tells which. Between segments only. */
struct strand *tile_part_from_cycle(struct tile *tile, struct strand *strand, uint64_t cycle, bool *all);

/* Whether the members spin in a loop that waits for other PPs: they have yielded a moment ago. */
static inline bool strand_spins(const struct strand *strand)
{
    return strand->yielded != 0 && strand->cycle - strand->yielded <= TILE_SPIN_CYCLES;
}

/* Changes what the members' cycle counters are counted from: each has yielded as long ago as before. */
static inline void strand_move_cycle(struct strand *strand, uint64_t cycle)
{
    if (strand_spins(strand))
        strand->yielded += cycle - strand->cycle;
    strand->cycle = cycle;
}

/* strand.yielded of two strands that become one. If none of them spins, it is only kept that a PP has
 * yielded at all. */
static inline uint64_t strand_yielded_both(const struct strand *a, const struct strand *b)
{
    const uint64_t latest = a->yielded > b->yielded ? a->yielded : b->yielded;
    return strand_spins(a) || strand_spins(b) ? latest : latest != 0;
}

static inline uint32_t strand_budget(const struct tile *tile, const struct strand *strand)
{
    return strand->in_sync ? tile->budget_sync : tile->budget;
}

/* Arithmetic of the precision unit counts more, so that segments do not become much longer by it. Not in
 * synchronous regions, whose budget is no matter of time (level.h). */
static inline void strand_count_real(struct strand *strand)
{
    if (!strand->in_sync)
        strand->steps += LEVEL_BUDGET_REAL - 1;
}

/* The pc of a strand when the machine has done `cycles` cycles: that of the instruction which it is in the
 * midst of, if it is. */
static inline uint32_t strand_place(const struct strand *strand, uint64_t cycles)
{
    const bool is_busy = strand->busy_until == strand->cycle + strand->busy && strand->busy_until > cycles;
    return is_busy ? strand->busy_pc : strand->pc;
}

/* The lowest member. */
static inline uint32_t strand_first(const struct strand *strand)
{
    return strand->first_block * ROWS_BLOCK + (uint32_t)__builtin_ctz(strand->set[strand->first_block]);
}

/* Calls for each member, in ascending order: for (lane = strand_first(s); lane < end; lane = strand_next(s,
 * lane)). */
static inline uint32_t strand_next(const struct strand *strand, uint32_t lane)
{
    uint32_t block = ++lane / ROWS_BLOCK;
    if (block >= TILE_BLOCKS)
        return STRAND_END;
    uint32_t bits = (uint32_t)strand->set[block] >> lane % ROWS_BLOCK << lane % ROWS_BLOCK;
    while (bits == 0) {
        if (++block >= strand->end_block)
            return STRAND_END;
        bits = strand->set[block];
    }
    return block * ROWS_BLOCK + (uint32_t)__builtin_ctz(bits);
}

static inline bool tile_is_apart(const struct tile *tile, uint32_t lane)
{
    return tile->is_apart[lane / ROWS_BLOCK] >> lane % ROWS_BLOCK & 1u;
}

/* Whether the registers of some members are out of the rows. */
static inline bool strand_has_apart(const struct tile *tile, const struct strand *strand)
{
    for (uint32_t block = strand->first_block; tile->some_apart && block < strand->end_block; block++)
        if ((tile->is_apart[block] & strand->set[block]) != 0)
            return true;
    return false;
}

/* Whether a PP loads from an area that is in the memory of another rank, at level 0, where loads do not wait
 * for a phase. */
static inline bool tile_load_is_far(const struct tile_world *world, uint32_t pp, uint32_t address)
{
    if (world->machine->ranks == NULL || world->level > 0)
        return false;
    const struct memory_place place = memory_place(&world->machine->memory, pp, address);
    return place.region != MEMORY_REGION_SHARED &&
           (place.owner < world->first_pp || place.owner >= world->end_pp);
}

/* A register, or the status word without modulo bit, of one PP. strand: the one that the PP is a member of.
 */
uint32_t tile_register(const struct tile *tile, const struct strand *strand, unsigned number, uint32_t lane);

/* The same, not R1, of some members of a strand, at least one, in ascending order: of lane L to words[L]. */
void tile_register_lanes(const struct tile *tile, const struct strand *strand, unsigned number,
                         const uint16_t *lanes, unsigned count, uint32_t *words);
uint32_t tile_status(const struct tile *tile, const struct strand *strand, uint32_t lane);
void tile_set_register(struct tile *tile, unsigned number, uint32_t lane, uint32_t value);

/* Whether the registers that a strand's lazy flags refer to are as they were when the flags were noted, as
 * far as that is known. */
bool tile_flags_are_kept(const struct tile *tile, const struct strand *strand);

/* A register, but R0 and R1, of all PPs. */
static inline struct operand tile_operand(const struct tile *tile, unsigned number)
{
    return tile->affine >> number & 1
               ? (struct operand){.base = tile->base[number], .stride = tile->stride[number]}
               : (struct operand){.row = tile->row[number]};
}

/* Registers, a bit for each, are rows from now on, or if they were, hold other words: to be called by whoever
 * writes to them. */
static inline void tile_rows_change(struct tile *tile, uint64_t registers)
{
    tile->affine &= ~registers;
    tile->ranged &= ~registers;
}

/* The least and the largest word, plus `more`, of a register that is a row; of a strand of all PPs. Addresses
 * are often the same from access to access, so it is kept what they are. */
void tile_row_range(struct tile *tile, const struct strand *whole, unsigned number, uint32_t more,
                    uint32_t *low, uint32_t *high);

/* Whether such a register, which is ranged, is one of runs. */
bool tile_test_runs(struct tile *tile, unsigned number);

static inline bool tile_row_has_runs(struct tile *tile, unsigned number)
{
    return tile->tested >> number & 1 ? tile->runs >> number & 1 : tile_test_runs(tile, number);
}

/* Writes a register, not R1, of a strand's members. */
void tile_write(struct tile *tile, struct strand *strand, unsigned number, struct operand value);

/* A member's request for an image, carried out whole; word by word: its cells and its words. */
void tile_move_image(const struct tile *tile, const struct strand *strand, uint32_t lane);
void tile_image_words(const struct tile *tile, const struct strand *strand, uint32_t lane, uint32_t *words);
uint32_t tile_image_cell(const struct tile *tile, const struct strand *strand, uint32_t lane, uint32_t word);

/* The strand that a running PP is a member of. */
const struct strand *tile_strand_of(const struct tile *tile, uint32_t lane);

#endif
