/* routine.c - code that is made once: entry and exit of compiled code, and what regions call. Calls assemble.
 */
#include "sim/jit/inside.h"

static const uint8_t kept[] = {RBX, RBP, R12, R13, R14, R15};
enum { KEPT = sizeof kept };

static void push(struct assembler *code, unsigned host)
{
    asm_op(code, X_TO, X_PUSH, host_register(host));
}

static void pop(struct assembler *code, unsigned host)
{
    if (host >= R8)
        asm_byte(code, X_UPPER);
    asm_byte(code, X_POP | (host & 7));
}

/* rdi: the frame; rsi: where to begin. The stack is a multiple of 16 after it. */
const uint8_t *lane_make_enter(struct assembler *code)
{
    const uint8_t *begin = code->at;
    for (unsigned k = 0; k < KEPT; k++)
        push(code, kept[k]);
    asm_constant(code, X_SUB_K | X_WIDE, host_register(RSP), 8);
    asm_op(code, X_LOAD | X_WIDE, R13, host_register(RDI));
    asm_op(code, X_LOAD | X_WIDE, RBP, FIELD(reg));
    asm_constant(code, X_ADD_K | X_WIDE, host_register(RBP), 128);
    asm_op(code, X_LOAD | X_WIDE, RBX, FIELD(cells));
    asm_op(code, X_LOAD, R14, FIELD(left));
    asm_op(code, X_TO, X_JUMP_TO, host_register(RSI));
    return begin;
}

static const uint8_t *make_leave(struct assembler *code)
{
    const uint8_t *begin = code->at;
    asm_op(code, X_STORE, R14, FIELD(left));
    asm_constant(code, X_ADD_K | X_WIDE, host_register(RSP), 8);
    for (unsigned k = KEPT; k-- > 0;)
        pop(code, kept[k]);
    asm_byte(code, X_RETURN);
    return begin;
}

/* Stop 0 is at the pc in the frame. */
static const uint8_t *make_nowhere(struct assembler *code, const uint8_t *leave)
{
    const uint8_t *begin = code->at;
    asm_op(code, X_STORE, RCX, FIELD(pc));
    asm_set(code, RAX, 0);
    asm_jump_to(code, ALWAYS, leave);
    return begin;
}

static const uint8_t *make_go(struct lane_maker *maker)
{
    struct assembler *code = &maker->code;
    const uint8_t *begin = code->at;
    asm_constant(code, X_CMP_K, host_register(RCX), maker->region.lanes->count);
    asm_jump_to(code, IF_NOT_BELOW, maker->routines.nowhere);
    asm_op(code, X_LOAD | X_WIDE, RDX, FIELD(places));
    asm_op(code, X_TO, X_JUMP_TO, host_indexed(RDX, RCX, 3, 0));
    return begin;
}

/* rdx = the time of the instruction; before, the number of instructions that may still be executed, including
 * it. */
static void find_time(struct assembler *code)
{
    asm_op(code, X_UNARY, X_NEG, host_register(RDX));
    asm_op(code, X_ADD, RDX, FIELD(time_end));
}

/* Notes the read, for which there is room: rax is the shadow, and becomes the word. */
static void note_read(struct lane_maker *maker)
{
    struct assembler *code = &maker->code;
    const struct operand shadow = lane_shadow(maker);
    find_time(code);
    asm_op(code, X_CMP, RAX, host_register(RDX));
    asm_op(code, X_CMOV + IF_BELOW, RAX, host_register(RDX));
    asm_op(code, X_STORE, RAX, shadow);
    asm_op(code, X_LOAD | X_WIDE, RAX, FIELD(filter));
    asm_op(code, X_BTS_INTO | X_WIDE, RCX, host_register(RAX));
    asm_op(code, X_STORE | X_WIDE, RAX, FIELD(filter));
    asm_op(code, X_LOAD | X_WIDE, RAX, FIELD(read));
    asm_op(code, X_STORE, RCX, host_memory(RAX, (int32_t)offsetof(struct lane_read, cell)));
    asm_op(code, X_STORE, RDX, host_memory(RAX, (int32_t)offsetof(struct lane_read, time)));
    asm_op(code, X_LOAD, RDX, lane_cell());
    asm_op(code, X_STORE, RDX, host_memory(RAX, (int32_t)offsetof(struct lane_read, value)));
    asm_constant(code, X_ADD_K | X_WIDE, host_register(RAX), sizeof(struct lane_read)); /* no carry */
    asm_op(code, X_STORE | X_WIDE, RAX, FIELD(read));
    asm_move(code, RAX, RDX);
}

