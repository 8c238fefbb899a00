/* access.c - instructions that access memory, with the effects of the event core's own loop, in its two
 * forms.
 *
 * The code guesses where an address lies: in the PP's stack if its base is stack or frame pointer, otherwise
 * in shared memory. If the guess is wrong, or something forbids the access, a function of the frame does it,
 * on a slow path (lane_make_detour). Calls state, assemble. */
#include "sim/jit/inside.h"

/* Whether an access probably is one of the PP's stack, and not of shared memory. */
static bool is_of_stack(const struct operation *operation)
{
    return operation->i.rs == MACHINE_SP || operation->i.rs == MACHINE_FP;
}

/* rcx = the address */
static void take_address(struct lane_maker *maker, const struct operation *operation)
{
    struct assembler *code = &maker->code;
    const struct instruction *i = &operation->i;
    const unsigned base = lane_hold(maker, RCX, i->rs);
    if (operation->address == SYSTEM_ADDRESS_BEFORE) {
        asm_move(code, RCX, base);
    } else if (lane_has_constant(i)) {
        asm_op(code, X_LEA, RCX, host_memory(base, (int32_t)i->constant));
    } else {
        asm_move(code, RCX, base);
        asm_op(code, X_ADD, RCX, lane_operand(maker, i->rt));
    }
}

/* ---- cells */

/* rcx = the address; jumps to the slow path if that is not in shared memory. */
static void take_shared(struct lane_maker *maker, const struct operation *operation, struct detour *detour)
{
    struct assembler *code = &maker->code;
    const struct memory *memory = maker->memory;
    take_address(maker, operation);
    const bool is_guarded = memory->guard != 0;
    if (is_guarded)
        asm_op(code, X_LEA, RDX, host_memory(RCX, -(int32_t)memory->guard));
    asm_constant(code, X_CMP_K, host_register(is_guarded ? RDX : RCX), memory->shared_span);
    asm_jump(code, IF_NOT_BELOW, detour->label);
}

/* After take_shared: if other PPs must know of the access, the slow path does it, or stops before it. */
static void stop_if_wanted(struct lane_maker *maker, const struct detour *detour)
{
    const uint8_t *wanted = maker->wanted;
    if (wanted == NULL || (wanted[maker->pc] & LANE_WANTABLE) == 0)
        return;
    asm_op(&maker->code, X_LOAD | X_WIDE, RDX, FIELD(wanted));
    asm_op_byte(&maker->code, X_TEST_BYTE, 0, host_memory(RDX, (int32_t)maker->pc),
                LANE_WANTED | LANE_ORDERS);
    asm_jump(&maker->code, IF_NOT_EQUAL, detour->label);
}

/* rcx = the word of the own stack. */
static void take_own(struct lane_maker *maker, const struct operation *operation, struct detour *detour)
{
    struct assembler *code = &maker->code;
    detour->on_stack = true;
    take_address(maker, operation);
    asm_op(code, X_SUB, RCX, FIELD(stack_address));
    asm_constant(code, X_CMP_K, host_register(RCX), maker->memory->stack_mask + 1);
    asm_jump(code, IF_NOT_BELOW, detour->label);
}

/* The own word, after take_own; rdx is the beginning of the stack. */
static struct operand own_word(struct lane_maker *maker)
{
    struct assembler *code = &maker->code;
    const unsigned shift = maker->memory->lane_shift;
    asm_op(code, X_LOAD | X_WIDE, RDX, FIELD(stack));
    if (shift > 1)
        asm_op_byte(code, X_SHIFT, X_SHL, host_register(RCX), shift);
    return host_indexed(RDX, RCX, shift == 1 ? 3 : 2, 0);
}

/* ---- loads */

/* Speculative: reads a word of a calm block at once. Other words are noted, on a slow path; `fails` is the
 * label for a full log. */
