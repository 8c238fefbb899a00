/* initialiser.c - initial values: braces, designators, strings; for static and for local objects alike.
 *
 * Values are found in the order of the text, each with its place (words from the object's start) and type;
 * what becomes of them differs: words of data, or assignments at run time.
 */
#include "fcc/check/check.h"
#include "fcc/parse/parse.h"

/* The part of an object that a value is for. */
struct place {
    struct type *type;
    uint32_t offset;
    const struct member *field; /* a bit-field, or NULL */
};

struct reader {
    struct unit *unit;
    struct symbol *symbol;
    struct expression *pending; /* read, but it was not for the aggregate as a whole: for its first part */
    struct initialiser **last_static; /* static objects */
    struct expression **last_value;   /* local objects */
};

static void read_value(struct reader *reader, struct place place);
static uint32_t read_list(struct reader *reader, struct place place);

/* ---- what becomes of a value */

static void add_static(struct reader *reader, struct place place, const struct constant_address *value,
                       const char *digits)
{
    struct initialiser *item = ARENA_NEW(reader->unit->arena, struct initialiser);
    item->offset = place.offset;
    item->value = value->value;
    item->symbol = value->symbol;
    item->string = value->string;
    item->digits = digits;
    item->bit_mask = UINT32_MAX;
    if (place.field != NULL && place.field->bits < 32) {
        item->bit_mask = ((1u << place.field->bits) - 1) << place.field->first_bit;
        item->value = item->value << place.field->first_bit & item->bit_mask;
    }
    *reader->last_static = item;
    reader->last_static = &item->next;
}

static void add_local(struct reader *reader, struct place place, struct expression *value)
{
    struct unit *unit = reader->unit;
    struct expression *whole = check_object(unit, value->pos, reader->symbol);
    struct expression *part = whole;
    if (reader->symbol->type != place.type || place.field != NULL) {
        part = check_new(unit, EXPRESSION_MEMBER, value->pos, type_unqualified(unit->arena, place.type));
        check_attach(unit, part, whole, NULL, NULL);
        part->offset = place.offset;
        part->member = place.field;
    }
    struct expression *assign = check_new(unit, EXPRESSION_ASSIGN, value->pos, part->type);
    check_attach(unit, assign, part, value, NULL);
    assign->has_effect = true;
    *reader->last_value = assign;
    reader->last_value = &assign->next;
}

static void add_value(struct reader *reader, struct place place, struct expression *e)
{
    static const struct check_context context = {.purpose = CHECK_INITIALISE};
    struct unit *unit = reader->unit;
    e = check_fit(unit, e, place.type, &context);
    if (check_failed(e) || type_is_error(place.type)) {
        return;
    }
    if (reader->last_value != NULL) {
        add_local(reader, place, e);
        return;
    }
    struct constant_address value = {0};
    if (type_is_real(place.type)) {
        if (e->kind != EXPRESSION_REAL) {
            source_error(
                &unit->source, e->pos,
                "the initial value of '%s' must be one number: reals are computed only while the program "
                "runs, so assign it there",
                reader->symbol->name->text);
            return;
        }
        add_static(reader, place, &value, e->digits);
        return;
    }
    if (type_is_record(place.type) || !check_constant_address(e, &value)) {
        source_error(&unit->source, e->pos,
                     "the initial value of '%s' must be constant: it is set before the program runs",
                     reader->symbol->name->text);
        return;
    }
    if (value.symbol != NULL && value.symbol->kind == SYMBOL_OBJECT && !value.symbol->shared &&
        reader->symbol->shared) {
        source_warning(&unit->source, e->pos,
                       "address of the private '%s' in a shared object: it means another cell to every PP",
                       value.symbol->name->text);
    }
    add_static(reader, place, &value, NULL);
}

/* ---- strings for arrays of char */

static bool is_text_array(const struct type *type)
{
    return type->kind == TYPE_ARRAY && type_is_integer(type->base);
}

