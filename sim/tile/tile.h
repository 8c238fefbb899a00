/* tile.h - a tile: a block of consecutive PPs that run in lockstep where they are at the same pc.
 *
 * Registers are rows (rows.h), one word per PP. PPs of a tile at the same pc form a strand; decoding,
 * dispatch and checks are paid once per strand. A register whose values in all PPs are base + lane * stride
 * (equal in all, or evenly spaced like stack pointers) is kept as these two numbers: results computed from
 * such registers are computed once.
 *
 * A strand runs until its segment ends: at a request that is carried out in the synchronisation phase
 * (phase/phase.h), or where it must wait for other PPs. Tile knows machine, level, rows and the barriers'
 * table; it knows neither threads nor other tiles. */
#ifndef PRAM_TILE_H
#define PRAM_TILE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "sim/segment/time/reference.h"
#include "sim/tile/code/level.h"
#include "sim/tile/rows/rows.h"
#include "sim/tile/border.h"
#include "sim/tile/ran.h"
#include "sim/tile/request.h"
#include "sim/machine/machine.h"
#include "sim/machine/snapshot.h"
#include "sim/real/bank.h"

#define TILE_LANES_MAX (1u << MEMORY_MAX_LANE_SHIFT)
#define TILE_ROW_WORDS ((TILE_LANES_MAX < ROWS_BLOCK ? ROWS_BLOCK : TILE_LANES_MAX))
#define TILE_BLOCKS (TILE_ROW_WORDS / ROWS_BLOCK)
#define TILE_REGISTERS (DECODE_SINK + 1)
#define TILE_ROWS (TILE_REGISTERS + 6)
#define TILE_STRAND_WORDS ((TILE_LANES_MAX + 63) / 64) /* of a set of strands */
#define TILE_SPIN_CYCLES 24u                           /* maximum length of a polling loop */

#ifdef PRAM_HOSTILE
enum { TILE_IS_HOSTILE = true };
#else
enum { TILE_IS_HOSTILE = false };
#endif

/* What the PPs of all tiles share; constant during a segment, except for the members of `running`. */
struct tile_world {
    struct machine *machine;
    const struct rows *rows;
    const struct operation *code;
    uint32_t code_count;
    unsigned level;
    unsigned tile_shift;       /* PPs of a tile, as a power of two: memory.lane_shift */
    uint32_t first_pp, end_pp; /* PPs of this process; its memory lacks the areas of others */
    const struct barrier_table *barriers;
    const uint8_t *judged;        /* by pc (level_find_judged); NULL at levels 1 to 5 */
    const struct real_bank *bank; /* the PPs' precision units; NULL: the program uses none */
    _Atomic uint64_t *running;    /* bit by number of a tile: it has running PPs (running.c) */
};

/* Scratch rows. None keeps its contents from one instruction to the next, or from one strand of a phase to
 * the next; hostile builds overwrite them in between. Within an instruction they are written in this order,
 * and are free again at the time in the last column:
 *
 *     row             contents                                                      until
 *     SCRATCH_SUM     Rs + S, as an address or a target; a status word under        the end
 *                     construction
 *     SCRATCH_FIRST   the first operand; addresses made cells; words of a run       the result is written
 *     SCRATCH_SECOND  the second operand; where own areas start                     the result is written
 *     SCRATCH_RESULT  the result, before it is blended into its register; the       the end
 *                     datum of a store */
enum scratch { SCRATCH_FIRST, SCRATCH_SECOND, SCRATCH_SUM, SCRATCH_RESULT, SCRATCHES };

/* Cells of multiprefix requests by the user's asynchronous code in the whole run: for each remainder of a pc
 * the range of cells; none if end is 0. */
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
    struct fault fault; /* the earliest fault of PPs */
    struct barrier_notes notes;
    bool out_of_memory;
    bool passed;           /* PPs have passed a multiprefix request in this segment: tile.passes */
    uint64_t halted_cycle; /* latest cycle in which a PP has halted */
    uint32_t *scratch[SCRATCHES];
    struct border border;
    struct tile_ran ran;
};

