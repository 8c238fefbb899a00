/* block.h - which instructions from a pc on are a block for all PPs of a tile (sim/bsp/native/block.h), and
 * which form their results have. Knows operations; no LLVM. */
#ifndef PRAM_NATIVE_BLOCK_FIND_H
#define PRAM_NATIVE_BLOCK_FIND_H

#include <stdbool.h>

#include "asm/isa.h"
#include "sim/bsp/native/plugin.h"

/* The form of what an instruction computes of operands of these forms. */
enum block_form block_result_form(const struct instruction *i, enum block_form a, enum block_form b);

/* Fills in what is known of a block before there is code. False: there is no block of two instructions. */
bool block_find(const struct native_subject *subject, const struct block_request *request,
                struct native_block *block);

/* A branch or call: it is the last one of its block. */
bool block_goes_away(const struct instruction *i);

static inline bool block_is_load(const struct instruction *i)
{
    return i->kind == ISA_KIND_LOAD;
}

#endif
