/* where.c - places of the variables of a function, instruction by instruction.
 *
 * The names that SSA form left at an instruction (ir.h) give the register of the intermediate code for a
 * variable; state.c gives its present place. A moved instruction keeps its names, so at each line variables
 * have the values of the source's order, or no place. Must have run before: everything else of the back end.
 * Runs before: emit.
 */
#include "fcc/dwarf/where.h"

#include <string.h>

#include "fcc/dwarf/state.h"

enum {
    MOST_WORK = 20000000
}; /* step limit for a function: beyond it, variables have no place, and the compiler stays fast */

/* State of a variable during the walk through the function. */
struct tracked {
    const struct ir_variable *variable;
    struct tracked *next;         /* declared in the same scope */
    const struct ir_names *names; /* that `value` and `constant` are for */
    bool is_resolved;
    uint32_t value; /* 0: not known, or a constant */
    bool is_constant;
    int32_t constant;
    struct dwarf_place place; /* in the range that is open */
    uint32_t from;            /* its label */
};

struct walk {
    struct arena *arena;
    struct ir_unit *unit;
    const struct ir_function *source;
    struct machine_function *function;
    uint32_t number;
    uint32_t labels;
    struct tracked *variables;
    uint32_t count;
    struct dwarf_entry *scope; /* of the instruction at hand */
    uint32_t scope_from;
    uint32_t last_file;             /* the file of the last query, */
    struct dwarf_entry *last_scope; /* and its scope */
    struct tracked **visible;       /* the variables declared in `scope` and around it */
    uint32_t visible_count;
    uint64_t work;
};

static uint32_t label_of(struct walk *w, struct machine_instr *instr)
{
    if (!instr)
        return w->function->end_label ? w->function->end_label : (w->function->end_label = ++w->labels);
    return instr->label ? instr->label : (instr->label = ++w->labels);
}

/* ---- which register a variable is */

/* The register for a name before SSA form; 0: unknown. */
static uint32_t name_of(struct walk *w, const struct ir_names *names, uint32_t reg)
{
    for (; names; names = names->outer, w->work++) {
        if (names->reg == reg)
            return names->name;
    }
    return reg;
}

static void resolve(struct walk *w, struct tracked *t, const struct ir_names *names)
{
    const struct ir_function *f = w->source;
    if (t->is_resolved && t->names == names)
        return;
    t->is_resolved = true;
    t->names = names;
    t->value = 0;
    t->is_constant = false;
    uint32_t reg = name_of(w, names, t->variable->id);
    if (reg >= IR_INLINED_FIRST)
        return;
    while (reg != 0 && reg < f->fate_count) {
        const struct ir_fate *fate = &f->fates[reg];
        if (fate->is_changed)
            return;
        if (fate->instead.kind == IR_NONE)
            break;
        t->is_constant = fate->instead.kind == IR_CONST;
        t->constant = fate->instead.value;
        if (fate->instead.kind != IR_VREG)
            return;
        reg = fate->instead.id;
    }
    t->value = reg != 0 ? FIRST_VIRTUAL + reg - 1 : 0;
}

/* ---- where it is */

static bool is_inside(const struct dwarf_entry *scope, const struct dwarf_entry *around)
{
    while (scope && scope != around)
        scope = scope->parent;
    return scope != NULL;
}

static struct dwarf_place place_of(struct walk *w, struct tracked *t, const struct state *state,
                                   const struct ir_names *names)
{
    struct dwarf_place place = {.kind = DWARF_NOWHERE};
    uint32_t found;
    resolve(w, t, names);
    w->work++;
    if (t->is_constant && t->variable->kind == IR_VARIABLE_REGISTER)
        return (struct dwarf_place){.kind = DWARF_CONSTANT, .number = t->constant};
    if (t->value == 0 || !state_place(state, t->value, &found))
        return place;
    const bool is_register = found < MACHINE_REGISTERS;
    place.number = (int32_t)(is_register ? found : found - STATE_WORD);
    place.kind = is_register ? DWARF_REGISTER : DWARF_FRAME;
    if (t->variable->kind == IR_VARIABLE_AT) {
        place.kind = is_register ? DWARF_AT_REGISTER : DWARF_AT_FRAME;
        place.offset = (int32_t)t->variable->offset;
    }
    return place;
}

static bool is_same(const struct dwarf_place *a, const struct dwarf_place *b)
{
    return a->kind == b->kind && a->number == b->number && a->offset == b->offset;
}