enum strand_state {
    STRAND_FREE,    /* not in use */
    STRAND_READY,   /* must still run in this segment */
    STRAND_WAITING, /* ended its segment without a request: barrier read, yield, early wave, budget */
    STRAND_REQUEST, /* ended its segment with a request */
    STRAND_PAUSED,  /* has stored to its own area, which only levels 1 to 3 count as an end */
    STRAND_STAYING, /* would leave its barrier only when the run is over, and executes nothing until then */
    STRAND_FAULT    /* cannot continue: a fault, if no other PP ends the run before (tile_effects.fault) */
};

enum flags_form {
    FLAGS_ROW,     /* tile.status */
    FLAGS_UNIFORM, /* flags_value in all members */
    FLAGS_COMPARE  /* those of subs register flags_a, and flags_b or flags_value */
};

struct strand {
    uint8_t state; /* enum strand_state */
    uint8_t phase; /* enum stats_part: why it ended its segment */
    uint8_t flags; /* enum flags_form */
    uint8_t flags_a, flags_b;
    uint8_t
        late_target;    /* register that a delayed value reaches after the next instruction, or DECODE_SINK */
    uint8_t late_slot;  /* tile.late[late_slot] holds it */
    bool late_affine;   /* or late_base + lane * late_stride is it */
    bool cycles_differ; /* cycle counter of a member: cycle + tile.offset[lane] */
    bool cycle_is_low;  /* and no member may be at cycle itself: strand_settle_cycle */
    bool in_barrier;
    uint8_t modes;        /* the lasting ones of enum snapshot_mode */
    bool may_read : 1;    /* the segment may begin with a read although the members poll */
    bool held : 1;        /* skips segments until no PP is earlier (phase/order.c) */
    uint32_t flags_value; /* also the constant of FLAGS_COMPARE, if flags_b is DECODE_SINK */
    uint32_t late_base, late_stride;
    uint32_t pc;
    uint32_t count;                  /* members */
    uint32_t first_block, end_block; /* the blocks of lanes with members */
    uint32_t steps;                  /* executed in this segment */
    uint32_t busy;                   /* cycles that the instruction of the request takes after the phase */
    uint32_t busy_pc;                /* the last instruction of several cycles */
    uint64_t busy_until;             /* and the cycle after it */
    uint64_t cycle;
    uint64_t yielded; /* cycle after the last yield hint; 0: none */
    struct request request;
    uint16_t set[TILE_BLOCKS]; /* members */
};

/* The registers of a PP that runs on its own, while they are outside the rows (state.c). */
#define TILE_GATHERED_REGISTERS 32u
struct tile_gathered {
    _Alignas(ROWS_ALIGNMENT) uint32_t reg[TILE_GATHERED_REGISTERS + ROWS_BLOCK]; /* also DECODE_SINK */
    uint32_t before[TILE_GATHERED_REGISTERS];                                    /* what the rows hold */
};

/* Of the held strands (phase/order.c): they are skipped while no earlier PP advances. */
struct tile_held {
    bool spin;       /* a PP polls, or is held because a PP does */
    uint8_t phases;  /* bit per enum stats_part: why they ended their segment */
    uint64_t time;   /* the earliest of their requests; UINT64_MAX: none is held */
    uint64_t next;   /* they have executed all instructions of earlier cycles */
    uint64_t before; /* before this cycle they make no other request */
};

