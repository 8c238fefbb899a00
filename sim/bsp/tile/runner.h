/* clang-format off */
/* runner.h - code that carries PPs on for a stretch of the program without looking around: the seam for whatever
 * executes faster than one instruction after the other.
 *
 * A runner offers an entry for each pc that it can begin at. Where the engine comes to a pc it looks for the entry
 * (runners_find_rows, runners_find_lane) and calls its `run`; where there is none, NULL, it interprets one
 * instruction. There are two forms of entries:
 *
 *     form         it carries on                                        the first customer
 *     rows_entry   all PPs of a tile in lockstep, registers as rows     straight runs (runner.c)
 *     lane_entry   one PP, its registers side by side                   the plain loop (plain.c)
 *
 * Every entry keeps this contract; the hostile build checks it (rows_enter, lane_enter):
 *
 *   - It is entered only for a whole strand: all PPs of a tile, or the one PP that a frame belongs to. At rows
 *     nothing is late: no delayed value is on its way. A lane's frame says what is.
 *   - It executes what the machine does, `most` instructions at most, each of one cycle. It stops before the first
 *     instruction that may be an RPI, is a hint, faults, sends PPs of a strand to different places, takes more than
 *     one cycle, or looks at the clock. To stop before its first instruction is allowed: 0 steps.
 *   - It changes registers in `writes`, flags, cells by stores that are no RPIs (first border_before, border.h),
 *     the counters of loads and stores, and nothing else. It parts no strand, notes no fault, ends no segment.
 *   - If it stops at a pc for which it is offered itself, an instruction is interpreted before it is entered again.
 *   - It says at which pc it stopped and how many instructions it has executed. The caller moves the pc, the cycle
 *     counter and the steps of the strand. At rows nothing is late when it stops, either.
 *
 * Lazy flags that refer to a register in `writes` are the caller's to release before it enters. Entries are
 * offered before the run; they stay where they are until the run is over. Knows tile.h; neither segments nor
 * phases.
 */
/* clang-format on */
#ifndef PRAM_TILE_RUNNER_H
#define PRAM_TILE_RUNNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/bsp/tile/tile.h"

/* Where a runner has stopped, and how many instructions it has executed. */
struct stretch {
    uint32_t pc;
    uint32_t steps;
};

/* ---- all PPs of a tile */

struct rows_entry {
    uint64_t reads;  /* bit r: it may look at what register r holds when it is entered */
    uint64_t writes; /* bit r: it may change register r */
    struct stretch (*run)(const struct rows_entry *entry, struct tile *tile, struct strand *strand,
                          uint32_t most);
};

/* ---- one PP */

/* Where a PP's own stack or private area lies: word w of it, at the address `address` + w, is
 * cells[index + (w << lane_shift)]. */
struct lane_area {
    uint32_t address, words, index;
};

/* A PP while it is carried on: it need not be one of a tile. Before each call its owner sets reg[1], the pc
 * to begin at, `cycle` and `loads`; the entry leaves reg[1] at the pc where it stops. */
struct lane_frame {
    const struct tile_world *world;
    uint32_t *reg;        /* R0 .. R31 and DECODE_SINK; entries set R0 to 0 before they read it */
    uint32_t status;      /* flags, without the modulo bit */
    uint32_t late_target; /* the register that a delayed value reaches after the next instruction;
                             DECODE_SINK: none does. 1, the pc: entries stop before that instruction */
    uint32_t late_value;
    uint64_t cycle; /* of the instruction at reg[1] */
    struct lane_area stack, private;
    bool loads;           /* loads from shared memory and own areas are no RPIs */
    bool stack_at_once;   /* nor are stores to the own stack, */
    bool private_at_once; /* .. to the own private area */
    const struct border *border;
    struct counts *counts;   /* of plain_counted_entry, */
    bool is_inside;          /* .. the PP being in a barrier */
    uint64_t loaded, stored; /* counted up by the entry: words loaded and stored */
};

struct lane_entry {
    uint64_t reads, writes; /* as of rows_entry; only R2 to R31 */
    struct stretch (*run)(const struct lane_entry *entry, struct lane_frame *frame, uint32_t most);
};

/* ---- who offers what */

/* The entries of a program, by pc. */
struct straight;
struct runners {
    uint32_t count; /* instructions of the program */
    const struct rows_entry **rows;
    const struct lane_entry **lane;
    struct straight *straight; /* memory of the first customer's entries */
};

/* Makes the table, with the entries of the two first customers, for `count` operations and the one after the
 * program's end. is_counted: every instruction is counted by its place (effects->counts); then straight runs
 * and the counting plain loop are all that may be offered. False if memory is short. */
bool runners_create(struct runners *runners, const struct operation *code, uint32_t count, bool is_counted);
void runners_destroy(struct runners *runners);

/* The entry at a pc, `count` at most, the one after the program's end; NULL: interpret. */
static inline const struct rows_entry *runners_find_rows(const struct runners *runners, uint32_t pc)
{
    return runners->rows[pc];
}

static inline const struct lane_entry *runners_find_lane(const struct runners *runners, uint32_t pc)
{
    return runners->lane[pc];
}

/* Offers an entry for a pc of the program, instead of the one that is there. */
static inline void runners_offer_rows(struct runners *runners, uint32_t pc, const struct rows_entry *entry)
{
    runners->rows[pc] = entry;
}

static inline void runners_offer_lane(struct runners *runners, uint32_t pc, const struct lane_entry *entry)
{
    runners->lane[pc] = entry;
}

/* Enter an entry. The hostile build checks the contract, and ends the program where it is broken. */
#ifdef PRAM_HOSTILE
struct stretch rows_enter(const struct rows_entry *entry, struct tile *tile, struct strand *strand,
                          uint32_t most);
struct stretch lane_enter(const struct lane_entry *entry, struct lane_frame *frame, uint32_t most);
#else
static inline struct stretch rows_enter(const struct rows_entry *entry, struct tile *tile,
                                        struct strand *strand, uint32_t most)
{
    return entry->run(entry, tile, strand, most);
}

static inline struct stretch lane_enter(const struct lane_entry *entry, struct lane_frame *frame,
                                        uint32_t most)
{
    return entry->run(entry, frame, most);
}
#endif

/* The plain loop of one PP (plain.c): it begins at any pc whose operation is `plain`. The second one fills
 * frame.counts. */
extern const struct lane_entry plain_entry, plain_counted_entry;

#endif
