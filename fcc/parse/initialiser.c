/* initialiser.c - initial values: braces, designators, strings; for static and for local objects alike.
 *
 * Values are found in the order of the text, each with its place (words from the object's start) and type;
 * they become words of data, or assignments at run time.
 */
#include "fcc/check/check.h"
#include "fcc/parse/initialiser.h"

static uint32_t read_list(struct reader *reader, struct place place);
static uint32_t read_array(struct reader *reader, struct place place);

/* ---- values that replace earlier ones */

static bool is_inside(struct place place, uint32_t offset)
{
    return offset >= place.offset && offset - place.offset < type_words(place.type);
}

/* An aggregate gets a value as a whole: earlier values of its parts are dropped. */
static void forget(struct reader *reader, struct place place)
{
    const uint64_t most = UINT64_C(1) << 28;
    if (place.offset >= reader->end)
        return;
    struct initialiser **item = reader->first_static;
    while (reader->is_static && *item != NULL) {
        reader->compared++;
        if (is_inside(place, (*item)->offset))
            *item = (*item)->next;
        else
            item = &(*item)->next;
    }
    struct expression **value = reader->first_value;
    while (!reader->is_static && *value != NULL) {
        reader->compared++;
        if (is_inside(place, (*value)->left->offset))
            *value = (*value)->next;
        else
            value = &(*value)->next;
    }
    reader->last_static = item;
    reader->last_value = value;
    if (reader->compared > most)
        source_fatal(&reader->unit->source, parse_next(reader->unit)->pos,
                     "too many initial values that replace earlier ones");
}

/* ---- what becomes of a value */

static void add_static(struct reader *reader, struct place place, const struct constant_address *value,
                       const char *digits)
{
    struct initialiser *item = ARENA_NEW(reader->unit->arena, struct initialiser);
    item->offset = place.offset;
    item->value = (uint32_t)value->value;
    item->symbol = value->symbol;
    item->string = value->string;
    item->digits = digits;
    item->bit_mask = UINT32_MAX;
    item->is_float = type_is_float(place.type);
    if (place.field != NULL && place.field->bits < 32) {
        item->bit_mask = ((1u << place.field->bits) - 1) << place.field->first_bit;
        item->value = item->value << place.field->first_bit & item->bit_mask;
    }
    *reader->last_static = item;
    reader->last_static = &item->next;
    if (type_is_long_long(place.type) && place.field == NULL) {
        const struct constant_address high = {.value = value->value >> 32};
        add_static(reader, (struct place){&type_basic[TYPE_UNSIGNED], place.offset + 1, NULL}, &high, NULL);
    }
}

struct expression *initialiser_part(struct reader *reader, source_pos pos, struct place place)
{
    struct unit *unit = reader->unit;
    struct expression *whole = check_object(unit, pos, reader->symbol);
    if (reader->symbol->type == place.type && place.field == NULL)
        return whole;
    struct expression *part =
        check_new(unit, EXPRESSION_MEMBER, pos, type_unqualified(unit->arena, place.type));
    check_attach(unit, part, whole, NULL, NULL);
    part->offset = place.offset;
    part->member = place.field;
    return part;
}

void initialiser_assign(struct reader *reader, struct expression *part, struct expression *value)
{
    struct expression *assign = check_new(reader->unit, EXPRESSION_ASSIGN, value->pos, part->type);
    check_attach(reader->unit, assign, part, value, NULL);
    assign->has_effect = true;
    *reader->last_value = assign;
    reader->last_value = &assign->next;
}

static bool is_static_literal(const struct expression *e)
{
    return e->kind == EXPRESSION_OBJECT && e->symbol->is_literal && e->symbol->is_static;
}

/* The value of a compound literal, which is constant. */
static void add_literal(struct reader *reader, struct place place, const struct symbol *literal)
{
    for (const struct initialiser *from = literal->initialiser; from != NULL; from = from->next) {
        struct initialiser *item = ARENA_NEW(reader->unit->arena, struct initialiser);
        *item = *from;
        item->offset += place.offset;
        item->next = NULL;
        *reader->last_static = item;
        reader->last_static = &item->next;
    }
}

