/* plain.c - the loop of a PP on its own for what most instructions are: arithmetic, branches, jumps, its
 * own areas, shared loads.
 *
 * It decides nothing and asks for nothing: where more is to be said of an instruction it stops, and
 * one.c goes on. Every instruction counts here; operations stand a power of two apart, registers are
 * all taken and compared at the end, instead of being looked after by each instruction. Calls memory.
 */
#include "sim/bsp/tile/one.h"

#include "asm/isa.h"
#include "asm/tables/alu.h"

static inline bool is_in_area(const struct scalar_area *area, uint32_t address)
{
    return address - area->address < area->words;
}

static inline uint32_t area_cell(const struct memory *memory, const struct scalar_area *area,
                                 uint32_t address)
{
    return area->index + ((address - area->address) << memory->lane_shift);
}

/* NOLINTNEXTLINE(readability-function-size): a switch over all instructions */
uint32_t scalar_run_plainly(struct scalar *s, uint32_t most, bool loads)
{
    const struct tile_world *world = s->world;
    const struct memory *memory = &world->machine->memory;
    const struct tile_effects *effects = s->tile->effects;
    const struct scalar_area stack = s->stack, private = s->private;
    const struct level_rules *rules = tile_rules(s->tile);
    const bool stack_at_once = rules->own_stack && s->strand->has_stack;
    const bool private_at_once = rules->own_private;
    const struct operation *const code = world->code;
    const uint32_t code_count = world->code_count;
    uint32_t *const reg = s->reg, *const cells = memory->cells;
    uint32_t pc = reg[1], status = s->status, late_target = s->late_target, late_value = s->late_value;
    uint32_t left = most, reads = 0, writes = 0;
    if (late_target == 1 || pc >= code_count)
        return 0;
    reg[0] = 0;
    for (; left > 0; left--) {
        const struct operation *const operation = &code[pc];
        const struct instruction *const i = &operation->i;
        const uint32_t a = reg[i->rs], b = reg[i->rt] + i->constant;
        uint32_t r = 0, index;
        switch (operation->plain) {
#define FLAGS(carry, overflow) status = alu_flags(r, (carry), (overflow))
#define ALU_INTEGER(name, result, carry, overflow)                                                           \
    case OP_##name: {                                                                                        \
        const uint32_t c = status / STATUS_C & 1u;                                                           \
        (void)c;                                                                                             \
        r = (result);                                                                                        \
        break;                                                                                               \
    }                                                                                                        \
    case OP_##name##s: {                                                                                     \
        const uint32_t c = status / STATUS_C & 1u;                                                           \
        (void)c;                                                                                             \
        r = (result);                                                                                        \
        FLAGS(carry, overflow);                                                                              \
        break;                                                                                               \
    }
#define ALU_DIVIDE(name, result, overflow)                                                                   \
    case OP_##name:                                                                                          \
    case OP_##name##s:                                                                                       \
        if (b == 0)                                                                                          \
            goto stop;                                                                                       \
        r = (result);                                                                                        \
        if (i->traits & DECODE_SETS_FLAGS)                                                                   \
            FLAGS(0, overflow);                                                                              \
        break;
#define ALU_FLOAT2(name, result)                                                                             \
    case OP_##name: {                                                                                        \
        const float x = alu_float(a), y = alu_float(b);                                                      \
        r = alu_canonical(result);                                                                           \
        break;                                                                                               \
    }
#define ALU_FLOAT1(name, result)                                                                             \
    case OP_##name: {                                                                                        \
        const float x = alu_float(a);                                                                        \
        r = alu_canonical(result);                                                                           \
        break;                                                                                               \
    }
#define ALU_BITS1(name, result)                                                                              \
    case OP_##name:                                                                                          \
        r = (result);                                                                                        \
        break;
#define ALU_BRANCH(name, condition)                                                                          \
    case OP_##name: {                                                                                        \
        const uint32_t n = (status & STATUS_N) != 0, z = (status & STATUS_Z) != 0;                           \
        const uint32_t v = (status & STATUS_V) != 0, c = (status & STATUS_C) != 0, u = n & z;                \
        const uint32_t m = (s->strand->cycle + (most - left)) & 1;                                           \
        (void)n, (void)z, (void)v, (void)c, (void)u, (void)m;                                                \
        reg[late_target] = late_value;                                                                       \
        late_target = DECODE_SINK;                                                                           \
        pc++;                                                                                                \
        if (!(condition))                                                                                    \
            continue;                                                                                        \
        pc = i->constant;                                                                                    \
        goto jumped;                                                                                         \
    }
#include "asm/tables/alu.def"
#undef FLAGS
        case OP_fcmp:
            status = alu_float_compare(alu_float(a), alu_float(b));
            break;
        case OP_getlo:
        case OP_gethi:
            r = i->constant;
            break;
        case OP_jmp:
            reg[late_target] = late_value;
            late_target = DECODE_SINK;
            pc = b;
            goto jumped;
        case OP_call:
        case OP_callr:
            reg[i->target] = pc + 1;
            reg[late_target] = late_value;
            late_target = DECODE_SINK;
            pc = i->opcode == OP_call ? i->constant : a;
            goto jumped;
        case OP_nop:
            break;
        case OP_ldg:
        case OP_popg:
        case OP_popng: {
            const uint32_t address = operation->address == ADDRESS_BEFORE ? a : a + b;
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
            border_before(&effects->border, index, index);
            reads++;
            reg[i->base] = a + b;
            reg[late_target] = late_value;
            late_target = i->target;
            late_value = cells[index];
            pc++;
            continue;
        }
        case OP_stg:
        case OP_pshg:
        case OP_pshng: {
            const uint32_t address = operation->address == ADDRESS_BEFORE ? a : a + b;
            if (i->rd == 0)
                goto stop;
            if (stack_at_once && is_in_area(&stack, address))
                index = area_cell(memory, &stack, address);
            else if (private_at_once && is_in_area(&private, address))
                index = area_cell(memory, &private, address);
            else
                goto stop;
            border_before(&effects->border, index, index);
            writes++;
            cells[index] = reg[i->rd];
            reg[i->base] = a + b;
            break;
        }
        default:
            goto stop;
        }
        reg[i->target] = r;
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
    s->tile->effects->stats.loads += reads;
    s->tile->effects->stats.stores += writes;
    s->status = status;
    s->late_target = late_target;
    s->late_value = late_value;
    reg[1] = pc;
    return most - left;
}
