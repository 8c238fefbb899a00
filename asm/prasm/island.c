/* island.c - branches and calls that are too far for 19 bits go over islands.
 *
 * An island is a `bra` between two instructions of the source; if execution would run into it, the code
 * before it jumps over it. It needs no register and changes no flags, so every branch and call may go over
 * one or more islands; each takes a cycle. The source is assembled again with the islands, so that all
 * addresses are right. In the middle of a large object, calls of other files become three instructions that
 * reach any address, because the linker's islands are too far.
 *
 * May call isa.h; emit.c writes the islands. This file alone decides where islands may be.
 */
#include "asm/prasm/prasm.h"

#include "asm/isa.h"
#include "common/compare.h"

#include <stdlib.h>

#define NEAR 131072      /* words; a shorter branch never needs an island */
#define WINDOW 65536     /* words, in which one place is chosen for islands */
#define EDGE 8192        /* words, for the linker's islands between objects */
#define LEAST_SLACK 1024 /* words that islands may add to a distance */
#define COMPUTED 256     /* words around an instruction that computes with pc, where no island is */
#define NONE UINT32_MAX

/* Properties of a word of .text, found by the survey. */
enum {
    MARK_CODE = 1,     /* an instruction */
    MARK_START = 2,    /* the first one of a statement */
    MARK_LABEL = 4,    /* a label */
    MARK_FUNCTION = 8, /* a label of a function */
    MARK_CLOSED = 16   /* no island before this word */
};

/* A branch that may be too far. */
struct far_branch {
    uint32_t number; /* number among the source's branches and calls */
    uint32_t offset;
    int64_t target; /* offset in .text */
    bool is_external;
};

/* The decision for a branch. */
struct way {
    uint32_t number;
    uint32_t island; /* the first island; NONE: it becomes three instructions */
    uint32_t offset; /* these fields: while the source is read with islands */
    int64_t target;
    struct spot spot;
};

/* A place for islands: before statement number `statement`. */
struct site {
    uint32_t offset;    /* in the survey */
    uint32_t statement; /* instruction statements before it */
    uint32_t count;     /* islands */
    uint32_t place;     /* of the first island, while the source is read with islands */
    bool is_leapt;      /* execution of the preceding code continues after it */
};

struct island {
    uint32_t site;
    uint32_t number; /* in its site */
    uint32_t next;   /* the next island; NONE: the target of `branch` */
    uint32_t branch; /* the number of a branch that uses it */
};

struct islands {
    enum islands_state state;
    uint8_t *marks;    /* by word of .text, and for its end */
    size_t mark_count; /* 0: no survey yet */
    struct far_branch *branches;
    size_t branch_count, branch_capacity;
    struct way *ways; /* by number */
    size_t way_count, way_capacity;
    struct site *sites; /* by offset */
    size_t site_count, site_capacity;
    struct island *all;
    size_t count, capacity;
    int64_t slack;
    size_t next_site; /* not read yet */
    uint32_t statements, branch_number;
    bool is_needed;   /* a branch did not reach */
    bool is_hopeless; /* a branch has no way */
};

struct islands *island_make(void)
{
    return memory_take(1, sizeof(struct islands));
}

void island_free(struct islands *islands)
{
    free(islands->marks);
    free(islands->branches);
    free(islands->ways);
    free(islands->sites);
    free(islands->all);
    free(islands);
}

static int64_t distance(int64_t a, int64_t b)
{
    return a < b ? b - a : a - b;
}

static bool fits(int64_t displacement)
{
    return displacement >= ISA_WIDE_MIN && displacement <= ISA_WIDE_MAX;
}

/* ---- the survey */

static void mark(struct assembler *assembler, int64_t offset, unsigned marks)
{
    struct islands *islands = assembler->islands;
    if (islands->state == ISLANDS_SURVEY && offset >= 0 && (size_t)offset < islands->mark_count)
        islands->marks[offset] |= (uint8_t)marks;
}

void island_note_label(struct assembler *assembler, bool is_function)
{
    if (assembler->section == SECTION_TEXT)
        mark(assembler, assembler->object->size[SECTION_TEXT],
             MARK_LABEL | (is_function ? MARK_FUNCTION : 0));
}

void island_note_instruction(struct assembler *assembler)
{
    mark(assembler, assembler->object->size[SECTION_TEXT], MARK_CODE);
}

/* Forbids islands from after `low` to `high`. */
static void close_span(struct assembler *assembler, int64_t low, int64_t high)
{
    for (int64_t at = low < 0 ? 0 : low; at < high; at++)
        mark(assembler, at + 1, MARK_CLOSED);
}

/* Whether a target is more than a label, so that islands would change its distance in words. */
static bool counts_words(const struct assembler *assembler, const struct expression *expression)
{
    return expression->count != 1 || assembler->terms[expression->first].kind != TERM_SYMBOL;
}

