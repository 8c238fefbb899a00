/* index.c - see index.h. Listens to the front end. */
#include "fcc/server/index.h"

#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "common/memory.h"
#include "fcc/check/walk.h"
#include "fcc/server/describe.h"

/* Entities by what the compiler calls them. */
struct index_slot {
    const void *key; /* a name or tag; NULL: free, unless `pos` is set */
    source_pos pos;  /* of a local symbol or member */
    uint32_t entity;
};

/* ---- entities */

static size_t hash_key(const void *key, source_pos pos)
{
    const uint64_t bits = ((uint64_t)(uintptr_t)key >> 4) * 31 + pos;
    return (size_t)(bits * 0x9e3779b97f4a7c15u >> 20);
}

static bool is_free(const struct index_slot *slot)
{
    return slot->key == NULL && slot->pos == 0;
}

static struct index_slot *find_slot(const struct index *index, const void *key, source_pos pos)
{
    size_t at = hash_key(key, pos) & (index->slot_count - 1);
    while (!is_free(&index->slots[at]) && (index->slots[at].key != key || index->slots[at].pos != pos))
        at = (at + 1) & (index->slot_count - 1);
    return &index->slots[at];
}

static void grow_slots(struct index *index)
{
    struct index_slot *old = index->slots;
    const size_t count = index->slot_count;
    index->slot_count = count > 0 ? 2 * count : 1024;
    index->slots = memory_take(index->slot_count, sizeof *index->slots);
    for (size_t i = 0; i < count; i++) {
        if (!is_free(&old[i]))
            *find_slot(index, old[i].key, old[i].pos) = old[i];
    }
    free(old);
}

/* The number of the entity with this key, made if it is new. */
static uint32_t find_entity(struct index *index, const void *key, source_pos pos)
{
    if (2 * (index->entity_count + 1) > index->slot_count)
        grow_slots(index);
    struct index_slot *slot = find_slot(index, key, pos);
    if (is_free(slot)) {
        *slot = (struct index_slot){key, pos, (uint32_t)index->entity_count};
        index->entities = memory_grow(index->entities, &index->entity_capacity, index->entity_count + 1,
                                      sizeof *index->entities);
        index->entities[index->entity_count++] = (struct entity){0};
    }
    return slot->entity;
}

static uint32_t entity_of_symbol(struct index *index, const struct symbol *symbol)
{
    const bool is_global = symbol->depth == 0;
    return find_entity(index, is_global ? (const void *)symbol->name : NULL, is_global ? 0 : symbol->pos + 1);
}

/* ---- places */

static const char *keep_file(struct index *index, const char *file)
{
    for (size_t i = index->file_count; i > 0; i--) {
        if (strcmp(index->files[i - 1], file) == 0)
            return index->files[i - 1];
    }
    index->files =
        memory_grow(index->files, &index->file_capacity, index->file_count + 1, sizeof *index->files);
    return index->files[index->file_count++] = arena_format(&index->arena, "%s", file);
}

static struct place find_place(struct index *index, const struct unit *unit, source_pos pos)
{
    struct place place;
    place.file = keep_file(index, source_where_exactly(&unit->source, pos, &place.line, &place.column));
    return place;
}

/* Whether the source has the name where the compiler says, so that it is no part of what a macro stands for.
 */
static bool is_written(const struct unit *unit, source_pos pos, const struct name *name)
{
    struct diag_place place;
    if (!source_is_expanded(&unit->source, pos))
        return true;
    source_place(&unit->source, pos, &place);
    if (place.line_text == NULL || place.column < 1)
        return false;
    const size_t length = strcspn(place.line_text, "\n"), column = (size_t)place.column - 1;
    return column + name->length <= length && memcmp(place.line_text + column, name->text, name->length) == 0;
}

static void add_use(struct index *index, const struct unit *unit, source_pos pos, const struct name *name,
                    uint32_t entity, bool is_definition)
{
    if (name == NULL || !is_written(unit, pos, name))
        return;
    index->uses = memory_grow(index->uses, &index->use_capacity, index->use_count + 1, sizeof *index->uses);
    index->uses[index->use_count++] =
        (struct use){find_place(index, unit, pos), name->length, entity, is_definition};
}

/* ---- what the front end tells */

static void take_token(void *context, const struct unit *unit, const struct token *token)
{
    struct index *index = context;
    const enum token_kind before = unit->at > 0 ? lex_token(&unit->tokens, unit->at - 1)->kind : TOKEN_END;
    const struct symbol *symbol = token->name->symbol;
    const struct tag *tag = token->name->tag;
    if (before == TOKEN_DOT || before == TOKEN_ARROW || before == TOKEN_GOTO)
        return;
    if (before == TOKEN_STRUCT || before == TOKEN_UNION || before == TOKEN_ENUM) {
        if (tag != NULL)
            add_use(index, unit, token->pos, token->name, find_entity(index, tag, 0), false);
        return;
    }
    if (symbol != NULL && symbol->same_as != NULL)
        symbol = symbol->same_as;
    if (symbol != NULL && !symbol->reported)
        add_use(index, unit, token->pos, token->name, entity_of_symbol(index, symbol), false);
}

