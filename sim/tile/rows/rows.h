/* rows.h - loops over rows: one instruction for all PPs of a tile, as vector code.
 *
 * A row is an array of uint32_t, one word (lane) per PP, 64-byte aligned and padded to whole blocks of 16
 * lanes; all kernels process whole blocks. A set of lanes is an array of bits, 16 a block. The kernels are
 * compiled three times from one text (rows.inc), for plain x86-64 or any other processor, for x86-64-v3
 * (AVX2) and for x86-64-v4 (AVX-512), and chosen at run time; all give the same bits. alu.def defines the
 * arithmetic; opcodes say which one.
 *
 * Knows arrays, nothing of machines. */
#ifndef PRAM_ROWS_H
#define PRAM_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "asm/isa.h"
#include "sim/isa/system.h"
#include "sim/machine/vectors.h"

#define ROWS_BLOCK 16u /* lanes */
#define ROWS_ALIGNMENT 64u

/* `lanes` is a multiple of ROWS_BLOCK. If a target may be one of the sources, it may be exactly that row.
 * `set` holds bits for `lanes` lanes; lanes outside it have any contents and are neither used nor changed. */
struct rows {
    /* target = operation(a, b); b is ignored by operations with one operand; division by 0 gives any value.
     * The carry is 0. By opcode, with flags or without; NULL for opcodes that do not compute. */
    void (*operate[ISA_OPCODES])(uint32_t *target, const uint32_t *a, const uint32_t *b, size_t lanes);
    void (*operate_constant[ISA_OPCODES])(uint32_t *target, const uint32_t *a, uint32_t b, size_t lanes);

    /* The same with the flags: carry comes from `status` and N Z C V go there (the bits of alu.h; the modulo
     * bit is 0 afterwards). Of float operations only comparisons, which leave
     * the target alone. */
    void (*operate_flags[ISA_OPCODES])(uint32_t *target, uint32_t *status, const uint32_t *a,
                                       const uint32_t *b, size_t lanes);

    /* bits = lanes that take the branch: by the status word, by the flags of `subs a,b`. */
    void (*taken_status[ISA_OPCODES])(uint16_t *bits, const uint32_t *status, size_t lanes);
    void (*taken_compare[ISA_OPCODES])(uint16_t *bits, const uint32_t *a, const uint32_t *b, size_t lanes);
    void (*taken_compare_constant[ISA_OPCODES])(uint16_t *bits, const uint32_t *a, uint32_t b, size_t lanes);

    /* target = source, in the lanes of the set; = base + lane * stride; = base + lane * stride in the set. */
    void (*blend)(uint32_t *target, const uint32_t *source, const uint16_t *set, size_t lanes);
    void (*fill)(uint32_t *target, uint32_t base, uint32_t stride, size_t lanes);
    void (*blend_fill)(uint32_t *target, uint32_t base, uint32_t stride, const uint16_t *set, size_t lanes);

    /* row = (row if `keep`, else 0) + delta, in the set. */
    void (*shift)(uint64_t *row, bool keep, uint64_t delta, const uint16_t *set, size_t lanes);

    /* The least word of the set, which is not empty. */
    int64_t (*least)(const uint64_t *row, const uint16_t *set, size_t lanes);

    /* Number of ones in set & bits. `part` moves them from the set to `other`. */
    uint32_t (*common)(const uint16_t *set, const uint16_t *bits, size_t blocks);
    uint32_t (*part)(uint16_t *set, uint16_t *other, const uint16_t *bits, size_t blocks);

    /* Whether all lanes of the set hold base + lane * stride. */
    bool (*is_fill)(const uint32_t *row, uint32_t base, uint32_t stride, const uint16_t *set, size_t lanes);

    /* target = cells[row + offset] in the set. Uniform and unit-stride blocks are recognised. */
    void (*gather)(uint32_t *target, const uint32_t *cells, const uint32_t *row, uint32_t offset,
                   const uint16_t *set, size_t lanes);

    /* cells[index + offset] = value in the set, in ascending lanes: of several for one cell the highest lane
     * wins. */
    void (*scatter)(uint32_t *cells, const uint32_t *index, uint32_t offset, const uint32_t *value,
                    const uint16_t *set, size_t lanes);

    /* Smallest and largest row + offset of the set; UINT32_MAX and 0 for the empty set. */
    void (*range)(const uint32_t *row, uint32_t offset, const uint16_t *set, size_t lanes, uint32_t *low,
                  uint32_t *high);

    /* Whether each word is larger than the one before it, wherever both lanes are in the set. Reads one word
     * after the last lane. */
    bool (*ascends)(const uint32_t *row, const uint16_t *set, size_t lanes);

    /* Exclusive scan: result[i] = start fold v[0] fold ... fold v[i - 1]; returns the fold of start and all.
     * result may be v. fold: without results. Any count, any alignment. */
    uint32_t (*scan[SYSTEM_FOLDS])(uint32_t *result, const uint32_t *v, uint32_t start, size_t count);
    uint32_t (*fold[SYSTEM_FOLDS])(const uint32_t *v, uint32_t start, size_t count);
};

extern const struct rows rows_plain;
extern const struct rows rows_v3; /* as plain if the compiler cannot make it */
extern const struct rows rows_v4;

/* Those that vectors_choose names. */
const struct rows *rows_for(enum host_vectors vectors);

#endif
