/* help.c - functions that compiled code calls: instructions that are rare, or have flags that are read,
 * computed by sim/isa/word.h. */
#include "sim/jit/inside.h"

#include "asm/isa.h"
#include "sim/isa/word.h"

uint32_t lane_compute_slowly(struct lane_frame *frame, uint32_t a, uint32_t b, uint32_t opcode)
{
    uint32_t status = lane_status_of(frame);
    if (opcode == OP_getsr)
        return status;
    const uint32_t result = word_compute((uint8_t)opcode, a, b, &status);
    if (isa_row(opcode)->kind == ISA_KIND_ALUFLAGS) {
        frame->flags = LANE_FLAGS_WORD;
        frame->flags_a = status;
    }
    return result;
}
