/* test_event_invariant.c - the activities of PPs in the event core and its invariants
 * (sim/solo/invariant.def): random programs run with this file's copy of core.c, which checks all
 * invariants after each cycle; each of them is broken once, is found by its own text, and mended. A PP
 * changes its activity only as sim/solo/state.h says.
 *
 * PRAM_FUZZ_SEED: the first seed. A failure prints the seed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

struct event_core;
static void break_invariants(struct event_core *core);
#define EVENT_AFTER_CYCLE(core) break_invariants(core)
#include "sim/segment/bsp.h"
#include "sim/solo/core.c" // NOLINT(bugprone-suspicious-include)

#include "tests/sim/async_programs.h"

/* ---- changes that can be undone */

static struct {
    void *at[4];
    uint64_t before[4];
    size_t size[4];
    unsigned count;
} changes;

/* The little-endian number of `size` bytes at `at` becomes `value`. */
static void change(void *at, size_t size, uint64_t value)
{
    const unsigned k = changes.count++;
    changes.at[k] = at;
    changes.size[k] = size;
    memcpy(&changes.before[k], at, size);
    memcpy(changes.at[k], &value, size);
}

#define CHANGE(place, value) change(&(place), sizeof(place), (uint64_t)(value))

static void undo(void)
{
    while (changes.count > 0) {
        changes.count--;
        memcpy(changes.at[changes.count], &changes.before[changes.count], changes.size[changes.count]);
    }
}

/* ---- how each invariant is broken; nothing is changed where that cannot be done now */

static void break_idle(struct event_core *core, struct event_pp *pp)
{
    (void)core;
    CHANGE(pp->activity, PP_AT_WORK);
}

static void break_zero(struct event_core *core, struct event_pp *pp)
{
    (void)core;
    CHANGE(pp->now.reg[0], 1);
}

static void break_ordered(struct event_core *core, struct event_pp *pp)
{
    (void)core;
    CHANGE(pp->committed.cycle, pp->now.cycle + 1);
}

static void break_bucket(struct event_core *core, struct event_pp *pp)
{
    if (pp->activity != PP_QUEUED || core->present == 0)
        return;
    CHANGE(pp->committed.cycle, core->present - 1);
    CHANGE(pp->now.cycle, core->present - 1);
}

static void break_rooms(struct event_core *core, struct event_pp *pp)
{
    CHANGE(pp->early_count, core->room.early + 1);
}

static void break_reads_ordered(struct event_core *core, struct event_pp *pp)
{
    if (pp->read_count > 0)
        CHANGE(pp->reads[0].time, event_time(core, pp->now.cycle + 1));
}

static void break_reads_unchanged(struct event_core *core, struct event_pp *pp)
{
    if (pp->read_count > 0 && core->base + pp->reads[pp->read_count - 1].time > core->present)
        CHANGE(pp->reads[pp->read_count - 1].value, pp->reads[pp->read_count - 1].value ^ 1u);
}

static void break_reads_shadowed(struct event_core *core, struct event_pp *pp)
{
    if (pp->read_count > 0 && core->base + pp->reads[pp->read_count - 1].time > core->present)
        CHANGE(core->shadow[pp->reads[pp->read_count - 1].cell], 0);
}

static void break_reads_filtered(struct event_core *core, struct event_pp *pp)
{
    if (pp->read_count > 0)
        CHANGE(core->filters[pp->number], 0);
}

static void break_early_marked(struct event_core *core, struct event_pp *pp)
{
    if (pp->early_count > 0)
        CHANGE(core->shadow[event_early(core, pp)[0].cell], 0);
}

static void break_early_uncommitted(struct event_core *core, struct event_pp *pp)
{
    if (pp->early_count > 0 && pp->committed.cycle > core->base)
        CHANGE(event_early(core, pp)[0].time, event_time(core, pp->committed.cycle - 1));
}

static void break_pending(struct event_core *core, struct event_pp *pp)
{
    if (pp->kind == EVENT_LOAD || pp->kind == EVENT_STORE || pp->kind == EVENT_FOLD)
        CHANGE(core->pending[pp->cell % PENDING_CELLS / 64], 0);
}

/* Bits have no address: changes the bytes in which `with` differs. */
static void change_bits(struct event_pp *pp, const struct event_pp *with)
{
    for (size_t at = 0; at < offsetof(struct event_pp, number); at++)
        if (((const char *)pp)[at] != ((const char *)with)[at])
            change((char *)pp + at, 1, ((const unsigned char *)with)[at]);
}

static void break_open(struct event_core *core, struct event_pp *pp)
{
    (void)core;
    struct event_pp with = *pp;
    with.is_open = true;
    if (pp->write_count != 0)
        change_bits(pp, &with);
}

static void break_changers(struct event_core *core, struct event_pp *pp)
{
    (void)core;
    struct event_pp with = *pp;
    with.is_changer = false;
    if (pp->write_count != 0 || pp->early_count != 0)
        change_bits(pp, &with);
}

static void break_changers_listed(struct event_core *core)
{
    if (core->changer_count != 0)
        CHANGE(core->changer_count, core->changer_count - 1);
}

static void break_reads_registered(struct event_core *core, struct event_pp *pp)
{
    if (pp->read_count > 0)
        CHANGE(*event_readers(core, pp->reads[0].cell), 0);
}

