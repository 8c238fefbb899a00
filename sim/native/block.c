/* block.c - see block.h.
 *
 * The instructions are followed once with the forms of registers. A load belongs to a block if its address is
 * a register as it was when the block began, and a constant: then whoever enters the block can look at all
 * addresses before. Where an instruction does not fit in, the block ends before it, and the next one begins.
 */
#include "sim/native/block.h"

#include "asm/isa.h"
#include "sim/native/alu.h"

bool block_goes_away(const struct instruction *i)
{
    return native_is_branch(i) || i->kind == ISA_KIND_CALL;
}

struct walk {
    const struct native_subject *subject;
    const struct block_request *request;
    struct native_block *block;
    uint8_t form[DECODE_SINK + 1];    /* enum block_form */
    uint32_t written;                 /* bit r */
    uint32_t known;                   /* bit r: register r holds a number that the code says, .. */
    uint32_t number[DECODE_SINK + 1]; /* .. this one */
    uint8_t late;                     /* what a load has on its way, */
    uint8_t late_form;
    bool has_flags;       /* flags have been set in the block, */
    bool flags_are_equal; /* .. in all PPs alike */
};

enum block_form block_result_form(const struct instruction *i, enum block_form a, enum block_form b)
{
    if (a == BLOCK_UNIFORM && b == BLOCK_UNIFORM)
        return BLOCK_UNIFORM;
    if (a == BLOCK_ROW || b == BLOCK_ROW)
        return BLOCK_ROW;
    switch (i->opcode) {
    case OP_add:
    case OP_adds:
        return a == BLOCK_UNIFORM ? b : b == BLOCK_UNIFORM ? a : BLOCK_EVEN;
    case OP_sub:
    case OP_subs:
        return b == BLOCK_UNIFORM ? a : BLOCK_EVEN;
    case OP_mul:
    case OP_muls:
        return a == BLOCK_UNIFORM || b == BLOCK_UNIFORM ? BLOCK_EVEN : BLOCK_ROW;
    case OP_lsl:
    case OP_lsls:
        return b == BLOCK_UNIFORM ? BLOCK_EVEN : BLOCK_ROW;
    default:
        return BLOCK_ROW;
    }
}

/* ---- registers */

static enum block_form read_register(struct walk *walk, unsigned number)
{
    if (number != 0 && !(walk->written >> number & 1u))
        walk->block->reads |= 1u << number;
    return (enum block_form)walk->form[number];
}

static void write_register(struct walk *walk, unsigned number, enum block_form form)
{
    walk->form[number] = (uint8_t)form;
    if (number == DECODE_SINK)
        return;
    walk->written |= 1u << number;
    walk->known &= ~(1u << number);
}

/* A constant, or a sum of one and a number that is known: so addresses of variables are made. */
static void know_result(struct walk *walk, const struct instruction *i, uint32_t known)
{
    const bool is_constant = i->kind == ISA_KIND_CONST;
    if (i->target == DECODE_SINK ||
        !(is_constant || (i->opcode == OP_add && i->rt == 0 && (known >> i->rs & 1u))))
        return;
    walk->number[i->target] = i->constant + (is_constant ? 0 : walk->number[i->rs]);
    walk->known |= 1u << i->target;
}

/* An instruction ends. */
static void land(struct walk *walk, uint8_t target, enum block_form form)
{
    if (walk->late != DECODE_SINK)
        write_register(walk, walk->late, (enum block_form)walk->late_form);
    walk->late = target;
    walk->late_form = (uint8_t)form;
}

/* ---- instructions; false: it does not fit in */

static struct block_address *address_through(struct native_block *block, unsigned number)
{
    for (unsigned k = 0; k < block->address_count; k++)
        if (block->addresses[k].number == number)
            return &block->addresses[k];
    if (block->address_count == BLOCK_ADDRESSES)
        return NULL;
    struct block_address *address = &block->addresses[block->address_count++];
    *address = (struct block_address){.number = (uint8_t)number, .low = INT32_MAX, .high = INT32_MIN};
    return address;
}

