/* place.c - lvalues: places of variables, members and targets of pointers; reads and writes. */
#include "fcc/ir/index.h"
#include "fcc/lower/state.h"

struct place lower_memory_place(struct ir_operand base)
{
    return (struct place){.base = base};
}

/* Whether no pointer leads to an object: its function's text names it at every access. The compiler also
 * accesses records through addresses. */
static bool is_alone(const struct symbol *symbol)
{
    const struct type *type = symbol->type;
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    return symbol->depth > 0 && symbol->storage != STORAGE_EXTERN && !symbol->address_taken &&
           !type_is_record(type);
}

static uint32_t alias_of(struct lower *l, struct symbol *symbol)
{
    if (symbol->alias == 0)
        symbol->alias = ++l->aliases | (is_alone(symbol) ? IR_ALIAS_ALONE : 0);
    return symbol->alias;
}

/* ---- variables */

static bool is_constant(const struct type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    return type->is_const && !type->is_volatile;
}

/* The word of a shared local or parameter in the frame of its group. */
static struct place region_place(struct lower *l, struct symbol *symbol)
{
    return (struct place){.base = ir_vreg(symbol->region),
                          .offset = (int32_t)symbol->offset,
                          .memory = IR_MEM_SHARED,
                          .shared_local = symbol,
                          .shared_meant = symbol,
                          .alias = alias_of(l, symbol)};
}

bool lower_holds(const struct lower *l, const struct symbol *symbol)
{
    return l->unit->options->hold_shared && check_may_hold(symbol);
}

void lower_hold_parameter(struct lower *l, struct symbol *symbol)
{
    struct place word = region_place(l, symbol);
    word.memory |= symbol->written ? 0 : IR_MEM_CONSTANT;
    symbol->is_held = true;
    symbol->vreg = lower_load_place(l, &word, symbol->type).id;
}

struct ir_operand lower_resolve_write(struct lower *l, const struct place *place, struct ir_operand value)
{
    const struct place word = region_place(l, place->held);
    lower_store_place(l, &word, value);
    return lower_load_place(l, &word, place->held->type);
}

/* The place is the first word of a variable of this type. */
static void set_meant(struct place *place, const struct type *type)
{
    place->meant = type_is_scalar(type) && !type_is_long_long(type) ? ir_none() : place->base;
    place->meant_words = type_words(type);
}

struct place lower_symbol_place(struct lower *l, struct symbol *symbol)
{
    struct place place = {.alias = alias_of(l, symbol), .is_own = !symbol->shared};
    if (symbol->type->is_volatile)
        place.memory |= IR_MEM_VOLATILE;
    if (symbol->is_static) {
        place.base = ir_symbol_address(lower_symbol(l, symbol), 0);
        place.memory |= symbol->shared ? IR_MEM_SHARED : IR_MEM_OWN;
        place.memory |= is_constant(symbol->type) ? IR_MEM_CONSTANT : 0;
        set_meant(&place, symbol->type);
        return place;
    }
    if (symbol->is_held) {
        place.held = symbol;
        place.vreg = symbol->vreg;
        return place;
    }
    if (symbol->region != 0) { /* a shared local: its frame's base is in a register */
        struct place word = region_place(l, symbol);
        word.memory |= place.memory;
        return word;
    }
    if (symbol->is_parameter && type_is_record(symbol->type)) { /* the caller's copy */
        place.base = ir_vreg(symbol->vreg);
        place.alias = 0;
        return place;
    }
    if (symbol->lives_in_memory) {
        if (symbol->slot == 0) {
            lower_add_words(l, &l->private_words, type_words(symbol->type));
            symbol->slot = ir_add_slot(l->ir, l->function, lower_plain_name(l, symbol->name->text),
                                       type_words(symbol->type)) +
                           1;
            l->function->slots[symbol->slot - 1].guarded = type_words(symbol->type) > 1;
            l->function->slots[symbol->slot - 1].is_word = type_words(symbol->type) == 1;
        }
        place.base = ir_slot_address(symbol->slot - 1, 0);
        place.memory |= symbol->address_taken ? 0 : IR_MEM_OWN;
        set_meant(&place, symbol->type);
        return place;
    }
    if (symbol->vreg == 0)
        symbol->vreg = lower_vreg_of(l, symbol->type).id;
    place.vreg = symbol->vreg;
    place.predicate = symbol->predicate;
    return place;
}