static void add_string(struct reader *reader, struct place place, const struct token *token)
{
    struct unit *unit = reader->unit;
    uint32_t room = place.type->incomplete_array ? token->string->count : place.type->length;
    if (token->string->count - 1 > room) {
        source_warning(&unit->source, token->pos, "string of %u characters does not fit an array of %u",
                       token->string->count - 1, room);
    }
    for (uint32_t i = 0; i < room && i < token->string->count; i++) {
        struct place element = {place.type->base, place.offset + i, NULL};
        add_value(reader, element,
                  check_number(unit, token->pos, &type_basic[TYPE_INT], token->string->words[i]));
    }
}

/* "text" or {"text"} for an array of char; false: it is something else. */
static bool read_string(struct reader *reader, struct place place, uint32_t *length)
{
    struct unit *unit = reader->unit;
    bool braced =
        parse_is(unit, TOKEN_LEFT_BRACE) && parse_ahead(unit, 1)->kind == TOKEN_STRING &&
        (parse_ahead(unit, 2)->kind == TOKEN_RIGHT_BRACE ||
         (parse_ahead(unit, 2)->kind == TOKEN_COMMA && parse_ahead(unit, 3)->kind == TOKEN_RIGHT_BRACE));
    if (!is_text_array(place.type) || reader->pending != NULL || (!braced && !parse_is(unit, TOKEN_STRING))) {
        return false;
    }
    if (braced) {
        parse_advance(unit);
    }
    const struct token *token = parse_next(unit);
    *length = token->string->count;
    add_string(reader, place, token);
    parse_advance(unit);
    if (braced) {
        parse_accept(unit, TOKEN_COMMA);
        parse_advance(unit);
    }
    return true;
}

/* ---- aggregates */

/* The member that positional values fill after this one; bit-fields without a name are passed over. */
static const struct member *nameable(const struct member *member)
{
    while (member != NULL && member->name == NULL && !type_is_record(member->type)) {
        member = member->next;
    }
    return member;
}

static struct place member_place(struct place whole, const struct member *member)
{
    return (struct place){member->type, whole.offset + member->offset, member->is_bit_field ? member : NULL};
}

/* `[3]`, `.name` behind the first of a chain: narrows the place. The chain's end is '='. */
static bool read_designators(struct reader *reader, struct place *place)
{
    struct unit *unit = reader->unit;
    while (!unit->panic && (parse_is(unit, TOKEN_LEFT_BRACKET) || parse_is(unit, TOKEN_DOT))) {
        if (parse_accept(unit, TOKEN_LEFT_BRACKET)) {
            uint32_t index;
            struct expression *e = parse_conditional(unit);
            if (unit->panic || !check_integer_constant(unit, e, "the index of an initial value", &index)) {
                return false;
            }
            if (place->type->kind != TYPE_ARRAY ||
                (!place->type->incomplete_array && index >= place->type->length)) {
                source_error(&unit->source, e->pos, "index %d is not in type '%s'", (int32_t)index,
                             type_text(unit->arena, place->type));
                return false;
            }
            *place = (struct place){place->type->base, place->offset + index * type_words(place->type->base),
                                    NULL};
            parse_expect(unit, TOKEN_RIGHT_BRACKET, "");
        } else {
            parse_advance(unit);
            const struct token *name = parse_next(unit);
            if (name->kind != TOKEN_IDENTIFIER) {
                parse_error(unit, "a member's name");
                return false;
            }
            uint32_t offset = 0;
            const struct member *member =
                type_is_record(place->type) ? type_member(place->type, name->name, &offset) : NULL;
            if (member == NULL) {
                source_error(&unit->source, name->pos, "'%s' has no member '%s'",
                             type_text(unit->arena, place->type), name->name->text);
                return false;
            }
            *place =
                (struct place){member->type, place->offset + offset, member->is_bit_field ? member : NULL};
            parse_advance(unit);
        }
    }
    return parse_expect(unit, TOKEN_ASSIGN, "after the designator");
}

