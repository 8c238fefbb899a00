/* block.h - native code for all PPs of a tile in lockstep: what it is given, and what it gives back.
 *
 * A block is a run of instructions, each after the one before; the last one may be a branch or a call. Its
 * code is made for the forms that registers have when it begins: equal in all PPs or evenly spaced, as two
 * numbers, or a row of words. It executes the whole block for all PPs, 16 at a time, registers in vector
 * registers. Whoever enters it has found out before that all addresses lead to shared memory, for nothing
 * stops the code in its midst; nothing is late when it begins or ends. Stores are not part of blocks.
 *
 * The offsets of a frame are part of the code. Knows nothing of tiles.
 */
#ifndef PRAM_NATIVE_BLOCK_H
#define PRAM_NATIVE_BLOCK_H

#include <stddef.h>
#include <stdint.h>

enum block_form {
    BLOCK_UNIFORM, /* equal in all PPs */
    BLOCK_RUN,     /* base + lane */
    BLOCK_EVEN,    /* base + lane * stride */
    BLOCK_ROW,     /* a word for each */
    BLOCK_FORMS
};

/* Where the PPs go from the last instruction of a block. */
enum block_way {
    BLOCK_FOLLOWS, /* to the instruction after it */
    BLOCK_JUMPS,   /* to the target of the branch */
    BLOCK_PARTS    /* some here, some there: the branch, at least, is not executed (native_block.undone) */
};

/* Flags when a block ends. */
enum block_flags {
    BLOCK_FLAGS_KEPT,    /* as before */
    BLOCK_FLAGS_UNIFORM, /* frame.flags in all PPs */
    BLOCK_FLAGS_ROW,     /* frame.status holds them */
    BLOCK_FLAGS_LOST     /* nobody looks at them */
};

struct block_frame {
    uint32_t *const *row;    /* of registers: words of lanes, 64-byte aligned */
    uint32_t *base, *stride; /* of registers that are two numbers */
    const uint32_t *cells;
    uint32_t *status;
    uint64_t lanes; /* a multiple of 16; those after the last PP may hold anything that does no harm */
    uint32_t first_pp;
    uint32_t flags;
};

typedef uint32_t block_code(struct block_frame *frame); /* returns an enum block_way */

/* Loads through one register: from the cells register + low .. register + high, seen as signed numbers. R0:
 * from addresses that the code says. */
struct block_address {
    uint8_t number;
    uint8_t form; /* enum block_form; not BLOCK_EVEN */
    int32_t low, high;
};
enum { BLOCK_ADDRESSES = 8 };

#define BLOCK_MOST 64u /* instructions */

struct block_request {
    uint32_t pc;
    uint32_t most;     /* instructions; at most BLOCK_MOST */
    uint8_t forms[32]; /* enum block_form, by register */
    uint32_t shared;   /* bit r: register r holds addresses of shared memory, as far as a glance tells */
};

struct native_block {
    block_code *code; /* in native_code (code.h); NULL: there is none */
    uint32_t pc, count;
    uint32_t target;      /* of its branch or call */
    uint32_t loads;       /* words that each PP loads */
    uint64_t known_loads; /* bit k: the instruction k loads from an address that the code says */
    uint32_t reads;       /* bit r: register r is looked at; its form is that of the request: */
    uint32_t numbers;     /* .. these are two numbers, */
    uint32_t uniform;     /* .. of which these have the stride 0, */
    uint32_t runs;        /* .. and these the stride 1 */
    uint32_t to_row;      /* bit r: register r is a row when the block ends, */
    uint32_t to_numbers;  /* .. it is two numbers */
    uint8_t flags;        /* enum block_flags */
    uint8_t undone;       /* instructions, if the PPs part */
    uint8_t address_count;
    struct block_address addresses[BLOCK_ADDRESSES];
    const uint8_t *image; /* code and data, position-independent, */
    uint32_t bytes;       /* .. so many; */
    uint32_t entry;       /* .. here it begins */
};

#endif
