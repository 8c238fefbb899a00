/* written.c - values that depend on words that were never written: locals, and blocks of the heaps (words.h).
 *
 * A PP may load and copy such a word, because structures are copied whole. So a mark on each register, and on
 * the flags, says that the value comes from such a word. Results get the marks of their operands, stored
 * words the marks of their registers. A finding is a visible use of a marked value: a branch, an address, a
 * multiprefix, a jump, a host call (hosted.c). It is reported once; then the value counts as written.
 *
 * Words of a stack are unwritten again when their frame ends. Words that host calls write are written.
 */
#include <string.h>

#include "asm/isa.h"
#include "asm/tables/guard.h"
#include "sim/isa/system.h"
#include "mishap.h"
#include "sim/machine/labels.h"
#include "sim/check/mark/mark.h"

/* What labels say of an instruction. */
enum {
    NOTE_REST = 1,  /* it is unknown which words that it loads were written */
    NOTE_BEGINS = 2 /* its target is the register of a variable without a value */
};

void written_survey(struct check *check)
{
    const struct program *program = &check->machine->program;
    const size_t count = (size_t)program->count + 1;
    struct written *written = ARENA_NEW(&check->arena, struct written);
    check->written = written;
    written->marks = ARENA_ARRAY(&check->arena, struct marks, check->machine->config.pps);
    written->notes = ARENA_ARRAY(&check->arena, uint8_t, count);
    written->moves_stack = ARENA_ARRAY(&check->arena, bool, count);
    for (uint32_t pc = 0; pc < program->count; pc++) {
        const struct instruction *i = &program->code[pc];
        written->moves_stack[pc] = i->target == MACHINE_SP || i->base == MACHINE_SP;
    }
    variable_survey(check);
    const struct object *object = &check->machine->object;
    for (size_t k = 0; k < object->symbol_count; k++)
        if (label_text(check->machine, &object->symbols[k], FIELD_REST_PREFIX) != NULL)
            written->notes[object->symbols[k].value] |= NOTE_REST;
    for (uint32_t k = 0; k < written->variable_count; k++)
        written->notes[variable_pc(check, k)] |= NOTE_BEGINS;
}

/* ---- memory */

/* The PP stores a marked value to a word. */
static void keep_store(struct marks *marks, uint32_t index, const struct origin_of_mark *origin)
{
    marks->stores[marks->store_count++ % STORES_KEPT] = (struct marked_store){index, *origin};
}

static void forget_store(struct marks *marks, uint32_t index)
{
    for (unsigned k = 0; k < STORES_KEPT && k < marks->store_count; k++)
        if (marks->stores[k].index == index)
            marks->stores[k].index = MEMORY_ILLEGAL;
}

/* The stack has grown since the last call: the words of the new frame are unwritten. (Words of a frame that
 * has ended may still be read: the last word that a function loads is above sp.) */
static void settle_stack(struct check *check, const struct observer_step *step, struct marks *marks)
{
    const struct memory *memory = &check->machine->memory;
    const uint32_t sp = observer_word(check->now, step, MACHINE_SP);
    const uint32_t top = sp - memory_stack_address(memory, step->pp);
    if (!check->machine->program.uses_stack || top > memory->stack_mask)
        return;
    for (uint32_t word = marks->top; marks->has_stack && word < top; word++) {
        const uint32_t index = memory_stack_index(memory, step->pp, word);
        words_set(check->words, index, true, WORD_UNWRITTEN, 0);
        forget_store(marks, index);
    }
    if (marks->has_stack && marks->top < top)
        frame_take(check, step, marks->top, top);
    marks->has_stack = true;
    marks->top = top;
}

/* A push makes room for the word that it writes, a pop takes it away. */
static void push_stack(const struct check *check, const struct observer_step *step, struct marks *marks,
                       const struct instruction *i)
{
    if (i->base == MACHINE_SP && marks->has_stack)
        marks->top += observer_word(check->now, step, i->rt) + i->constant;
}

/* ---- instructions */

/* Whether it accesses memory, or may do so. */
static bool accesses(const struct check *check, uint32_t pc)
{
    const enum effect effect = (enum effect)check->effects[pc];
    return effect >= EFFECT_LOAD || effect == EFFECT_TAKE || effect == EFFECT_HOST;
}

/* An instruction that loads, stores or combines: returns whether its result is to be marked, and with what.
 */
