/* written.c - what depends on words that were never written: locals, and blocks of the heaps (words.h).
 *
 * To load such a word is no fault, and to copy it is none: structures are copied whole. So each register of a
 * PP, and its flags, have a mark that they come from such a word; results get the marks of their operands,
 * and words that are stored those of their registers. A finding is what others can see of it: a branch, an
 * address, a multiprefix, a jump that depends on a marked value. It is found once, then the value counts as
 * written.
 *
 * A stack's words are unwritten again after the frame that they belonged to. What host calls write is
 * written.
 */
#include <stdlib.h>

#include "asm/isa.h"
#include "sim/machine/system.h"
#include "mishap.h"
#include "words.h"

#define FLAGS 1u /* in a set of registers: R0 is never marked, its bit stands for the flags */

/* The numbers of host calls by their names. */
enum host_call {
#define HOSTCALL(number, name, text) HOST_##name = (number),
#include "asm/tables/hostcall.def"
    HOST_CALLS
};

/* What an instruction does with marks, by its kind. */
enum rule {
    RULE_NONE,    /* its target is written */
    RULE_RESULT,  /* its target has the marks of its operands, and so have the flags if it sets them */
    RULE_LOAD,    /* its target has the mark of the word */
    RULE_STORE,   /* the word has the mark of its register */
    RULE_COMBINE, /* multiprefix: others see what it contributes */
    RULE_BRANCH,  /* depends on the flags if it reads them */
    RULE_JUMP,    /* depends on its register */
    RULE_HOST,    /* writes to registers, and to memory */
    RULE_IMAGE    /* the precision unit's loads and stores, word by word; its registers have no marks */
};

static const uint8_t rules[] = {[ISA_KIND_ALU] = RULE_RESULT,          [ISA_KIND_ALUFLAGS] = RULE_RESULT,
                                [ISA_KIND_FLOAT] = RULE_RESULT,        [ISA_KIND_FLOATCMP] = RULE_RESULT,
                                [ISA_KIND_LOAD] = RULE_LOAD,           [ISA_KIND_POP] = RULE_LOAD,
                                [ISA_KIND_STORE] = RULE_STORE,         [ISA_KIND_PUSH] = RULE_STORE,
                                [ISA_KIND_MULTIPREFIX] = RULE_COMBINE, [ISA_KIND_SYNC] = RULE_COMBINE,
                                [ISA_KIND_BRANCH] = RULE_BRANCH,       [ISA_KIND_JUMP] = RULE_JUMP,
                                [ISA_KIND_HOST] = RULE_HOST,           [ISA_KIND_REALLOAD] = RULE_IMAGE,
                                [ISA_KIND_REALSTORE] = RULE_IMAGE,     [ISA_KIND_NONE] = RULE_NONE};

/* Host calls that write to memory: the argument that holds the address, and how many words they write. */
enum extent { EXTENT_NONE, EXTENT_COUNT, EXTENT_STRING, EXTENT_LIMITED, EXTENT_IMAGE };
static const struct {
    uint8_t target; /* register */
    uint8_t extent;
} host_writes[HOST_CALLS] = {
    [HOST_read_words] = {MACHINE_A0 + 1, EXTENT_COUNT},
    [HOST_argument] = {MACHINE_A0 + 1, EXTENT_COUNT},
    [HOST_format_string] = {MACHINE_A0 + 2, EXTENT_STRING},
    [HOST_format_limited] = {MACHINE_A0 + 2, EXTENT_LIMITED},
    [HOST_real_parse] = {MACHINE_A0 + 1, EXTENT_IMAGE},
    [HOST_real_read] = {MACHINE_A0 + 1, EXTENT_IMAGE},
};

/* A load of a word that was never written. */
struct origin_of_mark {
    uint32_t index; /* of the word, as memory_index has it */
    uint32_t pc;
    uint64_t cycle;
};

/* What is known of a PP's registers. */
struct marks {
    uint32_t registers; /* those marked, a bit each, and FLAGS */
    uint32_t late;      /* the register whose word lands after the next instruction, as a bit; 0: none does */
    bool late_mark;     /* then: whether it is marked */
    bool has_string;    /* the host has just written one, at.. */
    uint32_t string;    /* .. this address */
    bool has_stack;     /* `top` is known */
    uint32_t top;       /* words of its stack that were in use when that was last looked at */
    struct origin_of_mark origin; /* of the last mark */
};

struct written {
    struct marks *marks; /* by PP */
    uint8_t *rules;      /* by pc: enum rule */
    bool *moves_stack;   /* by pc: writes to sp */
};

