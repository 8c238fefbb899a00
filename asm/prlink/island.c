/* island.c - branches and calls to other objects that are too far for 19 bits go over islands.
 *
 * An island is a `bra` in a gap between two objects. It needs no register and changes no flags, so every
 * branch and call may go over it, and over several where one is not enough; each takes a cycle. A target so
 * deep inside its object that no gap is in its reach can only be called: its islands are absolute, and use
 * t2, which no call keeps (docs/internals/abi.md). Islands are added until every far branch has a way.
 * Islands move the code after them, so this is checked again after each round. May call layout.c, and isa.h
 * for the instructions in and around a gap.
 */
#include "asm/prlink/prlink.h"

#include "asm/isa.h"

#include <stdlib.h>

#define NEAR 131072      /* words; islands of that many words cannot move such a branch out of reach */
#define RESERVE 1024     /* words of reach that a new island leaves for other islands */
#define ABSOLUTE_WORDS 3 /* of the island of a deep target */
#define ROUNDS 64        /* each adds an island at least */
#define SCRATCH 11       /* t2 */
#define NO_GAP UINT32_MAX
#define NO_ISLAND UINT32_MAX

/* Where a branch goes: to a word of an input's .text, or to an address if there is no input. */
struct aim {
    uint32_t input; /* number of the input; LINK_NO_INPUT: none */
    int64_t offset;
    bool is_behind; /* the branch comes from a higher address */
};

/* A branch that may be too far, in the order of inputs and relocations. */
struct far_branch {
    const struct link_input *input;
    const struct object_reloc *reloc;
    struct aim aim;
    uint32_t target; /* index into targets: the same aim, the same target */
    bool is_call;
};

struct target {
    struct aim aim;
    uint32_t first; /* one of its islands; NO_ISLAND: none */
    bool is_deep;
};

struct island {
    uint32_t gap;
    uint32_t offset; /* from the gap's start */
    uint32_t target;
    uint32_t next; /* another island to the same target; NO_ISLAND: none */
};

struct link_islands {
    struct far_branch *branches;
    size_t branch_count, branch_capacity;
    size_t cursor; /* the next branch that relocate.c asks for */
    struct target *targets;
    struct island *all;
    size_t count, capacity;
};

/* ---- gaps */

static bool reaches(int64_t from, int64_t to)
{
    return to - from >= ISA_WIDE_MIN && to - from <= ISA_WIDE_MAX;
}

/* Whether execution continues after the last word, so that islands there must be jumped over; *is_closed:
 * nothing may come between that word and the next one. */
static bool goes_on(uint32_t word, bool *is_closed)
{
    struct isa_instruction last;
    *is_closed = false;
    if (!isa_decode(word, &last) || last.opcode == OP_bra || last.opcode == OP_jmp || last.opcode == OP_halt)
        return false;
    const struct isa_row *row = isa_row(last.opcode);
    const bool is_computed = row->kind <= ISA_KIND_CONST && last.rd == 1;
    *is_closed = row->delay != 0 || is_computed;
    return true;
}

/* Describes the code before each gap: gap i is before the i-th object, the last one after all. */
static void open_gaps(struct linker *linker)
{
    const struct link_input *before = NULL;
    linker->gaps = memory_take(linker->taken_count + 1, sizeof *linker->gaps);
    for (size_t i = 0; i <= linker->taken_count; i++) {
        const struct link_input *input = i < linker->taken_count ? linker->taken[i] : NULL;
        struct link_gap *gap = &linker->gaps[i];
        if (before == NULL)
            gap->is_closed = linker->program->size[SECTION_TEXT] > 0 && layout_has_own_trap(linker);
        else
            gap->is_leapt = goes_on(before->object.words[SECTION_TEXT][before->object.size[SECTION_TEXT] - 1],
                                    &gap->is_closed);
        if (input != NULL && input->object.size[SECTION_TEXT] > 0)
            before = input;
        else if (input != NULL)
            gap->is_closed = true; /* it is the same place as the next one */
    }
}