static void add_value(struct reader *reader, struct place place, struct expression *e)
{
    static const struct check_context context = {.purpose = CHECK_INITIALISE};
    struct unit *unit = reader->unit;
    e = check_fit(unit, e, place.type, &context);
    if (check_failed(e) || type_is_error(place.type))
        return;
    uint32_t end = place.offset + type_words(place.type);
    reader->end = end > reader->end ? end : reader->end;
    if (!reader->is_static) {
        initialiser_assign(reader, initialiser_part(reader, e->pos, place), e);
        return;
    }
    struct constant_address value = {0};
    if (type_is_record(place.type) && is_static_literal(e)) {
        add_literal(reader, place, e->symbol);
        return;
    }
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
        reader->symbol->shared)
        source_warning(&unit->source, e->pos, WARNING_private_address,
                       "address of the private '%s' in a shared object: it means another cell to every PP",
                       value.symbol->name->text);
    add_static(reader, place, &value, NULL);
}

/* ---- strings for arrays of char */

static bool is_text_array(const struct type *type)
{
    return type->kind == TYPE_ARRAY && type_is_integer(type->base);
}

/* Characters for an array; those after the text are 0. */
static void add_string(struct reader *reader, struct place place, const struct expression *e)
{
    struct unit *unit = reader->unit;
    const struct string_literal *string = e->string;
    uint32_t room = place.type->incomplete_array ? string->count : place.type->length;
    if (string->count - 1 > room)
        source_warning(&unit->source, e->pos, WARNING_overflow,
                       "string of %u characters does not fit an array of %u", string->count - 1, room);
    forget(reader, place);
    for (uint32_t i = 0; i < room && i < string->count; i++) {
        struct place element = {place.type->base, place.offset + i, NULL};
        add_value(reader, element, check_number(unit, e->pos, &type_basic[TYPE_INT], string->words[i]));
    }
}

/* {"text"} for an array of char: as "text" without braces. */
static bool is_braced_string(const struct unit *unit, const struct type *type)
{
    return is_text_array(type) && parse_ahead(unit, 1)->kind == TOKEN_STRING &&
           (parse_ahead(unit, 2)->kind == TOKEN_RIGHT_BRACE ||
            (parse_ahead(unit, 2)->kind == TOKEN_COMMA && parse_ahead(unit, 3)->kind == TOKEN_RIGHT_BRACE));
}

static uint32_t read_braced_string(struct reader *reader, struct place place)
{
    struct unit *unit = reader->unit;
    parse_advance(unit);
    const struct expression *e = check_string(unit, parse_next(unit));
    parse_advance(unit);
    parse_accept(unit, TOKEN_COMMA);
    parse_advance(unit);
    add_string(reader, place, e);
    return e->string->count;
}

/* ---- aggregates */

/* Whether it is the array without a size at the end of a struct. */
static bool initialiser_is_flexible(const struct type *type)
{
    return type->kind == TYPE_ARRAY && type->incomplete_array;
}

/* The member that positional values fill after this one; bit-fields without a name are passed over. */
static const struct member *nameable(const struct member *member)
{
    while (member != NULL && member->name == NULL && !type_is_record(member->type))
        member = member->next;
    return member;
}

/* The values of the array without a size at the end of a struct, which make the object longer. As in gcc,
 * only an object that lasts for the whole run can have them, in braces or as a string. */
static void read_flexible(struct reader *reader, struct place place)
{
    struct unit *unit = reader->unit;
    struct symbol *symbol = reader->symbol;
    const bool is_last = symbol->type->kind == TYPE_STRUCT && symbol->type->tag->is_flexible &&
                         place.offset == type_words(symbol->type);
    if (!reader->is_static || !is_last ||
        (!parse_is(unit, TOKEN_LEFT_BRACE) && !parse_is(unit, TOKEN_STRING))) {
        source_error(&unit->source, parse_next(unit)->pos,
                     "an array without a size has no place in this object: it gets its values at run time "
                     "(docs/c.md)");
        unit->panic = true;
        return;
    }
    symbol->more_words = read_array(reader, place) * type_words(place.type->base);
}

static struct place member_place(struct place whole, const struct member *member)
{
    return (struct place){member->type, whole.offset + member->offset, member->is_bit_field ? member : NULL};
}

struct cursor initialiser_first(const struct type *type)
{
    struct cursor cursor = {0, NULL};
    if (type_is_record(type) && type->tag->complete)
        cursor.member = nameable(type->tag->members);
    return cursor;
}

/* The place of the next positional value; false: none. */
bool initialiser_next(struct place whole, struct cursor *cursor, struct place *out)
{
    if (whole.type->kind == TYPE_ARRAY) {
        if (!whole.type->incomplete_array && cursor->index >= whole.type->length)
            return false;
        uint32_t words = type_words(whole.type->base);
        *out = (struct place){whole.type->base, whole.offset + cursor->index * words, NULL};
        cursor->index++;
        return true;
    }
    if (cursor->member == NULL)
        return false;
    *out = member_place(whole, cursor->member);
    cursor->member = whole.type->kind == TYPE_UNION ? NULL : nameable(cursor->member->next);
    return true;
}