/* Where a positional value goes, and how many there have been. */
struct cursor {
    uint32_t index;              /* arrays */
    const struct member *member; /* records: the next one; NULL: no more */
};

static struct cursor first_of(const struct type *type)
{
    struct cursor cursor = {0, NULL};
    if (type_is_record(type) && type->tag->complete) {
        cursor.member = nameable(type->tag->members);
    }
    return cursor;
}

/* The place of the next positional value; false: there is none. */
static bool next_place(struct place whole, struct cursor *cursor, struct place *out)
{
    if (whole.type->kind == TYPE_ARRAY) {
        if (!whole.type->incomplete_array && cursor->index >= whole.type->length) {
            return false;
        }
        uint32_t words = type_words(whole.type->base);
        *out = (struct place){whole.type->base, whole.offset + cursor->index * words, NULL};
        cursor->index++;
        return true;
    }
    if (cursor->member == NULL) {
        return false;
    }
    *out = member_place(whole, cursor->member);
    cursor->member = whole.type->kind == TYPE_UNION ? NULL : nameable(cursor->member->next);
    return true;
}

/* After a designator, positional values go on behind what it named. */
static void move_cursor(struct place whole, struct place named, struct cursor *cursor)
{
    uint32_t distance = named.offset - whole.offset;
    if (whole.type->kind == TYPE_ARRAY) {
        uint32_t words = type_words(whole.type->base);
        cursor->index = words > 0 ? distance / words + 1 : 0;
        return;
    }
    const struct member *found = whole.type->tag->members;
    while (found != NULL && !(named.field != NULL ? found == named.field
                                                  : !found->is_bit_field &&
                                                        distance < found->offset + type_words(found->type))) {
        found = found->next;
    }
    cursor->member = found != NULL && whole.type->kind != TYPE_UNION ? nameable(found->next) : NULL;
}

enum { MOST_VALUES_OF_OPEN_ARRAY = 1 << 24 };

/* `{ ... }` for an array or record; returns the number of elements that an array without size gets. */
static uint32_t read_list(struct reader *reader, struct place whole)
{
    struct unit *unit = reader->unit;
    struct cursor cursor = first_of(whole.type);
    uint32_t elements = 0;
    bool excess = false;
    parse_nest(unit);
    parse_expect(unit, TOKEN_LEFT_BRACE, "");
    while (!unit->panic && !parse_is(unit, TOKEN_RIGHT_BRACE)) {
        struct place place = whole;
        bool designated = parse_is(unit, TOKEN_LEFT_BRACKET) || parse_is(unit, TOKEN_DOT);
        source_pos pos = parse_next(unit)->pos;
        if (designated) {
            if (!read_designators(reader, &place)) {
                unit->panic = true;
                break;
            }
            move_cursor(whole, place, &cursor);
        } else if (!next_place(whole, &cursor, &place)) {
            if (!excess) {
                source_error(&unit->source, pos, "too many initial values for '%s'",
                             type_text(unit->arena, whole.type));
            }
            excess = true;
            place = (struct place){&type_basic[TYPE_ERROR], 0, NULL};
        }
        read_value(reader, place);
        elements = cursor.index > elements ? cursor.index : elements;
        if (elements > MOST_VALUES_OF_OPEN_ARRAY && whole.type->incomplete_array) {
            source_fatal(&unit->source, pos, "too many initial values");
        }
        if (!parse_accept(unit, TOKEN_COMMA)) {
            break;
        }
    }
    parse_expect(unit, TOKEN_RIGHT_BRACE, "to end the initial values");
    parse_unnest(unit);
    return elements;
}

