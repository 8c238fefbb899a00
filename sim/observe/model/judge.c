/* judge.c - the models, and the accesses of a cycle to cells that several PPs access (model_state.h), cell by
 * cell.
 *
 * First, accesses of groups are merged: if all members of a synchronous group access the cell by one
 * instruction, this counts as one access, unless they store different values. The remaining accesses are
 * judged by their kinds. A finding names the lowest PP and, for each other place in the program, the lowest
 * PP that collides there.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "common/near.h"
#include "model_state.h"
#include "sim/machine/caller.h"
#include "sim/machine/cell_name.h"

/* ---- models by name */

#define OF(name) (1u << MODEL_COLLISION_##name)
const struct model_row model_rows[] = {
#define MODEL(name, allows, folds, text) {name, allows, SYSTEM_FOLD_##folds},
#include "model.def"
};
#undef OF
enum { MODELS = sizeof model_rows / sizeof model_rows[0] };

/* Removes `word` from the front of *text, if it stands there and a word or the end follows. */
static bool take(const char **text, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0 || ((*text)[length] != '\0' && (*text)[length] != ':'))
        return false;
    *text += length;
    return true;
}

bool model_choose(struct model_choice *choice, const char *text, char *error, size_t error_size)
{
    struct near near;
    near_start(&near, text, strcspn(text, ":"));
    *choice = (struct model_choice){.number = MODEL_NONE};
    for (int k = 0; k < MODELS && choice->number == MODEL_NONE; k++)
        if (take(&text, model_rows[k].name))
            choice->number = k;
    while (choice->number != MODEL_NONE && *text == ':') {
        text++;
        if (take(&text, "strict"))
            choice->counts_groups = true;
        else if (take(&text, "runtime"))
            choice->counts_runtime = true;
        else
            choice->number = MODEL_NONE;
    }
    if (choice->number != MODEL_NONE)
        return true;
    size_t used = (size_t)snprintf(error, error_size, "expected one of");
    for (int k = 0; k < MODELS && used < error_size; k++) {
        used +=
            (size_t)snprintf(error + used, error_size - used, "%s %s", k > 0 ? "," : "", model_rows[k].name);
        near_offer(&near, model_rows[k].name);
    }
    if (used < error_size)
        used += (size_t)snprintf(error + used, error_size - used, "; after it :strict, :runtime");
    if (near.best != NULL && near.least > 0 && used < error_size)
        snprintf(error + used, error_size - used, "; did you mean '%s'?", near.best);
    return false;
}

const char *model_name(const struct model_choice *choice, char text[40])
{
    snprintf(text, 40, "%s%s%s", model_rows[choice->number].name, choice->counts_groups ? ":strict" : "",
             choice->counts_runtime ? ":runtime" : "");
    return text;
}

/* ---- groups */

static bool is_alike(const struct access *a, const struct access *b)
{
    return a->group == b->group && a->pc == b->pc && a->address == b->address;
}

/* If all members of an access's group make the same access, `first`, the first of them, represents the group
 * and the others are marked as done. */
static void represent_group(struct access *accesses, size_t count, struct access *first)
{
    uint32_t members = 0;
    bool is_one = first->group != 0 && first->deed != INSTRUCTION_FOLDS;
    for (size_t k = 0; k < count; k++)
        if (is_alike(&accesses[k], first)) {
            members++;
            accesses[k].is_looked_at = true;
            is_one = is_one && (first->deed != INSTRUCTION_STORES || accesses[k].value == first->value);
        }
    if (!is_one || members < 2 || members != first->members)
        return;
    for (size_t k = 0; k < count; k++)
        accesses[k].is_done = accesses[k].is_done || is_alike(&accesses[k], first);
    first->is_done = false;
}

/* Keeps the accesses to be judged, one for each merged group. Returns their number. */
static size_t reduce(const struct model *model, struct access *accesses, size_t count)
{
    size_t judged = 0, kept = 0;
    for (size_t k = 0; k < count; k++)
        if (accesses[k].is_judged)
            accesses[judged++] = accesses[k];
    for (size_t k = 0; k < judged && !model->choice.counts_groups; k++)
        if (!accesses[k].is_looked_at)
            represent_group(accesses, judged, &accesses[k]);
    for (size_t k = 0; k < judged; k++)
        if (!accesses[k].is_done)
            accesses[kept++] = accesses[k];
    return kept;
}

