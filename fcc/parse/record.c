/* record.c - struct, union and enum: tags, members and their places, enumerators. */
#include "fcc/check/check.h"
#include "fcc/parse/parse.h"
#include "fcc/text/scope.h"

/* The place of the next member. Bit-fields fill a word from its lowest bit; one that does not fit begins a
 * new word. */
struct layout {
    bool is_union;
    uint64_t words; /* words of the whole, or before the next member */
    uint32_t bits;  /* bits used by bit-fields in the last word; 0: it is closed */
};

static void place_member(struct layout *layout, struct member *member)
{
    uint64_t start = layout->is_union ? 0 : layout->words;
    if (!member->is_bit_field) {
        member->offset = (uint32_t)start;
        uint64_t end = start + type_words(member->type);
        layout->words = end > layout->words ? end : layout->words;
        layout->bits = 0;
        return;
    }
    if (layout->is_union) {
        layout->words = layout->words > 0 ? layout->words : 1;
        return;
    }
    if (member->bits == 0) {
        layout->bits = 0;
        return;
    }
    if (layout->bits == 0 || layout->bits + member->bits > 32) {
        layout->words++;
        layout->bits = 0;
    }
    member->offset = (uint32_t)layout->words - 1;
    member->first_bit = layout->bits;
    layout->bits += member->bits;
    if (layout->bits == 32)
        layout->bits = 0;
}

static void parse_bits(struct unit *unit, struct member *member)
{
    struct expression *e = parse_conditional(unit);
    uint32_t bits = 0;
    member->is_bit_field = true;
    member->bits = 1;
    if (unit->panic || !check_integer_constant(unit, e, "the width of a bit-field", &bits))
        return;
    if (!type_is_integer(member->type)) {
        source_error(&unit->source, member->pos, "a bit-field must be of an integer type, not '%s'",
                     type_text(unit->arena, member->type));
        member->type = &type_basic[TYPE_ERROR];
    } else if (bits > 32 || (bits == 0 && member->name != NULL)) {
        source_error(&unit->source, e->pos, "the width of a bit-field must be 1 to 32, not %d",
                     (int32_t)bits);
    } else {
        member->bits = bits;
        if (type_is_long_long(member->type)) /* it fits a word, as gcc computes with it */
            member->type = type_qualified(
                unit->arena, &type_basic[type_is_unsigned(member->type) ? TYPE_UNSIGNED : TYPE_INT],
                member->type->is_const, member->type->is_volatile);
    }
}

/* Members must have different names; quadratic only in the number of members of one struct, which is
 * limited. */
enum { MOST_MEMBERS = 4096 };

static void check_member_name(struct unit *unit, const struct tag *tag, const struct member *new)
{
    uint32_t offset;
    if (new->name != NULL && type_member(tag->type, new->name, &offset) != NULL)
        source_error(&unit->source, new->pos, "two members are named '%s'", new->name->text);
}

/* Whether it is the array without a size at the end of a struct; its words come after those of the struct. */
static bool is_flexible(const struct tag *tag, const struct type *type)
{
    return tag->kind == TYPE_STRUCT && type->kind == TYPE_ARRAY && type->incomplete_array;
}

static bool member_fits(struct unit *unit, struct tag *tag, const struct declarator *declarator)
{
    const struct type *type = declarator->type;
    if (type_is_error(type))
        return false;
    if (type_has_variable(type)) {
        source_error(&unit->source, declarator->pos,
                     "a member cannot be an array of variable size (docs/c.md)");
        return false;
    }
    if (tag->is_flexible && tag->kind == TYPE_STRUCT) {
        source_error(
            &unit->source, declarator->pos,
            "an array without a size can only be the last member of a struct, but another member follows");
        tag->is_flexible = false;
    }
    if (is_flexible(tag, type)) {
        tag->is_flexible = true;
        if (tag->members == NULL)
            source_error(&unit->source, declarator->pos,
                         "a struct needs another member before an array without a size");
        return true;
    }
    const struct type *element = type;
    while (element->kind == TYPE_ARRAY)
        element = element->base;
    if (type_is_record(element) && element->tag->is_flexible && tag->kind == TYPE_UNION) {
        tag->is_flexible = true;
    } else if (type_is_record(element) && element->tag->is_flexible && !unit->source.is_plain_c) {
        source_error(&unit->source, declarator->pos,
                     "'%s' ends in an array without a size: it cannot be a member, but a pointer to it can",
                     type_text(unit->arena, element));
        return false;
    }
    if (type->kind == TYPE_FUNCTION) {
        source_error(&unit->source, declarator->pos,
                     "a member cannot be a function; use a pointer to a function");
        return false;
    }
    if (!type_is_complete(type)) {
        source_error(&unit->source, declarator->pos, "member of type '%s', whose size is not known",
                     type_text(unit->arena, type));
        return false;
    }
    return true;
}