/* In cache lines of its own, because each thread writes to its tiles all the time. */
struct tile {
    _Alignas(128) const struct tile_world *world;
    struct tile_effects *effects;
    union {
        uint32_t *row[TILE_ROWS]; /* by register; then these: */
        struct {
            uint32_t *of_registers[TILE_REGISTERS]; /* never named: so that the rest follows */
            uint32_t *late[2];                      /* delayed values; they and registers exchange places */
            uint32_t *status;
            uint32_t *index;  /* cells of requests */
            uint32_t *datum;  /* data of requests */
            uint32_t *target; /* of jumps: a push to R1 also has a datum */
        };
    };
    uint32_t *noted_status;  /* hostile builds: the values of lazy flags when they were noted; else NULL */
    uint64_t *offset;        /* cycle counters, see strand.cycles_differ */
    uint64_t *barrier_since; /* cycle of barrier_enter */
    uint32_t *halted_pc;     /* of halted PPs; UINT32_MAX: running */
    struct strand *strands;
    uint32_t *alone; /* registers of the PP that is running on its own, R0 to DECODE_SINK; NULL: none is */
    struct tile_gathered *gathered; /* by lane */
    /* Before this: pointers, which ranks do not exchange (segment/rank/pack.c). */
    uint32_t first_pp;
    uint32_t pps;
    uint32_t lanes;                    /* pps, rounded up to whole blocks */
    uint32_t few;                      /* a strand of at most this number of PPs runs one PP at a time */
    uint32_t running;                  /* PPs that have not halted */
    uint32_t stack_cell, private_cell; /* host index of the first word of the own areas, in lane 0 */
    bool has_split;                    /* a strand has split since this was last cleared */
    bool in_lockstep; /* level 0: all running PPs of the machine are one strand: see tile_is_in_lockstep */
    bool loaded;      /* no segment has ended since the PPs were restored from a snapshot */
    bool
        passes; /* the next multiprefix request ends no segment: it has no effect, like those of all others */
    bool hurries;                         /* a PP executes one instruction in this segment, at most */
    uint32_t strand_end;                  /* strands[0 .. strand_end) may be in use */
    uint64_t active[TILE_STRAND_WORDS];   /* bit k: strands[k] is in use, and not held */
    uint64_t held_set[TILE_STRAND_WORDS]; /* bit k: strands[k] is in use, and held */
    uint64_t ready[TILE_STRAND_WORDS];    /* all that are STRAND_READY, and some that are not any more */
    struct tile_held held;
    uint64_t end;    /* the cycle at which the last segment had to end */
    bool exact;      /* all members of a strand are in one cycle: at level 0, and when the end is near */
    uint64_t affine; /* bit r: register r is affine[r] */
    uint64_t filled; /* bit r: its row is filled with it, too */
    uint64_t lost;   /* bit r: was affine before the strands split */
    uint64_t ranged; /* bit r: if register r is a row, low[r] and high[r] are its least and largest word */
    uint32_t base[TILE_REGISTERS], stride[TILE_REGISTERS];
    uint32_t low[TILE_REGISTERS], high[TILE_REGISTERS];
    uint16_t is_gathered[TILE_BLOCKS];     /* the lanes with registers in it */
    bool some_gathered;                    /* there may be such lanes */
    struct tile_folded folded[TILE_FOLDS]; /* the cells that order PPs, for the event core */
};

/* Where the rows of all tiles lie. A million PPs have a thousand tiles with some forty rows each; then a run
 * mainly costs accesses to memory. So a register's rows of all tiles are next to each other, in huge pages if
 * there are any: those of registers that the program does not name are memory that no PP ever accesses. */
struct tile_rows {
    void *memory; /* NULL: none */
    size_t bytes;
    size_t row_words;    /* from tile to tile */
    size_t number_words; /* from row to row of a tile */
};

/* Room for the rows of `tiles` tiles of `lanes` lanes each (a multiple of ROWS_BLOCK), all 0. False if memory
 * is short. */
bool tile_rows_create(struct tile_rows *rows, uint32_t lanes, uint32_t tiles);
void tile_rows_destroy(struct tile_rows *rows);

/* Row `number` of the `tile`-th of all tiles; aligned for the kernels, and not a power of two away from other
 * rows of the tile. A word after the last lane may be read. */
uint32_t *tile_rows_at(const struct tile_rows *rows, uint32_t tile, unsigned number);

/* The number of a tile's row; TILE_ROWS if it is none. */
unsigned tile_row_number(const struct tile *tile, const uint32_t *row);

/* Creates the tile of the PPs first_pp .. first_pp + pps - 1, all at the program's entry; its registers are
 * in `rows`, as those of the tile `number` there. False if memory is short. */
bool tile_create(struct tile *tile, const struct tile_world *world, struct tile_effects *effects,
                 uint32_t first_pp, uint32_t pps, const struct tile_rows *rows, uint32_t number);
void tile_destroy(struct tile *tile);

/* The same for what threads collect. */
bool tile_effects_create(struct tile_effects *effects);
void tile_effects_destroy(struct tile_effects *effects);

