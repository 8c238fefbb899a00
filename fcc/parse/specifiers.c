/* specifiers.c - the words before declarators: storage, types, qualifiers, sharity, mode. */
#include "fcc/check/check.h"
#include "fcc/parse/parse.h"
#include "fcc/text/suggest.h"

/* Type words are counted in a number, two bits for each word; a table has the sums that are types. */
enum {
    WORD_VOID = 1 << 0,
    WORD_BOOL = 1 << 2,
    WORD_CHAR = 1 << 4,
    WORD_SHORT = 1 << 6,
    WORD_INT = 1 << 8,
    WORD_LONG = 1 << 10,
    WORD_FLOAT = 1 << 13,
    WORD_DOUBLE = 1 << 15,
    WORD_SIGNED = 1 << 17,
    WORD_UNSIGNED = 1 << 19,
    WORD_OTHER = 1 << 21 /* struct, union, enum, typedef name */
};

static const struct {
    int words;
    enum type_kind kind;
} combinations[] = {
    {WORD_VOID, TYPE_VOID},
    {WORD_BOOL, TYPE_BOOL},
    {WORD_CHAR, TYPE_CHAR},
    {WORD_SIGNED + WORD_CHAR, TYPE_SIGNED_CHAR},
    {WORD_UNSIGNED + WORD_CHAR, TYPE_UNSIGNED_CHAR},
    {WORD_SHORT, TYPE_SHORT},
    {WORD_SHORT + WORD_INT, TYPE_SHORT},
    {WORD_SIGNED + WORD_SHORT, TYPE_SHORT},
    {WORD_SIGNED + WORD_SHORT + WORD_INT, TYPE_SHORT},
    {WORD_UNSIGNED + WORD_SHORT, TYPE_UNSIGNED_SHORT},
    {WORD_UNSIGNED + WORD_SHORT + WORD_INT, TYPE_UNSIGNED_SHORT},
    {WORD_INT, TYPE_INT},
    {WORD_SIGNED, TYPE_INT},
    {WORD_SIGNED + WORD_INT, TYPE_INT},
    {WORD_UNSIGNED, TYPE_UNSIGNED},
    {WORD_UNSIGNED + WORD_INT, TYPE_UNSIGNED},
    {WORD_LONG, TYPE_LONG},
    {WORD_LONG + WORD_INT, TYPE_LONG},
    {WORD_SIGNED + WORD_LONG, TYPE_LONG},
    {WORD_SIGNED + WORD_LONG + WORD_INT, TYPE_LONG},
    {WORD_UNSIGNED + WORD_LONG, TYPE_UNSIGNED_LONG},
    {WORD_UNSIGNED + WORD_LONG + WORD_INT, TYPE_UNSIGNED_LONG},
    {2 * WORD_LONG, TYPE_LONG_LONG},
    {2 * WORD_LONG + WORD_INT, TYPE_LONG_LONG},
    {WORD_SIGNED + 2 * WORD_LONG, TYPE_LONG_LONG},
    {WORD_SIGNED + 2 * WORD_LONG + WORD_INT, TYPE_LONG_LONG},
    {WORD_UNSIGNED + 2 * WORD_LONG, TYPE_UNSIGNED_LONG_LONG},
    {WORD_UNSIGNED + 2 * WORD_LONG + WORD_INT, TYPE_UNSIGNED_LONG_LONG},
    {WORD_FLOAT, TYPE_FLOAT},
    {WORD_DOUBLE, TYPE_DOUBLE},
    {WORD_LONG + WORD_DOUBLE, TYPE_LONG_DOUBLE},
};