/* The first gap after a place. */
static uint32_t next_gap(const struct linker *linker, int64_t from)
{
    uint32_t low = 0, high = (uint32_t)linker->taken_count + 1;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if ((int64_t)linker->gaps[middle].place <= from)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The farthest open gap from `from` in reach towards `to`. */
static uint32_t farthest_gap(const struct linker *linker, int64_t from, int64_t to, int64_t reach)
{
    const uint32_t next = next_gap(linker, from);
    uint32_t found = NO_GAP;
    for (uint32_t k = next; to > from && k <= linker->taken_count; k++) {
        const struct link_gap *gap = &linker->gaps[k];
        const int64_t end = (int64_t)gap->place + gap->words;
        if (end - from > reach || end >= to)
            break;
        found = gap->is_closed ? found : k;
    }
    for (uint32_t k = next; to < from && k-- > 0;) {
        const struct link_gap *gap = &linker->gaps[k];
        if (from - gap->place > reach || gap->place <= to)
            break;
        found = gap->is_closed || (int64_t)gap->place + gap->words > from ? found : k;
    }
    return found;
}

/* The gap for an island from `from` towards `to`. */
static uint32_t choose_gap(const struct linker *linker, int64_t from, int64_t to)
{
    const uint32_t gap = farthest_gap(linker, from, to, ISA_WIDE_MAX - RESERVE);
    return gap != NO_GAP ? gap : farthest_gap(linker, from, to, ISA_WIDE_MAX);
}

/* ---- ways */

static int64_t aim_address(const struct linker *linker, const struct aim *aim)
{
    return aim->offset + (aim->input != LINK_NO_INPUT ? linker->inputs[aim->input]->base[SECTION_TEXT] : 0);
}

static int64_t island_address(const struct linker *linker, const struct island *island)
{
    return (int64_t)linker->gaps[island->gap].place + island->offset;
}

static int64_t distance(int64_t a, int64_t b)
{
    return a < b ? b - a : a - b;
}

/* The next step of a branch at `from` towards a target: the target itself, or an island that is nearer to it
 * or leads there directly. False: there is none. */
static bool find_way(const struct linker *linker, int64_t from, uint32_t target, int64_t *to)
{
    const struct link_islands *islands = linker->islands;
    const struct target *goal = &islands->targets[target];
    const int64_t end = aim_address(linker, &goal->aim);
    int64_t least = goal->is_deep ? INT64_MAX : distance(from, end);
    bool is_found = reaches(from, end);
    *to = end;
    for (uint32_t k = is_found ? NO_ISLAND : goal->first; islands->all != NULL && k != NO_ISLAND;
         k = islands->all[k].next) {
        const int64_t place = island_address(linker, &islands->all[k]);
        if (!reaches(from, place) || distance(place, end) >= least)
            continue;
        least = distance(place, end);
        *to = place;
        is_found = true;
    }
    return is_found;
}

/* Adds an island for a branch at `from` unless it has a way. Returns whether it did. */
static bool make_way(struct linker *linker, int64_t from, uint32_t target, bool is_call)
{
    struct link_islands *islands = linker->islands;
    struct target *goal = &islands->targets[target];
    int64_t to;
    if (find_way(linker, from, target, &to) || (goal->is_deep && !is_call))
        return false;
    uint32_t number = choose_gap(linker, from, goal->is_deep ? INT64_MAX : to);
    if (number == NO_GAP && goal->is_deep)
        number = choose_gap(linker, from, INT64_MIN);
    if (number == NO_GAP)
        return false; /* relocate.c reports it */
    struct link_gap *gap = &linker->gaps[number];
    if (gap->words == 0 && gap->is_leapt)
        gap->words = 1;
    islands->all = memory_grow(islands->all, &islands->capacity, islands->count + 1, sizeof *islands->all);
    islands->all[islands->count] =
        (struct island){.gap = number, .offset = gap->words, .target = target, .next = goal->first};
    gap->words += goal->is_deep ? ABSOLUTE_WORDS : 1;
    goal->first = (uint32_t)islands->count++;
    return true;
}

/* ---- the plan */

/* False: it is not in .text, or only the linker knows the place. */
static bool find_aim(const struct linker *linker, const struct link_input *input,
                     const struct object_reloc *reloc, struct aim *aim)
{
    const struct object_symbol *symbol = &input->object.symbols[reloc->symbol];
    const struct link_input *definer = input;
    if (symbol->global) {
        const struct link_symbol *global = symbols_find(linker, symbol->name);
        definer = symbols_definer(linker, global);
        if (definer == NULL)
            return false;
        symbol = &definer->object.symbols[global->definition];
    }
    *aim = (struct aim){.input = symbol->section == SECTION_TEXT ? definer->number : LINK_NO_INPUT,
                        .offset = (int64_t)symbol->value + reloc->addend};
    return symbol->section == SECTION_TEXT || symbol->section == SECTION_ABSOLUTE;
}

static bool is_call(const struct link_input *input, uint32_t offset)
{
    struct isa_instruction instruction;
    return isa_decode(input->object.words[SECTION_TEXT][offset], &instruction) &&
           instruction.opcode == OP_call;
}

static void collect_branches(struct linker *linker)
{
    struct link_islands *islands = linker->islands;
    for (size_t i = 0; i < linker->taken_count; i++) {
        const struct link_input *input = linker->taken[i];
        for (size_t k = 0; k < input->object.reloc_count; k++) {
            const struct object_reloc *reloc = &input->object.relocs[k];
            const int64_t from = (int64_t)input->base[SECTION_TEXT] + reloc->offset;
            struct aim aim;
            if (reloc->type != RELOCATION_REL19 || reloc->section != SECTION_TEXT ||
                !find_aim(linker, input, reloc, &aim) || distance(from, aim_address(linker, &aim)) <= NEAR)
                continue;
            aim.is_behind = from > aim_address(linker, &aim);
            islands->branches = memory_grow(islands->branches, &islands->branch_capacity,
                                            islands->branch_count + 1, sizeof *islands->branches);
            islands->branches[islands->branch_count++] = (struct far_branch){
                .input = input, .reloc = reloc, .aim = aim, .is_call = is_call(input, reloc->offset)};
        }
    }
}

static int compare_aims(const void *left, const void *right)
{
    const struct aim *a = &(*(struct far_branch *const *)left)->aim;
    const struct aim *b = &(*(struct far_branch *const *)right)->aim;
    if (a->input != b->input)
        return a->input < b->input ? -1 : 1;
    if (a->is_behind != b->is_behind)
        return a->is_behind ? 1 : -1;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

/* Whether the end of the object that branches reach is too far for a further island. */
static bool is_deep(const struct linker *linker, const struct aim *aim)
{
    const int64_t reach = ISA_WIDE_MAX - RESERVE;
    if (aim->input == LINK_NO_INPUT)
        return false;
    return (aim->is_behind ? linker->inputs[aim->input]->object.size[SECTION_TEXT] - aim->offset
                           : aim->offset) > reach;
}

static void number_targets(const struct linker *linker)
{
    struct link_islands *islands = linker->islands;
    struct far_branch **sorted = memory_take(islands->branch_count, sizeof(struct far_branch *));
    islands->targets = memory_take(islands->branch_count, sizeof *islands->targets);
    for (size_t k = 0; k < islands->branch_count; k++)
        sorted[k] = &islands->branches[k];
    qsort(sorted, islands->branch_count, sizeof(struct far_branch *), compare_aims);
    uint32_t count = 0;
    for (size_t k = 0; k < islands->branch_count; k++) {
        const struct aim *aim = &sorted[k]->aim;
        if (k == 0 || compare_aims(&sorted[k - 1], &sorted[k]) != 0)
            islands->targets[count++] =
                (struct target){.aim = *aim, .first = NO_ISLAND, .is_deep = is_deep(linker, aim)};
        sorted[k]->target = count - 1;
    }
    free(sorted);
}

/* Adds the missing islands. Returns whether there were any. */
static bool add_islands(struct linker *linker)
{
    struct link_islands *islands = linker->islands;
    bool is_changed = false;
    for (size_t k = 0; k < islands->branch_count; k++) {
        const struct far_branch *branch = &islands->branches[k];
        is_changed |= make_way(linker, (int64_t)branch->input->base[SECTION_TEXT] + branch->reloc->offset,
                               branch->target, branch->is_call);
    }
    for (size_t k = 0; k < islands->count; k++) { /* grows while it runs */
        const struct island island = islands->all[k];
        if (!islands->targets[island.target].is_deep)
            is_changed |= make_way(linker, island_address(linker, &island), island.target, false);
    }
    return is_changed;
}

bool islands_plan(struct linker *linker)
{
    if (linker->program->size[SECTION_TEXT] <= ISA_WIDE_MAX)
        return true;
    linker->islands = memory_take(1, sizeof *linker->islands);
    collect_branches(linker);
    if (linker->islands->branch_count == 0)
        return true;
    number_targets(linker);
    open_gaps(linker);
    bool is_good = layout_sections(linker);
    for (int round = 0; is_good && round < ROUNDS && add_islands(linker); round++)
        is_good = layout_sections(linker);
    return is_good;
}

/* ---- words */

static void put_branch(uint32_t *word, int64_t displacement)
{
    *word = isa_encode(&(struct isa_instruction){.opcode = OP_bra, .constant = (int32_t)displacement});
}

static void put_absolute(uint32_t *words, int64_t address)
{
    const uint32_t low = (uint32_t)address & 0x1fff;
    const struct isa_instruction island[ABSOLUTE_WORDS] = {
        {.opcode = OP_gethi, .rd = SCRATCH, .constant = (int32_t)((address + 4096) >> 13)},
        {.opcode = OP_add,
         .rd = SCRATCH,
         .rs = SCRATCH,
         .immediate = true,
         .constant = (int32_t)low - (low > ISA_S_MAX ? 0x2000 : 0)},
        {.opcode = OP_jmp, .rt = SCRATCH},
    };
    for (int k = 0; k < ABSOLUTE_WORDS; k++)
        words[k] = isa_encode(&island[k]);
}

void islands_write(struct linker *linker)
{
    const struct link_islands *islands = linker->islands;
    uint32_t *words = linker->program->words[SECTION_TEXT];
    if (islands == NULL || linker->gaps == NULL)
        return;
    for (size_t k = 0; k <= linker->taken_count; k++)
        if (linker->gaps[k].words > 0 && linker->gaps[k].is_leapt)
            put_branch(&words[linker->gaps[k].place], linker->gaps[k].words);
    for (size_t k = 0; k < islands->count; k++) {
        const struct target *target = &islands->targets[islands->all[k].target];
        const int64_t place = island_address(linker, &islands->all[k]);
        int64_t to = 0;
        if (target->is_deep)
            put_absolute(&words[place], aim_address(linker, &target->aim));
        else if (find_way(linker, place, islands->all[k].target, &to))
            put_branch(&words[place], to - place);
    }
}

/* Whether a branch at `at` reaches its target, over islands if need be. */
static bool leads(const struct linker *linker, int64_t at, uint32_t target)
{
    const struct target *goal = &linker->islands->targets[target];
    const int64_t end = aim_address(linker, &goal->aim);
    while (!goal->is_deep && at != end) /* each island is nearer to it */
        if (!find_way(linker, at, target, &at))
            return false;
    return true;
}

bool islands_lead(struct linker *linker, const struct link_input *input, const struct object_reloc *reloc,
                  int64_t *address)
{
    struct link_islands *islands = linker->islands;
    if (islands == NULL || reloc->type != RELOCATION_REL19)
        return false;
    while (islands->cursor < islands->branch_count && (islands->branches[islands->cursor].input != input ||
                                                       islands->branches[islands->cursor].reloc < reloc))
        islands->cursor++;
    if (islands->cursor == islands->branch_count || islands->branches[islands->cursor].reloc != reloc)
        return false;
    const struct far_branch *branch = &islands->branches[islands->cursor];
    const int64_t from = (int64_t)input->base[SECTION_TEXT] + reloc->offset;
    return (branch->is_call || !islands->targets[branch->target].is_deep) &&
           find_way(linker, from, branch->target, address) && leads(linker, *address, branch->target);
}

void islands_free(struct linker *linker)
{
    if (linker->islands != NULL) {
        free(linker->islands->branches);
        free(linker->islands->targets);
        free(linker->islands->all);
    }
    free(linker->islands);
    free(linker->gaps);
    linker->islands = NULL;
    linker->gaps = NULL;
}
