/* system.c - asm/tables/system.def as an array. */
#include "sim/machine/system.h"

#include "asm/isa.h"

const struct system_row system_rows[256] = {
#define SYSTEM(name, work, fold, address)                                                                    \
    [OP_##name] = {SYSTEM_##work, SYSTEM_FOLD_##fold, SYSTEM_ADDRESS_##address},
#include "asm/tables/system.def"
};