static void describe_member(struct index *index, const struct unit *unit, const struct tag *tag,
                            const struct member *member)
{
    const uint32_t number = find_entity(index, tag, member->pos + 1);
    struct entity *entity = &index->entities[number];
    if (entity->text != NULL || member->name == NULL)
        return;
    entity->name = arena_format(&index->arena, "%s", member->name->text);
    entity->kind = ENTITY_MEMBER;
    entity->owner = tag;
    entity->place = find_place(index, unit, member->pos);
    entity->is_of_runtime = source_is_of_runtime(&unit->source, member->pos);
    describe_place(entity, &index->arena, unit, member->type);
    entity->text = describe_member_text(&index->arena, unit, tag, member);
    add_use(index, unit, member->pos, member->name, number, true);
}

static void take_member(void *context, const struct unit *unit, source_pos pos, const struct tag *tag,
                        const struct member *member)
{
    struct index *index = context;
    describe_member(index, unit, tag, member);
    add_use(index, unit, pos, member->name, find_entity(index, tag, member->pos + 1), false);
}

static void take_symbol(struct index *index, const struct unit *unit, const struct scope *scope,
                        const struct symbol *symbol, uint32_t last_line)
{
    if (symbol->reported || symbol->is_literal || symbol->name == NULL || symbol->same_as != NULL ||
        symbol->name->text[0] == '\0')
        return;
    const uint32_t number = entity_of_symbol(index, symbol);
    struct entity *entity = &index->entities[number];
    const bool is_own = symbol->is_predeclared || symbol->kind == SYMBOL_BUILTIN;
    if (entity->text != NULL && is_own)
        return; /* a program has a meaning of its own for the name */
    entity->name = arena_format(&index->arena, "%s", symbol->name->text);
    entity->is_global = scope->depth == 0;
    entity->last_line = last_line;
    if (!is_own) {
        entity->place = find_place(index, unit, symbol->pos);
        entity->first_line = entity->place.line;
        entity->is_of_runtime = source_is_of_runtime(&unit->source, symbol->pos);
    }
    describe_symbol(entity, &index->arena, unit, symbol);
    if (!is_own)
        add_use(index, unit, symbol->pos, symbol->name, number, true);
}

/* The parameters of a function that is only declared: no scope has them. */
static void take_parameters(struct index *index, const struct unit *unit, const struct symbol *function)
{
    if (function->kind != SYMBOL_FUNCTION || function->has_body || function->type->kind != TYPE_FUNCTION)
        return;
    for (const struct parameter *p = function->type->parameters; p != NULL; p = p->next) {
        if (p->name == NULL || p->pos == 0)
            continue;
        const uint32_t number = find_entity(index, NULL, p->pos + 1);
        struct entity *entity = &index->entities[number];
        entity->name = arena_format(&index->arena, "%s", p->name->text);
        entity->kind = ENTITY_PARAMETER;
        entity->place = find_place(index, unit, p->pos);
        entity->is_of_runtime = source_is_of_runtime(&unit->source, p->pos);
        entity->text = describe_parameter(&index->arena, unit, p);
        add_use(index, unit, p->pos, p->name, number, true);
    }
}

static void take_tag(struct index *index, const struct unit *unit, const struct tag *tag)
{
    const uint32_t number = find_entity(index, tag, 0);
    struct entity *entity = &index->entities[number];
    if (tag->name != NULL) {
        entity->name = arena_format(&index->arena, "%s", tag->name->text);
        entity->kind = ENTITY_RECORD;
        entity->owner = entity->record = tag;
        entity->is_global = tag->depth == 0;
        entity->place = find_place(index, unit, tag->pos);
        entity->is_of_runtime = source_is_of_runtime(&unit->source, tag->pos);
        entity->text = describe_tag(&index->arena, unit, tag);
        add_use(index, unit, tag->pos, tag->name, number, true);
    }
    for (const struct member *member = tag->members; member != NULL; member = member->next)
        describe_member(index, unit, tag, member);
}