/* ---- findings */

static struct caller caller_of(const struct model *model, const struct access *access)
{
    if (model->machine->program.origins[access->pc] == ORIGIN_USER)
        return (struct caller){.pc = access->pc, .inside = access->pc};
    const struct observer_step step = {.pp = access->pp, .pc = access->pc};
    return caller_find(model->machine, caller_observed(model->now, &step));
}

static void describe(const struct access *access, char text[40])
{
    static const char *const folds[] = {"", "adds to", "takes the maximum with", "ands", "ors"};
    if (access->deed == INSTRUCTION_LOADS)
        snprintf(text, 40, "loads");
    else if (access->deed == INSTRUCTION_STORES)
        snprintf(text, 40, "stores 0x%" PRIx32 " to", access->value);
    else
        snprintf(text, 40, "%s", folds[access->fold]);
}

static const struct {
    const char *name, *text;
} rows[] = {
#define MODEL_COLLISION(name, text) {#name, text},
#include "model.def"
};

static void report_pair(struct model *model, enum model_collision collision, const struct access *first,
                        const struct access *other)
{
    struct machine *machine = model->machine;
    const struct caller caller = caller_of(model, first), other_caller = caller_of(model, other);
    const uint32_t place = model->places[caller.pc], other_place = model->places[other_caller.pc];
    const char *const kind = rows[collision].name;
    const uint64_t cycle = model->now->cycle;
    if (machine->journal != NULL)
        journal_note_conflict(machine->journal, cycle, rows[collision].text, first->address,
                              (struct journal_side){first->pp, caller.pc},
                              (struct journal_side){other->pp, other_caller.pc});
    struct warning *warning = warnings_add(&machine->arena, &machine->findings, kind, place, other_place);
    if (warning == NULL)
        return;
    char text[CELL_NAME_SIZE + 80], model_text[40], first_does[40], other_does[40];
    char where[160];
    cell_name_at(machine, first->pc, first->address, warning->cell);
    journal_put_cell(rows[collision].text, warning->cell, text, sizeof text);
    fault_set(&warning->what, EXIT_CODE_model, first->pp, caller.pc, cycle, "%s: %s",
              model_name(&model->choice, model_text), text);
    warning->what.routine = caller_routine(machine, &caller);
    warning->address = first->address;
    warning->has_other = true;
    warning->other = (struct warning_other){.pp = other->pp,
                                            .pc = other_caller.pc,
                                            .cycle = cycle,
                                            .routine = caller_routine(machine, &other_caller)};
    describe(first, first_does);
    describe(other, other_does);
    fault_place(&machine->object, other_caller.pc, where, sizeof where);
    if (where[0] == '\0')
        snprintf(where, sizeof where, "pc %" PRIu32, other_caller.pc);
    fault_hint(&warning->what, "PP %" PRIu32 " %s it, PP %" PRIu32 " %s it at %s", first->pp, first_does,
               other->pp, other_does, where);
}

/* ---- collisions */

static bool is_of(const struct access *access, uint32_t deeds)
{
    return (deeds >> access->deed & 1u) != 0;
}

/* Whether an access after the first one, with such a deed and at the place of this one, comes before it. */
static bool is_told(const struct model *model, const struct access *first, const struct access *access,
                    uint32_t deeds)
{
    const uint32_t place = model->places[caller_of(model, access).pc];
    for (const struct access *before = first + 1; before < access; before++)
        if (is_of(before, deeds) && model->places[caller_of(model, before).pc] == place)
            return true;
    return false;
}

/* A finding for the first access with a deed in `deeds`, with each other place of such accesses; or for pairs
 * of one access of `deeds` and one of `others`. */
static void report_all(struct model *model, enum model_collision collision, struct access *accesses,
                       size_t count, uint32_t deeds, uint32_t others)
{
    const struct access *first = accesses;
    while (first < accesses + count && !is_of(first, deeds | others))
        first++;
    if (first < accesses + count && !is_of(first, deeds))
        others = deeds; /* the first access is of the other kind */
    for (const struct access *access = first + 1; access < accesses + count; access++)
        if (is_of(access, others) && !is_told(model, first, access, others))
            report_pair(model, collision, first, access);
}