static void load_calm(struct lane_maker *maker, uint32_t fails)
{
    struct assembler *code = &maker->code;
    struct detour detour = lane_detour(maker, DETOUR_NOTE);
    detour.fails = fails;
    asm_move(code, RAX, RCX);
    asm_op_byte(code, X_SHIFT, X_SHR, host_register(RAX), LANE_CALM_SHIFT);
    asm_op(code, X_LOAD | X_WIDE, RDX, FIELD(calm));
    asm_op_byte(code, X_CMP_BYTE, X_CMP_K, host_indexed(RDX, RAX, 0, 0), LANE_CALM);
    asm_jump(code, IF_NOT_EQUAL, detour.label);
    asm_op(code, X_LOAD, RAX, lane_cell());
    asm_place(code, detour.back);
    lane_postpone(maker, &detour);
}

static void load_shared(struct lane_maker *maker, const struct operation *operation, struct detour *detour)
{
    struct assembler *code = &maker->code;
    take_shared(maker, operation, detour);
    stop_if_wanted(maker, detour);
    if (maker->region.form == LANE_SPECULATIVE) {
        load_calm(maker, detour->label);
        return;
    }
    if (!maker->region.is_alone) {
        asm_constant(code, X_CMP_K, lane_shadow(maker), 0);
        asm_jump(code, IF_SIGN, detour->label);
    }
    asm_op(code, X_LOAD, RAX, lane_cell());
}

/* The base register becomes Rs + S. */
static void advance_base(struct lane_maker *maker, const struct instruction *i)
{
    if (i->base == DECODE_SINK)
        return;
    const unsigned held = maker->host[i->base];
    const unsigned work = held != HOST_NONE && lane_has_constant(i) ? held : (unsigned)RDX;
    lane_take(maker, work, i->rs);
    if (lane_has_constant(i))
        asm_constant(&maker->code, X_ADD_K, host_register(work), i->constant);
    else
        asm_op(&maker->code, X_ADD, work, lane_operand(maker, i->rt));
    lane_put(maker, i->base, work);
}

void lane_load_one(struct lane_maker *maker, const struct operation *operation)
{
    struct detour detour = lane_detour(maker, DETOUR_CALL);
    detour.call = LANE_CALL_LOAD;
    if (is_of_stack(operation)) {
        take_own(maker, operation, &detour);
        asm_op(&maker->code, X_LOAD, RAX, own_word(maker));
    } else {
        load_shared(maker, operation, &detour);
    }
    asm_place(&maker->code, detour.back);
    lane_postpone(maker, &detour);
    maker->counts.loads++;
    advance_base(maker, &operation->i);
    lane_delay(maker, operation->i.target);
}

/* ---- stores */

/* Certain: no PP has read the cell later than now. */
static void store_shared(struct lane_maker *maker, const struct operation *operation, struct detour *detour)
{
    struct assembler *code = &maker->code;
    detour->hint |= LANE_GUESSED_SHARED;
    take_shared(maker, operation, detour);
    stop_if_wanted(maker, detour);
    if (!maker->region.is_alone) {
        asm_op(code, X_LEA, RAX, host_memory(R14, (int32_t)lane_undone(maker)));
        asm_op(code, X_LOAD, RDX, FIELD(time_end));
        asm_op(code, X_SUB, RDX, host_register(RAX));
        asm_op(code, X_CMP_INTO, RDX, lane_shadow(maker));
        asm_jump(code, IF_ABOVE, detour->label);
    }
    asm_op(code, X_STORE, lane_hold(maker, RDX, operation->i.rd), lane_cell());
    maker->counts.shared_stores++;
}

static void store_own(struct lane_maker *maker, const struct operation *operation, struct detour *detour)
{
    take_own(maker, operation, detour);
    const struct operand word = own_word(maker);
    asm_op(&maker->code, X_STORE, lane_hold(maker, RAX, operation->i.rd), word);
}

