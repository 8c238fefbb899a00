/* designator.c - designators of initial values: `[3]`, `.name`, `[1 ... 5]`, and those behind each other; the
 * forms that gcc had before C99: `name: value` and `[3] value`. */
#include "fcc/check/check.h"
#include "fcc/parse/initialiser.h"

/* Whether `name:` stands there. */
static bool is_old_name(const struct unit *unit, uint32_t ahead)
{
    return unit->source.is_plain_c && parse_ahead(unit, ahead)->kind == TOKEN_IDENTIFIER &&
           parse_ahead(unit, ahead + 1)->kind == TOKEN_COLON;
}

bool designator_begins(const struct unit *unit, uint32_t ahead)
{
    const enum token_kind kind = parse_ahead(unit, ahead)->kind;
    return kind == TOKEN_LEFT_BRACKET || kind == TOKEN_DOT || is_old_name(unit, ahead);
}

/* An index in brackets; false after a message. */
static bool read_number(struct unit *unit, struct place whole, uint32_t *index)
{
    struct expression *e = parse_conditional(unit);
    if (unit->panic || !check_integer_constant(unit, e, "the index of an initial value", index))
        return false;
    bool is_array = whole.type->kind == TYPE_ARRAY;
    bool negative = (int32_t)*index < 0 && !type_is_unsigned(e->type);
    if (!is_array || negative || (!whole.type->incomplete_array && *index >= whole.type->length)) {
        source_error(&unit->source, e->pos, "index %d is not in type '%s'", (int32_t)*index,
                     type_text(unit->arena, whole.type));
        return false;
    }
    if (*index > MOST_VALUES_OF_OPEN_ARRAY && whole.type->incomplete_array)
        source_fatal(&unit->source, e->pos, "too many initial values");
    return true;
}

/* `[3]` or `[3 ... 5]`: the place of the (first) element; the cursor goes after it. *more: elements that
 * follow it. */
static bool read_index(struct reader *reader, struct place whole, struct cursor *cursor, struct place *out,
                       uint32_t *more)
{
    struct unit *unit = reader->unit;
    uint32_t last;
    parse_advance(unit);
    if (!read_number(unit, whole, &cursor->index))
        return false;
    last = cursor->index;
    source_pos pos = parse_next(unit)->pos;
    if (parse_accept(unit, TOKEN_ELLIPSIS) && !read_number(unit, whole, &last))
        return false;
    if (last < cursor->index) {
        source_error(&unit->source, pos, "the range of elements from %u to %u is empty", cursor->index, last);
        return false;
    }
    *more = last - cursor->index;
    initialiser_next(whole, cursor, out);
    return parse_expect(unit, TOKEN_RIGHT_BRACKET, "");
}

/* ---- ranges: what the first element has got, the others get, too */

static void count_compared(struct reader *reader, uint32_t more)
{
    const uint64_t most = UINT64_C(1) << 28;
    reader->compared += more;
    if (reader->compared > most)
        source_fatal(&reader->unit->source, parse_next(reader->unit)->pos,
                     "too many initial values in ranges of elements");
}

static void repeat_static(struct reader *reader, struct place place, uint32_t more)
{
    const struct initialiser *behind = NULL; /* repeated values have no side effects */
    for (const struct initialiser *from = *reader->first_static; from != behind; from = from->next) {
        count_compared(reader, 1);
        if (from->offset - place.offset >= type_words(place.type))
            continue;
        count_compared(reader, more);
        for (uint32_t i = 1; i <= more; i++) {
            struct initialiser *item = ARENA_NEW(reader->unit->arena, struct initialiser);
            *item = *from;
            item->offset += i * type_words(place.type);
            item->next = NULL;
            behind = behind == NULL ? item : behind;
            *reader->last_static = item;
            reader->last_static = &item->next;
        }
    }
}

