/* if_convert.c - predication of small `if`s with a private condition, without a group of their own.
 *
 * Dividing and rejoining a group takes 26 cycles if no PP enters, 48 or more if some do. If the statements
 * themselves take less, all PPs of the group compute them; where the condition is false the results are
 * discarded: a variable in a register keeps its value by a selection, and every store, multiprefix and load
 * through a possibly invalid address goes to a word of the PP's own (place.c). The PPs of the subgroup access
 * memory in the same order as with a group; the others only access words of their own, which no other PP
 * reads. All take the same number of cycles, so the group stays in lockstep without a barrier. The parallel
 * engine requires members of a group to access shared memory at the same instructions. So an `if` is
 * converted only if every store is known to be to shared memory or not. With `else`, the two parts, which two
 * subgroups would run at the same time in no defined order, run one after the other.
 *
 * Converted are statements that assign words, declare private ones, or are such `if`s. Excluded are
 * statements that see the group (# $$, calls, constructs), jump, loop, or touch volatile objects, reals or
 * records. Knows nothing of levels. */
#include "fcc/check/walk.h"
#include "fcc/lower/state.h"

/* Limit of instructions: about the cost of a subgroup if no PP, or all, enter. */
enum { MOST_FOR_ONE = 28, MOST_FOR_TWO = 44 };
/* Cost of predication for each kind of operation. */
enum { SELECTION = 3, REDIRECTION = 3, COMPARISON = 3 };

struct estimate {
    uint32_t cost;
    bool possible;
};

static bool is_word(const struct type *type)
{
    return (type_is_scalar(type) && !type_is_real(type) && !type_is_long_long(type)) ||
           type->kind == TYPE_VOID;
}

static bool is_possible_builtin(const struct expression *e)
{
    int kind = check_builtin_row(e->value)->kind;
    return kind == BUILTIN_MULTI || kind == BUILTIN_UNARY || kind == BUILTIN_BINARY || kind == BUILTIN_TWICE;
}

static bool is_possible(const struct expression *e)
{
    if (type_is_long_long(e->type))
        return false;
    switch (e->kind) {
    case EXPRESSION_CALL:
    case EXPRESSION_ERROR:
    case EXPRESSION_REAL:
    case EXPRESSION_ALLOCATE:
    case EXPRESSION_EXTENT:
    case EXPRESSION_INITIALISE:
    case EXPRESSION_STATEMENTS:
        return false;
    case EXPRESSION_SPECIAL:
        return e->token != TOKEN_GROUP_SIZE && e->token != TOKEN_RANK;
    case EXPRESSION_BUILTIN:
        return is_possible_builtin(e);
    case EXPRESSION_LOGICAL:
    case EXPRESSION_CONDITIONAL:
        return !e->right->has_effect && (e->third == NULL || !e->third->has_effect);
    case EXPRESSION_OBJECT:
    case EXPRESSION_DEREFERENCE:
    case EXPRESSION_MEMBER:
        return !e->type->is_volatile && !type_is_real(e->type);
    case EXPRESSION_ASSIGN:
    case EXPRESSION_UPDATE:
        return is_word(e->type) && lower_knows_memory(e->left);
    default:
        return true;
    }
}

/* Whether a variable lives in a register. */
static bool is_register(const struct expression *e)
{
    return e->kind == EXPRESSION_OBJECT && !e->symbol->shared && !e->symbol->lives_in_memory;
}

static enum walk visit_expression(const struct expression *e, void *context)
{
    struct estimate *estimate = context;
    estimate->possible &= is_possible(e);
    switch (e->kind) {
    case EXPRESSION_ASSIGN:
        estimate->cost += is_register(e->left) ? SELECTION : 1 + REDIRECTION;
        break;
    case EXPRESSION_UPDATE:
        estimate->cost += is_register(e->left) ? 1 + SELECTION : 3 + REDIRECTION;
        break;
    case EXPRESSION_DEREFERENCE:
        estimate->cost += 1 + REDIRECTION;
        break;
    case EXPRESSION_BUILTIN:
        estimate->cost += 1 + REDIRECTION;
        break;
    case EXPRESSION_LOGICAL:
    case EXPRESSION_CONDITIONAL:
        estimate->cost += COMPARISON + SELECTION;
        break;
    case EXPRESSION_BINARY:
        estimate->cost += e->operation >= BINARY_EQUAL ? COMPARISON : 1;
        break;
    case EXPRESSION_CONSTANT:
    case EXPRESSION_CONVERT:
    case EXPRESSION_OBJECT:
        break;
    default:
        estimate->cost++;
        break;
    }
    return estimate->possible ? WALK_ON : WALK_FOUND;
}

static enum walk visit_statement(const struct statement *s, void *context)
{
    struct estimate *estimate = context;
    switch (s->kind) {
    case STATEMENT_EMPTY:
    case STATEMENT_BLOCK:
    case STATEMENT_EXPRESSION:
        break;
    case STATEMENT_IF:
        estimate->cost += COMPARISON;
        break;
    case STATEMENT_DECLARE:
        estimate->possible &=
            !s->symbol->shared && !s->clear && is_word(s->symbol->type) && !s->symbol->is_static;
        break;
    default:
        estimate->possible = false;
        break;
    }
    return estimate->possible ? WALK_ON : WALK_FOUND;
}

bool lower_converts(const struct lower *l, const struct statement *s)
{
    struct estimate estimate = {.possible = true};
    const struct walk_visitor visitor = {visit_expression, visit_statement, &estimate};
    bool decides = l->unit->options->convert_ifs && s->kind == STATEMENT_IF && s->mode == MODE_SYNC;
    if (!decides || walk_statements(s->first, &visitor) || walk_statements(s->other, &visitor))
        return false;
    return estimate.possible && estimate.cost <= (s->other != NULL ? MOST_FOR_TWO : MOST_FOR_ONE);
}

void lower_converted_if(struct lower *l, struct statement *s)
{
    struct ir_operand mask = lower_mask(l, lower_bool(l, s->condition));
    lower_release_temporaries(l);
    uint32_t outer = lower_enter_predicate(l, mask);
    bool converts = l->converts;
    l->converts = true;
    lower_statement(l, s->first);
    lower_leave_predicate(l, outer);
    if (s->other != NULL) {
        outer = lower_enter_predicate(l, lower_binary_op(l, IR_XOR, mask, ir_const(-1)));
        lower_statement(l, s->other);
        lower_leave_predicate(l, outer);
    }
    l->converts = converts;
}