static int type_word(enum token_kind kind)
{
    switch (kind) {
    case TOKEN_VOID:
        return WORD_VOID;
    case TOKEN_BOOL:
        return WORD_BOOL;
    case TOKEN_CHAR:
        return WORD_CHAR;
    case TOKEN_SHORT:
        return WORD_SHORT;
    case TOKEN_INT:
        return WORD_INT;
    case TOKEN_LONG:
        return WORD_LONG;
    case TOKEN_FLOAT:
        return WORD_FLOAT;
    case TOKEN_DOUBLE:
        return WORD_DOUBLE;
    case TOKEN_SIGNED:
        return WORD_SIGNED;
    case TOKEN_UNSIGNED:
        return WORD_UNSIGNED;
    case TOKEN_STRUCT:
    case TOKEN_UNION:
    case TOKEN_ENUM:
    case TOKEN_TYPEOF:
        return WORD_OTHER;
    default:
        return 0;
    }
}

static enum storage storage_word(enum token_kind kind)
{
    switch (kind) {
    case TOKEN_TYPEDEF:
        return STORAGE_TYPEDEF;
    case TOKEN_EXTERN:
        return STORAGE_EXTERN;
    case TOKEN_STATIC:
        return STORAGE_STATIC;
    case TOKEN_AUTO:
        return STORAGE_AUTO;
    case TOKEN_REGISTER:
        return STORAGE_REGISTER;
    default:
        return STORAGE_NONE;
    }
}

static bool mode_word(enum token_kind kind, enum mode *mode)
{
    switch (kind) {
    case TOKEN_ASYNC:
        *mode = MODE_ASYNC;
        return true;
    case TOKEN_SYNC:
        *mode = MODE_SYNC;
        return true;
    case TOKEN_STRAIGHT:
        *mode = MODE_STRAIGHT;
        return true;
    default:
        return false;
    }
}

static bool other_word(enum token_kind kind)
{
    return kind == TOKEN_CONST || kind == TOKEN_VOLATILE || kind == TOKEN_RESTRICT || kind == TOKEN_INLINE ||
           kind == TOKEN_NORETURN || kind == TOKEN_ALIGNAS || kind == TOKEN_SH || kind == TOKEN_PR;
}

static bool is_type_name(const struct token *token)
{
    return token->kind == TOKEN_IDENTIFIER && token->name->symbol != NULL &&
           token->name->symbol->kind == SYMBOL_TYPEDEF;
}

/* `Matrix m`, `FILE *file`: an unknown name where only a type is possible. */
static bool is_unknown_type(const struct unit *unit)
{
    const struct token *token = parse_next(unit);
    if (token->kind != TOKEN_IDENTIFIER || token->name->symbol != NULL)
        return false;
    uint32_t ahead = 1;
    while (parse_ahead(unit, ahead)->kind == TOKEN_STAR)
        ahead++;
    if (parse_ahead(unit, ahead)->kind != TOKEN_IDENTIFIER)
        return false;
    enum token_kind behind = parse_ahead(unit, ahead + 1)->kind; /* a product would go on */
    return ahead == 1 || behind == TOKEN_SEMICOLON || behind == TOKEN_ASSIGN || behind == TOKEN_COMMA ||
           behind == TOKEN_LEFT_BRACKET || behind == TOKEN_RIGHT_PAREN;
}

/* `shraed int n`: of such a declaration only the first word is wrong. */
static bool is_unknown_word(const struct unit *unit)
{
    const struct token *token = parse_next(unit), *next = parse_ahead(unit, 1);
    return token->kind == TOKEN_IDENTIFIER && token->name->symbol == NULL &&
           (type_word(next->kind) != 0 || other_word(next->kind));
}

bool parse_starts_type(const struct token *token)
{
    enum mode mode;
    return type_word(token->kind) != 0 || mode_word(token->kind, &mode) ||
           (other_word(token->kind) && token->kind != TOKEN_INLINE && token->kind != TOKEN_NORETURN) ||
           is_type_name(token);
}

bool parse_starts_member(const struct unit *unit)
{
    const struct token *token = parse_next(unit);
    return parse_starts_type(token) || storage_word(token->kind) != STORAGE_NONE || other_word(token->kind) ||
           token->kind == TOKEN_STATIC_ASSERT || is_unknown_type(unit) || is_unknown_word(unit);
}