/* Sets tile.running, and makes the tile a member of world.running, or removes it. */
void tile_set_running(struct tile *tile, uint32_t running);

/* tile_running: the first of tiles[from .. count) with running PPs; `count` if there is none. All loops over
 * tiles of a segment use it: for (t = tile_running(tiles, count, 0); t < count;
 * t = tile_running(tiles, count, t + 1)). tile_skip is its part that looks into world.running.
 * tile_running_before: the number after the last one of tiles[0 .. end); 0 if there is none. */
uint32_t tile_skip(const struct tile *tiles, uint32_t count, uint32_t from);
uint32_t tile_running_before(const struct tile *tiles, uint32_t end);

static inline uint32_t tile_running(const struct tile *tiles, uint32_t count, uint32_t from)
{
    return from >= count || tiles[from].running != 0 ? from : tile_skip(tiles, count, from);
}

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

/* The first strand from `number` on that is in use and not held, or that is held; STRAND_END if there is
 * none: for (k = strand_active(t, 0); k != STRAND_END; k = strand_active(t, k + 1)). */
static inline uint32_t strand_active(const struct tile *tile, uint32_t number)
{
    return number >= tile->strand_end ? STRAND_END
                                      : strand_in_set(tile->active, (tile->strand_end + 63) / 64, number);
}

static inline uint32_t strand_held(const struct tile *tile, uint32_t number)
{
    return strand_in_set(tile->held_set, (tile->strand_end + 63) / 64, number);
}

/* The same of all strands in use. */
static inline uint32_t strand_used(const struct tile *tile, uint32_t number)
{
    while (number < tile->strand_end && tile->strands[number].state == STRAND_FREE)
        number++;
    return number < tile->strand_end ? number : STRAND_END;
}

/* Begins a segment: strands that can merge do, all are ready. only_paused: only those which are
 * STRAND_PAUSED; that was no end that other PPs could see. */
void tile_begin(struct tile *tile, bool only_paused);

/* Runs all ready strands to the end of their segment. At level 0 that is the cycle `end`; at the others `end`
 * is the cycle in which the run is over (--max-cycles), or UINT64_MAX. */
void tile_run(struct tile *tile, uint64_t end);

/* Whether all PPs, after their requested stores are carried out, come next to a multiprefix request that
 * changes no cell and has no result, whatever others do. *fold is its operation (enum system_fold). */
bool tile_foresees_idle_fold(const struct tile *tile, uint8_t *fold);

/* Level 0, in a machine of one tile: whether all running PPs are one strand outside barriers. Then no other
 * PP can see what they do: stores take effect at once, a multiprefix request without effect needs no phase,
 * and the segment continues, up to the cycle tile.end, until they make another request, diverge or enter a
 * barrier; then tile.in_lockstep becomes false, and tile.end the next cycle. */
bool tile_is_in_lockstep(const struct tile *tile);
#define TILE_LOCKSTEP_MOST 250u /* cycles: as far as quiet PPs run (level.h) */

/* Level 0: number of cycles in which no PP reaches an instruction that may access anything shared. */
unsigned tile_quiet(const struct tile *tile);

/* Between segments: at level 0 tile_take_pps copies all PPs of a tile, by lane; tile_put_pps sets the tile's
 * PPs to `pps`, all in one cycle. */
void tile_take_pps(const struct tile *tile, struct snapshot_pp *pps);
void tile_put_pps(struct tile *tile, const struct snapshot_pp *pps, uint64_t cycle);

/* Cycle counter of a member. */
static inline uint64_t tile_cycle(const struct tile *tile, const struct strand *strand, uint32_t lane)
{
    return strand->cycle + (strand->cycles_differ ? tile->offset[lane] : 0);
}

/* The pending delayed value; only if strand.late_target is a register. */
static inline struct operand tile_late(const struct tile *tile, const struct strand *strand)
{
    return strand->late_affine ? (struct operand){.base = strand->late_base, .stride = strand->late_stride}
                               : (struct operand){.row = tile->late[strand->late_slot]};
}

static inline bool strand_has(const struct strand *strand, uint32_t lane)
{
    return strand->set[lane / ROWS_BLOCK] >> lane % ROWS_BLOCK & 1u;
}