/* ---- pointers */

/* The variable that a pointer expression is based on, if it names one. */
static const struct expression *pointer_root(const struct expression *e)
{
    for (;;) {
        if (e->kind == EXPRESSION_BINARY && e->type->kind == TYPE_POINTER) {
            e = e->left;
        } else if (e->kind == EXPRESSION_ADDRESS) {
            const struct expression *object = e->left;
            while (object->kind == EXPRESSION_MEMBER)
                object = object->left;
            if (object->kind != EXPRESSION_DEREFERENCE)
                return object;
            e = object->left;
        } else {
            return NULL;
        }
    }
}

bool lower_knows_memory(const struct expression *e)
{
    while (e->kind == EXPRESSION_MEMBER)
        e = e->left;
    if (e->kind != EXPRESSION_DEREFERENCE)
        return e->kind == EXPRESSION_OBJECT;
    const struct expression *pointer = e->left;
    while (pointer->kind == EXPRESSION_BINARY && pointer->type->kind == TYPE_POINTER)
        pointer = pointer->left;
    const struct expression *root = pointer_root(pointer);
    return pointer->shared || (root != NULL && root->kind == EXPRESSION_OBJECT);
}

static void inherit_root(struct lower *l, const struct expression *pointer, struct place *place)
{
    const struct expression *root = pointer_root(pointer);
    if (root == NULL)
        return;
    if (root->kind == EXPRESSION_STRING) {
        place->memory |= IR_MEM_SHARED | IR_MEM_CONSTANT;
    } else if (root->kind == EXPRESSION_OBJECT) {
        struct place whole = lower_symbol_place(l, root->symbol);
        place->memory |= whole.memory;
        place->alias = whole.alias;
        place->is_own = whole.is_own;
        place->meant = whole.meant;
        place->meant_words = whole.meant_words;
        place->shared_meant = whole.shared_meant;
    }
}

static struct place dereference(struct lower *l, const struct expression *pointer)
{
    if (pointer->kind == EXPRESSION_ADDRESS)
        return lower_place(l, pointer->left);
    struct place place = {.is_predicated = true};
    bool constant_step = pointer->kind == EXPRESSION_BINARY && pointer->operation == BINARY_ADD &&
                         pointer->type->kind == TYPE_POINTER && pointer->right->kind == EXPRESSION_CONSTANT;
    if (constant_step) {
        place = dereference(l, pointer->left);
        place.field = NULL;
        if (place.base.kind == IR_VREG)
            place.offset += (int32_t)pointer->right->value;
        else
            place.base.value += (int32_t)pointer->right->value;
        return place;
    }
    place.base = lower_value(l, pointer);
    if (place.base.kind == IR_CONST)
        place.base = lower_unary_op(l, IR_COPY, place.base);
    inherit_root(l, pointer, &place);
    place.follows = place.base.kind == IR_VREG && lower_is_subscript(pointer);
    return place;
}

struct place lower_place(struct lower *l, const struct expression *e)
{
    struct place place;
    switch (e->kind) {
    case EXPRESSION_OBJECT:
        return lower_symbol_place(l, e->symbol);
    case EXPRESSION_DEREFERENCE:
        place = dereference(l, e->left);
        place.rows = place.follows ? lower_rows(l, e) : NULL;
        if (e->type->is_volatile)
            place.memory |= IR_MEM_VOLATILE;
        return place;
    case EXPRESSION_STRING:
        return (struct place){.base = ir_symbol_address(lower_string(l, e->string), 0),
                              .memory = IR_MEM_SHARED | IR_MEM_CONSTANT};
    case EXPRESSION_MEMBER:
        place = lower_place(l, e->left);
        if (place.base.kind == IR_VREG)
            place.offset += (int32_t)e->offset;
        else
            place.base.value += (int32_t)e->offset;
        place.field = e->member != NULL && e->member->is_bit_field ? e->member : NULL;
        if (e->type->is_volatile)
            place.memory |= IR_MEM_VOLATILE;
        return place;
    default:
        return lower_record(l, e); /* a struct that is no lvalue: f().x */
    }
}