bool parse_starts_declaration(const struct unit *unit)
{
    bool is_label = is_type_name(parse_next(unit)) && parse_ahead(unit, 1)->kind == TOKEN_COLON;
    return parse_starts_member(unit) && !is_label;
}

/* The specifiers read so far. */
struct reader {
    struct specifiers *out;
    int words;
    struct type *other; /* struct, union, enum or typedef */
    bool is_const;
    bool is_volatile;
    bool is_restrict;
    source_pos restrict_pos;
};

static void read_storage(struct unit *unit, struct reader *reader, enum storage storage, source_pos pos)
{
    if (reader->out->storage != STORAGE_NONE)
        source_error(&unit->source, pos, "two storage classes in one declaration");
    reader->out->storage = storage;
    parse_advance(unit);
}

static void read_mode(struct unit *unit, struct reader *reader, enum mode mode, source_pos pos)
{
    if (reader->out->has_mode && reader->out->mode != mode)
        source_error(&unit->source, pos, "a function cannot be both '%s' and '%s'",
                     mode_text(reader->out->mode), mode_text(mode));
    reader->out->has_mode = true;
    reader->out->mode = mode;
    reader->out->mode_pos = pos;
    parse_advance(unit);
}

/* `_Alignas(number or type)`: every object begins at a word, and no larger alignment exists. */
static void read_alignment(struct unit *unit)
{
    uint32_t value = 1;
    source_pos pos = parse_next(unit)->pos;
    parse_advance(unit);
    parse_expect(unit, TOKEN_LEFT_PAREN, "after '_Alignas'");
    if (!unit->panic && parse_starts_type(parse_next(unit))) {
        parse_type_name(unit);
    } else if (!unit->panic) {
        struct expression *e = parse_conditional(unit);
        if (!unit->panic && check_integer_constant(unit, e, "an alignment", &value) && value > 1)
            source_error(&unit->source, pos,
                         "objects are aligned to words, and a word is what sizes count: fcc has no "
                         "'_Alignas(%u)'; take "
                         "an array that is larger and a place in it (docs/c.md)",
                         value);
    }
    parse_expect(unit, TOKEN_RIGHT_PAREN, "to end '_Alignas'");
}

static void read_other(struct unit *unit, struct reader *reader, enum token_kind kind, source_pos pos)
{
    struct specifiers *out = reader->out;
    switch (kind) {
    case TOKEN_CONST:
        reader->is_const = true;
        break;
    case TOKEN_VOLATILE:
        reader->is_volatile = true;
        break;
    case TOKEN_RESTRICT:
        reader->is_restrict = true;
        reader->restrict_pos = pos;
        break;
    case TOKEN_INLINE: /* fcc/opt/inline.c follows it for small functions that call nothing */
        out->is_inline = true;
        break;
    case TOKEN_NORETURN:
        out->is_noreturn = true;
        out->noreturn_pos = pos;
        break;
    case TOKEN_ALIGNAS:
        read_alignment(unit);
        return;
    default:
        if (kind == TOKEN_SH ? out->is_private : out->is_shared)
            source_error(&unit->source, pos, "both 'sh' and 'pr' in one declaration");
        out->is_shared |= kind == TOKEN_SH;
        out->is_private |= kind == TOKEN_PR;
        out->shared_pos = pos;
        break;
    }
    parse_advance(unit);
}

/* `unsigned real x`: if a name follows, the predeclared type is not the declared name. */
static bool is_real_too_many(const struct unit *unit, const struct token *token)
{
    return is_type_name(token) && token->name->symbol->is_predeclared &&
           parse_ahead(unit, 1)->kind == TOKEN_IDENTIFIER;
}

