/* test_encounter.c - which PPs have met: random accesses, some of them rolled back, give what a plain
 * recount of all of them says: each cell in which PPs have met, in order; or, of loads that the observer only
 * counts, their number.
 *
 * PRAM_FUZZ_PROGRAMS: rounds of each size (default 60); PRAM_FUZZ_SEED: the first seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "sim/solo/encounter/encounter.h"

enum { CYCLES = 600, PLACES = 24, CLASSES = 5, FRAME = 40, FRAME_WORDS = 4, MOST = 200000 };

/* What an instruction of the made-up program does. */
enum place_kind {
    PLACE_STORE,
    PLACE_LOAD,    /* never counted, */
    PLACE_COUNTED, /* counted from some cycle on, by class, */
    PLACE_SKIPPED  /* of interest only where others do more */
};

struct place {
    enum place_kind kind;
    uint32_t class;
    uint64_t since;
};

struct done {
    uint64_t cycle;
    struct observer_meeting access;
    bool has_details;
};

/* A cell of a cycle, as reported or as expected. */
struct met {
    uint64_t cycle;
    uint32_t first, count; /* in `told`, or in `done` */
};

struct round {
    struct machine machine;
    struct observer observer;
    struct instruction code[PLACES];
    struct place places[PLACES];
    uint64_t random;
    struct done *done;
    uint32_t done_count;
    struct observer_meeting *told;
    uint32_t told_count;
    struct met *met;
    uint32_t met_count;
    uint64_t cells[CLASSES], loads[CLASSES]; /* that were counted */
    uint64_t telling;                        /* the cycle up to which all is known */
};

static uint32_t draw(struct round *round, uint32_t below)
{
    round->random = round->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((round->random >> 33) % below);
}

/* ---- the listener */

static unsigned cares(void *context, uint32_t pc)
{
    const struct round *round = context;
    return OBSERVER_CARES | (round->places[pc].kind == PLACE_SKIPPED ? OBSERVER_SKIPS_LOADS : 0);
}

static bool counts(void *context, uint32_t pc, uint64_t cycle, uint32_t *class)
{
    const struct round *round = context;
    *class = round->places[pc].class;
    return round->places[pc].kind == PLACE_COUNTED && round->places[pc].since < cycle;
}

static void count(void *context, uint32_t class, uint64_t cells, uint64_t loads)
{
    struct round *round = context;
    round->cells[class] += cells;
    round->loads[class] += loads;
}

static void meet(void *context, uint64_t cycle, const struct observer_meeting *accesses, uint32_t number,
                 uint64_t times)
{
    struct round *round = context;
    assert_int_equal(times, 1);
    assert_true(number > 1 && round->told_count + number <= MOST);
    assert_true(cycle < round->telling);
    round->met[round->met_count++] = (struct met){cycle, round->told_count, number};
    memcpy(round->told + round->told_count, accesses, number * sizeof *accesses);
    round->told_count += number;
}

/* ---- the recount */

static int order(const void *a, const void *b)
{
    const struct done *p = a, *q = b;
    if (p->cycle != q->cycle)
        return p->cycle < q->cycle ? -1 : 1;
    if (p->access.address != q->access.address)
        return p->access.address < q->access.address ? -1 : 1;
    return p->access.pp < q->access.pp ? -1 : p->access.pp > q->access.pp;
}

static bool is_skipped(const struct round *round, const struct done *done)
{
    return round->places[done->access.pc].kind == PLACE_SKIPPED;
}

/* The class of which all are, or CLASSES. */
static uint32_t class_of(const struct round *round, const struct done *done, uint32_t number)
{
    const uint32_t class = round->places[done[0].access.pc].class;
    for (uint32_t k = 0; k < number; k++) {
        const struct place *place = &round->places[done[k].access.pc];
        if (place->kind != PLACE_COUNTED || place->class != class || place->since >= done[k].cycle ||
            done[k].has_details || done[k].access.address - FRAME < FRAME_WORDS)
            return CLASSES;
    }
    return class;
}

