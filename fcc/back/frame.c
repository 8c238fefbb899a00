/* frame.c - the private frame: prologue, epilogue, and the numbers of its words.
 *
 *     fp+0  caller's fp
 *     fp+1  return address, if the function calls
 *     fp+2  saved registers, then the near part (slots, spills), the far part, outgoing arguments
 *     sp
 *
 * The prologue raises sp before it writes anything, and the epilogue lowers it last, so that every access is
 * between fp and sp, as the simulator's level 3 requires. Must have run before: regalloc. Runs before:
 * finish.
 */
#include "fcc/back/frame.h"

enum {
    HEADER_WORDS = 2,
    LARGEST_SMALL_FRAME = 4095,
    UNCHECKED_WORDS = 64 /* larger frames could jump over the unused words at the start of a stack */
};

struct frame {
    struct machine_function *function;
    uint32_t near_start;
    uint32_t far_start;
    uint32_t words; /* all */
};

static bool uses_fp(const struct machine_function *function)
{
    for (const struct machine_block *block = function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
            struct machine_uses uses;
            machine_uses(instr, &uses);
            for (unsigned i = 0; i < uses.reads; i++) {
                if (uses.read[i] == REGISTER_fp)
                    return true;
            }
        }
    }
    return false;
}

/* Inserts `op` with a register rs, a constant and rd before `place`. */
static struct machine_instr *insert(const struct frame *frame, struct machine_block *block,
                                    struct machine_instr *place, enum machine_op op, uint32_t rs, int32_t imm,
                                    uint32_t rd)
{
    struct machine_instr *instr = machine_insert(frame->function, block, place, op);
    instr->rs = rs;
    instr->has_imm = true;
    instr->imm = imm;
    instr->rd = rd;
    instr->memory.own = true;
    return instr;
}

static void insert_registers(const struct frame *frame, struct machine_block *block,
                             struct machine_instr *place, enum machine_op op, uint32_t rs, uint32_t rt,
                             uint32_t rd)
{
    struct machine_instr *instr = machine_insert(frame->function, block, place, op);
    instr->rs = rs;
    instr->rt = rt;
    instr->rd = rd;
}

/* Loads or stores of the saved registers, in ascending order after the header. */
static void insert_saves(const struct frame *frame, struct machine_block *block, struct machine_instr *place,
                         enum machine_op op)
{
    int32_t offset = HEADER_WORDS;
    for (uint32_t reg = 0; reg < MACHINE_REGISTERS; reg++) {
        if (frame->function->saved >> reg & 1)
            insert(frame, block, place, op, REGISTER_fp, offset++, reg);
    }
}

static void insert_prologue(const struct frame *frame, struct machine_block *block)
{
    struct machine_instr *place = block->first;
    int32_t words = (int32_t)frame->words;
    bool small = frame->words <= LARGEST_SMALL_FRAME;
    if (small) {
        insert(frame, block, place, MACHINE_add, REGISTER_sp, words, REGISTER_sp);
    } else {
        struct machine_instr *set = machine_insert(frame->function, block, place, MACHINE_SET);
        set->imm = words;
        set->rd = REGISTER_t0;
        insert_registers(frame, block, place, MACHINE_add, REGISTER_sp, REGISTER_t0, REGISTER_sp);
    }
    if (frame->words > UNCHECKED_WORDS) /* precedes all other stores: this one faults if the stack is full */
        insert(frame, block, place, MACHINE_stg, REGISTER_sp, -1, REGISTER_zero);
    if (small) {
        insert(frame, block, place, MACHINE_stg, REGISTER_sp, -words, REGISTER_fp);
        insert(frame, block, place, MACHINE_add, REGISTER_sp, -words, REGISTER_fp);
    } else {
        insert_registers(frame, block, place, MACHINE_sub, REGISTER_sp, REGISTER_t0, REGISTER_t0);
        insert(frame, block, place, MACHINE_stg, REGISTER_t0, 0, REGISTER_fp);
        insert(frame, block, place, MACHINE_add, REGISTER_t0, 0, REGISTER_fp);
    }
    if (frame->function->calls)
        insert(frame, block, place, MACHINE_stg, REGISTER_fp, 1, REGISTER_ra);
    insert_saves(frame, block, place, MACHINE_stg);
    for (struct machine_instr *instr = block->first; instr != place; instr = instr->next) {
        instr->line = frame->function->line;
        instr->file = frame->function->file;
    }
}

static void insert_epilogue(const struct frame *frame, struct machine_block *block,
                            struct machine_instr *place)
{
    insert_saves(frame, block, place, MACHINE_ldg);
    if (frame->function->calls)
        insert(frame, block, place, MACHINE_ldg, REGISTER_fp, 1, REGISTER_ra);
    insert(frame, block, place, MACHINE_add, REGISTER_fp, 0, REGISTER_sp);
    insert(frame, block, place, MACHINE_ldg, REGISTER_fp, 0, REGISTER_fp);
}

static void resolve(const struct frame *frame, struct machine_instr *instr)
{
    if (instr->base == BASE_NEAR)
        instr->imm += (int32_t)frame->near_start;
    else if (instr->base == BASE_FAR)
        instr->imm += (int32_t)frame->far_start;
    else if (instr->base == BASE_ARGUMENTS)
        instr->imm -= (int32_t)frame->function->outgoing_words;
    else
        return;
    instr->base = BASE_NONE;
}

void frame_build(struct machine_function *function)
{
    struct frame frame = {.function = function};
    frame.near_start = HEADER_WORDS + (uint32_t)__builtin_popcountll(function->saved);
    frame.far_start = frame.near_start + function->near_words;
    frame.words = frame.far_start + function->far_words + function->outgoing_words;
    for (struct machine_object *object = function->objects; object; object = object->next)
        object->word += object->far ? frame.far_start : frame.near_start;
    for (uint32_t i = 0; i < function->slot_count; i++)
        function->slots[i].word += function->slots[i].far ? frame.far_start : frame.near_start;
    bool needed = frame.words > HEADER_WORDS || function->calls || function->moves_stack || uses_fp(function);

    for (struct machine_block *block = function->first; block; block = block->next) {
        for (struct machine_instr *instr = block->first; instr; instr = instr->next) {
            resolve(&frame, instr);
            if (instr->op != MACHINE_RET)
                continue;
            if (needed)
                insert_epilogue(&frame, block, instr);
            instr->op = MACHINE_jmp;
            instr->rt = REGISTER_ra;
        }
    }
    if (needed && function->first)
        insert_prologue(&frame, function->first);
}
