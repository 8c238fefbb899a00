/* model_state.h - what the parts of --model share.
 *
 *   cycle.c   what is known about instructions before the run; a cycle: which cells several PPs access
 *   judge.c   names of models; the accesses to such cells: collisions and findings
 */
#ifndef PRAM_MODEL_STATE_H
#define PRAM_MODEL_STATE_H

#include "model.h"
#include "sim/isa/instruction.h"
#include "sim/machine/group.h"

enum model_collision {
#define MODEL_COLLISION(name, text) MODEL_COLLISION_##name,
#include "model.def"
};

struct model_row {
    const char *name;
    uint32_t allows; /* a bit for each enum model_collision */
    uint8_t folds;   /* enum system_fold */
};
extern const struct model_row model_rows[];

/* One PP's access to a cell of shared memory. */
struct access {
    uint32_t pp, pc;
    uint32_t address;
    uint32_t value;    /* stored value */
    uint32_t group;    /* its group frame, if it is a synchronous member of one; 0: none */
    uint32_t members;  /* the size of that group, from its frame */
    uint8_t deed;      /* enum instruction_access */
    uint8_t fold;      /* enum system_fold */
    bool is_judged;    /* the model examines it: not an access of the runtime, unless requested */
    bool is_counted;   /* part of the statistics: an access of the user's own code */
    bool is_looked_at; /* within judge.c: it is known whether the whole group makes this access; */
    bool is_done;      /* another member represents the group */
};

enum model_work {
    MODEL_WORK_NONE, /* also accesses of the runtime, unless requested */
    MODEL_WORK_ACCESS,
    MODEL_WORK_IMAGE,
    MODEL_WORK_HINT
};

/* Properties of an instruction, found before the run. */
struct model_code {
    uint8_t work; /* enum model_work */
    uint8_t deed; /* enum instruction_access */
    uint8_t fold;
    uint8_t mark; /* enum cell_mark: of an access by a PP in no mode of model.special */
    bool is_counted;
    bool gives; /* allocates words of memory (allocations.h) */
};

static inline bool model_accesses(const struct model_code *code)
{
    return code->work == MODEL_WORK_ACCESS || code->work == MODEL_WORK_IMAGE;
}

/* The accesses to a cell in one cycle (cycle.c). */
enum cell_mark {
    MARK_LOADED,        /* uncounted loads */
    MARK_LOADED_USER,   /* loads, at least one of them counted */
    MARK_LOADED_RECENT, /* as above, in the second pass */
    MARK_OTHER,         /* one other access */
    MARK_MET,           /* several accesses, not all of them loads */
    MARKS
};

/* What a PP's hints say about it: bits. */
enum model_mode { MODEL_SYNCHRONOUS = 1, MODEL_IN_BARRIER = 2 };

/* Hashes of cells. */
enum { MODEL_HASHES = 1024 };

struct model {
    struct machine *machine;
    struct observer observer;
    struct model_choice choice;
    struct model_code *code; /* by pc */
    uint32_t *places;        /* by pc: lines.h */
    uint8_t *modes;          /* by PP: enum model_mode */
    uint8_t special;         /* the modes in which an access may have another mark than that of its code */
    struct access *accesses; /* of this cycle, that may collide */
    uint32_t count, room;
    struct observer_words stored; /* by one PP */
    bool examines_loads; /* all of them: the model forbids concurrent ones, or statistics count them */
    uint32_t others[MODEL_HASHES]; /* by a hash: the last cycle with an access that is no plain load */
    uint32_t *stamps;              /* by cell: the last cycle that accessed it, in units of `stamp` */
    uint32_t stamp;
    const struct observer_cycle *now; /* the cycle under examination; */
    const uint32_t *frames;           /* registers gp in it, each observer_cycle.pp_stride after the other */
};

static inline bool model_forbids(const struct model *model, enum model_collision collision)
{
    return model->choice.number != MODEL_NONE &&
           (model_rows[model->choice.number].allows >> collision & 1u) == 0;
}

/* ---- judge.c */

/* Judges the cells of model->accesses, which it sorts. */
void judge_cells(struct model *model);

#endif