/* A load from an address that the code says. */
static bool take_known_load(struct walk *walk, const struct instruction *i)
{
    const struct native_subject *subject = walk->subject;
    const uint32_t cell = walk->number[i->rs] + i->constant;
    struct block_address *address = address_through(walk->block, 0);
    if (address == NULL || cell - subject->guard >= subject->shared_span || cell > INT32_MAX)
        return false;
    address->form = BLOCK_UNIFORM;
    address->low = (int32_t)cell < address->low ? (int32_t)cell : address->low;
    address->high = (int32_t)cell > address->high ? (int32_t)cell : address->high;
    walk->block->loads++;
    walk->block->known_loads |= (uint64_t)1 << walk->block->count;
    land(walk, i->target, BLOCK_UNIFORM);
    return true;
}

static bool take_load(struct walk *walk, const struct instruction *i)
{
    if (i->opcode == OP_ldg && i->rt == 0 && (walk->known >> i->rs & 1u))
        return take_known_load(walk, i);
    if (i->opcode != OP_ldg || i->rt != 0 || i->rs == 0 || (walk->written >> i->rs & 1u) ||
        !(walk->request->shared >> i->rs & 1u) || walk->form[i->rs] == BLOCK_EVEN)
        return false;
    struct block_address *address = address_through(walk->block, i->rs);
    if (address == NULL)
        return false;
    const enum block_form form = read_register(walk, i->rs);
    const int32_t more = (int32_t)i->constant;
    address->form = (uint8_t)form;
    address->low = more < address->low ? more : address->low;
    address->high = more > address->high ? more : address->high;
    walk->block->loads++;
    land(walk, i->target, form == BLOCK_UNIFORM ? BLOCK_UNIFORM : BLOCK_ROW);
    return true;
}

static bool take_computing(struct walk *walk, const struct instruction *i)
{
    const bool reads_flags = i->traits & DECODE_READS_FLAGS;
    if ((i->traits & DECODE_DIVIDES) && (i->rt != 0 || i->constant == 0))
        return false;
    if (reads_flags && !walk->has_flags)
        return false;
    const enum block_form a = read_register(walk, i->rs);
    const enum block_form b = i->rt != 0 ? read_register(walk, i->rt) : BLOCK_UNIFORM;
    const bool is_equal = a == BLOCK_UNIFORM && b == BLOCK_UNIFORM && (!reads_flags || walk->flags_are_equal);
    if (i->traits & DECODE_SETS_FLAGS) {
        walk->has_flags = true;
        walk->flags_are_equal = is_equal;
    }
    const uint32_t known = walk->known;
    write_register(walk, i->target, is_equal || !reads_flags ? block_result_form(i, a, b) : BLOCK_ROW);
    know_result(walk, i, known);
    land(walk, DECODE_SINK, BLOCK_UNIFORM);
    return true;
}

/* A branch or call, which ends the block. */
static bool take_way(struct walk *walk, const struct instruction *i)
{
    struct native_block *block = walk->block;
    if (i->opcode == OP_callr || i->kind == ISA_KIND_JUMP)
        return false;
    if (i->opcode != OP_bra && i->kind == ISA_KIND_BRANCH &&
        (!walk->has_flags || (!walk->flags_are_equal && walk->late != DECODE_SINK)))
        return false; /* if PPs part, nothing may be late */
    if (i->kind == ISA_KIND_CALL)
        write_register(walk, i->target, BLOCK_UNIFORM);
    block->target = i->constant;
    land(walk, DECODE_SINK, BLOCK_UNIFORM);
    return true;
}

static bool take(struct walk *walk, const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    if (operation->plain == DECODE_ILLEGAL)
        return false;
    if (native_is_branch(i) || i->kind == ISA_KIND_CALL)
        return take_way(walk, i);
    if (native_computes(i))
        return take_computing(walk, i);
    if (block_is_load(i))
        return take_load(walk, i);
    if (i->opcode != OP_getpn && i->opcode != OP_getnp)
        return false;
    write_register(walk, i->target, i->opcode == OP_getpn ? BLOCK_RUN : BLOCK_UNIFORM);
    land(walk, DECODE_SINK, BLOCK_UNIFORM);
    return true;
}