bool written_survey(struct check *check)
{
    const struct program *program = &check->machine->program;
    const size_t count = (size_t)program->count + 1;
    struct written *written = calloc(1, sizeof *written);
    check->written = written;
    if (written == NULL)
        return false;
    written->marks = calloc(check->machine->config.pps, sizeof *written->marks);
    written->rules = calloc(count, sizeof *written->rules);
    written->moves_stack = calloc(count, sizeof *written->moves_stack);
    if (written->marks == NULL || written->rules == NULL || written->moves_stack == NULL)
        return false;
    for (uint32_t pc = 0; pc < program->count; pc++) {
        const struct instruction *i = &program->code[pc];
        written->rules[pc] = i->opcode == DECODE_ILLEGAL ? RULE_NONE : rules[i->kind];
        written->moves_stack[pc] = i->target == MACHINE_SP || i->base == MACHINE_SP;
    }
    return true;
}

void written_free(struct check *check)
{
    if (check->written == NULL)
        return;
    free(check->written->marks);
    free(check->written->rules);
    free(check->written->moves_stack);
    free(check->written);
}

static bool is_in_stack(const struct machine *machine, uint32_t index)
{
    const struct memory *memory = &machine->memory;
    return machine->program.uses_stack && index >= memory->stack_cells && index < memory->private_cells;
}

/* ---- findings */

/* The PP does `what` with a marked value. */
static void warn(struct check *check, const struct observer_step *step, const struct origin_of_mark *origin,
                 const char *what)
{
    struct warning *warning = warnings_add(&check->machine->warnings, "unwritten",
                                           check->places[blame_pc(check, step)], check->places[origin->pc]);
    if (warning == NULL)
        return;
    char cell[CELL_NAME_SIZE];
    char place[PLACE_SIZE];
    warning->address = memory_address(&check->machine->memory, origin->index);
    blame_warn(check, step, warning, "%s depends on a word that was never written: %s", what,
               cell_name(check->machine, warning->address, cell));
    fault_hint(&warning->what, "PP %u loaded it in cycle %llu at %s", step->pp,
               (unsigned long long)origin->cycle, blame_place(check, origin->pc, place));
}

/* The registers of a set are used where others can see it. */
static void use(struct check *check, const struct observer_step *step, struct marks *marks,
                uint32_t registers, const char *what)
{
    if ((marks->registers & registers) == 0)
        return;
    marks->registers &= ~registers;
    warn(check, step, &marks->origin, what);
}

/* ---- memory */

/* Whether a guard in a stack is one: it lies in words that are in use. */
static bool is_below_top(const struct check *check, uint32_t index)
{
    const struct memory *memory = &check->machine->memory;
    const struct memory_place place = memory_place(memory, 0, memory_address(memory, index));
    const struct marks *owner = &check->written->marks[place.owner];
    return place.region == MEMORY_REGION_STACK && owner->has_stack && place.word < owner->top;
}

/* The stack has grown since it was last looked at: the words of the new frame are unwritten. (Those of a
 * frame that was left are still read: the last word that a function loads is above sp.) */
