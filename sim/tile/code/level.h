/* level.h - facts about each instruction that the parallel engine needs before the run: how it is executed,
 * how far level 0 may run without reading what others do, whether its flags are live, and which shared
 * accesses end a segment.
 *
 * Made once from the decoded program. Knows instructions and the address map; no tiles, no threads. */
#ifndef PRAM_LEVEL_H
#define PRAM_LEVEL_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/isa/system.h"
#include "sim/machine/machine.h"

/* The handler of an instruction: the rows of the tile's dispatch. */
enum handler {
    HANDLE_ILLEGAL,
    HANDLE_OPERATE,       /* rows.operate */
    HANDLE_OPERATE_FLAGS, /* rows.operate_flags: sets flags, or takes the carry */
    HANDLE_COMPARE,       /* subs to a register that is no operand: flags stay unevaluated */
    HANDLE_DIVIDE,        /* may fault; with or without flags */
    HANDLE_CONSTANT,
    HANDLE_LOAD,  /* ldg popg popng */
    HANDLE_STORE, /* stg pshg pshng */
    HANDLE_FOLD,  /* mp* sync* */
    HANDLE_BRANCH,
    HANDLE_BRANCH_ALWAYS,
    HANDLE_BRANCH_MODULO, /* bmc bms */
    HANDLE_JUMP,
    HANDLE_CALL,
    HANDLE_CALL_REGISTER,
    HANDLE_CYCLE,   /* getct */
    HANDLE_NUMBER,  /* getpn */
    HANDLE_COUNT,   /* getnp */
    HANDLE_STATUS,  /* getsr */
    HANDLE_HOST,    /* sys */
    HANDLE_HINT,    /* shint */
    HANDLE_NOTHING, /* nop */
    HANDLE_HALT,
    HANDLE_REAL,         /* the precision unit: registers only, or set from Rs */
    HANDLE_REAL_COMPARE, /* xcmp */
    HANDLE_REAL_OUT,     /* xtoi xtof */
    HANDLE_REAL_LOAD,    /* xld xacmerge */
    HANDLE_REAL_STORE    /* xst xacsave */
};

struct operation {
    _Alignas(8) struct instruction i; /* so that operations are 32 bytes apart */
    uint8_t handler;                  /* enum handler */
    uint8_t fold;                     /* enum system_fold */
    uint8_t address;                  /* enum system_address */
    uint8_t quiet; /* minimum number of cycles from here on that change only the PP's registers */
    uint8_t
        ahead; /* the same without a store, multiprefix, host call, or yield hint; at most LEVEL_AHEAD_MOST */
    bool flags_live;   /* a PP may read the flags after this instruction */
    bool flags_wanted; /* before it */
    uint8_t plain; /* opcode, for the loop of single PPs; DECODE_ILLEGAL: not executed there, also if it reads
                      R1, or writes it other than by a branch, jump or call */
    bool polls;    /* a load of a polling loop, which orders the PP after what it has found */
    uint8_t swift; /* handler, for the loop of whole tiles; HANDLE_ILLEGAL: not executed there */
    uint32_t cost; /* in cycles; more than 1 only for the precision unit */
};

/* Makes the operations of a program, and one more for the place after its end, which is illegal. real_cost:
 * cycles of the instructions of the precision unit, by opcode; shows_flags: all flags are live, because they
 * are shown where the run stops, even if no instruction can read them any more. NULL if memory is short; the
 * caller frees. */
struct operation *level_prepare(const struct program *program, const uint32_t *real_cost, bool shows_flags);

/* Which instructions may race, and which order a PP after others (docs/check.md): the user's instructions may
 * race, except loads of polling loops (waits.h). All other accesses to shared memory count as ordering. By
 * pc, 1 if it may race; 0 for the place after the program. The caller frees; NULL if memory is short. Sets
 * operation.polls. */
uint8_t *level_find_judged(const struct machine *machine, struct operation *code);

/* The area of an address, seen from its PP. */
enum access_class { CLASS_SHARED, CLASS_PRIVATE, CLASS_STACK, CLASS_FOREIGN, CLASS_ILLEGAL };

/* Whether a store is an RPI (relevant propagation of information). Loads are no RPIs, except for those from
 * other PPs' areas, and in a barrier (tile/inside.h). */
enum store_rule {
    STORE_IS_RPI,        /* ends its segment, and is carried out in the phase */
    STORE_IS_IMMEDIATE,  /* takes effect at once */
    STORE_ASKS_THE_FRAME /* takes effect at once if it lies in the frame (level_is_in_frame), otherwise it is
                            an RPI */
};

/* The paper's graining level: each lets one more kind of stores take effect at once. knows_stack: a hint has
 * declared the PP's stack; in_async: it is in an asynchronous region, outside barriers, and the write policy
 * is `high`. */
static inline enum store_rule level_store_rule(unsigned level, enum access_class class, bool knows_stack,
                                               bool in_async)
{
    switch (class) {
    case CLASS_PRIVATE:
        return level >= 2 ? STORE_IS_IMMEDIATE : STORE_IS_RPI;
    case CLASS_STACK:
        return level >= 4 && knows_stack ? STORE_IS_IMMEDIATE
               : level >= 3              ? STORE_ASKS_THE_FRAME
                                         : STORE_IS_RPI;
    case CLASS_SHARED:
        return level >= 5 && in_async ? STORE_IS_IMMEDIATE : STORE_IS_RPI;
    case CLASS_FOREIGN:
    case CLASS_ILLEGAL:
        break;
    }
    return STORE_IS_RPI;
}

/* Whether `words` words from the address on lie between frame pointer and stack pointer, both included. */
static inline bool level_is_in_frame(uint32_t address, uint32_t words, uint32_t frame, uint32_t stack)
{
    const uint32_t offset = address - frame, size = stack - frame;
    return offset <= size && offset + words - 1 <= size;
}

/* A PP that waits in a barrier leaves it at least this number of cycles after the last arrival
 * (BARRIER_LENGTH): no PP needs to look further ahead. */
#define LEVEL_AHEAD_MOST 12u

/* Maximum number of instructions of a PP in one segment: a PP that loops without an RPI must not stop the
 * others for ever. In synchronous regions no PP waits for others in such a loop, and two ways after a branch
 * must reach their first shared access in one phase (docs/internals/abi.md, section 7): there the limit is so
 * large that no program reaches it on purpose.
 * LEVEL_BUDGET_REAL: instructions that an arithmetic instruction of the precision unit counts for. */
#ifdef PRAM_HOSTILE
#define LEVEL_BUDGET 40u
#define LEVEL_BUDGET_REAL 4u
#define LEVEL_BUDGET_SYNC 20000u
#else
#define LEVEL_BUDGET 20000u
#define LEVEL_BUDGET_REAL 16u
#define LEVEL_BUDGET_SYNC 2000000u
#endif

#endif