static inline bool strand_is_whole(const struct tile *tile, const struct strand *strand)
{
    return strand->count == tile->pps;
}

/* The cycle of a strand's request, or of its next instruction; the least of its members. */
static inline uint64_t strand_time(const struct strand *strand)
{
    return strand->cycle - (strand->state == STRAND_REQUEST);
}

/* The operation at a pc; beyond the program, the illegal one at its end. */
static inline const struct operation *tile_operation(const struct tile_world *world, uint32_t pc)
{
    return &world->code[pc < world->code_count ? pc : world->code_count];
}

/* Levels 1 to 5: before this cycle the members certainly make no request that counts, after the present one.
 */
static inline uint64_t strand_before(const struct tile_world *world, const struct strand *strand)
{
    return strand->cycle + (strand->late_target != 1 ? tile_operation(world, strand->pc)->ahead : 0);
}

/* No strand is held. */
static const struct tile_held tile_no_held = {.time = UINT64_MAX, .next = UINT64_MAX, .before = UINT64_MAX};

/* Sums up one more strand that is held. */
static inline void tile_add_held(struct tile_held *held, const struct tile_world *world,
                                 const struct strand *strand)
{
    const uint64_t time = strand_time(strand), before = strand_before(world, strand);
    held->phases |= (uint8_t)(1u << strand->phase);
    held->time = time < held->time ? time : held->time;
    held->next = strand->cycle < held->next ? strand->cycle : held->next;
    held->before = before < held->before ? before : held->before;
}

/* Sets strand.held. */
void tile_hold(struct tile *tile, struct strand *strand, bool held);

/* Recounts a strand whose set has lost members. */
void strand_recount(const struct tile *tile, struct strand *strand);

/* Whether no two members store to one cell; true only for lists that ascend, of words without gaps. */
bool strand_stores_are_disjoint(const struct tile *tile, const struct strand *strand,
                                const struct request *cells);

/* Writes the data of a request to its cells; of several for one cell the highest member's stays. No images.
 */
void tile_write_cells(const struct tile *tile, const struct strand *strand, const struct request *request);

/* Any operand as a row: its own, or a scratch row. */
const uint32_t *tile_operand_row(const struct tile *tile, const struct strand *strand, struct operand operand,
                                 enum scratch scratch);

/* Sets strand.cycle to the least of its members' cycle counters; between segments only. */
void strand_settle_cycle(const struct tile *tile, struct strand *strand);

/* Splits the members whose cycle counters are `cycle` or more, if there are others; returns their strand, or
 * NULL if there are none. Between segments only. */
struct strand *tile_part_from_cycle(struct tile *tile, struct strand *strand, uint64_t cycle);

/* Whether the members poll: they have yielded a moment ago. */
static inline bool strand_spins(const struct strand *strand)
{
    return strand->yielded != 0 && strand->cycle - strand->yielded <= TILE_SPIN_CYCLES;
}

/* Changes the base of the members' cycle counters, and of the cycle of their last yield. */
static inline void strand_move_cycle(struct strand *strand, uint64_t cycle)
{
    if (strand_spins(strand))
        strand->yielded += cycle - strand->cycle;
    strand->cycle = cycle;
}

/* Instructions of a member in this segment, at most. */
static inline uint32_t strand_budget(const struct tile *tile, const struct strand *strand)
{
    return tile->hurries ? 1 : (strand->modes & SNAPSHOT_IN_SYNC) != 0 ? LEVEL_BUDGET_SYNC : LEVEL_BUDGET;
}

/* The pc of a strand when the machine has executed `cycles` cycles: of the instruction that it is executing,
 * if that takes several. */
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

/* The highest member. */
static inline uint32_t strand_last(const struct strand *strand)
{
    return strand->end_block * ROWS_BLOCK - 1u -
           (uint32_t)(__builtin_clz((unsigned)strand->set[strand->end_block - 1]) - 16);
}

/* The lanes that a strand's kernels process. */
static inline uint32_t strand_from(const struct strand *strand)
{
    return strand->first_block * ROWS_BLOCK;
}

