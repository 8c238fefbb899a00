/* race.c - data races of asynchronous PPs that the text shows; for mode.c.
 *
 * Warns only if all PPs of the machine execute the statement and access one variable: pointers and indices
 * may differ between PPs, and a lock or a condition that admits a single PP protects the variable. */
#include "fcc/check/check.h"
#include "fcc/check/walk.h"

static const struct expression *without_conversions(const struct expression *e)
{
    while (e->kind == EXPRESSION_CONVERT)
        e = e->left;
    return e;
}

static bool is_same_place(const struct expression *a, const struct expression *b)
{
    while (a->kind == EXPRESSION_MEMBER && b->kind == EXPRESSION_MEMBER && a->member == b->member) {
        a = a->left;
        b = b->left;
    }
    return a->kind == EXPRESSION_OBJECT && b->kind == EXPRESSION_OBJECT && a->symbol == b->symbol;
}

/* Words of a variable. */
struct words {
    const struct symbol *symbol;
    uint32_t first, end;
};

/* The variables that e names, or whose members it names. */
static struct words words_of(const struct expression *e)
{
    struct words words = {NULL, 0, type_words(e->type)};
    for (; e->kind == EXPRESSION_MEMBER; e = e->left) {
        words.first += e->offset;
        words.end += e->offset;
    }
    words.symbol = e->symbol;
    return words;
}

static bool reads(const struct expression *e, struct words *place);

/* Visits the evaluated parts: the address of a variable, and the target of an assignment, are not read. */
static enum walk visit_read(const struct expression *e, void *context)
{
    struct words *place = context;
    if (e->kind == EXPRESSION_ADDRESS && check_variable_of(e->left) != NULL)
        return WALK_PAST;
    if (e->kind == EXPRESSION_ASSIGN && check_variable_of(e->left) != NULL)
        return reads(e->right, place) ? WALK_FOUND : WALK_PAST;
    if (check_variable_of(e) == NULL)
        return WALK_ON;
    const struct words read = words_of(e);
    bool meet = read.symbol == place->symbol && read.first < place->end && place->first < read.end;
    return meet ? WALK_FOUND : WALK_PAST;
}

/* Whether evaluating e reads one of these words. */
static bool reads(const struct expression *e, struct words *place)
{
    const struct walk_visitor visitor = {.expression = visit_read, .context = place};
    return walk_expression(e, &visitor);
}

enum binary_op check_operation_on_place(const struct expression *e)
{
    if (e->kind == EXPRESSION_UPDATE)
        return e->operation;
    const struct expression *value = without_conversions(e->right);
    if (value->kind != EXPRESSION_BINARY)
        return BINARY_NONE;
    bool left = is_same_place(without_conversions(value->left), e->left);
    bool right =
        is_same_place(without_conversions(value->right), e->left) && value->operation != BINARY_SUBTRACT;
    return left || right ? value->operation : BINARY_NONE;
}

/* The atomic instruction with the same effect, or NULL. */
static const char *atomic_form(const struct expression *e)
{
    static const char *const form[] = {[BINARY_ADD] = "mpadd",
                                       [BINARY_SUBTRACT] = "mpadd of the negative",
                                       [BINARY_AND] = "mpand",
                                       [BINARY_OR] = "mpor"};
    enum binary_op operation = check_operation_on_place(e);
    bool is_word = type_is_integer(e->left->type) &&
                   (e->left->kind != EXPRESSION_MEMBER || !e->left->member->is_bit_field);
    return is_word && operation < sizeof form / sizeof form[0] ? form[operation] : NULL;
}

void check_race(struct unit *unit, const struct expression *e)
{
    const struct symbol *variable = check_variable_of(e->left);
    if (variable == NULL || !variable->shared)
        return;
    struct words place = words_of(e->left);
    if (e->kind == EXPRESSION_UPDATE || reads(e->right, &place)) {
        const char *form = atomic_form(e);
        source_warning(&unit->source, e->pos, WARNING_race,
                       "shared '%s' is read and written in asynchronous code without a lock: what other PPs "
                       "write in between is lost; use %s%sa lock or seq",
                       variable->name->text, form != NULL ? form : "", form != NULL ? ", " : "");
    } else if (!e->right->shared) {
        source_warning(&unit->source, e->pos, WARNING_race,
                       "shared '%s' is written in asynchronous code without a lock: the result depends on "
                       "timing; use a lock or seq",
                       variable->name->text);
    }
}

/* A multiprefix with a result, as mpadd(&next, 1): each PP gets a different one. */
static bool is_ticket(const struct expression *e)
{
    return e->kind == EXPRESSION_BUILTIN && (e->value == BUILTIN_mpadd || e->value == BUILTIN_syncadd ||
                                             e->value == BUILTIN_mpor || e->value == BUILTIN_syncor);
}

static bool names_one(const struct expression *e)
{
    e = without_conversions(e);
    return (e->kind == EXPRESSION_SPECIAL && !e->shared) || is_ticket(e);
}

bool check_lets_one_in(const struct expression *e)
{
    if (e->kind == EXPRESSION_LOGICAL && e->operation == BINARY_LOGICAL_AND)
        return check_lets_one_in(e->left) || check_lets_one_in(e->right);
    return (e->kind == EXPRESSION_BINARY && e->operation == BINARY_EQUAL &&
            (names_one(e->left) || names_one(e->right))) ||
           (e->kind == EXPRESSION_NOT && names_one(e->left));
}
