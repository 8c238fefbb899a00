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

/* What an instruction does with marks, by its kind. */
enum rule {
    RULE_NONE,         /* its target is written */
    RULE_RESULT,       /* its target gets the marks of its operands, and so do the flags if it sets them */
    RULE_LOAD,         /* its target gets the mark of the word */
    RULE_STORE,        /* the word gets the mark of its register */
    RULE_COMBINE,      /* multiprefix: others see its contribution */
    RULE_BRANCH,       /* depends on the flags if it reads them */
    RULE_JUMP,         /* depends on its register */
    RULE_HOST,         /* writes to registers, and to memory */
    RULE_IMAGE,        /* the precision unit's loads and stores, word by word; its registers have no marks */
    RULE_REST = 0x40,  /* flag: it is unknown which words that it loads were written */
    RULE_BEGINS = 0x80 /* flag: its target is the register of a variable without a value */
};

static const uint8_t rules[] = {[ISA_KIND_ALU] = RULE_RESULT,          [ISA_KIND_ALUFLAGS] = RULE_RESULT,
                                [ISA_KIND_FLOAT] = RULE_RESULT,        [ISA_KIND_FLOATCMP] = RULE_RESULT,
                                [ISA_KIND_LOAD] = RULE_LOAD,           [ISA_KIND_POP] = RULE_LOAD,
                                [ISA_KIND_STORE] = RULE_STORE,         [ISA_KIND_PUSH] = RULE_STORE,
                                [ISA_KIND_MULTIPREFIX] = RULE_COMBINE, [ISA_KIND_SYNC] = RULE_COMBINE,
                                [ISA_KIND_BRANCH] = RULE_BRANCH,       [ISA_KIND_JUMP] = RULE_JUMP,
                                [ISA_KIND_HOST] = RULE_HOST,           [ISA_KIND_REALLOAD] = RULE_IMAGE,
                                [ISA_KIND_REALSTORE] = RULE_IMAGE,     [ISA_KIND_NONE] = RULE_NONE};