/* The last instruction is for a word of this variable, in the frame of a group. */
static void say_shared(const struct lower *l, const struct symbol *symbol)
{
    if (symbol == NULL || type_words(symbol->type) == 1 || l->block == NULL)
        return;
    struct ir_shared_object *object = ARENA_NEW(l->ir->arena, struct ir_shared_object);
    *object = (struct ir_shared_object){.name = lower_plain_name(l, symbol->name->text),
                                        .offset = symbol->offset,
                                        .words = type_words(symbol->type)};
    l->block->last->shared_objects = object;
}

struct ir_operand lower_address(struct lower *l, const struct place *place)
{
    if (place->base.kind != IR_VREG) {
        struct ir_operand base = place->base;
        base.value += place->offset;
        return base;
    }
    if (place->offset == 0)
        return place->base;
    const struct ir_operand address = lower_binary_op(l, IR_ADD, place->base, ir_const(place->offset));
    say_shared(l, place->shared_local);
    if (place->follows && l->block != NULL)
        l->block->last->index =
            (struct ir_index){.is_known = true, .a = {.kind = IR_PART_FOLLOWS}, .b = ir_part_times(0, 1)};
    return address;
}

/* ---- reading and writing */

enum show { SHOW_LOAD, SHOW_CHANGE }; /* predicated accesses: whether the word changes */

/* The address of a harmless word for predicated stores or loads, minus an offset. The parallel engine counts
 * a group's steps by its accesses to shared memory: a word of shared memory replaces shared words, one of the
 * frame others. A word for loads only has always been written, so that --check finds nothing. */
static struct ir_operand harmless_address(struct lower *l, const struct place *place, const struct type *type,
                                          enum show show)
{
    const bool is_step = l->converts && !place->is_own;
    if (is_step || (show == SHOW_LOAD && !type_is_real(type))) {
        struct ir_operand block = ir_symbol_address(lower_external(l, "__fork_pp", false), 0);
        if (!is_step) {
            block.value = -place->offset;
            return block;
        }
        block.value = PP_ASIDE;
        struct ir_operand aside = lower_load(l, block, 0, IR_MEM_OWN | IR_MEM_CONSTANT, LOWER_PP_ALIAS);
        return place->offset == 0 ? aside : lower_binary_op(l, IR_SUB, aside, ir_const(place->offset));
    }
    uint32_t *slot = type_is_real(type) ? &l->safe_real : &l->safe_slot;
    if (*slot == 0)
        *slot = ir_add_slot(l->ir, l->function, "safe", type_is_real(type) ? l->ir->real_words : 1) + 1;
    return lower_unary_op(l, IR_COPY, ir_slot_address(*slot - 1, -place->offset));
}

/* The addition of two registers that has just computed this base, if both still have their values; else
 * NULL. */
static const struct ir_instr *find_sum(const struct lower *l, struct ir_operand base)
{
    enum { FARTHEST = 16 };
    const struct ir_instr *sum = l->block != NULL ? l->block->last : NULL;
    for (int i = 0; sum && i < FARTHEST && sum->dst != base.id; i++)
        sum = sum->previous;
    if (base.kind != IR_VREG || !sum || sum->dst != base.id || sum->op != IR_ADD || sum->b.kind != IR_VREG)
        return NULL;
    for (const struct ir_instr *instr = sum->next; instr; instr = instr->next) {
        if ((sum->a.kind == IR_VREG && instr->dst == sum->a.id) || instr->dst == sum->b.id)
            return NULL;
    }
    return sum;
}

/* The index of the last instruction. */
static void set_index(const struct lower *l, bool is_known, struct ir_part a, struct ir_part b)
{
    if (l->block != NULL)
        l->block->last->index = (struct ir_index){.is_known = is_known, .a = a, .b = b};
}

/* The base of the place; while the predicate is 0, that of a harmless word: computed as the harmless word
 * plus a masked distance. The access adds the two itself, so that for an object and an index that changes in
 * a loop only the index is added there. */