static void parse_member_list(struct unit *unit, struct tag *tag, struct layout *layout,
                              struct member ***last, uint32_t *count)
{
    struct specifiers specifiers;
    if (parse_is(unit, TOKEN_STATIC_ASSERT)) {
        parse_static_assert(unit);
        return;
    }
    parse_specifiers(unit, &specifiers);
    if (specifiers.is_shared || specifiers.is_private)
        source_error(&unit->source, specifiers.shared_pos,
                     "members have no sharity of their own: the whole object is shared or private");
    if (specifiers.storage != STORAGE_NONE)
        source_error(&unit->source, specifiers.pos, "a member takes no storage class");
    bool anonymous = type_is_record(specifiers.type) && parse_is(unit, TOKEN_SEMICOLON);
    do {
        struct member *member = ARENA_NEW(unit->arena, struct member);
        struct declarator declarator = {.pos = parse_next(unit)->pos, .type = specifiers.type};
        if (!anonymous && !parse_is(unit, TOKEN_COLON))
            parse_declarator(unit, &specifiers, 1, &declarator);
        member->name = declarator.name;
        member->pos = declarator.pos;
        member->type = member_fits(unit, tag, &declarator) ? declarator.type : &type_basic[TYPE_ERROR];
        if (parse_accept(unit, TOKEN_COLON))
            parse_bits(unit, member);
        check_member_name(unit, tag, member);
        place_member(layout, member);
        if (layout->words > TYPE_MOST_WORDS || ++*count > MOST_MEMBERS)
            source_fatal(&unit->source, member->pos, "this struct is too large");
        **last = member;
        *last = &member->next;
    } while (parse_accept(unit, TOKEN_COMMA));
    parse_expect(unit, TOKEN_SEMICOLON, "after a member");
    if (unit->panic)
        parse_recover(unit);
}

static void parse_members(struct unit *unit, struct tag *tag)
{
    struct layout layout = {.is_union = tag->kind == TYPE_UNION};
    struct member **last = &tag->members;
    uint32_t count = 0;
    parse_nest(unit);
    while (!parse_is(unit, TOKEN_RIGHT_BRACE) && !parse_is(unit, TOKEN_END) && !unit->panic) {
        if (!parse_starts_member(unit)) {
            uint32_t stuck = unit->at;
            parse_error(unit, "a member's type");
            parse_recover(unit);
            if (unit->at == stuck) /* a statement: the '}' must be missing */
                unit->panic = true;
            continue;
        }
        uint32_t before = unit->at;
        parse_member_list(unit, tag, &layout, &last, &count);
        if (unit->at == before)
            parse_advance(unit);
    }
    parse_expect(unit, TOKEN_RIGHT_BRACE, "to end the members");
    parse_unnest(unit);
    tag->words = (uint32_t)layout.words;
    tag->complete = true;
}