static bool step_access(struct check *check, const struct observer_step *step, struct marks *marks,
                        const struct instruction *i, bool is_in_allocator, struct origin_of_mark *mark)
{
    const uint32_t address = observer_address(check->now, step, i);
    const bool is_image = (i->traits & DECODE_REAL) != 0;
    const bool is_rest = (check->written->notes[step->pc] & NOTE_REST) != 0;
    const enum deed deed = (enum deed)check->intents[step->pc];
    const struct aim aim = aim_of_access(check, step, i);
    const uint32_t words = is_image ? check->now->source->image_words(check->now->state, i) : 1;
    bool is_marked = false;
    written_use(check, step, marks, (1u << i->rs | 1u << i->rt) & ~FLAGS, "an address");
    for (uint32_t word = 0; word < words; word++) {
        uint32_t index;
        const bool is_unwritten =
            written_access(check, step, deed, address + word, aim, is_in_allocator, &index);
        /* an allocator called with no block reads words of the user where it expects a head */
        if (is_unwritten && !is_rest && deed != DEED_STORE && !is_image && !is_in_allocator) {
            *mark = (struct origin_of_mark){index, blame_pc(check, step), check->cycle,
                                            written_variable_at(check, index)};
            is_marked = true;
        }
        const bool stores_mark =
            deed == DEED_STORE && !is_image && (marks->registers & ~FLAGS & 1u << i->rd) != 0;
        const struct origin_of_mark *stored = stores_mark ? mark_origin(marks, 1u << i->rd) : NULL;
        if (deed == DEED_STORE)
            written_write(check, step->pp, address + word, stored);
        if (stores_mark)
            keep_store(marks, index, stored);
    }
    /* a value stored to an unwritten word has no effect, nor has a predicated contribution */
    if (deed == DEED_COMBINE && !is_marked && !meant_is_for_show(check, step->pp, address))
        written_use(check, step, marks, 1u << i->rd & ~FLAGS, "a multiprefix");
    return is_marked;
}

/* The target gets the marks of the operands. */
static void step_result(struct check *check, const struct observer_step *step, struct marks *marks,
                        const struct instruction *i)
{
    if (mark_reads(marks, i))
        mark_compute(check, marks, i, (enum effect)check->effects[step->pc],
                     observer_word(check->now, step, i->rs),
                     observer_word(check->now, step, i->rt) + i->constant);
    else
        marks->registers &= ~mark_targets(i);
}

/* An instruction that accesses no memory. */
static void step_registers(struct check *check, const struct observer_step *step, struct marks *marks,
                           const struct instruction *i)
{
    switch (i->kind) {
    case ISA_KIND_ALU:
    case ISA_KIND_ALUFLAGS:
    case ISA_KIND_FLOAT:
    case ISA_KIND_FLOATCMP:
        step_result(check, step, marks, i);
        return;
    case ISA_KIND_BRANCH:
        if ((i->traits & DECODE_READS_FLAGS) != 0)
            written_use(check, step, marks, FLAGS, "a branch");
        return;
    case ISA_KIND_JUMP:
        written_use(check, step, marks, 1u << i->rs & ~FLAGS, "a jump");
        return;
    default:
        marks->registers &= ~(i->target < DECODE_SINK ? 1u << i->target : 0);
    }
}

/* Moves the marks with the values. */
static void move_marks(struct check *check, const struct observer_step *step, struct marks *marks,
                       const struct instruction *i, bool is_in_allocator)
{
    const enum effect effect = (enum effect)check->effects[step->pc];
    struct origin_of_mark mark;
    if (effect == EFFECT_HOST) {
        hosted_call(check, step, marks, i);
    } else if (!accesses(check, step->pc)) {
        step_registers(check, step, marks, i);
    } else {
        const bool is_marked = step_access(check, step, marks, i, is_in_allocator, &mark);
        if ((effect != EFFECT_LOAD && effect != EFFECT_COMBINE) || (i->traits & DECODE_DELAYED) == 0)
            return;
        marks->late = i->target < DECODE_SINK ? 1u << i->target : 0;
        marks->late_mark = is_marked;
        if (is_marked)
            marks->late_origin = mark;
    }
}

bool written_computes(const struct check *check, uint32_t pc)
{
    return !accesses(check, pc) && (check->written->notes[pc] & NOTE_BEGINS) == 0 &&
           !check->written->moves_stack[pc];
}

bool written_is_idle(const struct check *check, uint32_t pp)
{
    const struct marks *marks = &check->written->marks[pp];
    return marks->registers == 0 && !(marks->late != 0 && marks->late_mark) && !marks->has_string;
}

void written_step(struct check *check, const struct observer_step *step)
{
    struct marks *marks = &check->written->marks[step->pp];
    const struct instruction *i = &check->machine->program.code[step->pc];
    const bool accesses_memory = accesses(check, step->pc);
    const bool begins = (check->written->notes[step->pc] & NOTE_BEGINS) != 0;
    const bool is_in_allocator = heap_step(check, step);
    if (frame_step(check, step))
        aim_set(check, step->pp, MACHINE_A0,
                aim_make(AIM_GROUP_FRAME, 0, observer_word(check->now, step, MACHINE_A0)));
    if (marks->has_string)
        hosted_end_string(check, step, marks);
    if (accesses_memory || check->written->moves_stack[step->pc])
        settle_stack(check, step, marks);
    if (!accesses_memory && !begins && (marks->registers | marks->late) == 0)
        return;
    const uint32_t landing = marks->late;
    const bool landing_mark = marks->late_mark;
    const struct origin_of_mark landing_origin = marks->late_origin;
    marks->late = 0;
    move_marks(check, step, marks, i, is_in_allocator);
    push_stack(check, step, marks, i);
    if (landing_mark && landing != 0)
        mark_set(check, marks, landing, &landing_origin);
    else
        marks->registers &= ~landing;
    if (begins)
        variable_begin(check, step, marks, i);
}
