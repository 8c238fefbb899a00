/* follow.c - see value.h: moves what is known of values with the values, one instruction after the other.
 *
 * A PP may load and copy a word that was never written, because structures are copied whole. So a taint of
 * each register, and of the flags, says that the value comes from such a word. Results get the taints of
 * their operands, stored words those of their registers. A finding is a visible use of a tainted value: a
 * branch, an address, a multiprefix, a jump, a host call (hosted.c). It is reported once; then the value
 * counts as written.
 *
 * Words of a stack are unwritten again when their frame ends. Words that host calls write are written.
 */
#include <string.h>

#include "asm/isa.h"
#include "asm/tables/guard.h"
#include "sim/machine/labels.h"
#include "value.h"

void follow_symbol(struct check *check, uint32_t number)
{
    const struct object_symbol *label = &check->machine->object.symbols[number];
    const char *text = label_text(check->machine, label, UNWRITTEN_PREFIX);
    uint32_t line;
    if (label_text(check->machine, label, FIELD_REST_PREFIX) != NULL)
        check->code[label->value].is_rest = true;
    if (text != NULL && variable_label(text, &line) != NULL &&
        check->machine->program.code[label->value].target < DECODE_SINK)
        check->code[label->value].variable = number + 1;
}

/* ---- registers */

/* The delayed value arrives in its register. */
static void land(struct check *check, struct registers *registers)
{
    const uint32_t bit = 1u << registers->late;
    for (enum taint taint = 0; taint < TAINTS; taint++)
        if ((registers->late_tainted >> taint & 1u) != 0)
            taint_set(check, registers, taint, bit, &registers->late_sources[taint]);
        else
            registers->tainted[taint] &= ~bit;
    aim_set(registers, registers->late, registers->late_aim);
    registers->late = 0;
    registers->late_tainted = 0;
}

/* ---- the stack */

/* The stack has grown since the last call: the words of the new frame are unwritten. (Words of a frame that
 * has ended may still be read: the last word that a function loads is above sp.) */
static void settle_stack(struct check *check, const struct observer_step *step, struct registers *registers)
{
    const struct memory *memory = &check->machine->memory;
    const uint32_t sp = observer_word(check->now, step, MACHINE_SP);
    const uint32_t top = sp - memory_stack_address(memory, step->pp);
    if (!check->machine->program.uses_stack || top > memory->stack_mask)
        return;
    for (uint32_t word = registers->top; registers->has_stack && word < top; word++)
        words_set(check, memory_stack_index(memory, step->pp, word), WORD_UNWRITTEN, 0);
    if (registers->has_stack && registers->top < top)
        variable_take_frame(check, step, registers->top, top);
    registers->has_stack = true;
    registers->top = top;
}

/* ---- instructions that access memory */

/* The words that it accesses: sets the taint of its result, and its source, if that is to be unwritten. */
static void access_words(struct check *check, const struct observer_step *step, struct registers *registers,
                         const struct instruction *i, uint32_t address, uint8_t *tainted,
                         struct source *source)
{
    const bool is_image = (i->traits & DECODE_REAL) != 0;
    const bool is_rest = check->code[step->pc].is_rest;
    const enum deed deed = check->code[step->pc].intent;
    const struct aim aim = aim_of_access(check, step, i);
    const uint32_t words = is_image ? check->now->source->image_words(check->now->units, i) : 1;
    written_use(check, step, (1u << i->rs | 1u << i->rt) & ~FLAGS, "an address");
    const struct source *stored =
        deed == DEED_STORE && !is_image ? taint_find(registers, TAINT_UNWRITTEN, 1u << i->rd & ~FLAGS) : NULL;
    for (uint32_t word = 0; word < words; word++) {
        uint32_t index;
        const bool is_unwritten = written_access(check, step, deed, address + word, aim, stored, &index);
        /* an allocator called with no block reads words of the user where it expects a head */
        if (is_unwritten && !is_rest && deed != DEED_STORE && !is_image && !registers->is_allocating) {
            *tainted |= 1u << TAINT_UNWRITTEN;
            *source = (struct source){.index = index, .at = moment_of(check, step)};
            if (written_source(check, index) != NULL)
                source->variable = written_source(check, index)->variable;
        }
    }
    /* a value stored to an unwritten word has no effect, nor has a predicated contribution */
    if (deed == DEED_COMBINE && *tainted == 0 && !variable_is_for_show(check, step->pp, address))
        written_use(check, step, 1u << i->rd & ~FLAGS, "a multiprefix");
}