static struct ir_operand redirect(struct lower *l, const struct place *place, const struct type *type,
                                  enum show show)
{
    const struct ir_instr *sum = find_sum(l, place->base);
    struct ir_operand base = sum ? sum->a : place->base;
    const struct ir_operand index = sum ? sum->b : ir_none();
    const struct ir_part follows = {.kind = IR_PART_FOLLOWS}, nothing = ir_part_times(0, 1);
    const struct ir_index parts =
        sum ? sum->index : ir_index_of(base.kind == IR_VREG ? follows : nothing, nothing);
    struct ir_operand safe = harmless_address(l, place, type, show);
    if (base.kind != IR_VREG)
        base = lower_unary_op(l, IR_COPY, base);
    struct ir_operand distance = lower_binary_op(l, IR_SUB, base, safe);
    set_index(l, parts.is_known, parts.a, nothing);
    if (index.kind != IR_NONE) {
        distance = lower_binary_op(l, IR_ADD, distance, index);
        set_index(l, parts.is_known, follows, parts.b);
    }
    const struct ir_operand masked = lower_binary_op(l, IR_AND, distance, ir_vreg(l->predicate));
    const struct ir_operand address = lower_binary_op(l, IR_ADD, safe, masked);
    set_index(l, parts.is_known, nothing, follows);
    return address;
}

/* While the predicate is 0 the address may be invalid: it is replaced by that of a word that can always be
 * read. */
static struct ir_operand predicated_base(struct lower *l, const struct place *place, const struct type *type)
{
    return l->predicate == 0 || !place->is_predicated ? place->base : redirect(l, place, type, SHOW_LOAD);
}

struct ir_operand lower_predicated_address(struct lower *l, struct ir_operand address)
{
    const struct place place = {.base = address, .is_own = true}; /* a multiprefix is a step in any memory */
    return l->predicate == 0 ? address : redirect(l, &place, &type_basic[TYPE_INT], SHOW_CHANGE);
}

/* The last instruction accesses a word of the place. If it is certainly inside its variable, there is no
 * label. */
static void say_meant(const struct lower *l, const struct place *place, bool is_masked)
{
    const bool is_inside = place->base.kind != IR_VREG && (uint32_t)place->base.value < place->meant_words;
    l->block->last->meant = is_inside ? ir_none() : place->meant;
    l->block->last->is_masked = is_masked;
    l->block->last->index = (struct ir_index){
        .is_known = place->rows != NULL, .a = {.kind = IR_PART_FOLLOWS}, .b = ir_part_times(0, 1)};
    l->block->last->rows = place->rows;
    const struct symbol *shared = place->shared_local;
    if (shared == NULL || (uint32_t)place->offset - shared->offset >= type_words(shared->type))
        say_shared(l, place->shared_meant);
}

void lower_note_variable(struct lower *l, const struct expression *pointer)
{
    if (l->block == NULL)
        return;
    while (pointer->kind == EXPRESSION_CONVERT && pointer->left->type->kind == TYPE_POINTER)
        pointer = pointer->left;
    struct place place = {.base = l->block->last->a};
    inherit_root(l, pointer, &place);
    const struct expression element = {.kind = EXPRESSION_DEREFERENCE, .left = (struct expression *)pointer};
    place.rows = lower_rows(l, pointer->kind == EXPRESSION_ADDRESS ? pointer->left : &element);
    say_meant(l, &place, l->predicate != 0);
}

/* The field in a word. */
static struct ir_operand extract_field(struct lower *l, struct ir_operand word, const struct member *field)
{
    int32_t left = (int32_t)(32 - field->first_bit - field->bits);
    int32_t right = (int32_t)(32 - field->bits);
    bool is_unsigned = type_field_is_unsigned(field->type);
    if (left != 0)
        word = lower_binary_op(l, IR_SHL, word, ir_const(left));
    return right == 0 ? word : lower_binary_op(l, is_unsigned ? IR_SHR : IR_SAR, word, ir_const(right));
}

struct ir_operand lower_load_place(struct lower *l, const struct place *place, const struct type *type)
{
    if (place->vreg != 0)
        return ir_vreg(place->vreg);
    struct ir_operand base = predicated_base(l, place, type);
    const bool is_masked = l->predicate != 0 && place->is_predicated;
    if (type_is_real(type)) {
        const struct ir_operand real = lower_load_real(l, base, place->offset, place->memory, place->alias);
        say_meant(l, place, is_masked);
        return real;
    }
    struct ir_operand word = lower_load(l, base, place->offset, place->memory, place->alias);
    say_meant(l, place, is_masked);
    return place->field != NULL ? extract_field(l, word, place->field) : word;
}

