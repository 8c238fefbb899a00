/* check.c - a cycle of the checker: where PPs are, and their visible actions (check.h).
 *
 * The rule (docs/internals/abi.md, section 6): all members of a leaf group are at one pc in every cycle.
 * Those about to leave it may part from the others, if they do nothing visible before `shint group_leave`. If
 * members are at different pcs, the members that first do something visible count as the group; the others
 * get the mark `parted` and must leave. Members that diverge and meet again without a visible action, as in
 * balanced branches, are legal. A first pass over all steps, which come in PP order, finds the positions of
 * groups and the visible steps; a second pass over these finds acting and parted PPs, and carries out hints
 * and accesses. */

#include "common/plural.h"
#include "sim/observe/record/allocations.h"
#include "sim/machine/group.h"
#include "sim/machine/shint.h"
#include "value.h"

/* ---- the effect of a step */

/* An access to memory, translated to what others see; warns if it accesses another PP's memory. */
static enum deed see_access(struct check *check, enum deed deed, uint32_t address)
{
    static const char *const owners[] = {
        [MEMORY_REGION_STACK] = "stack", [MEMORY_REGION_OWN] = "private area"};
    static const char *const kinds[] = {
        [DEED_LOAD] = "foreign_load", [DEED_STORE] = "foreign_store", [DEED_COMBINE] = "foreign_multiprefix"};
    struct machine *machine = check->machine;
    const struct memory *memory = &machine->memory;
    if (address - memory->guard < memory->shared_span)
        return deed;
    struct memory_place place = memory_place(memory, check->step.pp, address);
    if (place.region == MEMORY_REGION_ILLEGAL || place.owner == check->step.pp)
        return DEED_NOTHING; /* the engine reports the fault */
    struct warning *warning = blame_cell(check, kinds[deed], MEMORY_ILLEGAL - place.region, address);
    if (warning == NULL)
        return deed;
    blame(check, warning, "a PP %s the %s of PP %u, word %u (0x%08x)", deed_texts[deed], owners[place.region],
          place.owner, place.word, warning->address);
    return deed;
}

/* The effect of a step, with the address of its access: an image is visible if one of its words is. */
static struct act see(struct check *check, enum deed intent)
{
    const struct instruction *i = &check->machine->program.code[check->step.pc];
    const struct observer_cycle *now = check->now;
    struct act act = {.step = check->step, .deed = intent};
    if (intent < DEED_LOAD)
        return act;
    act.address = observer_address(now, &check->step, i);
    act.words = (i->traits & DECODE_REAL) != 0 ? now->source->image_words(now->units, i) : 1;
    act.deed = DEED_NOTHING;
    for (uint32_t word = 0; word < act.words; word++)
        if (see_access(check, intent, act.address + word) != DEED_NOTHING)
            act.deed = intent;
    return act;
}

/* "stores to total (0x00001004)", "leaves a barrier", ... */
static const char *deed_text(const struct check *check, const struct act *act, char text[PLACE_SIZE])
{
    static const char *const hints[] = {
#define SHINT(number, name, text) [number] = #name,
#include "asm/tables/shint.def"
    };
    const uint32_t number = shint_number(check->machine->program.code[check->step.pc].constant);
    char cell[CELL_NAME_SIZE];
    if (act->deed >= DEED_LOAD)
        snprintf(text, PLACE_SIZE, "%s %s", deed_texts[act->deed],
                 cell_name(check->machine, act->address, cell));
    else if (act->deed == DEED_HINT && number < sizeof hints / sizeof hints[0] && hints[number] != NULL)
        snprintf(text, PLACE_SIZE, "comes to %s", hints[number]);
    else
        snprintf(text, PLACE_SIZE, "%s", deed_texts[act->deed]);
    return text;
}

/* ---- where the members of groups are */

static void meet(const struct check *check, struct group *group)
{
    const uint32_t pc = check->step.pc;
    if (group->seen != check->cycle + 1) {
        if (!group->apart && group->seen != 0) {
            group->parting.cycle = group->seen - 1;
            group->parting.pc = group->pc;
        }
        group->seen = check->cycle + 1;
        group->pc = pc;
        group->apart = false;
        group->acted = false;
    }
    group->apart |= group->pc != pc;
}

/* Members of a group are at different pcs in this cycle: the members that act are the group and must be at
 * one pc; else the hint says where it was last in lockstep, and where the others went. */