/* An aggregate without braces of its own: takes from the list around as many values as it has room for. */
static void read_elided(struct reader *reader, struct place whole)
{
    struct unit *unit = reader->unit;
    struct cursor cursor = first_of(whole.type);
    struct place place;
    parse_nest(unit);
    while (!unit->panic && next_place(whole, &cursor, &place)) {
        struct cursor rest = cursor;
        struct place next;
        read_value(reader, place);
        bool more = next_place(whole, &rest, &next);
        bool another = parse_is(unit, TOKEN_COMMA) && parse_ahead(unit, 1)->kind != TOKEN_RIGHT_BRACE &&
                       parse_ahead(unit, 1)->kind != TOKEN_LEFT_BRACKET &&
                       parse_ahead(unit, 1)->kind != TOKEN_DOT;
        if (!more || !another) {
            break;
        }
        parse_advance(unit);
    }
    parse_unnest(unit);
}

static struct expression *read_expression(struct reader *reader)
{
    struct expression *e = reader->pending;
    reader->pending = NULL;
    return e != NULL ? e : parse_assignment(reader->unit);
}

static void read_value(struct reader *reader, struct place place)
{
    struct unit *unit = reader->unit;
    uint32_t length;
    bool aggregate = place.type->kind == TYPE_ARRAY || type_is_record(place.type);
    if (unit->panic || read_string(reader, place, &length)) {
        return;
    }
    if (parse_is(unit, TOKEN_LEFT_BRACE) && reader->pending == NULL) {
        if (aggregate) {
            read_list(reader, place);
            return;
        }
        parse_nest(unit);
        parse_advance(unit);
        read_value(reader, place);
        parse_accept(unit, TOKEN_COMMA);
        parse_expect(unit, TOKEN_RIGHT_BRACE, "after the initial value");
        parse_unnest(unit);
        return;
    }
    struct expression *e = read_expression(reader);
    if (unit->panic) {
        return;
    }
    if (aggregate && !(type_is_record(place.type) && type_same(place.type, e->type)) && !check_failed(e)) {
        reader->pending = e;
        read_elided(reader, place);
        reader->pending = NULL;
        return;
    }
    add_value(reader, place, e);
}

/* ---- whole objects */

static void read_object(struct reader *reader)
{
    struct unit *unit = reader->unit;
    struct symbol *symbol = reader->symbol;
    struct place place = {symbol->type, 0, NULL};
    uint32_t length = 0;
    source_pos pos = parse_next(unit)->pos;
    if (type_is_error(symbol->type)) {
        read_value(reader, place);
        return;
    }
    if (symbol->type->kind == TYPE_ARRAY && !read_string(reader, place, &length)) {
        if (!parse_is(unit, TOKEN_LEFT_BRACE)) {
            source_error(&unit->source, pos, "an array's initial value must be a list in braces%s",
                         is_text_array(symbol->type) ? " or a string" : "");
            parse_assignment(unit);
            length = 1;
        } else {
            length = read_list(reader, place);
        }
    } else if (symbol->type->kind != TYPE_ARRAY) {
        bool record = type_is_record(symbol->type) && !parse_is(unit, TOKEN_LEFT_BRACE);
        if (record && symbol->is_static) {
            source_error(&unit->source, pos, "the initial value of a static struct must be a list in braces");
            parse_assignment(unit);
        } else if (record) {
            add_value(reader, place, parse_assignment(unit));
        } else {
            read_value(reader, place);
        }
    }
    if (symbol->type->kind == TYPE_ARRAY && symbol->type->incomplete_array) {
        struct type *element = symbol->type->base;
        symbol->type = type_array(unit->arena, element, length > 0 ? length : 1, false);
        symbol->type->is_const = element->is_const;
    }
}

void parse_static_initialiser(struct unit *unit, struct symbol *symbol)
{
    struct reader reader = {.unit = unit, .symbol = symbol, .last_static = &symbol->initialiser};
    symbol->initialised = true;
    read_object(&reader);
}

void parse_local_initialiser(struct unit *unit, struct symbol *symbol, struct statement *statement)
{
    struct reader reader = {.unit = unit, .symbol = symbol, .last_value = &statement->values};
    statement->clear = symbol->type->kind == TYPE_ARRAY ||
                       (type_is_record(symbol->type) && parse_is(unit, TOKEN_LEFT_BRACE));
    read_object(&reader);
}