void lower_store_place(struct lower *l, const struct place *place, struct ir_operand value)
{
    if (place->vreg != 0) {
        bool keeps = l->predicate != 0 && place->predicate != l->predicate;
        lower_assign(l, place->vreg,
                     keeps ? lower_select(l, ir_vreg(l->predicate), value, ir_vreg(place->vreg)) : value);
        return;
    }
    const struct member *field = place->field;
    const struct place *const as_written = place;
    struct place own = *place;
    if (l->predicate != 0) { /* stored for show */
        own.base = redirect(l, place, &type_basic[TYPE_INT], SHOW_CHANGE);
        own.memory &= (uint8_t)~IR_MEM_SHARED;
        place = &own;
    }
    if (field != NULL && field->bits < 32) {
        uint32_t mask = ((1u << field->bits) - 1) << field->first_bit;
        struct ir_operand word = lower_load(l, place->base, place->offset, place->memory, place->alias);
        say_meant(l, as_written, l->predicate != 0);
        l->block->last->is_rest = true;
        struct ir_operand rest = lower_binary_op(l, IR_AND, word, ir_const((int32_t)~mask));
        struct ir_operand moved =
            field->first_bit == 0 ? value
                                  : lower_binary_op(l, IR_SHL, value, ir_const((int32_t)field->first_bit));
        struct ir_operand bits = lower_binary_op(l, IR_AND, moved, ir_const((int32_t)mask));
        value = lower_binary_op(l, IR_OR, rest, bits);
    }
    lower_store(l, place->base, place->offset, place->memory, place->alias, value);
    say_meant(l, as_written, l->predicate != 0);
}

struct ir_operand lower_stored_value(struct lower *l, const struct place *place, struct ir_operand value)
{
    if (place->vreg != 0)
        return ir_vreg(place->vreg);
    if (place->field == NULL || place->field->bits == 32)
        return value;
    struct member lowest = *place->field;
    lowest.first_bit = 0;
    return extract_field(l, value, &lowest);
}

/* ---- many words */

enum { UNROLLED_WORDS = 8 };

/* Counts a register from 0 to `words`: the same number of rounds in all PPs, so plain branches are right in
 * both modes. */
static struct ir_block *begin_count(struct lower *l, struct ir_operand *index)
{
    struct ir_block *body = lower_new_block(l);
    *index = lower_vreg(l);
    lower_copy(l, index->id, ir_const(0));
    l->loop_depth++;
    lower_place_block(l, body);
    return body;
}

static void end_count(struct lower *l, struct ir_block *body, struct ir_operand index, uint32_t words)
{
    struct ir_block *behind = lower_new_block(l);
    lower_copy(l, index.id, lower_binary_op(l, IR_ADD, index, ir_const(1)));
    lower_branch(l, IR_LT, index, ir_const((int32_t)words), body, behind);
    l->loop_depth--;
    lower_place_block(l, behind);
}

void lower_copy_words(struct lower *l, const struct place *to, const struct place *from, uint32_t words)
{
    if (words > UNROLLED_WORDS) {
        struct ir_operand index;
        struct ir_operand source = lower_address(l, from);
        struct ir_operand target = lower_address(l, to);
        struct ir_block *body = begin_count(l, &index);
        struct ir_operand at = lower_binary_op(l, IR_ADD, source, index);
        struct ir_operand word = lower_load(l, at, 0, from->memory, from->alias);
        say_meant(l, from, false);
        lower_store(l, lower_binary_op(l, IR_ADD, target, index), 0, to->memory, to->alias, word);
        say_meant(l, to, false);
        end_count(l, body, index, words);
        return;
    }
    struct ir_operand values[UNROLLED_WORDS];
    for (uint32_t i = 0; i < words; i++) {
        values[i] = lower_load(l, from->base, from->offset + (int32_t)i, from->memory, from->alias);
        say_meant(l, from, false);
    }
    for (uint32_t i = 0; i < words; i++) {
        lower_store(l, to->base, to->offset + (int32_t)i, to->memory, to->alias, values[i]);
        say_meant(l, to, false);
    }
}

void lower_clear_words(struct lower *l, const struct place *to, uint32_t words)
{
    if (words > UNROLLED_WORDS) {
        struct ir_operand index;
        struct ir_operand target = lower_address(l, to);
        struct ir_block *body = begin_count(l, &index);
        lower_store(l, lower_binary_op(l, IR_ADD, target, index), 0, to->memory, to->alias, ir_const(0));
        end_count(l, body, index, words);
        return;
    }
    for (uint32_t i = 0; i < words; i++)
        lower_store(l, to->base, to->offset + (int32_t)i, to->memory, to->alias, ir_const(0));
}