/* The tag after the keyword, defined here or known or new; *name_pos gets the place for messages. */
static struct tag *find_tag(struct unit *unit, enum type_kind kind)
{
    static const char *const words[] = {
        [TYPE_ENUM] = "enum", [TYPE_STRUCT] = "struct", [TYPE_UNION] = "union"};
    const struct token *token = parse_next(unit);
    struct name *name = NULL;
    if (token->kind == TOKEN_IDENTIFIER) {
        name = token->name;
        parse_advance(unit);
    } else if (token->kind != TOKEN_LEFT_BRACE) {
        parse_error(unit, arena_format(unit->arena, "a name or '{' after '%s'", words[kind]));
        return NULL;
    }
    bool defines = parse_is(unit, TOKEN_LEFT_BRACE);
    bool declares = defines || parse_is(unit, TOKEN_SEMICOLON);
    struct tag *tag = name != NULL ? name->tag : NULL;
    if (name != NULL && unit->scope->is_prototype &&
        (tag == NULL || (defines && tag->depth != unit->scope->depth)))
        source_warning(&unit->source, token->pos, WARNING_scope,
                       "'%s %s' is declared in this parameter list and known nowhere else: declare it before",
                       words[kind], name->text);
    if (tag == NULL || (declares && tag->depth != unit->scope->depth))
        return scope_add_tag(unit, name, kind, token->pos);
    if (tag->kind != kind) {
        source_error(&unit->source, token->pos, "'%s' is not the name of %s %s, but of %s %s", name->text,
                     kind == TYPE_ENUM ? "an" : "a", words[kind], tag->kind == TYPE_ENUM ? "an" : "a",
                     words[tag->kind]);
        source_note(&unit->source, tag->pos, "'%s' is declared here", name->text);
        return defines ? scope_add_tag(unit, NULL, kind, token->pos) : NULL;
    }
    if (defines && (tag->complete || tag->being_defined)) {
        source_error(&unit->source, token->pos, "'%s %s' is defined twice", words[kind], name->text);
        source_note(&unit->source, tag->pos, "the first definition is here");
        return scope_add_tag(unit, NULL, kind, token->pos);
    }
    if (defines)
        tag->pos = token->pos;
    return tag;
}

struct type *parse_record(struct unit *unit)
{
    enum type_kind kind = parse_is(unit, TOKEN_STRUCT) ? TYPE_STRUCT : TYPE_UNION;
    parse_advance(unit);
    struct tag *tag = find_tag(unit, kind);
    if (tag == NULL)
        return &type_basic[TYPE_ERROR];
    if (parse_accept(unit, TOKEN_LEFT_BRACE)) {
        tag->being_defined = true;
        parse_members(unit, tag);
        tag->being_defined = false;
    }
    return tag->type;
}

static void parse_enumerators(struct unit *unit, struct tag *tag)
{
    uint32_t value = 0;
    while (!parse_is(unit, TOKEN_RIGHT_BRACE) && !unit->panic) {
        const struct token *token = parse_next(unit);
        if (token->kind != TOKEN_IDENTIFIER) {
            parse_error(unit, "an enumerator's name");
            return;
        }
        parse_advance(unit);
        if (parse_accept(unit, TOKEN_ASSIGN)) {
            struct expression *e = parse_conditional(unit);
            if (!unit->panic)
                check_integer_constant(unit, e, "the value of an enumerator", &value);
        }
        const struct symbol *old = scope_here(unit, token->name);
        if (old != NULL) {
            source_error(&unit->source, token->pos, "'%s' is already declared here", token->name->text);
            source_note(&unit->source, old->pos, "the first declaration is here");
        } else {
            scope_add(unit, token->name, SYMBOL_ENUMERATOR, &type_basic[TYPE_INT], token->pos)->value = value;
        }
        struct enumerator *enumerator = ARENA_NEW(unit->arena, struct enumerator);
        *enumerator = (struct enumerator){.next = tag->enumerators, .name = token->name, .value = value};
        tag->enumerators = enumerator;
        tag->has_negative |= (int32_t)value < 0;
        value++;
        if (!parse_accept(unit, TOKEN_COMMA))
            break;
    }
    parse_expect(unit, TOKEN_RIGHT_BRACE, "to end the enumerators");
}

struct type *parse_enum(struct unit *unit)
{
    parse_advance(unit);
    struct tag *tag = find_tag(unit, TYPE_ENUM);
    if (tag == NULL)
        return &type_basic[TYPE_ERROR];
    if (parse_accept(unit, TOKEN_LEFT_BRACE)) {
        parse_enumerators(unit, tag);
        tag->complete = true;
        tag->words = 1;
    }
    return tag->type;
}