/* `__auto_type name = value`: the type of the value, which is read only for its type here. */
static struct type *read_auto_type(struct unit *unit)
{
    const uint32_t name = unit->at;
    parse_advance(unit);
    parse_expect(unit, TOKEN_ASSIGN, "after the name of a variable without a type");
    unit->unevaluated++;
    const int errors = unit->source.diag->errors;
    struct type *type = check_rvalue(unit, parse_assignment(unit))->type;
    unit->unevaluated--;
    unit->panic |= unit->source.diag->errors != errors;
    if (!unit->panic)
        unit->at = name;
    return type_unqualified(unit->arena, type);
}

/* `__typeof__ (type or expression)`, which is not computed; the type of a bit-field is its declared type. */
static struct type *read_typeof(struct unit *unit)
{
    struct type *type = &type_basic[TYPE_ERROR];
    parse_nest(unit);
    parse_advance(unit);
    if (unit->source.is_plain_c && parse_is(unit, TOKEN_IDENTIFIER)) {
        type = read_auto_type(unit);
        parse_unnest(unit);
        return type;
    }
    parse_expect(unit, TOKEN_LEFT_PAREN, "after 'typeof'");
    if (!unit->panic && parse_starts_type(parse_next(unit))) {
        type = parse_variable_type_name(unit);
    } else if (!unit->panic) {
        unit->unevaluated++;
        type = parse_expression(unit)->type;
        unit->unevaluated--;
    }
    parse_expect(unit, TOKEN_RIGHT_PAREN, "to end 'typeof'");
    parse_unnest(unit);
    return type;
}

static bool read_type(struct unit *unit, struct reader *reader, const struct token *token)
{
    int word = type_word(token->kind);
    if (word == WORD_OTHER) {
        struct type *type = token->kind == TOKEN_ENUM     ? parse_enum(unit)
                            : token->kind == TOKEN_TYPEOF ? read_typeof(unit)
                                                          : parse_record(unit);
        reader->other = reader->other == NULL ? type : reader->other;
    } else if (word != 0) {
        parse_advance(unit);
    } else if (is_type_name(token) && (reader->words == 0 || is_real_too_many(unit, token))) {
        word = WORD_OTHER;
        reader->other = token->name->symbol->type;
        unit->uses_real |= type_is_real(reader->other);
        parse_advance(unit);
    } else if (reader->words == 0 && is_unknown_type(unit)) {
        word = WORD_OTHER;
        char hint[SUGGEST_SIZE];
        source_error(&unit->source, token->pos, "unknown type '%s'%s", token->name->text,
                     suggest_hint(unit, token->name, SUGGEST_TYPE, hint));
        reader->other = &type_basic[TYPE_ERROR];
        parse_advance(unit);
    } else if (reader->words == 0 && is_unknown_word(unit)) {
        char hint[SUGGEST_SIZE];
        source_error(&unit->source, token->pos, "unknown word '%s' before a type%s", token->name->text,
                     suggest_hint(unit, token->name, SUGGEST_TYPE, hint));
        parse_advance(unit);
        return true;
    } else {
        return false;
    }
    /* a third `long` or second `int` would give the sum of another type */
    int shift = word;
    bool twice = word != WORD_LONG && word != WORD_OTHER && (reader->words & (shift * 3)) != 0;
    if (twice || (word == WORD_LONG && (reader->words & WORD_LONG * 2) != 0)) {
        source_error(&unit->source, token->pos, "%s cannot be combined with the words before it",
                     lex_kind_text(token->kind));
        return true;
    }
    if (word == WORD_OTHER && reader->words != 0) {
        source_error(&unit->source, token->pos, "two types in one declaration; is a ';' missing before?");
        return true;
    }
    reader->words += word;
    return true;
}

void parse_note_long_long(struct unit *unit, source_pos pos)
{
    if (unit->has_long_long || source_is_of_runtime(&unit->source, pos))
        return;
    unit->has_long_long = true;
    source_warning(
        &unit->source, pos, WARNING_long_long,
        "long long takes two words, and each operation on it several instructions: take int or long if "
        "32 bits are enough (docs/c.md)");
}

