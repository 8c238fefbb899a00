/* word.c - see word.h. */
#include "sim/isa/word.h"

#include "asm/isa.h"
#include "sim/isa/system.h"

/* NOLINTNEXTLINE(readability-function-size): a case for each row of alu.def */
uint32_t word_compute(uint8_t opcode, uint32_t rs, uint32_t s, uint32_t *status)
{
    switch (opcode) {
#define ISA_A rs
#define ISA_B s
#define ISA_STATUS *status
#define ISA_SET_STATUS(word) (*status = (word))
#define ISA_RESULT(word) return (word)
#define ISA_BY_ZERO return 0
#define ISA_NO_BRANCHES
#include "sim/isa/cases.inc"
    default:
        return 0;
    }
}

bool word_branches(uint8_t opcode, uint32_t status)
{
    const uint32_t m = status & STATUS_MODULO;
    ALU_FLAGS(status)
    switch (opcode) {
#define ALU_BRANCH(name, condition)                                                                          \
    case OP_##name:                                                                                          \
        return (condition);
#include "asm/tables/alu.def"
    default:
        return false;
    }
}

/* Instructions other than arithmetic. */
static void work(const struct instruction *i, uint32_t a, uint32_t b, const struct word_pp *pp)
{
    uint32_t *const reg = pp->reg;
    switch ((enum system_work)system_rows[i->opcode].work) {
    case SYSTEM_CONSTANT:
        reg[i->target] = i->constant;
        break;
    case SYSTEM_JUMP:
        reg[1] = b;
        break;
    case SYSTEM_CALL:
        reg[i->target] = reg[1];
        reg[1] = i->constant;
        break;
    case SYSTEM_CALL_REGISTER:
        reg[i->target] = reg[1];
        reg[1] = a;
        break;
    case SYSTEM_CYCLE:
        reg[i->target] = pp->cycle;
        break;
    case SYSTEM_NUMBER:
        reg[i->target] = pp->number;
        break;
    case SYSTEM_COUNT:
        reg[i->target] = pp->pps;
        break;
    case SYSTEM_STATUS:
        reg[i->target] = *pp->status | (pp->cycle & STATUS_MODULO);
        break;
    default:
        break;
    }
}

void word_execute(const struct instruction *i, uint32_t a, uint32_t b, const struct word_pp *pp)
{
    if (system_computes(i->opcode))
        pp->reg[i->target] = word_compute(i->opcode, a, b, pp->status);
    else if (!system_branches(i->opcode))
        work(i, a, b, pp);
    else if (word_branches(i->opcode, *pp->status | (pp->cycle & STATUS_MODULO)))
        pp->reg[1] = i->constant;
}
