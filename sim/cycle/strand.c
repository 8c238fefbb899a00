/* strand.c - see strand.h. */
#include "strand.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/sort_set.h"
#include "sim/isa/decode.h"

void strands_create(struct strands *strands, struct memory_blocks *blocks, uint32_t pps,
                    uint32_t program_count)
{
    *strands = (struct strands){.program_count = program_count, .stamp = 1};
    strands->current = memory_block(blocks, pps, 2 * sizeof(struct strand *));
    strands->next = memory_block(blocks, pps, 2 * sizeof(struct strand *));
    strands->places = memory_block(blocks, (size_t)program_count + 1, sizeof *strands->places);
    strands->sorting = memory_block(blocks, (size_t)pps / 64 + 1, sizeof *strands->sorting);
}

void strands_destroy(struct strands *strands)
{
    for (uint32_t k = 0; k < strands->current_count; k++)
        if (strands->current[k] != NULL)
            strands_free(strands, strands->current[k]);
    for (uint32_t k = 0; k < strands->next_count; k++)
        strands_free(strands, strands->next[k]);
    while (strands->free != NULL) {
        struct strand *const strand = strands->free;
        strands->free = strand->link;
        free(strand->members);
        free(strand);
    }
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

void strands_place(struct strands *strands, struct strand *strand)
{
    if (strand->count == 0) {
        strands_free(strands, strand);
        return;
    }
    struct strand_place *const place = place_of(strands, strand->pc);
    struct strand *const other = find(place, strand->late, strand->is_inside);
    if (other == NULL) {
        put(strands, place, strand);
        return;
    }
    append(other, strand);
    strands_free(strands, strand);
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
    strand->is_sorted = sort_in_set(strands->sorting, strand->members, strand->count, strand->count);
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
