/* word_access.c - a PP's access to one word, for the files that follow unwritten words (value.h):
 * the new state of the word, and whether the PP may access it. Also writes the findings.
 *
 * Knows the states of words, blocks and frames; no instructions and no host calls.
 */
#include <stdio.h>

#include "asm/tables/guard.h"
#include "sim/machine/labels.h"
#include "value.h"

/* ---- findings */

/* The PP does `what` with a value that depends on the variable of the label of that number - 1. */
static void warn_of_variable(struct check *check, uint32_t number, const char *what)
{
    const struct object_symbol *label = &check->machine->object.symbols[number - 1];
    struct warning *warning = warnings_add(&check->machine->arena, &check->machine->warnings, "unwritten",
                                           check->places[blame_pc(check)], label->value);
    uint32_t line;
    const char *name = variable_label(label_text(check->machine, label, UNWRITTEN_PREFIX), &line);
    if (warning == NULL)
        return;
    const char *function = object_find_source_function(&check->machine->object, label->value);
    warning->has_no_cell = true;
    snprintf(warning->cell, sizeof warning->cell, "%.48s%s%.48s", name, function == NULL ? "" : " of ",
             function == NULL ? "" : function);
    blame(check, warning, "%s depends on a local variable that was never given a value: %s", what,
          warning->cell);
    fault_hint(
        &warning->what,
        "%.48s is declared in line %u, and was read before any assignment; initialise it in its declaration",
        name, line);
}

void written_warn(struct check *check, const struct source *source, const char *what)
{
    if (source->variable != 0) {
        warn_of_variable(check, source->variable, what);
        return;
    }
    struct warning *warning = blame_cell(check, "unwritten", check->places[source->at.pc],
                                         memory_address(&check->machine->memory, source->index));
    if (warning == NULL)
        return;
    blame(check, warning, "%s depends on a word that was never written: %s", what, warning->cell);
    blame_moment(check, &warning->what, source->at, "loaded it", "");
}

void written_use(struct check *check, uint32_t set, const char *what)
{
    const struct source *source = taint_find(check, TAINT_UNWRITTEN, set);
    if (source == NULL)
        return;
    check->own->tainted[TAINT_UNWRITTEN] &= ~set;
    written_warn(check, source, what);
}

/* ---- memory */

/* Whether the word is in use, if it is in a stack: an edge further up is one of a frame that has ended. */
static bool is_in_use(const struct check *check, uint32_t index)
{
    const struct memory *memory = &check->machine->memory;
    if (!words_is_in_stack(check, index))
        return true;
    const struct memory_place place = memory_place(memory, 0, memory_address(memory, index));
    const struct registers *owner = &check->registers[place.owner];
    return owner->has_stack && place.word < owner->top;
}

/* The PP, or the host for it, stores to a word in that state: the new one is that of the value, from
 * `source`. */
static void write_word(struct check *check, uint32_t index, enum word_state state, uint32_t block,
                       const struct source *source)
{
    const bool is_stack = words_is_in_stack(check, index);
    if (check->mishaps != NULL && !is_stack)
        mishap_remember(check, index, state, block);
    if (state == WORD_EDGE && is_in_use(check, index))
        return;
    if (is_stack && source != NULL)
        *(struct source *)pages_at(&check->sources, index, sizeof *source) = *source;
    words_set(check, index, source != NULL ? WORD_UNWRITTEN : WORD_PLAIN, is_stack ? source != NULL : block);
}

const struct source *written_source(const struct check *check, uint32_t index)
{
    uint32_t is_stored;
    const bool is_stack = words_is_in_stack(check, index);
    return words_state(check, index, &is_stored) == WORD_UNWRITTEN && is_stack && is_stored != 0
               ? pages_find(&check->sources, index, sizeof(struct source))
               : NULL;
}

/* Whether the aim of an access's address says that it is wrong: then it is reported. */
static bool is_astray(struct check *check, const struct access *access, struct aim aim)
{
    if (aim.kind == AIM_BLOCK)
        return heap_blame_aim(check, access, aim);
    if (aim.kind == AIM_STACK &&
        !is_in_use(check, memory_index(&check->machine->memory, check->step.pp, aim.instance)))
        return false;
    return aim.kind >= AIM_VARIABLE && aim.kind <= AIM_SHARED && variable_blame_aim(check, access, aim);
}

bool written_access(struct check *check, enum deed deed, uint32_t address, struct aim aim,
                    const struct source *stored, uint32_t *index)
{
    *index = memory_index(&check->machine->memory, check->step.pp, address);
    if (*index == MEMORY_ILLEGAL)
        return false;
    uint32_t block;
    const struct access access = {.does = deed_texts[deed], .address = address, .index = *index};
    const enum word_state state = words_state(check, *index, &block);
    const bool is_allocating = check->own->is_allocating;
    const bool is_trusted = is_allocating || check->code[check->step.pc].is_runtime;
    aim = aim_meant(check, address, is_trusted ? (struct aim){0} : aim);
    const bool is_wrong = is_astray(check, &access, aim) || index_blame_access(check, &access);
    if (!is_wrong && state == WORD_EDGE && is_in_use(check, *index)) {
        if (words_is_in_stack(check, *index) || check->blocks[block].start == 0)
            variable_blame_guard(check, &access, block);
        else if (!is_allocating)
            heap_blame_access(check, &access, block);
    }
    if (check->mishaps != NULL)
        mishap_access(check, deed, *index);
    if (deed == DEED_STORE)
        write_word(check, *index, state, block, stored);
    return state == WORD_UNWRITTEN && !is_wrong;
}