static void assert_alike(const struct observer_meeting *told, const struct done *done)
{
    const struct observer_meeting *access = &done->access;
    assert_int_equal(told->pp, access->pp);
    assert_int_equal(told->pc, access->pc);
    assert_int_equal(told->address, access->address);
    assert_int_equal(told->value, access->value);
    assert_int_equal(told->frame, access->frame);
    assert_int_equal(told->caller, access->caller);
    assert_int_equal(told->members, access->members);
    assert_int_equal(told->is_synchronous, access->is_synchronous);
}

/* All reported accesses are in `done`, and all others were counted. */
static void assert_told(struct round *round, uint64_t end)
{
    uint32_t at = 0;
    qsort(round->done, round->done_count, sizeof *round->done, order);
    for (uint32_t from = 0, to; from < round->done_count && round->done[from].cycle < end; from = to) {
        const struct done *done = &round->done[from];
        bool matters = false;
        for (to = from; to < round->done_count && round->done[to].cycle == done->cycle &&
                        round->done[to].access.address == done->access.address;
             to++)
            matters = matters || !is_skipped(round, &round->done[to]);
        if (to - from < 2 || !matters)
            continue;
        const uint32_t class = class_of(round, done, to - from);
        const struct met *met = &round->met[at];
        const bool is_told = at < round->met_count && met->cycle == done->cycle &&
                             round->told[met->first].address == done->access.address;
        if (!is_told) {
            assert_true(class < CLASSES && round->cells[class] > 0 && round->loads[class] >= to - from);
            round->cells[class]--;
            round->loads[class] -= to - from;
            continue;
        }
        assert_int_equal(met->count, to - from);
        for (uint32_t k = 0; k < met->count; k++)
            assert_alike(&round->told[met->first + k], done + k);
        at++;
    }
    assert_int_equal(at, round->met_count);
    for (uint32_t class = 0; class < CLASSES; class ++) {
        assert_int_equal(round->cells[class], 0);
        assert_int_equal(round->loads[class], 0);
    }
}

/* ---- a round */

struct size {
    uint32_t pps, cells; /* that are accessed, */
    uint32_t memory;     /* its words */
    uint32_t ahead;      /* so far PPs go at most */
};

static struct round *make_round(const struct size *size, uint64_t seed)
{
    struct round *round = calloc(1, sizeof *round);
    assert_non_null(round);
    round->random = seed * 0x9e3779b97f4a7c15u;
    for (uint32_t k = 0; k < PLACES; k++) {
        struct place *place = &round->places[k];
        *place = (struct place){k == 0 ? PLACE_STORE : (enum place_kind)draw(round, 4), draw(round, CLASSES),
                                draw(round, CYCLES / 2)};
        round->code[k].opcode = place->kind == PLACE_STORE ? OP_stg : OP_ldg;
    }
    round->machine.program.code = round->code;
    round->machine.program.count = PLACES;
    round->machine.memory.pps = size->pps;
    round->machine.memory.shared_words = size->memory;
    round->observer =
        (struct observer){.meet = meet, .cares = cares, .counts = counts, .count = count, .context = round};
    observer_add(&round->machine.observers, &round->observer);
    round->done = calloc(MOST, sizeof *round->done);
    round->told = calloc(MOST, sizeof *round->told);
    round->met = calloc(MOST, sizeof *round->met);
    return round;
}

/* A PP makes an access in a cycle, or none. Cells are at both ends of memory. */
static void act(struct round *round, const struct size *size, struct encounters *encounters, uint32_t pp,
                uint64_t cycle)
{
    const uint32_t pc = draw(round, 4) == 0 ? draw(round, PLACES) : draw(round, PLACES) / 4;
    const uint32_t cell = draw(round, size->cells), value = round->places[pc].kind == PLACE_STORE ? cell : 0;
    struct observer_meeting access = {.pp = pp,
                                     .pc = pc,
                                     .address = cell % 2 == 0 ? cell : size->memory - 1 - cell,
                                     .value = value,
                                     .frame = FRAME,
                                     .stands_for = 1,
                                     .caller = pc,
                                     .inside = pc};
    const bool has_details = draw(round, 16) == 0;
    if (draw(round, 3) == 0 || round->done_count == MOST)
        return;
    if (has_details) {
        access.frame = 0;
        access.caller = pp + 5;
        access.members = 7;
        access.is_synchronous = true;
        encounters_note_whole(encounters, cycle, &access);
    } else if (draw(round, 2) == 0) {
        encounters_note(encounters, cycle, access.address, pp, pc, value, FRAME);
    } else {
        const struct encounter_note note = {access.address, pc, 3, value, FRAME};
        encounters_note_all(encounters, cycle - 3, pp, &note, 1);
    }
    round->done[round->done_count++] = (struct done){cycle, access, has_details};
}