/* The variable is at `place` from this instruction on (NULL: the end of the function). */
static void move_to(struct walk *w, struct tracked *t, struct dwarf_place place, struct machine_instr *instr)
{
    if (is_same(&place, &t->place))
        return;
    const uint32_t here = label_of(w, instr);
    if (t->place.kind != DWARF_NOWHERE)
        dwarf_add_range(w->unit->debug, t->variable->entry, t->from, here, t->place);
    t->place = place;
    t->from = here;
}

/* ---- scopes */

static struct dwarf_entry *scope_of_file(struct walk *w, const struct ir_file *file);
static struct dwarf_entry *scope_in_call(struct walk *w, struct ir_inlined *inlined,
                                         const struct dwarf_entry *scope);

/* The entry of an inlined call, in the scope of the call. */
static struct dwarf_entry *entry_of_call(struct walk *w, struct ir_inlined *inlined)
{
    struct dwarf_unit *unit = w->unit->debug;
    const struct ir_file *file = &w->unit->files[inlined->file];
    if (inlined->entry)
        return inlined->entry;
    struct dwarf_entry *scope = inlined->outer
                                    ? scope_in_call(w, (struct ir_inlined *)inlined->outer, file->scope)
                                    : scope_of_file(w, file);
    inlined->entry = dwarf_add(unit, scope, DW_TAG_inlined_subroutine);
    inlined->entry->origin = inlined->callee;
    dwarf_add_reference(unit, inlined->entry, DW_AT_abstract_origin, (struct dwarf_entry *)inlined->callee);
    for (const struct dwarf_file *known = unit->files; known; known = known->next) {
        if (strcmp(known->name, file->name) == 0)
            dwarf_add_number(unit, inlined->entry, DW_AT_call_file, known->number);
    }
    dwarf_add_number(unit, inlined->entry, DW_AT_call_line, inlined->line);
    return inlined->entry;
}

/* The entry for a block of an inlined function. */
static struct dwarf_entry *scope_in_call(struct walk *w, struct ir_inlined *inlined,
                                         const struct dwarf_entry *scope)
{
    if (!scope || scope == inlined->callee || !is_inside(scope, inlined->callee))
        return entry_of_call(w, inlined);
    struct dwarf_entry *parent = scope_in_call(w, inlined, scope->parent);
    for (struct dwarf_entry *child = parent->first; child; child = child->next) {
        if (child->origin == scope)
            return child;
    }
    struct dwarf_entry *entry = dwarf_add(w->unit->debug, parent, DW_TAG_lexical_block);
    entry->origin = scope;
    return entry;
}

static struct dwarf_entry *scope_of_file(struct walk *w, const struct ir_file *file)
{
    struct dwarf_entry *scope = (struct dwarf_entry *)file->scope;
    if (file->inlined)
        return scope_in_call(w, file->inlined, scope);
    return scope && is_inside(scope, w->source->entry) ? scope : w->source->entry;
}

/* The block of the source that an instruction is from: that of the previous one, if it has no line. */
static struct dwarf_entry *scope_of(struct walk *w, const struct machine_instr *instr)
{
    const struct ir_file *file = &w->unit->files[instr->file];
    if (instr->line == 0 || (file->copied_from && !file->inlined))
        return w->scope;
    if (!w->last_scope || w->last_file != instr->file) {
        w->last_file = instr->file;
        w->last_scope = scope_of_file(w, file);
    }
    return w->last_scope;
}

/* After a change of the scope: variables out of scope lose their places. */
static void find_visible(struct walk *w, struct machine_instr *instr)
{
    const struct dwarf_place none = {.kind = DWARF_NOWHERE};
    for (uint32_t i = 0; i < w->visible_count; i++)
        if (!is_inside(w->scope, w->visible[i]->variable->entry->parent))
            move_to(w, w->visible[i], none, instr);
    w->visible_count = 0;
    for (const struct dwarf_entry *scope = w->scope; scope; scope = scope->parent)
        for (struct tracked *t = scope->variables; t; t = t->next)
            w->visible[w->visible_count++] = t;
    w->work += w->visible_count;
}

/* Ends the ranges of blocks that are left, and starts those of blocks that are entered. */
static void go_to_scope(struct walk *w, struct dwarf_entry *scope, struct machine_instr *instr)
{
    if (scope == w->scope)
        return;
    const uint32_t here = label_of(w, instr);
    const struct dwarf_place none = {.kind = DWARF_NOWHERE};
    for (struct dwarf_entry *left = w->scope; left && left != w->source->entry; left = left->parent)
        dwarf_add_range(w->unit->debug, left, w->scope_from, here, none);
    w->scope = scope;
    w->scope_from = here;
    find_visible(w, instr);
}