/* Speculative: stores early. */
static void store_early(struct lane_maker *maker, const struct operation *operation, struct detour *detour)
{
    struct assembler *code = &maker->code;
    take_shared(maker, operation, detour);
    stop_if_wanted(maker, detour);
    lane_take(maker, RAX, operation->i.rd);
    asm_op(code, X_LEA, RDX, host_memory(R14, (int32_t)lane_undone(maker)));
    asm_call_to(code, maker->routines.note_store);
    asm_jump(code, IF_BELOW, detour->label);
}

/* ---- calls of functions of the frame */

/* rcx is the address. */
static void call(struct lane_maker *maker, const struct detour *detour)
{
    struct assembler *code = &maker->code;
    asm_move(code, RAX, RCX);
    if (detour->on_stack)
        asm_op(code, X_ADD, RAX, FIELD(stack_address));
    if (detour->datum != DECODE_SINK)
        asm_op(code, X_LOAD, RCX, lane_operand(maker, detour->datum));
    asm_set(code, RDX, detour->hint);
    asm_set(code, R8, detour->pc);
    asm_call(code, maker->calls[detour->call]);
    asm_jump(code, IF_BELOW, detour->fails);
}

static void call_here(struct lane_maker *maker, enum lane_call function, uint8_t datum)
{
    struct detour detour = lane_detour(maker, DETOUR_CALL);
    detour.call = function;
    detour.datum = datum;
    call(maker, &detour);
}

static void store_guessed(struct lane_maker *maker, const struct operation *operation)
{
    struct detour detour = lane_detour(maker, DETOUR_CALL);
    detour.call = LANE_CALL_STORE;
    detour.datum = operation->i.rd;
    if (is_of_stack(operation))
        store_own(maker, operation, &detour);
    else if (maker->region.form == LANE_PRESENT)
        store_shared(maker, operation, &detour);
    else
        store_early(maker, operation, &detour);
    asm_place(&maker->code, detour.back);
    lane_postpone(maker, &detour);
}

void lane_store_one(struct lane_maker *maker, const struct operation *operation)
{
    if (maker->region.form == LANE_SPECULATIVE && is_of_stack(operation)) { /* it is logged */
        take_address(maker, operation);
        call_here(maker, LANE_CALL_STORE, operation->i.rd);
    } else {
        store_guessed(maker, operation);
    }
    maker->counts.stores++;
    advance_base(maker, &operation->i);
    lane_land(maker);
}

/* A multiprefix request; only if certain. */
void lane_fold_one(struct lane_maker *maker, const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    take_address(maker, operation);
    call_here(maker, LANE_CALL_FOLD, i->rd);
    lane_delay(maker, i->traits & DECODE_DELAYED ? i->target : DECODE_SINK);
}

/* A hint with an effect. */
void lane_hint_one(struct lane_maker *maker, const struct instruction *i)
{
    asm_set(&maker->code, RCX, i->constant);
    call_here(maker, LANE_CALL_HEAR, DECODE_SINK);
    asm_op(&maker->code, X_LOAD, R14, FIELD(left));
}

/* Made at the end, when all registers are in memory or in host registers. */
void lane_make_detour(struct lane_maker *maker, const struct detour *detour)
{
    struct assembler *code = &maker->code;
    asm_place(code, detour->label);
    switch (detour->kind) {
    case DETOUR_CALL:
        call(maker, detour);
        break;
    case DETOUR_NOTE:
        asm_op(code, X_LEA, RDX, host_memory(R14, (int32_t)detour->hint));
        asm_call_to(code, maker->routines.note_read);
        asm_jump(code, IF_BELOW, detour->fails);
        break;
    case DETOUR_ELSEWHERE:
        asm_set(code, RCX, detour->pc);
        asm_jump_to(code, ALWAYS, maker->routines.go);
        return;
    case DETOUR_STOP:
        asm_set(code, RAX, detour->stop);
        asm_jump_to(code, ALWAYS, maker->routines.leave);
        return;
    }
    asm_jump(code, ALWAYS, detour->back);
}
