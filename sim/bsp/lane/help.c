/* help.c - what native code calls: instructions that are rare, or have flags that are looked at, computed by
 * asm/tables/alu.def. */
#include "sim/bsp/lane/inside.h"

#include "asm/tables/alu.h"

static void set_flags(struct lane_frame *frame, uint32_t status)
{
    frame->flags = LANE_FLAGS_WORD;
    frame->flags_a = status;
}

uint32_t lane_compute_slowly(struct lane_frame *frame, uint32_t a, uint32_t b, uint32_t opcode)
{
    const uint32_t c = lane_status_of(frame) / STATUS_C & 1u;
    const float x = alu_float(a), y = alu_float(b);
    uint32_t r;
    switch (opcode) {
#define ALU_INTEGER(name, result, carry, overflow)                                                           \
    case OP_##name:                                                                                          \
        return (result);                                                                                     \
    case OP_##name##s:                                                                                       \
        r = (result);                                                                                        \
        set_flags(frame, alu_flags(r, (carry), (overflow)));                                                 \
        return r;
#define ALU_DIVIDE(name, result, overflow) ALU_INTEGER(name, result, 0, overflow)
#define ALU_FLOAT2(name, result)                                                                             \
    case OP_##name:                                                                                          \
        return alu_canonical(result);
#define ALU_FLOAT1(name, result) ALU_FLOAT2(name, result)
#define ALU_BITS1(name, result)                                                                              \
    case OP_##name:                                                                                          \
        return (result);
#include "asm/tables/alu.def"
    case OP_getsr:
        return lane_status_of(frame);
    default:
        return b;
    }
}
