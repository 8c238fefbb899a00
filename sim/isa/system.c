/* system.c - asm/tables/alu.def, asm/tables/system.def and real.def as an array. */
#include "sim/isa/system.h"

#include "asm/isa.h"

#define ALU_OF_BOTH(name, kind) [OP_##name] = {.row = kind}, [OP_##name##s] = {.row = kind},

const struct system_row system_rows[256] = {
#define ALU_INTEGER(name, result, carry, overflow) ALU_OF_BOTH(name, SYSTEM_ROW_INTEGER)
#define ALU_CARRY(name, result, carry, overflow) ALU_OF_BOTH(name, SYSTEM_ROW_CARRY)
#define ALU_WORD(name, result) ALU_OF_BOTH(name, SYSTEM_ROW_WORD)
#define ALU_DIVIDE(name, result, overflow) ALU_OF_BOTH(name, SYSTEM_ROW_DIVIDE)
#define ALU_FLOAT2(name, result) [OP_##name] = {.row = SYSTEM_ROW_FLOAT},
#define ALU_FLOAT1(name, result) [OP_##name] = {.row = SYSTEM_ROW_FLOAT},
#define ALU_BITS1(name, result) [OP_##name] = {.row = SYSTEM_ROW_FLOAT},
#define ALU_COMPARE(name, flags) [OP_##name] = {.row = SYSTEM_ROW_COMPARE},
#define ALU_BRANCH(name, condition) [OP_##name] = {.row = SYSTEM_ROW_BRANCH},
#define ALU_ALWAYS(name, condition) [OP_##name] = {.row = SYSTEM_ROW_ALWAYS},
#define ALU_CLOCK(name, condition) [OP_##name] = {.row = SYSTEM_ROW_CLOCK},
#include "asm/tables/alu.def"
#define REAL_STEP(name, cost, call) [OP_##name] = {.row = SYSTEM_ROW_REAL},
#define REAL_SUM(name, cost, call) [OP_##name] = {.row = SYSTEM_ROW_SUM},
#define REAL_OTHER(name, cost) [OP_##name] = {.row = SYSTEM_ROW_REAL},
#define REAL_SUM_IMAGE(name, cost) [OP_##name] = {.row = SYSTEM_ROW_SUM},
#include "sim/isa/real.def"
#define SYSTEM(name, work, fold, address)                                                                    \
    [OP_##name] = {SYSTEM_##work, SYSTEM_FOLD_##fold, SYSTEM_ADDRESS_##address, SYSTEM_ROW_NONE},
#include "asm/tables/system.def"
};