/* The results of all accesses are delayed: what is known of this one waits, after the one before has landed.
 */
static void access_memory(struct check *check, const struct observer_step *step, struct registers *registers,
                          const struct instruction *i)
{
    const uint32_t address = observer_address(check->now, step, i);
    const uint32_t index = memory_index(&check->machine->memory, step->pp, address);
    const struct check_code *code = &check->code[step->pc];
    struct source sources[TAINTS];
    uint8_t tainted = 0;
    access_words(check, step, registers, i, address, &tainted, &sources[TAINT_UNWRITTEN]);
    if (registers->tainted[TAINT_FOREIGN] != 0)
        pointer_use(check, step, 1u << i->rs | 1u << i->rt, address, code->intent);
    if (code->is_word && code->intent == DEED_STORE)
        pointer_store(check, step, i, address);
    const struct source *foreign = code->is_word && code->intent == DEED_LOAD && index != MEMORY_ILLEGAL
                                       ? pointer_load(check, step->pp, index)
                                       : NULL;
    if (foreign != NULL) {
        tainted |= 1u << TAINT_FOREIGN;
        sources[TAINT_FOREIGN] = *foreign;
    }
    const struct aim aim = aim_access(check, step, i, index);
    /* a push makes room for the word that it writes, a pop takes it away */
    if (i->base == MACHINE_SP && registers->has_stack)
        registers->top += observer_word(check->now, step, i->rt) + i->constant;
    if (registers->late != 0)
        land(check, registers);
    if (i->target >= DECODE_SINK)
        return;
    registers->late = i->target;
    registers->late_tainted = tainted;
    registers->late_aim = aim;
    if (tainted != 0)
        memcpy(registers->late_sources, sources, sizeof sources);
}

/* ---- steps */

/* The results of a host call are in the registers of its arguments. */
static void call_host(struct check *check, const struct observer_step *step, struct registers *registers,
                      const struct instruction *i)
{
    hosted_call(check, step, i->constant);
    for (enum taint taint = 0; taint < TAINTS; taint++)
        registers->tainted[taint] &= ~(7u << MACHINE_A0);
    for (unsigned number = MACHINE_A0; number < MACHINE_A0 + 3; number++)
        aim_set(registers, number, (struct aim){0});
}

static void compute(struct check *check, const struct observer_step *step, struct registers *registers,
                    const struct instruction *i, enum effect effect)
{
    if (registers->tainted[TAINT_UNWRITTEN] != 0)
        mark_step(check, step, registers, i, effect);
    if (registers->tainted[TAINT_FOREIGN] != 0)
        pointer_compute(check, step, i, effect);
    if (effect != EFFECT_NOTHING)
        aim_compute(check, step, i, effect);
}

void follow_values(struct check *check, const struct observer_step *step)
{
    struct registers *registers = &check->registers[step->pp];
    const struct instruction *i = &check->machine->program.code[step->pc];
    const struct check_code *code = &check->code[step->pc];
    const int64_t subscripts = code->index != 0 ? index_code(check, step, i) : 0;
    if (code->intent >= DEED_LOAD) {
        access_memory(check, step, registers, i);
    } else {
        if (code->intent == DEED_SYS)
            call_host(check, step, registers, i);
        else
            compute(check, step, registers, i, code->effect);
        if (registers->late != 0)
            land(check, registers);
    }
    if (code->variable != 0)
        taint_set(check, registers, TAINT_UNWRITTEN, 1u << i->target,
                  &(struct source){.index = MEMORY_ILLEGAL,
                                   .at = {step->pp, step->pc, check->cycle},
                                   .variable = code->variable});
    if (code->aim == LABEL_MAKES || code->index != 0 || i->base < DECODE_SINK)
        aim_label(check, step, i, subscripts);
}

void follow_step(struct check *check, const struct observer_step *step)
{
    struct registers *registers = &check->registers[step->pp];
    heap_step(check, step);
    if (check->code[step->pc].intent >= DEED_SYS || check->code[step->pc].moves_stack)
        settle_stack(check, step, registers);
    follow_values(check, step);
}
