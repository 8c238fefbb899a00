/* request.h - the words that the members of a strand have, and the cells that they access; their requests to
 * memory and host. Knows arrays, nothing of strands. */
#ifndef PRAM_TILE_REQUEST_H
#define PRAM_TILE_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

/* Words of all lanes: base + lane * stride if row is NULL. */
struct operand {
    const uint32_t *row;
    uint32_t base;
    uint32_t stride;
};

/* Whether it is known that the words of all lanes are equal: base. */
static inline bool is_uniform(struct operand operand)
{
    return operand.row == NULL && operand.stride == 0;
}

/* The word of one lane. */
static inline uint32_t operand_word(struct operand operand, uint32_t lane)
{
    return operand.row ? operand.row[lane] : operand.base + lane * operand.stride;
}

enum request_kind { REQUEST_STORE, REQUEST_FOLD, REQUEST_LOAD, REQUEST_HOST };

enum request_shape {
    REQUEST_ONE, /* all members access one cell: index */
    REQUEST_RUN, /* the member in lane n accesses the cell index + n */
    REQUEST_LIST /* list + index holds the members' cells */
};

/* A request of the members of a strand to memory or host; also an access to memory that takes effect at once.
 * Cells are host indices; of several words of a member, that of the first one. */
struct request {
    uint8_t kind;        /* enum request_kind */
    uint8_t class;       /* enum access_class */
    uint8_t shape;       /* enum request_shape */
    uint8_t fold;        /* enum system_fold */
    uint8_t late_target; /* of a host call: a register that a delayed value reached in this cycle; its
                            argument was datum, and its result is lost */
    bool wants_result;   /* mp*, not sync* */
    bool is_image;       /* each member moves an image between its precision unit and `words` words */
    uint32_t pc;
    uint32_t index;
    uint32_t low, high; /* the cells of all words lie in low .. high */
    uint32_t number;    /* host call */
    uint32_t words;
    uint32_t step;        /* distance from a word's cell to the next one's; 0: irregular */
    const uint32_t *list; /* does not change until the phase: tile.index, or a register's row */
    struct operand
        datum; /* the same: tile.datum, or a register's row. Of an image: its address, if step is 0 */
};

/* The cell that a member accesses; not for host calls. */
static inline uint32_t request_cell(const struct request *request, uint32_t lane)
{
    return request->shape == REQUEST_LIST  ? request->list[lane] + request->index
           : request->shape == REQUEST_RUN ? request->index + lane
                                           : request->index;
}

#endif
