/* strand.c - see strand.h. */
#include "strand.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/isa/decode.h"

/* Shorter lists are executed unsorted: sorting does not pay. */
enum { STRAND_WORTH_SORTING = 16 };

bool strands_create(struct strands *strands, uint32_t pps, uint32_t program_count)
{
    *strands = (struct strands){.program_count = program_count, .stamp = 1};
    strands->current = calloc(pps, 2 * sizeof(struct strand *));
    strands->next = calloc(pps, 2 * sizeof(struct strand *));
    strands->places = calloc((size_t)program_count + 1, sizeof *strands->places);
    strands->sorting = calloc((size_t)pps / 64 + 1, sizeof *strands->sorting);
    return strands->current != NULL && strands->next != NULL && strands->places != NULL &&
           strands->sorting != NULL;
}

static void destroy_strand(struct strand *strand)
{
    if (strand != NULL)
        free(strand->members);
    free(strand);
}

void strands_destroy(struct strands *strands)
{
    for (uint32_t k = 0; strands->current != NULL && k < strands->current_count; k++)
        destroy_strand(strands->current[k]);
    for (uint32_t k = 0; strands->next != NULL && k < strands->next_count; k++)
        destroy_strand(strands->next[k]);
    while (strands->free != NULL) {
        struct strand *const strand = strands->free;
        strands->free = strand->link;
        destroy_strand(strand);
    }
    free(strands->current);
    free(strands->next);
    free(strands->places);
    free(strands->sorting);
}

static void make_room(struct strand *strand, uint32_t count)
{
    if (strand->room < count)
        strand->members = memory_grow(strand->members, &strand->room, count, sizeof *strand->members);
}

struct strand *strands_take(struct strands *strands, uint32_t count)
{
    struct strand *strand = strands->free;
    if (strand != NULL)
        strands->free = strand->link;
    else
        strand = memory_take(1, sizeof *strand);
    strand->count = 0;
    strand->is_sorted = true;
    strand->is_left = strand->is_inside = false;
    strand->late = DECODE_SINK;
    make_room(strand, count);
    return strand;
}

void strands_free(struct strands *strands, struct strand *strand)
{
    strand->link = strands->free;
    strands->free = strand;
}

void strand_add(struct strand *strand, uint32_t pp)
{
    make_room(strand, strand->count + 1);
    strand->is_sorted = strand->is_sorted && (strand->count == 0 || strand->members[strand->count - 1] < pp);
    strand->members[strand->count++] = pp;
}

/* Appends the members of `from` to those of `into`. */
static void append(struct strand *into, const struct strand *from)
{
    make_room(into, into->count + from->count);
    memcpy(into->members + into->count, from->members, from->count * sizeof *from->members);
    into->is_sorted = into->is_sorted && from->is_sorted && into->members[into->count - 1] < from->members[0];
    into->count += from->count;
}

static struct strand_place *place_of(struct strands *strands, uint32_t pc)
{
    struct strand_place *const place =
        &strands->places[pc < strands->program_count ? pc : strands->program_count];
    if (place->stamp != strands->stamp)
        *place = (struct strand_place){.stamp = strands->stamp};
    return place;
}

/* The strand at the place with this pending register, of PPs in barriers or not; NULL: none yet. */
static struct strand *find(const struct strand_place *place, uint32_t late, bool is_inside)
{
    struct strand *strand = place->first;
    while (strand != NULL && (strand->late != late || strand->is_inside != is_inside))
        strand = strand->link;
    return strand;
}

static void put(struct strands *strands, struct strand_place *place, struct strand *strand)
{
    strand->link = place->first;
    place->first = strand;
    strands->next[strands->next_count++] = strand;
}

/* Two strands at one place. Those at the place stay linked. */
static void swap_members(struct strand *placed, struct strand *other)
{
    const struct strand kept = *placed;
    *placed = *other;
    placed->link = kept.link;
    *other = kept;
}

/* Whether all members of one strand are lower than those of the other. */
static bool comes_before(const struct strand *one, const struct strand *other)
{
    return one->is_sorted && other->is_sorted && one->members[one->count - 1] < other->members[0];
}

/* Merges `strand` into `into`: in ascending order if that costs nothing, else the smaller is appended to the
 * larger. */
static void merge(struct strands *strands, struct strand *into, struct strand *strand)
{
    if (comes_before(strand, into) || (strand->count > into->count && !comes_before(into, strand)))
        swap_members(into, strand);
    append(into, strand);
    strands_free(strands, strand);
}

void strands_place(struct strands *strands, struct strand *strand)
{
    if (strand->count == 0) {
        strands_free(strands, strand);
        return;
    }
    struct strand_place *const place = place_of(strands, strand->pc);
    struct strand *const other = find(place, strand->late, strand->is_inside);
    if (other == NULL)
        put(strands, place, strand);
    else
        merge(strands, other, strand);
}

struct strand *strands_find(struct strands *strands, uint32_t pc, bool is_inside)
{
    return find(place_of(strands, pc), DECODE_SINK, is_inside);
}

void strands_scatter(struct strands *strands, struct strand *strand, const uint32_t *targets)
{
    for (uint32_t k = 0; k < strand->count; k++) {
        const uint32_t pp = strand->members[k];
        const uint32_t pc = targets[pp] < strands->program_count ? targets[pp] : UINT32_MAX;
        struct strand_place *const place = place_of(strands, pc);
        struct strand *to = find(place, strand->late, strand->is_inside);
        if (to == NULL) {
            to = strands_take(strands, 1);
            to->pc = pc;
            to->late = strand->late;
            to->is_inside = strand->is_inside;
            put(strands, place, to);
        }
        strand_add(to, pp);
    }
    strands_free(strands, strand);
}

void strands_sort(struct strands *strands, struct strand *strand)
{
    if (strand->is_sorted || strand->count < STRAND_WORTH_SORTING)
        return;
    uint32_t least = UINT32_MAX, most = 0, count = 0;
    for (uint32_t k = 0; k < strand->count; k++) {
        const uint32_t pp = strand->members[k];
        least = pp < least ? pp : least;
        most = pp > most ? pp : most;
    }
    if ((most - least) / 64 > strand->count)
        return;
    for (uint32_t k = 0; k < strand->count; k++)
        strands->sorting[strand->members[k] / 64] |= UINT64_C(1) << strand->members[k] % 64;
    for (uint32_t word = least / 64; word <= most / 64; word++) {
        for (uint64_t bits = strands->sorting[word]; bits != 0; bits &= bits - 1)
            strand->members[count++] = word * 64 + (uint32_t)__builtin_ctzll(bits);
        strands->sorting[word] = 0;
    }
    strand->is_sorted = true;
}

void strands_turn(struct strands *strands)
{
    struct strand **const emptied = strands->current;
    strands->current = strands->next;
    strands->current_count = strands->next_count;
    strands->next = emptied;
    strands->next_count = 0;
    strands->stamp++;
}