static void survey_branch(struct assembler *assembler, const struct fixup *fixup, int64_t target)
{
    struct islands *islands = assembler->islands;
    const int64_t far = distance(fixup->offset, target);
    if (counts_words(assembler, &fixup->expression) && far <= NEAR)
        close_span(assembler, fixup->offset < target ? fixup->offset : target,
                   fixup->offset < target ? target : fixup->offset);
    if (far <= NEAR)
        return;
    islands->branches = memory_grow(islands->branches, &islands->branch_capacity, islands->branch_count + 1,
                                    sizeof *islands->branches);
    islands->branches[islands->branch_count++] =
        (struct far_branch){.number = fixup->branch, .offset = fixup->offset, .target = target};
}

/* A call of another file, too far from an end of the object. The object is complete. */
static bool is_deep_call(const struct assembler *assembler, const struct fixup *fixup)
{
    const struct object *object = assembler->object;
    const uint32_t reach = ISA_WIDE_MAX - EDGE, offset = fixup->offset;
    struct isa_instruction call, before = {0};
    if (offset <= reach && object->size[SECTION_TEXT] - offset <= reach)
        return false;
    if (!isa_decode(object->words[SECTION_TEXT][offset], &call) || call.opcode != OP_call || call.rd <= 1)
        return false;
    /* a value that lands in the call's slot must not land between the three instructions */
    return offset == 0 || !isa_decode(object->words[SECTION_TEXT][offset - 1], &before) ||
           isa_row(before.opcode)->delay == 0 || before.rd != call.rd;
}

void island_note_external(struct assembler *assembler, const struct fixup *fixup)
{
    struct islands *islands = assembler->islands;
    if (islands->state >= ISLANDS_PLACE || !is_deep_call(assembler, fixup))
        return;
    islands->is_needed = true;
    if (islands->state != ISLANDS_SURVEY)
        return;
    islands->branches = memory_grow(islands->branches, &islands->branch_capacity, islands->branch_count + 1,
                                    sizeof *islands->branches);
    islands->branches[islands->branch_count++] =
        (struct far_branch){.number = fixup->branch, .offset = fixup->offset, .is_external = true};
}