static void judge(struct model *model, struct access *accesses, size_t count)
{
    enum {
        LOADS = 1u << INSTRUCTION_LOADS,
        STORES = 1u << INSTRUCTION_STORES,
        FOLDS = 1u << INSTRUCTION_FOLDS
    };
    size_t deeds[INSTRUCTION_FOLDS + 1] = {0};
    const struct access *store = NULL;
    bool is_equal = true, is_allowed = true;
    for (size_t k = 0; k < count; k++) {
        const struct access *access = &accesses[k];
        deeds[access->deed]++;
        if (access->deed == INSTRUCTION_STORES) {
            is_equal = is_equal && (store == NULL || store->value == access->value);
            store = access;
        }
        if (access->deed == INSTRUCTION_FOLDS)
            is_allowed = is_allowed && (model->choice.number == MODEL_NONE ||
                                        model_rows[model->choice.number].folds == access->fold);
    }
    const size_t loads = deeds[INSTRUCTION_LOADS], stores = deeds[INSTRUCTION_STORES],
                 folds = deeds[INSTRUCTION_FOLDS];
    const enum model_collision write =
        is_equal ? MODEL_COLLISION_equal_write : MODEL_COLLISION_different_write;
    if (loads > 1 && model_forbids(model, MODEL_COLLISION_concurrent_read))
        report_all(model, MODEL_COLLISION_concurrent_read, accesses, count, LOADS, LOADS);
    if (loads > 0 && stores + folds > 0 && model_forbids(model, MODEL_COLLISION_read_and_write))
        report_all(model, MODEL_COLLISION_read_and_write, accesses, count, LOADS, STORES | FOLDS);
    if (stores > 1 && model_forbids(model, write))
        report_all(model, write, accesses, count, STORES, STORES);
    if (folds > 0 && folds + stores > 1 && (!is_allowed || stores > 0) &&
        model_forbids(model, MODEL_COLLISION_multiprefix))
        report_all(model, MODEL_COLLISION_multiprefix, accesses, count, FOLDS | STORES, FOLDS | STORES);
}

/* ---- cells */

/* Counts stores beyond the first, as write_conflicts does. */
static void count_writes(struct model *model, struct access *accesses, size_t count)
{
    const struct access *first = NULL;
    uint64_t lost = 0;
    bool is_equal = true;
    for (size_t k = 0; k < count; k++) {
        const struct access *access = &accesses[k];
        if (access->deed != INSTRUCTION_STORES)
            continue;
        lost += access->is_counted && first != NULL;
        is_equal = is_equal && (first == NULL || first->value == access->value);
        first = first == NULL ? access : first;
    }
    model->machine->stats
        .parts[is_equal ? STATS_MODEL_concurrent_writes_equal : STATS_MODEL_concurrent_writes_different] +=
        lost;
}

/* Judges the accesses to one cell, in PP order; at least two. Overwrites the array. */
static void judge_cell(struct model *model, struct access *accesses, size_t count)
{
    uint64_t loads = 0;
    count_writes(model, accesses, count);
    count = reduce(model, accesses, count);
    for (size_t k = 0; k < count; k++)
        loads += accesses[k].deed == INSTRUCTION_LOADS && accesses[k].is_counted;
    model->machine->stats.parts[STATS_MODEL_concurrent_reads] += loads > 1 ? loads - 1 : 0;
    if (count > 1)
        judge(model, accesses, count);
}

/* By cell, then by PP. */
static int compare(const void *left, const void *right)
{
    const struct access *a = left, *b = right;
    return compare_pairs(a->address, a->pp, b->address, b->pp);
}

/* As they often are, if one strand made them. */
static bool is_sorted(const struct access *accesses, uint32_t count)
{
    uint32_t k = 1;
    while (k < count && compare(&accesses[k - 1], &accesses[k]) <= 0)
        k++;
    return k >= count;
}

void judge_cells(struct model *model)
{
    struct access *const accesses = model->accesses;
    if (!is_sorted(accesses, model->count))
        qsort(accesses, model->count, sizeof *accesses, compare);
    for (uint32_t begin = 0, end; begin < model->count; begin = end) {
        end = begin + 1;
        while (end < model->count && accesses[end].address == accesses[begin].address)
            end++;
        if (end > begin + 1)
            judge_cell(model, accesses + begin, end - begin);
    }
}
