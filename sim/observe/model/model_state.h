/* model_state.h - what the parts of --model share.
 *
 *   choice.c  names of models
 *   model.c   a cycle: which PP accesses which cell
 *   step.c    a step of one PP: its accesses, and hints
 *   lockstep.c  a cycle by PPs in lockstep: which cells several PPs access
 *   cells.c   the accesses of a cycle, sorted by their cells
 *   judge.c   the accesses to one cell in one cycle: collisions and findings
 */
#ifndef PRAM_MODEL_STATE_H
#define PRAM_MODEL_STATE_H

#include "model.h"
#include "sim/isa/system.h"

enum model_collision {
#define MODEL_COLLISION(name, text) MODEL_COLLISION_##name,
#include "model.def"
};

struct model_row {
    const char *name; /* with _ instead of - */
    uint32_t allows;  /* a bit for each enum model_collision */
    uint8_t folds;    /* enum system_fold */
    const char *text;
};
extern const struct model_row model_rows[];

/* Words of the group frame at gp: GROUP_SIZE, ... */
enum {
#define GROUP_FIELD(offset, name, text) GROUP_##name = (offset),
#include "asm/tables/group.def"
};

enum access_deed { ACCESS_DEED_LOAD, ACCESS_DEED_STORE, ACCESS_DEED_FOLD };

/* One PP's access to a cell of shared memory. */
struct access {
    uint32_t pp, pc;
    uint32_t address;
    uint32_t value;    /* stored value */
    uint32_t group;    /* its group frame, if it is a synchronous member of one; 0: none */
    uint32_t members;  /* the size of that group, from its frame */
    uint8_t deed;      /* enum access_deed */
    uint8_t fold;      /* enum system_fold */
    bool is_judged;    /* the model examines it: not an access of the runtime, unless requested */
    bool is_counted;   /* part of the statistics: an access of the user's own code */
    bool is_looked_at; /* within judge.c: it is known whether the whole group makes this access; */
    bool is_done;      /* another member represents the group */
};

/* Properties of an instruction, found before the run. */
struct model_code {
    uint8_t work; /* enum model_work */
    uint8_t deed; /* of an access */
    uint8_t fold;
    uint8_t mark;         /* enum lockstep_mark: of an access by a PP in no mode of model.special */
    uint8_t first, other; /* an access is to the sum of these registers, not R1, */
    uint32_t constant;    /* and this constant */
    bool is_judged;
    bool is_counted;
    bool gives;     /* allocates words of memory (given.h) */
    bool is_simple; /* only accesses one word, and is judged */
};
enum model_work { MODEL_WORK_NONE, MODEL_WORK_ACCESS, MODEL_WORK_IMAGE, MODEL_WORK_HINT };

/* The accesses to a cell in one cycle (lockstep.c). */
enum lockstep_mark {
    LOCKSTEP_LOADED,        /* uncounted loads */
    LOCKSTEP_LOADED_USER,   /* loads, at least one of them counted */
    LOCKSTEP_LOADED_RECENT, /* as above, in the second pass */
    LOCKSTEP_OTHER,         /* one other access */
    LOCKSTEP_MET,           /* several accesses, not all of them loads */
    LOCKSTEP_MARKS
};

/* What a PP's hints say about it: bits. */
enum model_mode { MODEL_SYNCHRONOUS = 1, MODEL_IN_BARRIER = 2 };

struct model {
    struct machine *machine;
    struct observer observer;
    struct model_choice choice;
    struct model_code *code; /* by pc */
    uint32_t *places;        /* by pc: lines.h */
    uint8_t *modes;          /* by PP: enum model_mode */
    uint8_t special;         /* the modes in which an access may have another mark than that of its code */
    struct access *accesses; /* of this cycle, in PP order; */
    size_t room;
    size_t count;
    struct access **sorted, **spare; /* the accesses, by cell, then by PP; the same number */
    size_t sorted_room, spare_room;
    uint32_t *image; /* of one PP */
    size_t image_room;
    uint32_t *stamps; /* by cell: the last cycle that accessed it, in units of `stamp` */
    uint32_t stamp;
    const struct observer_cycle *now; /* the cycle under examination */
    struct model_counts counts;
};

static inline bool model_forbids(const struct model *model, enum model_collision collision)
{
    return model->choice.number != MODEL_NONE &&
           (model_rows[model->choice.number].allows >> collision & 1u) == 0;
}

/* Whether several PPs may do this multiprefix operation on a cell. */
static inline bool model_lets_fold(const struct model *model, uint8_t fold)
{
    return model->choice.number == MODEL_NONE || model_rows[model->choice.number].folds == fold;
}

/* Whether the cell is in the PP's group frame at gp, which belongs to the runtime. */
static inline bool model_is_frame(uint32_t address, uint32_t frame)
{
    return address - frame < GROUP_WORDS && frame != 0;
}

/* ---- step.c */

/* The words that the step's instruction accesses; those of shared memory are added. */
void model_add_words(struct model *model, const struct observer_step *step, const struct model_code *code);

/* After a hint: updates which PPs work synchronously, and which are in a barrier. */
void model_take_hint(struct model *model, const struct observer_step *step);

/* ---- lockstep.c */

/* The rest of an instruction's properties. */
void lockstep_prepare(const struct model *model, uint32_t pc, struct model_code *code);

/* The cycle model->now, whose PPs are shown in lockstep. */
void lockstep_look(struct model *model);

/* observer.rests. */
bool lockstep_rests(void *context, const struct observer_rest *rest);

/* ---- cells.c */

/* Adds the access of a PP; `access` must live as long as the cycle. */
void cells_add(struct model *model, const struct access *access);

/* The size in a group's frame at the start of the cycle. */
uint32_t cells_members(const struct model *model, uint32_t group);

/* Judges all cells that have been added. */
void cells_judge(struct model *model);

/* Reserves that many stamps, the highest ones up to model->stamp, for the accesses from now on. */
void cells_renew_stamps(struct model *model, uint32_t count);

/* ---- judge.c */

/* Judges the accesses of this cycle to one cell, in PP order; at least two. Overwrites the array. */
void judge_cell(struct model *model, struct access **accesses, size_t count);

#endif