static struct way *find_way(const struct islands *islands, uint32_t number)
{
    size_t low = 0, high = islands->way_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (islands->ways[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < islands->way_count && islands->ways[low].number == number ? &islands->ways[low] : NULL;
}

bool island_take_branch(struct assembler *assembler, const struct fixup *fixup, int64_t target)
{
    struct islands *islands = assembler->islands;
    const bool reaches = fits(target - fixup->offset);
    if (islands->state == ISLANDS_SURVEY)
        survey_branch(assembler, fixup, target);
    struct way *way = islands->state >= ISLANDS_PLACE ? find_way(islands, fixup->branch) : NULL;
    if (way != NULL) {
        way->offset = fixup->offset;
        way->target = target;
        way->spot = fixup->expression.spot;
        return true;
    }
    if (reaches || islands->state == ISLANDS_PLACE_OR_FAIL || counts_words(assembler, &fixup->expression))
        return false;
    islands->is_needed = true;
    return true;
}

/* ---- the plan */

/* Whether execution continues after a word; *is_slot: the next word is its delay slot. */
static bool goes_on(uint32_t word, bool *is_slot)
{
    struct isa_instruction last;
    *is_slot = false;
    if (!isa_decode(word, &last) || last.opcode == OP_bra || last.opcode == OP_jmp || last.opcode == OP_halt)
        return false;
    *is_slot = isa_row(last.opcode)->delay != 0;
    return true;
}

/* Whether an instruction computes with pc: reads it, or writes it without being a jump or call. */
static bool computes_pc(uint32_t word)
{
    struct isa_instruction i;
    if (!isa_decode(word, &i))
        return false;
    const struct isa_row *row = isa_row(i.opcode);
    for (const char *letter = isa_operands(row->form); *letter != '\0'; letter++)
        if ((*letter == 's' && i.rs == 1) ||
            ((*letter == 't' || (*letter == 'S' && !i.immediate)) && i.rt == 1) ||
            (*letter == 'd' && i.rd == 1 && row->kind != ISA_KIND_CALL))
            return true;
    return false;
}

static void close_computed(struct islands *islands, const struct object *object)
{
    const uint32_t size = object->size[SECTION_TEXT];
    for (uint32_t at = 0; at < size; at++) {
        if ((islands->marks[at] & MARK_CODE) == 0 || !computes_pc(object->words[SECTION_TEXT][at]))
            continue;
        const uint32_t end = at + COMPUTED < size ? at + COMPUTED : size;
        for (uint32_t k = at > COMPUTED ? at - COMPUTED : 0; k <= end; k++)
            islands->marks[k] |= MARK_CLOSED;
    }
}

/* The quality of a place for islands; 0: none. Best is a place where nothing must be jumped over. */
static int rank_place(const struct islands *islands, const struct object *object, uint32_t at, bool *is_leapt)
{
    const unsigned marks = islands->marks[at];
    bool is_slot;
    if (at == 0 || (islands->marks[at - 1] & MARK_CODE) == 0 || (marks & MARK_START) == 0 ||
        (marks & MARK_CLOSED) != 0)
        return 0;
    *is_leapt = goes_on(object->words[SECTION_TEXT][at - 1], &is_slot);
    if (is_slot ||
        ((marks & MARK_LABEL) == 0 && !*is_leapt)) /* code without a label may be a table of jumps */
        return 0;
    if (!*is_leapt)
        return (marks & MARK_FUNCTION) != 0 ? 4 : 3;
    return (marks & MARK_LABEL) != 0 ? 2 : 1;
}

/* One place in each window of the text, if there is one. */
static void choose_sites(struct islands *islands, const struct object *object)
{
    const uint32_t size = object->size[SECTION_TEXT];
    uint32_t statement = 0;
    for (uint32_t window = 0; window < size; window += WINDOW) {
        struct site best = {0};
        int best_rank = 0;
        for (uint32_t at = window; at < size && at < window + WINDOW; at++) {
            bool is_leapt = false;
            const int rank = rank_place(islands, object, at, &is_leapt);
            if (rank > 0 && rank >= best_rank) {
                best = (struct site){.offset = at, .statement = statement, .is_leapt = is_leapt};
                best_rank = rank;
            }
            statement += (islands->marks[at] & MARK_START) != 0;
        }
        if (best_rank == 0)
            continue;
        islands->sites = memory_grow(islands->sites, &islands->site_capacity, islands->site_count + 1,
                                     sizeof *islands->sites);
        islands->sites[islands->site_count++] = best;
    }
}

/* The farthest site from `from` in reach towards `to`. */
static uint32_t farthest_site(const struct islands *islands, int64_t from, int64_t to)
{
    const int64_t reach = ISA_WIDE_MAX - islands->slack;
    uint32_t found = NONE;
    int64_t least = 0;
    for (uint32_t k = 0; k < islands->site_count; k++) {
        const int64_t offset = islands->sites[k].offset;
        const bool is_between = from < to ? offset > from && offset < to : offset < from && offset > to;
        if (is_between && distance(from, offset) <= reach && distance(from, offset) > least) {
            found = k;
            least = distance(from, offset);
        }
    }
    return found;
}

static void add_way(struct islands *islands, uint32_t number, uint32_t island)
{
    islands->ways =
        memory_grow(islands->ways, &islands->way_capacity, islands->way_count + 1, sizeof *islands->ways);
    islands->ways[islands->way_count++] = (struct way){.number = number, .island = island};
}

/* Leads a branch to its target over islands; `made` has the islands to that target by site. False: there is
 * no way. */
static bool lead(struct islands *islands, const struct far_branch *branch, uint32_t *made)
{
    const int64_t reach = ISA_WIDE_MAX - islands->slack;
    uint32_t last = NONE, first = NONE;
    for (int64_t from = branch->offset; distance(from, branch->target) > reach;) {
        const uint32_t site = farthest_site(islands, from, branch->target);
        if (site == NONE)
            return false;
        const bool is_new = made[site] == NONE;
        if (is_new) {
            islands->all =
                memory_grow(islands->all, &islands->capacity, islands->count + 1, sizeof *islands->all);
            islands->all[islands->count] = (struct island){
                .site = site, .number = islands->sites[site].count++, .next = NONE, .branch = branch->number};
            made[site] = (uint32_t)islands->count++;
        }
        if (last == NONE)
            first = made[site];
        else
            islands->all[last].next = made[site];
        last = made[site];
        if (!is_new)
            break;
        from = islands->sites[site].offset;
    }
    add_way(islands, branch->number, first);
    return true;
}

static int compare_targets(const void *left, const void *right)
{
    const struct far_branch *a = left, *b = right;
    if (a->is_external != b->is_external)
        return a->is_external ? 1 : -1;
    if (a->target != b->target)
        return a->target < b->target ? -1 : 1;
    return compare_numbers(a->number, b->number);
}

/* Islands and ways for all branches that may not reach, with slack. Returns the words that islands add. */
static int64_t lead_all(struct islands *islands)
{
    uint32_t *made = memory_take(islands->site_count + 1, sizeof *made);
    islands->count = islands->way_count = 0;
    islands->is_hopeless = false;
    int64_t words = (int64_t)islands->site_count;
    for (size_t k = 0; k < islands->site_count; k++)
        islands->sites[k].count = 0;
    for (size_t k = 0; k < islands->branch_count; k++) {
        const struct far_branch *branch = &islands->branches[k];
        for (size_t s = 0; (k == 0 || branch->target != branch[-1].target) && s < islands->site_count; s++)
            made[s] = NONE;
        if (branch->is_external) {
            add_way(islands, branch->number, NONE);
            words += 2;
        } else if (distance(branch->offset, branch->target) > ISA_WIDE_MAX - islands->slack) {
            islands->is_hopeless |= !lead(islands, branch, made);
        }
    }
    free(made);
    return words + (int64_t)islands->count;
}

bool island_next_reading(struct islands *islands, const struct object *object)
{
    islands->next_site = islands->statements = islands->branch_number = 0;
    if (!islands->is_needed || islands->state == ISLANDS_PLACE_OR_FAIL)
        return false;
    if (islands->state == ISLANDS_LOOK) {
        islands->is_needed = false;
        islands->state = ISLANDS_SURVEY;
        islands->mark_count = (size_t)object->size[SECTION_TEXT] + 1;
        islands->marks = memory_take(islands->mark_count, sizeof *islands->marks);
        return true;
    }
    if (islands->state == ISLANDS_SURVEY) {
        close_computed(islands, object);
        choose_sites(islands, object);
        if (islands->branch_count > 1)
            qsort(islands->branches, islands->branch_count, sizeof *islands->branches, compare_targets);
        islands->slack = LEAST_SLACK;
    } else {
        islands->slack *= 2;
    }
    islands->is_needed = false;
    while (lead_all(islands) > islands->slack && islands->slack < NEAR)
        islands->slack *= 2;
    if (islands->way_count > 1)
        qsort(islands->ways, islands->way_count, sizeof *islands->ways, compare_words);
    islands->state = islands->is_hopeless || islands->slack >= NEAR ? ISLANDS_PLACE_OR_FAIL : ISLANDS_PLACE;
    return true;
}

/* ---- reading the source with islands in it */

bool island_come(struct assembler *assembler, uint32_t *count, bool *is_leapt)
{
    struct islands *islands = assembler->islands;
    if (islands->state < ISLANDS_PLACE || assembler->section != SECTION_TEXT ||
        islands->next_site == islands->site_count ||
        islands->sites[islands->next_site].statement != islands->statements)
        return false;
    struct site *site = &islands->sites[islands->next_site++];
    site->place = assembler->object->size[SECTION_TEXT] + site->is_leapt;
    *count = site->count;
    *is_leapt = site->is_leapt;
    return site->count != 0;
}

void island_begin_statement(struct assembler *assembler)
{
    mark(assembler, assembler->object->size[SECTION_TEXT], MARK_START);
    assembler->islands->statements++;
}

uint32_t island_number_branch(struct assembler *assembler)
{
    return assembler->islands->branch_number++;
}

bool island_make_long(const struct assembler *assembler)
{
    const struct islands *islands = assembler->islands;
    const struct way *way =
        islands->state >= ISLANDS_PLACE ? find_way(islands, islands->branch_number) : NULL;
    return way != NULL && way->island == NONE;
}

static uint32_t island_place(const struct islands *islands, uint32_t island)
{
    return islands->sites[islands->all[island].site].place + islands->all[island].number;
}

/* Sets the displacement of the branch at `from`. */
static void direct(struct assembler *assembler, uint32_t from, int64_t to, const struct spot *spot)
{
    struct islands *islands = assembler->islands;
    uint32_t *word = &assembler->object->words[SECTION_TEXT][from];
    if (fits(to - from))
        *word = (*word & ~0x7ffffu) | ((uint32_t)(to - from) & 0x7ffffu);
    else if (islands->state == ISLANDS_PLACE_OR_FAIL)
        complain(assembler, spot,
                 "no place for islands is near enough on the way to this label: divide the source");
    else
        islands->is_needed = true;
}

void island_finish(struct assembler *assembler)
{
    const struct islands *islands = assembler->islands;
    if (islands->state < ISLANDS_PLACE)
        return;
    for (size_t k = 0; k < islands->way_count; k++) {
        const struct way *way = &islands->ways[k];
        if (way->island != NONE)
            direct(assembler, way->offset, island_place(islands, way->island), &way->spot);
    }
    for (uint32_t k = 0; k < islands->count; k++) {
        const struct island *island = &islands->all[k];
        const struct way *way = find_way(islands, island->branch);
        if (way != NULL)
            direct(assembler, island_place(islands, k),
                   island->next != NONE ? (int64_t)island_place(islands, island->next) : way->target,
                   &way->spot);
    }
}
