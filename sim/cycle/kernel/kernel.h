/* kernel.h - loops over the members of a strand: the effect of one instruction on their registers, as vector
 * code.
 *
 * A row is an array of words, one a PP. The members of a strand are a list of PPs, or, where they are
 * consecutive, a span: then `list` is NULL and rows are given from the first member on. The loops are
 * compiled three times from one text (kernels.inc), for plain x86-64 or any other processor, for x86-64-v3
 * and for x86-64-v4. alu.def defines the arithmetic. Knows memory's map, no machine and no strand.
 */
#ifndef PRAM_CYCLE_KERNEL_H
#define PRAM_CYCLE_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/memory.h"

/* The operands of an instruction: Rs is a[j], S is b[j] + constant. All rows must be there. */
struct kernel_operands {
    const uint32_t *a, *b;
    uint32_t constant;
    uint32_t *target;
    uint32_t *flags;
};

/* The PPs: a list, or a span from `first` on. */
struct kernel_members {
    const uint32_t *list; /* NULL: a span */
    uint32_t first;       /* of a span */
    uint32_t count;
};

struct kernels {
    /* By opcode; NULL: no row of alu.def, or a branch. Divisors must not be 0. */
    void (*compute[256])(const struct kernel_operands *operands, struct kernel_members members);

    /* By opcode of a branch: how many members take it, by their flags and the modulo bit. */
    uint32_t (*count_taken[256])(const uint32_t *flags, uint32_t modulo, struct kernel_members members);

    /* As above, for a list: members that take the branch move to `taken`, the others close up; both keep
     * their order. Returns the number of moved members. */
    uint32_t (*split[256])(const uint32_t *flags, uint32_t modulo, uint32_t *list, uint32_t count,
                           uint32_t *taken);

    /* target[j] = source[j]; = value. */
    void (*copy)(uint32_t *target, const uint32_t *source, struct kernel_members members);
    void (*fill)(uint32_t *target, uint32_t value, struct kernel_members members);

    /* Whether S is 0 for a member. */
    bool (*has_zero)(const struct kernel_operands *operands, struct kernel_members members);

    /* index[k] = host index of the cell at Rs + S of member number k; MEMORY_ILLEGAL if there is none.
     * Returns the largest. */
    uint32_t (*resolve)(const struct memory *memory, const struct kernel_operands *operands, uint32_t *index,
                        struct kernel_members members);

    /* Whether a member's address, as above, lies in memory but neither in shared memory nor in its own stack.
     */
    bool (*leaves_stack)(const struct memory *memory, const struct kernel_operands *operands,
                         struct kernel_members members);

    /* values[j] = cells[index[k]], j being member number k. */
    void (*load)(const uint32_t *cells, const uint32_t *index, uint32_t *values,
                 struct kernel_members members);

    /* Whether row[j] is the same for all members, of which there is one at least. */
    bool (*is_uniform)(const uint32_t *row, struct kernel_members members);

    /* stays[k] becomes 0 where row[j] != other[j]. Returns whether no stays[k] is left. */
    bool (*compare)(const uint32_t *row, const uint32_t *other, uint8_t *stays,
                    struct kernel_members members);
};

extern const struct kernels kernels_plain, kernels_v3, kernels_v4;

#endif