static struct type *find_type(struct unit *unit, const struct reader *reader)
{
    if (reader->words >= WORD_OTHER) {
        if (reader->words != WORD_OTHER && !type_is_error(reader->other))
            source_error(&unit->source, reader->out->pos,
                         "two types in one declaration; is a ';' missing before?");
        return reader->other;
    }
    for (size_t i = 0; i < sizeof combinations / sizeof *combinations; i++) {
        if (combinations[i].words == reader->words) {
            if ((reader->words & WORD_LONG * 2) != 0)
                parse_note_long_long(unit, reader->out->pos);
            return &type_basic[combinations[i].kind];
        }
    }
    if (reader->words == 0 && unit->source.is_plain_c) {
        source_warning(&unit->source, reader->out->pos, WARNING_implicit,
                       "this declaration has no type: it is taken as int");
        return &type_basic[TYPE_INT];
    }
    if (reader->words == 0) {
        source_error(&unit->source, reader->out->pos,
                     "expected a type in this declaration; write 'int' if that is meant");
        return &type_basic[TYPE_INT];
    }
    source_error(&unit->source, reader->out->pos, "these words do not make a type");
    return &type_basic[TYPE_INT];
}

/* `struct { int x; } s;` with a type s outside: s is what is declared, no type. */
static bool is_declared_name(const struct unit *unit)
{
    enum token_kind behind = parse_ahead(unit, 1)->kind;
    return is_type_name(parse_next(unit)) && behind != TOKEN_IDENTIFIER && behind != TOKEN_STAR;
}

/* `struct { int x; } static s;`: a storage class may stand after the type (C99 6.7 p1). */
static bool is_late_storage(const struct unit *unit)
{
    const struct token *behind = parse_ahead(unit, 1);
    return storage_word(parse_next(unit)->kind) != STORAGE_NONE &&
           (behind->kind == TOKEN_STAR || behind->kind == TOKEN_SEMICOLON ||
            (behind->kind == TOKEN_IDENTIFIER && !is_type_name(behind)));
}

/* `struct s { ... }` and then another declaration: nothing is declared with the struct. */
static bool forgot_semicolon(const struct unit *unit, const struct reader *reader)
{
    enum token_kind last = unit->at > 0 ? lex_token(&unit->tokens, unit->at - 1)->kind : TOKEN_END;
    const struct token *token = parse_next(unit);
    return reader->words == WORD_OTHER && last == TOKEN_RIGHT_BRACE && !other_word(token->kind) &&
           parse_starts_declaration(unit) && !is_unknown_type(unit) && !is_declared_name(unit) &&
           !is_late_storage(unit);
}

void parse_specifiers(struct unit *unit, struct specifiers *out)
{
    *out =
        (struct specifiers){.pos = parse_next(unit)->pos, .first = unit->at, .type = &type_basic[TYPE_ERROR]};
    struct reader reader = {.out = out};
    while (!unit->panic) {
        const struct token *token = parse_next(unit);
        enum mode mode;
        enum storage storage = storage_word(token->kind);
        if (forgot_semicolon(unit, &reader)) {
            parse_error(unit, "';'");
            unit->panic = false;
            out->ended = true;
            break;
        }
        if (storage != STORAGE_NONE)
            read_storage(unit, &reader, storage, token->pos);
        else if (mode_word(token->kind, &mode))
            read_mode(unit, &reader, mode, token->pos);
        else if (other_word(token->kind))
            read_other(unit, &reader, token->kind, token->pos);
        else if (!read_type(unit, &reader, token))
            break;
    }
    if (unit->panic)
        return;
    out->last = unit->at;
    out->type = type_qualified(unit->arena, find_type(unit, &reader), reader.is_const, reader.is_volatile);
    if (reader.is_restrict && out->type->kind != TYPE_POINTER && !type_is_error(out->type))
        source_error(&unit->source, reader.restrict_pos,
                     "'restrict' applies to pointers: it stands after the '*', as in 'int *restrict p'");
}