/* ---- lists */

/* `{ ... }` for an array or record; returns the number of elements of an array without a size. */
static uint32_t read_list(struct reader *reader, struct place whole)
{
    struct unit *unit = reader->unit;
    struct cursor cursor = initialiser_first(whole.type);
    uint32_t elements = 0;
    bool excess = false;
    if (is_braced_string(unit, whole.type))
        return read_braced_string(reader, whole);
    forget(reader, whole);
    parse_nest(unit);
    parse_expect(unit, TOKEN_LEFT_BRACE, "");
    while (!unit->panic && !parse_is(unit, TOKEN_RIGHT_BRACE)) {
        struct place place = whole;
        source_pos pos = parse_next(unit)->pos;
        if (designator_begins(unit, 0)) {
            if (!designator_read(reader, whole, &cursor)) {
                unit->panic = true;
                break;
            }
        } else {
            if (!initialiser_next(whole, &cursor, &place)) {
                if (!excess)
                    source_error(&unit->source, pos, "too many initial values for '%s'",
                                 type_text(unit->arena, whole.type));
                excess = true;
                place = (struct place){&type_basic[TYPE_ERROR], 0, NULL};
            }
            initialiser_value(reader, place);
        }
        elements = cursor.index > elements ? cursor.index : elements;
        if (elements > MOST_VALUES_OF_OPEN_ARRAY && whole.type->incomplete_array)
            source_fatal(&unit->source, pos, "too many initial values");
        if (!parse_accept(unit, TOKEN_COMMA))
            break;
    }
    parse_expect(unit, TOKEN_RIGHT_BRACE, "to end the initial values");
    parse_unnest(unit);
    return elements;
}

/* Takes values from the enclosing list for the places after the cursor; the list continues with a comma,
 * unless its end comes first, or a designator, which refers to the whole list. */
void initialiser_rest(struct reader *reader, struct place whole, struct cursor *cursor)
{
    struct unit *unit = reader->unit;
    struct place place;
    for (;;) {
        bool another = !unit->panic && parse_is(unit, TOKEN_COMMA) &&
                       parse_ahead(unit, 1)->kind != TOKEN_RIGHT_BRACE && !designator_begins(unit, 1);
        if (!another || !initialiser_next(whole, cursor, &place))
            return;
        parse_advance(unit);
        initialiser_value(reader, place);
    }
}

/* An aggregate without braces of its own. */
static void read_elided(struct reader *reader, struct place whole)
{
    struct cursor cursor = initialiser_first(whole.type);
    struct place place;
    parse_nest(reader->unit);
    if (initialiser_next(whole, &cursor, &place)) {
        initialiser_value(reader, place);
        initialiser_rest(reader, whole, &cursor);
    }
    parse_unnest(reader->unit);
}

/* ---- values */

static struct expression *read_expression(struct reader *reader)
{
    struct expression *e = reader->pending;
    reader->pending = NULL;
    return e != NULL ? e : parse_assignment(reader->unit);
}

void initialiser_value(struct reader *reader, struct place place)
{
    struct unit *unit = reader->unit;
    bool aggregate = place.type->kind == TYPE_ARRAY || type_is_record(place.type);
    if (unit->panic)
        return;
    if (initialiser_is_flexible(place.type)) {
        read_flexible(reader, place);
        return;
    }
    if (parse_is(unit, TOKEN_LEFT_BRACE) && reader->pending == NULL) {
        if (aggregate) {
            read_list(reader, place);
            return;
        }
        parse_nest(unit);
        parse_advance(unit);
        initialiser_value(reader, place);
        parse_accept(unit, TOKEN_COMMA);
        parse_expect(unit, TOKEN_RIGHT_BRACE, "after the initial value");
        parse_unnest(unit);
        return;
    }
    struct expression *e = read_expression(reader);
    if (unit->panic)
        return;
    if (is_text_array(place.type) && e->kind == EXPRESSION_STRING) {
        add_string(reader, place, e);
    } else if (aggregate && !(type_is_record(place.type) && type_same(place.type, e->type)) &&
               !check_failed(e)) {
        reader->pending = e;
        read_elided(reader, place);
        reader->pending = NULL;
    } else {
        add_value(reader, place, e);
    }
}

/* ---- whole objects */