static void break_sleeper_kept(struct event_core *core, struct event_pp *pp)
{
    (void)core;
    if (pp->activity == PP_ASLEEP)
        CHANGE(pp->write_count, 1);
}

static void break_sleeper_waits(struct event_core *core, struct event_pp *pp)
{
    if (pp->activity == PP_ASLEEP)
        CHANGE(core->waits[pp->number].branch, 0); /* is never taken */
}

static void break_calendar(struct event_core *core)
{
    CHANGE(core->queue.some, 0);
}

static void break_running_counted(struct event_core *core)
{
    CHANGE(core->running, core->running + 1);
}

static void break_sleepers_counted(struct event_core *core)
{
    CHANGE(core->sleeping, core->sleeping + 1);
}

static void break_sleeper_asks(struct event_core *core, struct event_pp *pp)
{
    if (pp->activity == PP_ASLEEP)
        CHANGE(core->shadow[pp->cell], 0);
}

static void break_arrivals_counted(struct event_core *core)
{
    CHANGE(core->arrived, core->arrived + 1);
}

static void break_sorted_away(struct event_core *core)
{
    CHANGE(core->member[0], 1);
}

/* A cell that no PP has read or written. */
static uint32_t *quiet_shadow(struct event_core *core)
{
    uint32_t cell = core->machine->memory.shared_words - 1;
    while (cell > 0 && core->shadow[cell] != 0)
        cell--;
    return &core->shadow[cell];
}

static void break_marks_owned(struct event_core *core)
{
    CHANGE(*quiet_shadow(core), SHADOW_EARLY);
}

static void break_calm(struct event_core *core)
{
    CHANGE(*quiet_shadow(core), SHADOW_CALM);
}

/* ---- all of them */

static struct row {
    void (*of_pp)(struct event_core *core, struct event_pp *pp);
    void (*of_core)(struct event_core *core);
    const char *text;
    bool is_found;
} rows[] = {
#define OF_PP(name, text, holds) {break_##name, NULL, text, false},
#define OF_READ(name, text, holds) {break_##name, NULL, text, false},
#define OF_EARLY(name, text, holds) {break_##name, NULL, text, false},
#define OF_CORE(name, text, holds) {NULL, break_##name, text, false},
#define OF_CELLS(name, text, holds) {NULL, break_##name, text, false},
#include "sim/solo/invariant.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

static uint64_t seed_now;

/* What has been changed is found, by this row's text or by another one's. */
static bool is_named(struct event_core *core, const struct row *row)
{
    if (changes.count == 0)
        return false;
    const char *broken = event_invariant_broken(core, true);
    undo();
    return broken != NULL && strcmp(broken, row->text) == 0;
}

static void break_row(struct event_core *core, struct row *row)
{
    if (row->of_core != NULL) {
        row->of_core(core);
        row->is_found = is_named(core, row);
        return;
    }
    for (uint32_t number = 0; number < core->pps && !row->is_found; number++) {
        row->of_pp(core, event_pp(core, number));
        row->is_found = is_named(core, row);
    }
}

static void break_invariants(struct event_core *core)
{
    if (core->over)
        return;
    const char *broken = event_invariant_broken(core, true);
    if (broken != NULL)
        fprintf(stderr, "seed %llu, cycle %llu: does not hold: %s\n", (unsigned long long)seed_now,
                (unsigned long long)core->present, broken);
    assert_null(broken);
    for (unsigned k = 0; k < ROWS; k++)
        if (!rows[k].is_found)
            break_row(core, &rows[k]);
}

static void invariants_hold_after_each_cycle_and_each_is_found_when_it_is_broken(void **state)
{
    (void)state;
    static const unsigned kinds[] = {HINTS, HINTS | RACES, 0, HINTS | GROUPS | RACES};
    const uint64_t programs = engines_number("PRAM_FUZZ_PROGRAMS", 400),
                   first = engines_number("PRAM_FUZZ_SEED", 1);
    for (seed_now = first; seed_now < first + programs; seed_now++) {
        struct generator g = {.text.random = seed_now * 0x9e3779b97f4a7c15u, .kind = kinds[seed_now % 4]};
        struct machine_config config;
        struct outcome outcome;
        async_choose(&g, &config);
        if (config.pps > 64)
            continue;
        async_generate(&g);
        text_dissect(&g.text);
        config.threads = 1;
        config.level = LEVEL_EXACT;
        engines_run(&bsp_engine, &g.text, &config, &outcome);
        engines_forget(&outcome);
    }
    for (unsigned k = 0; k < ROWS; k++)
        if (!rows[k].is_found)
            fail_msg("no run could break: %s", rows[k].text);
}

static void other_changes_of_activity_are_refused(void **state)
{
    (void)state;
    assert_true(event_may_become(PP_AT_WORK, PP_QUEUED));
    assert_false(event_may_become(PP_QUEUED, PP_QUEUED));
    assert_false(event_may_become(PP_HALTED, PP_QUEUED));
    assert_false(event_may_become(PP_ASLEEP, PP_QUEUED));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invariants_hold_after_each_cycle_and_each_is_found_when_it_is_broken),
        cmocka_unit_test(other_changes_of_activity_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