static void settle_stack(struct check *check, const struct observer_step *step, struct marks *marks)
{
    const struct memory *memory = &check->machine->memory;
    const uint32_t sp = observer_word(check->now, step, MACHINE_SP);
    const uint32_t top = sp - memory_stack_address(memory, step->pp);
    if (!check->machine->program.uses_stack || top > memory->stack_mask)
        return;
    for (uint32_t word = marks->top; marks->has_stack && word < top; word++)
        words_set(check->words, memory_stack_index(memory, step->pp, word), true, WORD_UNWRITTEN, 0);
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

/* A word is stored to: by a PP, or by the host for it. */
static void write_word(struct check *check, uint32_t pp, uint32_t address, bool is_marked)
{
    const uint32_t index = memory_index(&check->machine->memory, pp, address);
    if (index == MEMORY_ILLEGAL)
        return;
    const bool is_stack = is_in_stack(check->machine, index);
    uint32_t block;
    const enum word_state state = words_state(check->words, index, is_stack, &block);
    if (check->mishaps != NULL && !is_stack)
        spoilt_remember(check, pp, index, state, block);
    if (state == WORD_GUARD && (!is_stack || is_below_top(check, index)))
        return;
    if (is_stack)
        words_set(check->words, index, true, is_marked ? WORD_UNWRITTEN : WORD_PLAIN, 0);
    else if (state == WORD_UNWRITTEN || state == WORD_WRITTEN)
        words_set(check->words, index, false, is_marked ? WORD_UNWRITTEN : WORD_WRITTEN, block);
}

/* The end of the words that a host call writes from `address` on. */
static uint32_t end_of_host_write(struct check *check, const struct observer_step *step, enum extent extent,
                                  uint32_t address)
{
    const struct memory *memory = &check->machine->memory;
    const uint32_t index = memory_index(memory, step->pp, address);
    uint32_t block;
    if (extent == EXTENT_COUNT)
        return address + observer_word(check->now, step, MACHINE_A0 + 2);
    if (extent == EXTENT_IMAGE)
        return address + check->machine->program.real_words;
    /* strings: the rest of the stack or of the block that they are written to */
    if (is_in_stack(check->machine, index))
        return observer_word(check->now, step, MACHINE_SP);
    (void)words_state(check->words, index, false, &block);
    const struct block *around = words_block(check->words, block);
    return block == 0 ? address : address + (around->start + around->words - memory_address(memory, index));
}

static const char *const deeds[] = {
    [DEED_LOAD] = "loads from", [DEED_STORE] = "stores to", [DEED_COMBINE] = "does a multiprefix on"};

/* The PP accesses a word. Whether that is to be taken for unwritten. */
static bool access_word(struct check *check, const struct observer_step *step, enum deed deed,
                        uint32_t address, bool is_in_allocator, uint32_t *index)
{
    *index = memory_index(&check->machine->memory, step->pp, address);
    if (*index == MEMORY_ILLEGAL)
        return false;
    uint32_t block;
    const bool is_stack = is_in_stack(check->machine, *index);
    const enum word_state state = words_state(check->words, *index, is_stack, &block);
    if (meant_blame_access(check, step, deeds[deed], address))
        ; /* what it meets there is no other finding */
    else if (state == WORD_GUARD && (!is_stack || is_below_top(check, *index)))
        frame_blame_access(check, step, deeds[deed], *index, is_stack, block);
    else if (state == WORD_EDGE && block == 0)
        guard_blame_access(check, step, deeds[deed], *index);
    else if ((state == WORD_EDGE || state == WORD_FREED) && !is_in_allocator)
        heap_blame_access(check, step, deeds[deed], *index, state, block);
    if (check->mishaps != NULL)
        spoilt_access(check, step, deed, *index);
    return state == WORD_UNWRITTEN;
}

static void call_host(struct check *check, const struct observer_step *step, struct marks *marks,
                      const struct instruction *i)
{
    const struct memory *memory = &check->machine->memory;
    marks->registers &= ~(7u << MACHINE_A0); /* results */
    if (i->constant >= HOST_CALLS || host_writes[i->constant].extent == EXTENT_NONE)
        return;
    const bool is_known =
        host_writes[i->constant].extent == EXTENT_COUNT || host_writes[i->constant].extent == EXTENT_IMAGE;
    const enum extent extent = (enum extent)host_writes[i->constant].extent;
    uint32_t address = observer_word(check->now, step, host_writes[i->constant].target);
    uint32_t index = memory_index(memory, step->pp, address);
    if (extent == EXTENT_LIMITED && index != MEMORY_ILLEGAL) { /* the address stands there */
        address = memory->cells[index];
        index = memory_index(memory, step->pp, address);
    }
    if (index == MEMORY_ILLEGAL)
        return;
    if (extent == EXTENT_STRING) {
        marks->has_string = true;
        marks->string = address;
    }
    const uint32_t end = end_of_host_write(check, step, extent, address);
    for (; address < end && memory_index(memory, step->pp, address) != MEMORY_ILLEGAL; address++) {
        if (is_known)
            (void)access_word(check, step, DEED_STORE, address, false, &index);
        write_word(check, step->pp, address, false);
    }
}

/* After a host call that has written a string: a0 says how many characters it has; a 0 comes after them. */
static void end_string(struct check *check, const struct observer_step *step, struct marks *marks)
{
    const uint32_t characters = observer_word(check->now, step, MACHINE_A0);
    marks->has_string = false;
    for (uint32_t word = 0; word <= characters && characters <= INT32_MAX; word++) {
        uint32_t index;
        (void)access_word(check, step, DEED_STORE, marks->string + word, false, &index);
        if (index == MEMORY_ILLEGAL)
            return;
    }
}

/* ---- instructions */

/* An instruction that loads, stores or combines; returns whether what it loads is to be marked. */
static bool step_access(struct check *check, const struct observer_step *step, struct marks *marks,
                        const struct instruction *i, bool is_in_allocator)
{
    const enum rule rule = (enum rule)check->written->rules[step->pc];
    const uint32_t address = system_address(i->opcode, observer_word(check->now, step, i->rs),
                                            observer_word(check->now, step, i->rt) + i->constant);
    const bool is_image = rule == RULE_IMAGE;
    const bool is_load = rule == RULE_LOAD || (is_image && i->kind == ISA_KIND_REALLOAD);
    const enum deed deed = is_load ? DEED_LOAD : rule == RULE_COMBINE ? DEED_COMBINE : DEED_STORE;
    const uint32_t words = is_image ? check->now->source->image_words(check->now->state, i) : 1;
    bool is_marked = false;
    use(check, step, marks, (1u << i->rs | 1u << i->rt) & ~FLAGS, "an address");
    for (uint32_t word = 0; word < words; word++) {
        uint32_t index;
        const bool is_unwritten = access_word(check, step, deed, address + word, is_in_allocator, &index);
        const struct origin_of_mark origin = {index, blame_pc(check, step), check->cycle};
        if (is_unwritten && deed != DEED_STORE && !is_image) {
            marks->origin = origin;
            is_marked = true;
        }
        if (deed == DEED_STORE)
            write_word(check, step->pp, address + word,
                       rule == RULE_STORE && (marks->registers & ~FLAGS & 1u << i->rd) != 0);
    }
    if (rule == RULE_COMBINE && !is_marked) /* what goes to a word that was never written goes nowhere */
        use(check, step, marks, 1u << i->rd & ~FLAGS, "a multiprefix");
    return is_marked;
}

/* Whether an operand that is not marked makes the result 0, whatever the other one is: compiled code chooses
 * between two values by such masks. */
static bool is_masked(const struct check *check, const struct observer_step *step, const struct marks *marks,
                      const struct instruction *i)
{
    const bool is_first_marked = (marks->registers & ~FLAGS & 1u << i->rs) != 0;
    const bool is_second_marked = (marks->registers & ~FLAGS & 1u << i->rt) != 0;
    const bool is_and = i->opcode == OP_and || i->opcode == OP_ands;
    const bool is_opposite = i->opcode == OP_andn || i->opcode == OP_andns;
    if ((!is_and && !is_opposite) || is_first_marked == is_second_marked)
        return false;
    const uint32_t clears = is_opposite ? UINT32_MAX : 0; /* as the second operand */
    return is_first_marked ? observer_word(check->now, step, i->rt) + i->constant == clears
                           : observer_word(check->now, step, i->rs) == 0;
}

/* The target has the marks of the operands. */
static void step_result(const struct check *check, const struct observer_step *step, struct marks *marks,
                        const struct instruction *i)
{
    uint32_t sources = (1u << i->rs | 1u << i->rt) & ~FLAGS;
    if ((i->traits & DECODE_READS_FLAGS) != 0)
        sources |= FLAGS;
    const bool is_marked = (marks->registers & sources) != 0 && !is_masked(check, step, marks, i);
    const uint32_t targets =
        (i->target < DECODE_SINK ? 1u << i->target : 0) | ((i->traits & DECODE_SETS_FLAGS) != 0 ? FLAGS : 0);
    marks->registers = is_marked ? marks->registers | targets : marks->registers & ~targets;
}

static void step_rule(struct check *check, const struct observer_step *step, struct marks *marks,
                      const struct instruction *i, bool is_in_allocator)
{
    const uint32_t target = i->target < DECODE_SINK ? 1u << i->target : 0;
    bool is_marked;
    switch ((enum rule)check->written->rules[step->pc]) {
    case RULE_RESULT:
        step_result(check, step, marks, i);
        return;
    case RULE_BRANCH:
        if ((i->traits & DECODE_READS_FLAGS) != 0)
            use(check, step, marks, FLAGS, "a branch");
        return;
    case RULE_JUMP:
        use(check, step, marks, 1u << i->rs & ~FLAGS, "a jump");
        return;
    case RULE_HOST:
        call_host(check, step, marks, i);
        return;
    case RULE_LOAD:
    case RULE_COMBINE:
        is_marked = step_access(check, step, marks, i, is_in_allocator);
        if ((i->traits & DECODE_DELAYED) != 0) {
            marks->late = target;
            marks->late_mark = is_marked;
        }
        return;
    case RULE_STORE:
    case RULE_IMAGE:
        (void)step_access(check, step, marks, i, is_in_allocator);
        return;
    case RULE_NONE:
        marks->registers &= ~target;
    }
}

void written_step(struct check *check, const struct observer_step *step)
{
    struct marks *marks = &check->written->marks[step->pp];
    const struct instruction *i = &check->machine->program.code[step->pc];
    const enum rule rule = (enum rule)check->written->rules[step->pc];
    const bool is_in_allocator = heap_step(check, step);
    frame_step(check, step);
    if (marks->has_string)
        end_string(check, step, marks);
    const bool accesses_memory = rule >= RULE_LOAD && rule != RULE_BRANCH && rule != RULE_JUMP; /* or may */
    if (accesses_memory || check->written->moves_stack[step->pc])
        settle_stack(check, step, marks);
    if (!accesses_memory && (marks->registers | marks->late) == 0)
        return;
    const uint32_t landing = marks->late;
    const bool landing_mark = marks->late_mark;
    marks->late = 0;
    step_rule(check, step, marks, i, is_in_allocator);
    push_stack(check, step, marks, i);
    if (landing != 0)
        marks->registers = landing_mark ? marks->registers | landing : marks->registers & ~landing;
}