static bool find_actor(struct check *check, const struct act *act)
{
    struct group *group = check->synchronous[check->step.pp];
    if (group == NULL || (!group->apart && group->parted == 0) || act->deed == DEED_LEAVE)
        return true;
    const struct check_pp *pp = &check->pps[check->step.pp];
    if (!pp->parted && !group->acted) {
        group->acted = true;
        group->actor_pc = check->step.pc;
        group->parting.others = moment_of(check);
        return true;
    }
    if (!pp->parted && group->actor_pc == check->step.pc)
        return true;
    const struct parting *parting = pp->parted ? &pp->parting : &group->parting;
    /* PPs that went on without one that stood still may have left by now */
    const uint32_t members = check->mishaps != NULL ? group->inside : group->inside - group->out;
    char text[PLACE_SIZE], there[PLACE_SIZE];
    blame(check, NULL, "a PP that has diverged from its synchronous group %s", deed_text(check, act, text));
    fault_hint(&check->machine->fault,
               "its group (%u PP%s) was last together in cycle %llu at %s; in cycle %llu PP %u was at %s",
               members, plural(members), (unsigned long long)parting->cycle,
               blame_place(check, parting->pc, text), (unsigned long long)parting->others.cycle,
               parting->others.pp, blame_place(check, parting->others.pc, there));
    return false;
}

static void mark_parted(struct check *check)
{
    struct check_pp *pp = &check->pps[check->step.pp];
    struct group *group = check->synchronous[check->step.pp];
    if (group == NULL || !group->apart || !group->acted || pp->parted || group->actor_pc == check->step.pc)
        return;
    group_part(pp, group, group->parting);
}

/* ---- effects of visible steps */

/* A PP that has left its group, in a synchronous region, may only decrement the group's size and wait. */
static bool check_homeless(struct check *check, const struct act *act)
{
    const struct check_pp *pp = &check->pps[check->step.pp];
    bool is_size = act->deed == DEED_COMBINE && act->address == pp->group->gp + GROUP_SIZE;
    if (act->deed < DEED_SYS || is_size || check->code[check->step.pc].is_runtime)
        return true;
    char text[PLACE_SIZE];
    char place[PLACE_SIZE];
    blame(check, NULL, "a PP that has left its synchronous group %s", deed_text(check, act, text));
    fault_hint(&check->machine->fault,
               "it left the group with group_leave in cycle %llu at %s, and has to wait for the others in "
               "__fork_rejoin first",
               (unsigned long long)pp->left.cycle, blame_place(check, pp->left.pc, place));
    return false;
}

/* Passes an access to race.c, word by word. */
static void watch_access(struct check *check, const struct act *act)
{
    const struct memory *memory = &check->machine->memory;
    const uint32_t *data =
        act->deed == DEED_STORE
            ? observer_stored(check->now, &check->step, &check->machine->program.code[check->step.pc],
                              act->words, &check->machine->arena, &check->stored)
            : NULL;
    for (uint32_t word = 0; word < act->words; word++)
        if (act->address + word - memory->guard < memory->shared_span)
            race_access(check, act->deed, act->address + word, data != NULL ? data[word] : 0);
}

static bool carry_out(struct check *check, const struct act *act)
{
    const uint32_t pp = check->step.pp;
    if (check->synchronous[pp] == NULL && check->pps[pp].membership == OUT_OF_IT &&
        !check_homeless(check, act))
        return false;
    switch (act->deed) {
    case DEED_NOTHING:
    case DEED_SYS:
        return true;
    case DEED_HINT:
    case DEED_LEAVE:
        if (!group_hint(check))
            return false;
        if (check->barrier_left != NULL)
            mishap_leave_barrier(check);
        return true;
    case DEED_HALT:
        return group_halt(check);
    default:
        watch_access(check, act);
        return true;
    }
}

/* Finds the positions of groups and the visible steps; returns the number of visible steps. has_parted: of
 * some group, members are at different pcs or parted. */
static uint32_t look_around(struct check *check, bool *has_parted)
{
    const uint8_t *given = allocations_kinds(check->machine->allocations);
    uint32_t count = 0;
    for (uint32_t k = 0; k < check->steps.count; k++) {
        const struct observer_step *step = &check->steps.list[k];
        examine(check, *step);
        struct group *group = check->synchronous[step->pp];
        const enum deed intent = check->code[step->pc].intent;
        if (!step->is_busy) {
            follow_step(check);
            if (given[step->pc] != GIVEN_NOTHING)
                allocations_note(check->machine, check->now, &check->step);
        }
        if (intent != DEED_NOTHING && !step->is_busy) {
            check->acts[count] = see(check, intent);
            count += check->acts[count].deed != DEED_NOTHING;
        }
        if (group != NULL) {
            meet(check, group);
            *has_parted |= group->apart || group->parted != 0;
        }
    }
    return count;
}

/* An act of this cycle, whose step is examined from now on. */
static const struct act *take_act(struct check *check, uint32_t number)
{
    examine(check, check->acts[number].step);
    return &check->acts[number];
}

static bool check_steps(struct check *check)
{
    bool has_parted = false;
    const uint32_t count = look_around(check, &has_parted);
    for (uint32_t k = 0; k < count && check->mishaps != NULL; k++) {
        struct group *group = check->synchronous[take_act(check, k)->step.pp];
        if (group != NULL && group->still != 0)
            mishap_part(check, group);
    }
    for (uint32_t k = 0; k < count && has_parted; k++)
        if (!find_actor(check, take_act(check, k)))
            return false;
    for (uint32_t k = 0; k < check->steps.count && has_parted; k++) {
        examine(check, check->steps.list[k]);
        mark_parted(check);
    }
    for (uint32_t k = 0; k < count; k++)
        if (!carry_out(check, take_act(check, k)))
            return false;
    return true;
}