static inline uint32_t strand_lanes(const struct strand *strand)
{
    return (strand->end_block - strand->first_block) * ROWS_BLOCK;
}

static inline const uint16_t *strand_bits(const struct strand *strand)
{
    return strand->set + strand->first_block;
}

/* Whether a row is `word` in all members. */
static inline bool strand_is_row_of(const struct tile *tile, const struct strand *strand, const uint32_t *row,
                                    uint32_t word)
{
    return tile->world->rows->is_fill(row + strand_from(strand), word, 0, strand_bits(strand),
                                      strand_lanes(strand));
}

/* Whether an operand is `word` in all members of a strand of several. */
static inline bool strand_holds(const struct tile *tile, const struct strand *strand, struct operand operand,
                                uint32_t word)
{
    return operand.row ? strand_is_row_of(tile, strand, operand.row, word)
                       : is_uniform(operand) && operand.base == word;
}

/* For each member, in ascending order: for (lane = strand_first(s); lane < end; lane = strand_next(s, lane)).
 */
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
    return tile->is_gathered[lane / ROWS_BLOCK] >> lane % ROWS_BLOCK & 1u;
}

/* A register, or the status word without modulo bit, of one PP. strand: the PP's strand. */
uint32_t tile_register(const struct tile *tile, const struct strand *strand, unsigned number, uint32_t lane);

uint32_t tile_status(const struct tile *tile, const struct strand *strand, uint32_t lane);

/* A PP between two instructions, when the machine has executed `cycles` cycles. */
void tile_view(const struct tile *tile, uint32_t lane, uint64_t cycles, struct pp_view *view);
void tile_set_register(struct tile *tile, unsigned number, uint32_t lane, uint32_t value);

/* Whether the registers that a strand's lazy flags refer to are unchanged since the flags were noted, as far
 * as that is known. */
bool tile_flags_are_kept(const struct tile *tile, const struct strand *strand);

/* A register, except R0 and R1, of all PPs. */
static inline struct operand tile_operand(const struct tile *tile, unsigned number)
{
    return tile->affine >> number & 1
               ? (struct operand){.base = tile->base[number], .stride = tile->stride[number]}
               : (struct operand){.row = tile->row[number]};
}

/* A register is base + lane * stride in all PPs from now on. */
static inline void tile_set_numbers(struct tile *tile, unsigned number, uint32_t base, uint32_t stride)
{
    tile->affine |= (uint64_t)1 << number;
    tile->filled &= ~((uint64_t)1 << number);
    tile->base[number] = base;
    tile->stride[number] = stride;
}

/* Registers, a bit for each, are rows from now on, or their rows have new contents: every writer must call
 * it. */
static inline void tile_rows_change(struct tile *tile, uint64_t registers)
{
    tile->affine &= ~registers;
    tile->ranged &= ~registers;
}

/* The least and the largest word, plus `more`, of a register that is a row; of a strand of all PPs. The
 * result is cached, because addresses are often the same from access to access. */
void tile_find_range(struct tile *tile, const struct strand *whole, unsigned number);

static inline void tile_row_range(struct tile *tile, const struct strand *whole, unsigned number,
                                  uint32_t more, uint32_t *low, uint32_t *high)
{
    if (!(tile->ranged >> number & 1))
        tile_find_range(tile, whole, number);
    *low = tile->low[number] + more;
    *high = tile->high[number] + more;
    if (*low > *high) /* they wrap around in some PPs only */
        tile->world->rows->range(tile->row[number], more, whole->set, tile->lanes, low, high);
}

/* Writes a register, not R1, of a strand's members. */
void tile_write(struct tile *tile, struct strand *strand, unsigned number, struct operand value);

/* The cell of a word that a member has requested; not for host calls. */
uint32_t tile_word_cell(const struct tile *tile, const struct strand *strand, uint32_t lane, uint32_t word);

/* Carries out requests for images. tile_image_words: the words that a member stores. */
void tile_carry_out_images(const struct tile *tile, const struct strand *strand);
void tile_image_words(const struct tile *tile, const struct strand *strand, uint32_t lane, uint32_t *words);

/* The strand of a running PP. */
const struct strand *tile_strand_of(const struct tile *tile, uint32_t lane);

#endif