static const uint8_t *make_note_read(struct lane_maker *maker)
{
    struct assembler *code = &maker->code;
    const struct operand shadow = lane_shadow(maker);
    const uint8_t *begin = code->at;
    const uint32_t asked = asm_label(code), fails = asm_label(code);
    asm_op(code, X_LOAD | X_WIDE, RAX, FIELD(read));
    asm_op(code, X_CMP | X_WIDE, RAX, FIELD(read_end));
    asm_jump(code, IF_EQUAL, fails);
    asm_op(code, X_LOAD, RAX, shadow);
    asm_op(code, X_TEST, RAX, host_register(RAX));
    asm_jump(code, IF_SIGN, asked);
    note_read(maker);
    asm_byte(code, X_RETURN);
    asm_place(code, asked); /* or it was stored to early, perhaps by the PP itself */
    asm_op(code, X_CMP, RAX, FIELD(mark));
    asm_jump(code, IF_NOT_EQUAL, fails);
    asm_op(code, X_LOAD, RAX, lane_cell());
    asm_byte(code, X_RETURN);
    asm_place(code, fails);
    asm_byte(code, X_SET_CARRY);
    asm_byte(code, X_RETURN);
    return begin;
}

/* Like event_store_early. */
static const uint8_t *make_note_store(struct lane_maker *maker)
{
    struct assembler *code = &maker->code;
    const struct operand shadow = lane_shadow(maker), cell = lane_cell();
    const uint8_t *begin = code->at;
    const uint32_t fails = asm_label(code), may = asm_label(code), end = asm_label(code);
    push(code, RDI);
    push(code, RSI);
    find_time(code);
    asm_op(code, X_LOAD, RDI, shadow);
    asm_op(code, X_CMP, RDI, host_register(RDX));
    asm_jump(code, IF_NOT_ABOVE, may);
    asm_op(code, X_CMP, RDI, FIELD(mark));
    asm_jump(code, IF_NOT_EQUAL, fails);
    asm_place(code, may);
    asm_move(code, RSI, RDX);
    asm_move(code, RDX, RCX);
    asm_constant(code, X_AND_K, host_register(RDX), LANE_PENDING - 1);
    asm_op(code, X_LOAD | X_WIDE, RDI, FIELD(pending));
    asm_op(code, X_BT_INTO, RDX, host_memory(RDI, 0));
    asm_jump(code, IF_BELOW, fails);
    asm_op(code, X_LOAD | X_WIDE, RDI, FIELD(early));
    asm_op(code, X_CMP | X_WIDE, RDI, FIELD(early_end));
    asm_jump(code, IF_EQUAL, fails);
    asm_op(code, X_STORE, RCX, host_memory(RDI, (int32_t)offsetof(struct lane_early, cell)));
    asm_op(code, X_LOAD, RDX, cell);
    asm_op(code, X_STORE, RDX, host_memory(RDI, (int32_t)offsetof(struct lane_early, before)));
    asm_op(code, X_LOAD, RDX, shadow);
    asm_op(code, X_STORE, RDX, host_memory(RDI, (int32_t)offsetof(struct lane_early, shadow)));
    asm_op(code, X_STORE, RSI, host_memory(RDI, (int32_t)offsetof(struct lane_early, time)));
    asm_constant(code, X_ADD_K | X_WIDE, host_register(RDI), sizeof(struct lane_early));
    asm_op(code, X_STORE | X_WIDE, RDI, FIELD(early));
    asm_op(code, X_LOAD, RDX, FIELD(mark));
    asm_op(code, X_STORE, RDX, shadow);
    asm_op(code, X_STORE, RAX, cell);
    asm_byte(code, X_CLEAR_CARRY);
    asm_place(code, end);
    pop(code, RSI);
    pop(code, RDI);
    asm_byte(code, X_RETURN);
    asm_place(code, fails);
    asm_byte(code, X_SET_CARRY);
    asm_jump(code, ALWAYS, end);
    return begin;
}

void lane_make_routines(struct lane_maker *maker)
{
    struct lane_routines *routines = &maker->routines;
    routines->leave = make_leave(&maker->code);
    routines->nowhere = make_nowhere(&maker->code, routines->leave);
    routines->go = make_go(maker);
    routines->note_read = make_note_read(maker);
    routines->note_store = make_note_store(maker);
}