/* ---- what need not be examined */

/* Whether the next quiet step of the PP, which computes, branches or jumps, changes only the aims of its
 * registers. */
static bool is_idle(const struct check *check)
{
    return check->synchronous[check->step.pp] == NULL && !check->own->is_allocating &&
           (check->own->tainted[TAINT_UNWRITTEN] | check->own->tainted[TAINT_FOREIGN] |
            check->own->late_tainted) == 0;
}

/* Carries out such steps at once, and fills check->steps with all others, by PP: the order of findings. They
 * include all steps of members of synchronous groups, whose positions matter. */
static void sift(struct check *check)
{
    for (uint32_t n = 0; n < check->now->strand_count; n++) {
        const struct observer_strand *strand = &check->now->strands[n];
        const bool is_quiet = check->code[strand->pc].is_quiet && !strand->is_busy;
        for (uint32_t k = 0; k < strand->count; k++) {
            examine(check, (struct observer_step){strand->pps[k], strand->pc, strand->is_busy});
            if (is_quiet && is_idle(check))
                follow_values(check);
            else
                steps_add(&check->steps, check->step);
        }
    }
    steps_order(&check->steps);
}

/* Whether the loop's instructions do nothing except synchronise. */
static bool is_runtime_loop(const struct check *check, const struct observer_rest *rest)
{
    const uint8_t *given = allocations_kinds(check->machine->allocations);
    for (uint32_t pc = rest->head; pc < rest->head + rest->length; pc++)
        if (given[pc] != GIVEN_NOTHING || (check->code[pc].intent >= DEED_SYS && !check->code[pc].is_runtime))
            return false;
    return true;
}

/* Whether all cells are shared and written. */
static bool has_plain_cells(const struct check *check, const struct observer_rest *rest)
{
    uint32_t block;
    for (uint32_t k = 0; k < rest->cell_count; k++)
        if (rest->cells[k] >= check->machine->memory.shared_words ||
            words_state(check, rest->cells[k], &block) != WORD_PLAIN)
            return false;
    return true;
}

/* observer.rests. A PP rests in a loop of the runtime, for example in a barrier, whose last round has shown
 * that the loop only synchronises: another round with the same registers and cells does not change the state
 * of the checker. The round that ends with the next change of the cell is examined again. */
static bool rests(void *context, const struct observer_rest *rest)
{
    struct check *check = context;
    if (check->mishaps != NULL || check->synchronous[rest->pp] != NULL || !is_runtime_loop(check, rest) ||
        !has_plain_cells(check, rest))
        return false;
    struct round *round = &check->registers[rest->pp].round;
    const uint64_t found = check->machine->warnings.total;
    const bool is_again =
        round->head == rest->head && round->found == found && round->cycle + rest->length == check->cycle;
    *round = (struct round){.head = rest->head, .cycle = check->cycle, .found = found};
    return is_again;
}

/* ---- the cycle */

static bool check_cycle(void *context, const struct observer_cycle *cycle)
{
    struct check *check = context;
    check->cycle = cycle->cycle;
    check->now = cycle;
    sift(check);
    if (check->mishaps != NULL)
        mishap_begin_cycle(check);
    if (check_steps(check))
        return true;
    mishap_explain(check);
    return false;
}

/* ---- its life */

void check_create(struct machine *machine)
{
    struct check *check = ARENA_NEW(&machine->arena, struct check);
    const uint32_t count = machine->config.pps;
    check->machine = machine;
    check->observer = (struct observer){.before_cycle = check_cycle, .rests = rests, .context = check};
    check->steps = steps_create(&machine->arena, count);
    check->pps = ARENA_ARRAY(&check->machine->arena, struct check_pp, count);
    check->synchronous = ARENA_ARRAY(&check->machine->arena, struct group *, count);
    check->acts = ARENA_ARRAY(&check->machine->arena, struct act, count);
    check->registers = ARENA_ARRAY(&check->machine->arena, struct registers, count);
    check->groups = pages_make(&machine->arena, (uint64_t)machine->memory.host_words + 1);
    check->cells = pages_make(&machine->arena, machine->memory.shared_words);
    struct pages *const by_index[] = {&check->words, &check->starts, &check->pointers, &check->sources,
                                      &check->aimed};
    for (size_t k = 0; k < sizeof by_index / sizeof by_index[0]; k++)
        *by_index[k] = pages_make(&machine->arena, machine->memory.host_words);
    (void)words_add_block(check);
    allocations_begin(machine);
    mishap_survey(check);
    check_survey(check);
    observer_add(&machine->observers, &check->observer);
}