static void forget(struct round *round, struct encounters *encounters, uint32_t pp, uint64_t from,
                   uint64_t to)
{
    uint32_t kept = 0;
    encounters_forget(encounters, pp, from, to);
    for (uint32_t k = 0; k < round->done_count; k++)
        if (round->done[k].access.pp != pp || round->done[k].cycle < from)
            round->done[kept++] = round->done[k];
    round->done_count = kept;
}

/* PPs speculate one by one, the last one first; some are rolled back. */
static void run_round(const struct size *size, uint64_t seed)
{
    struct round *round = make_round(size, seed);
    struct encounters *encounters = encounters_create(&round->machine);
    uint64_t *now = malloc(size->pps * sizeof *now);
    assert_non_null(encounters);
    assert_non_null(now);
    const uint64_t begin = 10 + draw(round, 100);
    for (uint32_t pp = 0; pp < size->pps; pp++)
        now[pp] = begin;
    encounters_begin(encounters, begin);
    for (uint64_t end = begin + CYCLES;;) {
        uint32_t last = 0;
        for (uint32_t pp = 1; pp < size->pps; pp++)
            last = now[pp] < now[last] ? pp : last;
        round->telling = now[last];
        if (round->telling >= end)
            break;
        if (encounters_are_due(encounters, now[last]))
            encounters_tell(encounters, now[last]);
        const uint64_t goal = now[last] + 1 + draw(round, size->ahead);
        for (; now[last] < goal; now[last]++)
            act(round, size, encounters, last, now[last]);
        const uint32_t other = draw(round, size->pps);
        if (draw(round, 6) == 0 && now[other] > round->telling) {
            const uint64_t back = round->telling + draw(round, (uint32_t)(now[other] - round->telling));
            forget(round, encounters, other, back, now[other]);
            now[other] = back;
        }
    }
    encounters_tell_all(encounters, round->telling);
    assert_told(round, round->telling);
    encounters_destroy(encounters);
    free(now);
    free(round->done);
    free(round->told);
    free(round->met);
    free(round);
}

static void run_rounds(const struct size *size)
{
    const char *rounds = getenv("PRAM_FUZZ_PROGRAMS"), *first = getenv("PRAM_FUZZ_SEED");
    const uint64_t seed = first != NULL ? strtoull(first, NULL, 10) : 1;
    const uint64_t count_of = rounds != NULL ? strtoull(rounds, NULL, 10) : 60;
    for (uint64_t k = 0; k < count_of; k++)
        run_round(size, seed + k);
}

static void few_pps_that_go_far_ahead(void **state)
{
    (void)state;
    run_rounds(&(struct size){.pps = 3, .cells = 12, .memory = 5000, .ahead = 400});
}

static void a_crowd_in_which_most_meet(void **state)
{
    (void)state;
    run_rounds(&(struct size){.pps = 100, .cells = 60, .memory = 1 << 20, .ahead = 60});
}

static void a_crowd_in_which_few_meet(void **state)
{
    (void)state;
    run_rounds(&(struct size){.pps = 80, .cells = 100000, .memory = 3000000, .ahead = 30});
}

static void memory_of_which_addresses_leave_no_room_for_cycles(void **state)
{
    (void)state;
    run_rounds(&(struct size){.pps = 40, .cells = 50, .memory = 1u << 31, .ahead = 50});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_pps_that_go_far_ahead),
        cmocka_unit_test(a_crowd_in_which_most_meet),
        cmocka_unit_test(a_crowd_in_which_few_meet),
        cmocka_unit_test(memory_of_which_addresses_leave_no_room_for_cycles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