/* An array's value is a list or a string; returns the number of its elements. */
static uint32_t read_array(struct reader *reader, struct place place)
{
    struct unit *unit = reader->unit;
    if (parse_is(unit, TOKEN_LEFT_BRACE))
        return read_list(reader, place);
    struct expression *e = parse_assignment(unit);
    if (!unit->panic && is_text_array(place.type) && e->kind == EXPRESSION_STRING) {
        add_string(reader, place, e);
        return e->string->count;
    }
    if (!unit->panic)
        source_error(&unit->source, e->pos, "an array's initial value must be a list in braces%s",
                     is_text_array(place.type) ? " or a string" : "");
    return 1;
}

static void read_object(struct reader *reader)
{
    struct unit *unit = reader->unit;
    struct symbol *symbol = reader->symbol;
    struct place place = {symbol->type, 0, NULL};
    source_pos pos = parse_next(unit)->pos;
    if (symbol->type->kind == TYPE_ARRAY) {
        uint32_t length = read_array(reader, place);
        if (symbol->type->incomplete_array)
            symbol->type = type_array(unit->arena, symbol->type->base, length > 0 ? length : 1, false);
        return;
    }
    bool record = type_is_record(symbol->type) && !parse_is(unit, TOKEN_LEFT_BRACE);
    if (record) {
        struct expression *e = parse_assignment(unit);
        if (reader->is_static && !unit->panic && !check_failed(e) && !is_static_literal(e))
            source_error(&unit->source, pos, "the initial value of a static struct must be a list in braces");
        else if (!unit->panic)
            add_value(reader, place, e);
    } else {
        initialiser_value(reader, place);
    }
}

void parse_static_initialiser(struct unit *unit, struct symbol *symbol)
{
    struct reader reader = {.unit = unit, .symbol = symbol, .is_static = true};
    reader.first_static = reader.last_static = &symbol->initialiser;
    symbol->initialised = true;
    read_object(&reader);
}

struct expression *parse_literal(struct unit *unit, source_pos pos, struct type *type)
{
    struct symbol *symbol = check_literal_symbol(unit, pos, type);
    struct reader reader = {.unit = unit, .symbol = symbol, .is_static = symbol->is_static};
    struct expression *values = NULL;
    reader.first_static = reader.last_static = &symbol->initialiser;
    reader.first_value = reader.last_value = &values;
    if (!type_is_error(type) && type->kind != TYPE_ARRAY && !type_is_complete(type)) {
        source_error(&unit->source, pos, "a compound literal cannot be of type '%s', whose size is not known",
                     type_text(unit->arena, type));
        symbol->type = &type_basic[TYPE_ERROR];
    } else if (type_is_variable(type)) {
        source_error(&unit->source, pos, "a compound literal cannot be of variable size");
        symbol->type = &type_basic[TYPE_ERROR];
    }
    read_object(&reader);
    if (unit->panic || type_is_error(symbol->type))
        return check_error_node(unit, pos);
    return check_literal(unit, pos, symbol, values, !type_is_scalar(symbol->type));
}

/* The member of a union that has the type of a value; NULL: none. */
static const struct member *member_of_type(struct unit *unit, const struct type *type,
                                           const struct type *value)
{
    const struct member *member = type->kind == TYPE_UNION ? type->tag->members : NULL;
    while (member != NULL &&
           (member->is_bit_field || !type_same(type_unqualified(unit->arena, member->type), value)))
        member = member->next;
    return member;
}

struct expression *parse_union_cast(struct unit *unit, source_pos pos, struct type *type,
                                    struct expression *value)
{
    value = check_rvalue(unit, value);
    const struct member *member = member_of_type(unit, type, value->type);
    if (!unit->source.is_plain_c || member == NULL || unit->panic || check_failed(value))
        return value;
    struct symbol *symbol = check_literal_symbol(unit, pos, type);
    struct reader reader = {.unit = unit, .symbol = symbol, .is_static = symbol->is_static};
    struct expression *values = NULL;
    reader.first_static = reader.last_static = &symbol->initialiser;
    reader.first_value = reader.last_value = &values;
    add_value(&reader, (struct place){member->type, member->offset, NULL}, value);
    return check_literal(unit, pos, symbol, values, true);
}

void parse_local_initialiser(struct unit *unit, struct symbol *symbol, struct statement *statement)
{
    struct reader reader = {.unit = unit, .symbol = symbol};
    reader.first_value = reader.last_value = &statement->values;
    statement->clear = symbol->type->kind == TYPE_ARRAY ||
                       (type_is_record(symbol->type) && parse_is(unit, TOKEN_LEFT_BRACE));
    read_object(&reader);
}