/* ---- the block */

/* From the first instruction to the last one that fits in, `most` at most. */
static void walk_block(struct walk *walk, uint32_t most)
{
    const struct native_subject *subject = walk->subject;
    struct native_block *block = walk->block;
    *block = (struct native_block){.pc = walk->request->pc};
    *walk = (struct walk){.subject = subject, .request = walk->request, .block = block, .late = DECODE_SINK};
    for (unsigned r = 1; r < 32; r++)
        walk->form[r] = walk->request->forms[r];
    walk->known = 1; /* R0 */
    while (block->count < most && block->pc + block->count < subject->count) {
        const struct operation *operation = &subject->code[block->pc + block->count];
        if (!take(walk, operation))
            break;
        block->count++;
        if (block_goes_away(&operation->i))
            break;
    }
}

/* A comparison right before a branch can be executed again with it if the PPs part there: it has only set
 * flags, and no delayed value has landed with it. */
static bool can_compare_again(const struct native_subject *subject, const struct native_block *block)
{
    const struct operation *branch = &subject->code[block->pc + block->count - 1];
    if (block->count < 2)
        return false;
    const struct instruction *i = &branch[-1].i;
    return (i->traits & DECODE_SETS_FLAGS) && !(i->traits & DECODE_READS_FLAGS) && i->target == DECODE_SINK &&
           (block->count < 3 || !(branch[-2].i.traits & DECODE_DELAYED));
}

/* What becomes of the flags. */
static void settle_flags(const struct walk *walk)
{
    const struct native_subject *subject = walk->subject;
    struct native_block *block = walk->block;
    const struct operation *end = &subject->code[block->pc + block->count];
    const struct instruction *last = &end[-1].i;
    const bool branches = last->kind == ISA_KIND_BRANCH;
    bool wanted = end->flags_wanted;
    if (!walk->has_flags)
        return;
    if (block_goes_away(last))
        wanted |= block->target > subject->count || subject->code[block->target].flags_wanted;
    block->flags = wanted ? BLOCK_FLAGS_ROW : BLOCK_FLAGS_LOST;
    if (walk->flags_are_equal) {
        block->flags = BLOCK_FLAGS_UNIFORM;
    } else if (branches && last->opcode != OP_bra) {
        block->undone = can_compare_again(subject, block) ? 2 : 1;
        if (block->undone == 1)
            block->flags = BLOCK_FLAGS_ROW;
    }
}

/* The forms of what is read and written. */
static void settle_registers(const struct walk *walk)
{
    struct native_block *block = walk->block;
    for (unsigned r = 1; r < 32; r++) {
        const uint32_t bit = 1u << r;
        const uint8_t before = walk->request->forms[r];
        if (block->reads & bit) {
            block->numbers |= before != BLOCK_ROW ? bit : 0;
            block->uniform |= before == BLOCK_UNIFORM ? bit : 0;
            block->runs |= before == BLOCK_RUN ? bit : 0;
        }
        if (walk->written & bit && walk->form[r] == BLOCK_ROW)
            block->to_row |= bit;
        else if (walk->written & bit)
            block->to_numbers |= bit;
    }
}

bool block_find(const struct native_subject *subject, const struct block_request *request,
                struct native_block *block)
{
    struct walk walk = {.subject = subject, .request = request, .block = block};
    uint32_t most = request->most < BLOCK_MOST ? request->most : BLOCK_MOST;
    walk_block(&walk, most);
    while (walk.late != DECODE_SINK) { /* its value would be late when the block ends */
        most = block->count - 1;
        walk_block(&walk, most);
    }
    if (block->count < 2)
        return false;
    settle_flags(&walk);
    settle_registers(&walk);
    return true;
}