static void take_scope(void *context, const struct unit *unit, const struct scope *scope)
{
    struct index *index = context;
    const struct token *end = lex_token(&unit->tokens, unit->at);
    const uint32_t last_line = unit->tokens.count > 0 ? find_place(index, unit, end->pos).line : UINT32_MAX;
    for (const struct symbol *symbol = scope->symbols; symbol != NULL; symbol = symbol->next_in_scope) {
        take_symbol(index, unit, scope, symbol, last_line);
        take_parameters(index, unit, symbol);
    }
    for (const struct tag *tag = scope->tags; tag != NULL; tag = tag->next_in_scope)
        take_tag(index, unit, tag);
}

struct marking {
    struct index *index;
    const struct unit *unit;
};

static enum walk mark_statement(const struct statement *s, void *context)
{
    struct marking *marking = context;
    struct index *index = marking->index;
    index->marks =
        memory_grow(index->marks, &index->mark_capacity, index->mark_count + 1, sizeof *index->marks);
    index->marks[index->mark_count++] = (struct mode_mark){find_place(index, marking->unit, s->pos), s->mode};
    return WALK_ON;
}

static void take_function(void *context, const struct unit *unit, const struct symbol *function)
{
    struct marking marking = {context, unit};
    const struct walk_visitor visitor = {.statement = mark_statement, .context = &marking};
    walk_statements(function->body, &visitor);
}

/* ---- the whole */

void index_begin(struct index *index)
{
    *index = (struct index){.watch = {.token = take_token,
                                      .member = take_member,
                                      .scope = take_scope,
                                      .function = take_function,
                                      .context = index}};
    arena_init(&index->arena, 0, NULL, NULL);
}

static int compare_places(const struct place *a, const struct place *b)
{
    const int files = a->file == b->file ? 0 : strcmp(a->file, b->file);
    return files != 0 ? files : compare_pairs(a->line, a->column, b->line, b->column);
}

static int compare_uses(const void *left, const void *right)
{
    const struct use *a = left, *b = right;
    const int places = compare_places(&a->place, &b->place);
    return places != 0 ? places : (int)b->is_definition - (int)a->is_definition;
}

static int compare_marks(const void *left, const void *right)
{
    return compare_places(&((const struct mode_mark *)left)->place,
                          &((const struct mode_mark *)right)->place);
}

void index_finish(struct index *index)
{
    size_t kept = 0;
    if (index->use_count > 0)
        qsort(index->uses, index->use_count, sizeof *index->uses, compare_uses);
    if (index->mark_count > 0)
        qsort(index->marks, index->mark_count, sizeof *index->marks, compare_marks);
    for (size_t i = 0; i < index->use_count; i++) {
        if (index->entities[index->uses[i].entity].name == NULL ||
            (kept > 0 && compare_places(&index->uses[kept - 1].place, &index->uses[i].place) == 0))
            continue;
        index->uses[kept++] = index->uses[i];
    }
    index->use_count = kept;
    free(index->slots);
    index->slots = NULL;
    index->slot_count = 0;
}

void index_free(struct index *index)
{
    arena_release(&index->arena);
    free(index->entities);
    free(index->uses);
    free(index->marks);
    free(index->slots);
    free(index->files);
    *index = (struct index){0};
}

const struct use *index_at(const struct index *index, const struct place *place)
{
    const struct use *found = NULL;
    for (size_t i = 0; i < index->use_count; i++) {
        const struct use *use = &index->uses[i];
        if (use->place.line == place->line && use->place.column <= place->column &&
            place->column <= use->place.column + use->length && strcmp(use->place.file, place->file) == 0)
            found = use; /* the later of two that touch */
    }
    return found;
}

bool index_mode(const struct index *index, const struct place *place, enum mode *mode)
{
    bool is_found = false;
    for (size_t i = 0; i < index->mark_count; i++) {
        if (strcmp(index->marks[i].place.file, place->file) != 0)
            continue;
        if (compare_places(&index->marks[i].place, place) > 0)
            break;
        *mode = index->marks[i].mode;
        is_found = true;
    }
    return is_found;
}

bool index_is_visible(const struct entity *entity, const struct place *place)
{
    if (entity->name == NULL || entity->text == NULL || entity->kind == ENTITY_MEMBER)
        return false;
    if (entity->is_global)
        return true;
    return entity->place.file != NULL && strcmp(entity->place.file, place->file) == 0 &&
           entity->first_line <= place->line && place->line <= entity->last_line;
}

const struct entity *index_visible(const struct index *index, const char *name, size_t length,
                                   const struct place *place)
{
    const struct entity *found = NULL;
    for (size_t i = 0; i < index->entity_count; i++) {
        const struct entity *entity = &index->entities[i];
        if (!index_is_visible(entity, place) || entity->kind == ENTITY_RECORD ||
            strlen(entity->name) != length || memcmp(entity->name, name, length) != 0)
            continue;
        if (found == NULL || found->is_global ||
            (!entity->is_global && entity->first_line >= found->first_line))
            found = entity;
    }
    return found;
}