/* ---- the function */

/* A variable of a function that has taken the place of a call has an entry for each call. */
static const struct ir_variable *give_entry(struct walk *w, const struct ir_variable *v)
{
    if (!v->inlined)
        return v;
    struct ir_variable *own = ARENA_NEW(w->arena, struct ir_variable);
    struct dwarf_entry *scope = scope_in_call(w, (struct ir_inlined *)v->inlined, v->entry->parent);
    *own = *v;
    own->entry = dwarf_add(w->unit->debug, scope, v->entry->tag);
    own->entry->attributes = v->entry->attributes;
    own->entry->last_attribute = v->entry->last_attribute;
    return own;
}

/* Variables that have a word or words of the frame are there always. */
static void place_slots(struct walk *w)
{
    for (const struct ir_variable *source = w->source->variables; source; source = source->next) {
        const struct ir_variable *v = give_entry(w, source);
        if (v->kind != IR_VARIABLE_SLOT) {
            struct tracked *t = &w->variables[w->count++];
            struct dwarf_entry *scope = v->entry->parent;
            *t = (struct tracked){.variable = v, .next = scope->variables};
            scope->variables = t;
            continue;
        }
        v->entry->place =
            (struct dwarf_place){.kind = DWARF_FRAME, .number = (int32_t)w->function->slots[v->id].word};
    }
}

static void walk_block(struct walk *w, struct machine_block *block, const struct state *start)
{
    struct arena own;
    struct state state = {0};
    arena_within(&own, w->arena);
    state_copy(&own, &state, start);
    for (struct machine_instr *instr = block->first; instr; instr = instr->next) {
        state_before(&own, &state, block, instr);
        go_to_scope(w, scope_of(w, instr), instr);
        for (uint32_t i = 0; i < w->visible_count && w->work < MOST_WORK; i++)
            move_to(w, w->visible[i], place_of(w, w->visible[i], &state, instr->names), instr);
        w->work += w->visible_count + 1;
        state_after(&own, &state, instr);
    }
    arena_release(&own);
}

/* A variable with one place throughout its scope needs no list. */
static void simplify(struct dwarf_entry *entry)
{
    const struct dwarf_range *mine = entry->ranges, *scopes = entry->parent->ranges;
    while (mine && scopes && mine->from == scopes->from && mine->to == scopes->to &&
           is_same(&mine->place, &entry->ranges->place)) {
        mine = mine->next;
        scopes = scopes->next;
    }
    if (mine || scopes || !entry->ranges)
        return;
    entry->place = entry->ranges->place;
    entry->ranges = NULL;
}

static void number_entries(struct dwarf_entry *entry, uint32_t number)
{
    entry->function = number;
    for (struct dwarf_entry *child = entry->first; child; child = child->next)
        number_entries(child, number);
}

void dwarf_find_places(const struct arena *limits, struct ir_unit *unit, const struct ir_function *source,
                       struct machine_function *function, uint32_t number)
{
    struct arena own;
    arena_within(&own, limits);
    struct walk w = {.arena = &own, .unit = unit, .source = source, .function = function, .number = number};
    const struct dwarf_place none = {.kind = DWARF_NOWHERE};
    uint32_t count = 0;
    for (const struct ir_variable *v = source->variables; v; v = v->next)
        count++;
    w.variables = ARENA_ARRAY(&own, struct tracked, count + 1);
    w.visible = ARENA_ARRAY(&own, struct tracked *, count + 1);
    place_slots(&w);
    const struct state *starts = state_find(&own, function), unknown = {0};
    w.work += starts ? 0 : MOST_WORK;
    w.scope = source->entry;
    find_visible(&w, NULL);
    struct machine_instr *first = NULL;
    for (struct machine_block *block = function->first; block; block = block->next) {
        first = first ? first : block->first;
        walk_block(&w, block, starts ? &starts[block->id] : &unknown);
    }
    for (uint32_t i = 0; i < w.count; i++)
        move_to(&w, &w.variables[i], none, NULL);
    go_to_scope(&w, source->entry, NULL);
    if (first)
        dwarf_add_range(unit->debug, source->entry, label_of(&w, first), label_of(&w, NULL), none);
    for (uint32_t i = 0; i < w.count; i++) {
        w.variables[i].variable->entry->parent->variables = NULL;
        if (w.work < MOST_WORK)
            simplify(w.variables[i].variable->entry);
        else
            w.variables[i].variable->entry->ranges = NULL;
    }
    number_entries(source->entry, number);
    arena_release(&own);
}
