/* plain.c - the common instructions of a PP that runs on its own, in one loop: arithmetic, branches, jumps,
 * loads, stores to the PP's own areas.
 *
 * It decides nothing and requests nothing. It stops before the first instruction that may be an RPI, is a
 * hint, faults, takes more than one cycle or reads the clock, and before each whose operation.plain is
 * DECODE_ILLEGAL. Performance-critical: operations are a power of two apart, and delayed registers are
 * compared at the end of an instruction instead of being handled in each. Calls memory, border. */
#include "sim/tile/inside.h"

#include "asm/isa.h"
#include "asm/tables/alu.h"
#include "sim/isa/instruction.h"

/* A PP's own stack or private area: word w of it, at the address `address` + w, is cells[index + (w <<
 * lane_shift)]. */
struct plain_area {
    uint32_t address, words, index;
};

static inline bool is_in_area(const struct plain_area *area, uint32_t address)
{
    return address - area->address < area->words;
}

static inline uint32_t area_cell(const struct memory *memory, const struct plain_area *area, uint32_t address)
{
    return area->index + ((address - area->address) << memory->lane_shift);
}

/* NOLINTNEXTLINE(readability-function-size): a switch over all instructions */
uint32_t strand_run_plain(struct tile *tile, struct strand *strand, uint32_t most)
{
    const struct tile_world *world = tile->world;
    struct tile_effects *const effects = tile->effects;
    const uint32_t lane = strand_first(strand);
    const uint64_t cycle = strand->cycle;
    const struct memory *memory = &world->machine->memory;
    const struct border *border = &effects->border;
    struct tile_ran *const ran = &effects->ran;
    const struct plain_area stack = {.address = memory_stack_address(memory, tile->first_pp + lane),
                                     .words = 1u << memory->stack_shift,
                                     .index = tile->stack_cell + lane};
    const struct plain_area private = {
        .address = MEMORY_PRIVATE, .words = 1u << memory->private_shift, .index = tile->private_cell + lane};
    const bool loads = !strand->in_barrier && strand->yielded == 0; /* they are no RPIs */
    const bool stack_at_once = strand_store_rule(tile, strand, CLASS_STACK) == STORE_IS_IMMEDIATE;
    const bool private_at_once = strand_store_rule(tile, strand, CLASS_PRIVATE) == STORE_IS_IMMEDIATE;
    const struct operation *const code = world->code;
    const uint32_t code_count = world->code_count;
    uint32_t *const reg = tile->alone, *const cells = memory->cells;
    uint32_t pc = strand->pc, status = tile_status(tile, strand, lane);
    uint32_t late_target = strand->late_target, late_value = strand->late_base;
    uint32_t left = most, reads = 0, writes = 0;
    if (late_target == 1)
        return 0;
    for (; left > 0; left--) {
        const struct operation *const operation = &code[pc];
        const struct instruction *const i = &operation->i;
        const uint32_t first = reg[i->rs], second = reg[i->rt] + i->constant;
        uint32_t made = 0, index;
        switch (operation->plain) {
#define ISA_A first
#define ISA_B second
#define ISA_STATUS status
#define ISA_MODULO ((uint32_t)(cycle + (most - left)) & STATUS_MODULO)
#define ISA_SET_STATUS(word) (status = (word))
#define ISA_BY_ZERO goto stop
#define ISA_RESULT(word)                                                                                     \
    made = (word);                                                                                           \
    break
#define ISA_BRANCH(name, is_taken)                                                                           \
    reg[late_target] = late_value;                                                                           \
    late_target = DECODE_SINK;                                                                               \
    pc++;                                                                                                    \
    if (!(is_taken))                                                                                         \
        continue;                                                                                            \
    pc = i->constant;                                                                                        \
    goto jumped
#include "sim/isa/cases.inc"
        case OP_getlo:
        case OP_gethi:
            made = i->constant;
            break;
        case OP_nop:
            break;
        case OP_jmp:
            reg[late_target] = late_value;
            late_target = DECODE_SINK;
            pc = second;
            goto jumped;
        case OP_call:
        case OP_callr:
            reg[i->target] = pc + 1;
            reg[late_target] = late_value;
            late_target = DECODE_SINK;
            pc = i->opcode == OP_call ? i->constant : first;
            goto jumped;
        case OP_ldg:
        case OP_popg:
        case OP_popng: {
            const uint32_t address =
                system_address_by((enum system_address)operation->address, first, second);
            if (!loads)
                goto stop;
            if (address - memory->guard < memory->shared_span)
                index = address;
            else if (is_in_area(&stack, address))
                index = area_cell(memory, &stack, address);
            else if (is_in_area(&private, address))
                index = area_cell(memory, &private, address);
            else
                goto stop;
            border_before(border, index, index);
            reads++;
            if (ran->notes)
                tile_ran_at(ran, cycle + (most - left))->loads++;
            reg[i->base] = first + second;
            reg[late_target] = late_value;
            late_target = i->target;
            late_value = cells[index];
            pc++;
            continue;
        }
        case OP_stg:
        case OP_pshg:
        case OP_pshng: {
            const uint32_t address =
                system_address_by((enum system_address)operation->address, first, second);
            if (i->rd == 0)
                goto stop;
            if (stack_at_once && is_in_area(&stack, address))
                index = area_cell(memory, &stack, address);
            else if (private_at_once && is_in_area(&private, address))
                index = area_cell(memory, &private, address);
            else
                goto stop;
            border_before(border, index, index);
            writes++;
            if (ran->notes)
                tile_ran_at(ran, cycle + (most - left))->stores++;
            cells[index] = reg[i->rd];
            reg[i->base] = first + second;
            break;
        }
        default:
            goto stop;
        }
        reg[i->target] = made;
        reg[late_target] = late_value;
        late_target = DECODE_SINK;
        pc++;
        continue;
    jumped:
        if (pc >= code_count) { /* the instruction has been executed */
            left--;
            break;
        }
    }
stop:
    effects->stats.loads += reads;
    effects->stats.stores += writes;
    strand->pc = pc;
    strand->steps += most - left;
    strand->cycle += most - left;
    strand->flags_value = status;
    strand->flags = FLAGS_UNIFORM;
    strand->late_target = (uint8_t)late_target;
    strand->late_base = late_value;
    return most - left;
}