void written_survey(struct check *check)
{
    const struct program *program = &check->machine->program;
    const size_t count = (size_t)program->count + 1;
    struct written *written = ARENA_NEW(&check->arena, struct written);
    check->written = written;
    written->marks = ARENA_ARRAY(&check->arena, struct marks, check->machine->config.pps);
    written->rules = ARENA_ARRAY(&check->arena, uint8_t, count);
    written->moves_stack = ARENA_ARRAY(&check->arena, bool, count);
    for (uint32_t pc = 0; pc < program->count; pc++) {
        const struct instruction *i = &program->code[pc];
        written->rules[pc] = i->opcode == DECODE_ILLEGAL ? RULE_NONE : rules[i->kind];
        written->moves_stack[pc] = i->target == MACHINE_SP || i->base == MACHINE_SP;
    }
    variable_survey(check);
    const struct object *object = &check->machine->object;
    for (size_t k = 0; k < object->symbol_count; k++)
        if (label_text(check->machine, &object->symbols[k], FIELD_REST_PREFIX) != NULL)
            written->rules[object->symbols[k].value] |= RULE_REST;
    for (uint32_t k = 0; k < written->variable_count; k++)
        written->rules[variable_pc(check, k)] |= RULE_BEGINS;
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

static enum rule rule_at(const struct check *check, uint32_t pc)
{
    return (enum rule)(check->written->rules[pc] & ~(RULE_BEGINS | RULE_REST));
}

/* An instruction that loads, stores or combines: returns whether its result is to be marked, and with what.
 */
static bool step_access(struct check *check, const struct observer_step *step, struct marks *marks,
                        const struct instruction *i, bool is_in_allocator, struct origin_of_mark *mark)
{
    const enum rule rule = rule_at(check, step->pc);
    const uint32_t address = observer_address(check->now, step, i);
    const bool is_image = rule == RULE_IMAGE;
    const bool is_rest = (check->written->rules[step->pc] & RULE_REST) != 0;
    const bool is_load = rule == RULE_LOAD || (is_image && i->kind == ISA_KIND_REALLOAD);
    const enum deed deed = is_load ? DEED_LOAD : rule == RULE_COMBINE ? DEED_COMBINE : DEED_STORE;
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
            deed == DEED_STORE && rule == RULE_STORE && (marks->registers & ~FLAGS & 1u << i->rd) != 0;
        const struct origin_of_mark *stored = stores_mark ? mark_origin(marks, 1u << i->rd) : NULL;
        if (deed == DEED_STORE)
            written_write(check, step->pp, address + word, stored);
        if (stores_mark)
            keep_store(marks, index, stored);
    }
    /* a value stored to an unwritten word has no effect, nor has a predicated contribution */
    if (rule == RULE_COMBINE && !is_marked && !meant_is_for_show(check, step->pp, address))
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

static void step_rule(struct check *check, const struct observer_step *step, struct marks *marks,
                      const struct instruction *i, bool is_in_allocator)
{
    const uint32_t target = i->target < DECODE_SINK ? 1u << i->target : 0;
    bool is_marked;
    struct origin_of_mark mark;
    switch (rule_at(check, step->pc)) {
    case RULE_RESULT:
        step_result(check, step, marks, i);
        return;
    case RULE_BRANCH:
        if ((i->traits & DECODE_READS_FLAGS) != 0)
            written_use(check, step, marks, FLAGS, "a branch");
        return;
    case RULE_JUMP:
        written_use(check, step, marks, 1u << i->rs & ~FLAGS, "a jump");
        return;
    case RULE_HOST:
        hosted_call(check, step, marks, i);
        return;
    case RULE_LOAD:
    case RULE_COMBINE:
        is_marked = step_access(check, step, marks, i, is_in_allocator, &mark);
        if ((i->traits & DECODE_DELAYED) != 0) {
            marks->late = target;
            marks->late_mark = is_marked;
            if (is_marked)
                marks->late_origin = mark;
        }
        return;
    case RULE_STORE:
    case RULE_IMAGE:
        (void)step_access(check, step, marks, i, is_in_allocator, &mark);
        return;
    case RULE_NONE:
    case RULE_REST:
    case RULE_BEGINS:
        marks->registers &= ~target;
    }
}

bool written_computes(const struct check *check, uint32_t pc)
{
    const enum rule rule = rule_at(check, pc);
    return (rule == RULE_NONE || rule == RULE_RESULT || rule == RULE_BRANCH || rule == RULE_JUMP) &&
           (check->written->rules[pc] & RULE_BEGINS) == 0 && !check->written->moves_stack[pc];
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
    const enum rule rule = rule_at(check, step->pc);
    const bool begins = (check->written->rules[step->pc] & RULE_BEGINS) != 0;
    const bool is_in_allocator = heap_step(check, step);
    if (frame_step(check, step))
        aim_set(check, step->pp, MACHINE_A0,
                aim_make(AIM_GROUP_FRAME, 0, observer_word(check->now, step, MACHINE_A0)));
    if (marks->has_string)
        hosted_end_string(check, step, marks);
    const bool accesses_memory = rule >= RULE_LOAD && rule != RULE_BRANCH && rule != RULE_JUMP; /* or may */
    if (accesses_memory || check->written->moves_stack[step->pc])
        settle_stack(check, step, marks);
    if (!accesses_memory && !begins && (marks->registers | marks->late) == 0)
        return;
    const uint32_t landing = marks->late;
    const bool landing_mark = marks->late_mark;
    const struct origin_of_mark landing_origin = marks->late_origin;
    marks->late = 0;
    step_rule(check, step, marks, i, is_in_allocator);
    push_stack(check, step, marks, i);
    if (landing_mark && landing != 0)
        mark_set(check, marks, landing, &landing_origin);
    else
        marks->registers &= ~landing;
    if (begins)
        variable_begin(check, step, marks, i);
}