static void repeat_local(struct reader *reader, struct place place, uint32_t more)
{
    const struct expression *behind = NULL;
    for (const struct expression *from = *reader->first_value; from != behind; from = from->next) {
        struct place part = {from->left->type, from->left->offset, from->left->member};
        count_compared(reader, 1);
        if (part.offset - place.offset >= type_words(place.type))
            continue;
        count_compared(reader, more);
        for (uint32_t i = 1; i <= more; i++) {
            struct expression *value = initialiser_part(reader, from->pos, part);
            struct place to = part;
            to.offset += i * type_words(place.type);
            struct expression **made = reader->last_value;
            initialiser_assign(reader, initialiser_part(reader, from->pos, to), value);
            behind = behind == NULL ? *made : behind;
        }
    }
}

static void repeat(struct reader *reader, struct place place, uint32_t more)
{
    if (more > 0) {
        const uint32_t end = place.offset + (more + 1) * type_words(place.type);
        (reader->is_static ? repeat_static : repeat_local)(reader, place, more);
        reader->end = end > reader->end ? end : reader->end;
    }
}

/* ---- members */

/* The member with the name, or the anonymous struct or union that contains it. */
static const struct member *find_member(const struct type *type, const struct name *name)
{
    const struct member *member = type_is_record(type) ? type->tag->members : NULL;
    uint32_t offset;
    while (member != NULL && member->name != name &&
           !(member->name == NULL && type_is_record(member->type) &&
             type_member(member->type, name, &offset) != NULL))
        member = member->next;
    return member;
}

/* `.name` or `name:`: the place of the member. One inside an anonymous struct is reached by steps: the name
 * is taken by the last one. */
static bool read_member(struct reader *reader, struct place whole, struct cursor *cursor, struct place *out)
{
    struct unit *unit = reader->unit;
    const struct token *name = parse_ahead(unit, is_old_name(unit, 0) ? 0 : 1);
    if (name->kind != TOKEN_IDENTIFIER) {
        parse_advance(unit);
        parse_error(unit, "a member's name");
        return false;
    }
    const struct member *member = find_member(whole.type, name->name);
    if (member == NULL) {
        source_error(&unit->source, name->pos, "'%s' has no member '%s'", type_text(unit->arena, whole.type),
                     name->name->text);
        return false;
    }
    cursor->member = member;
    initialiser_next(whole, cursor, out);
    if (member->name == name->name) {
        parse_advance(unit);
        parse_advance(unit);
    }
    return true;
}

/* Reads `[3].name = value` for a part of `whole`. Further values without a designator go to the innermost
 * aggregate named by the designators, then to the enclosing ones; the cursor ends after the part of
 * `whole`. */
bool designator_read(struct reader *reader, struct place whole, struct cursor *cursor)
{
    struct unit *unit = reader->unit;
    struct place place;
    uint32_t more = 0;
    const bool is_old = is_old_name(unit, 0), is_index = parse_is(unit, TOKEN_LEFT_BRACKET);
    bool good = is_index ? read_index(reader, whole, cursor, &place, &more)
                         : read_member(reader, whole, cursor, &place);
    if (!good)
        return false;
    const bool is_last =
        is_old ? !is_old_name(unit, 0) : !parse_is(unit, TOKEN_DOT) && !parse_is(unit, TOKEN_LEFT_BRACKET);
    if (is_last) {
        if (!is_old && (!is_index || !unit->source.is_plain_c || parse_is(unit, TOKEN_ASSIGN)))
            good = parse_expect(unit, TOKEN_ASSIGN, "after the designator");
        initialiser_value(reader, place);
        repeat(reader, place, more);
        cursor->index += more;
        return good;
    }
    struct cursor inner = initialiser_first(place.type);
    parse_nest(unit);
    good = designator_read(reader, place, &inner);
    if (good) {
        initialiser_rest(reader, place, &inner);
        repeat(reader, place, more);
        cursor->index += more;
    }
    parse_unnest(unit);
    return good;
}
