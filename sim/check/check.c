/* check.c - a cycle of the checker: who stands where, and who does what others can see (check.h).
 *
 * The rule (docs/abi.md, section 6): all members of a leaf group are at one pc in every cycle. Those about to
 * leave it may part from the others, if they do nothing visible before `shint group_leave`. So when members
 * stand at different pcs, those that first do something visible are taken for the group, and the others get
 * the mark `parted`: they must leave. Parting and meeting again unseen, as balanced branches do, is no fault.
 *
 * Steps come in PP order and are looked at four times: what each does, where the groups are, who acts and who
 * is parted, and what follows from hints and accesses.
 */
#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "common/plural.h"
#include "check_state.h"
#include "sim/machine/shint.h"
#include "sim/machine/system.h"

/* ---- what a step does */

static const char *const deed_texts[] = {
    [DEED_HINT] = "comes to a hint",         [DEED_LEAVE] = "leaves",    [DEED_HALT] = "halts",
    [DEED_SYS] = "calls the host",           [DEED_LOAD] = "loads from", [DEED_STORE] = "stores to",
    [DEED_COMBINE] = "does a multiprefix on"};

static uint32_t address_of(const struct instruction *instruction, const struct observer_step *step)
{
    return system_address(instruction->opcode, step->a, step->b);
}

/* An access to memory as others see it; warns of accesses to what belongs to another PP. */
static enum deed see_access(struct check *check, const struct observer_step *step, enum deed deed,
                            uint32_t address)
{
    static const char *const owners[] = {
        [MEMORY_REGION_STACK] = "stack", [MEMORY_REGION_OWN] = "private area"};
    struct machine *machine = check->machine;
    const struct memory *memory = &machine->memory;
    if (address - memory->guard < memory->shared_span)
        return deed;
    struct memory_place place = memory_place(memory, step->pp, address);
    if (place.region == MEMORY_REGION_ILLEGAL || place.owner == step->pp)
        return DEED_NOTHING; /* the engine knows the fault */
    struct warning *warning = warnings_add(&machine->warnings, deed, check->places[blame_pc(check, step)],
                                           MEMORY_ILLEGAL - place.region);
    if (warning != NULL)
        blame_warn(check, step, warning, "a PP %s the %s of PP %u, word %u (0x%08x)", deed_texts[deed],
                   owners[place.region], place.owner, place.word, memory_address(memory, place.index));
    return deed;
}

/* An image is seen as soon as one of its words is. */
static enum deed see_image(struct check *check, const struct observer_step *step, enum deed deed,
                           uint32_t address)
{
    enum deed seen = DEED_NOTHING;
    for (uint32_t word = 0; word < step->words; word++)
        if (see_access(check, step, deed, address + word) != DEED_NOTHING)
            seen = deed;
    return seen;
}

static enum deed see(struct check *check, const struct observer_step *step, uint32_t *address)
{
    const struct instruction *instruction = &check->machine->program.code[step->pc];
    *address = address_of(instruction, step);
    if (step->is_busy)
        return DEED_NOTHING;
    switch (system_rows[instruction->opcode].work) {
    case SYSTEM_LOAD:
        return see_access(check, step, DEED_LOAD, *address);
    case SYSTEM_STORE:
        return see_access(check, step, DEED_STORE, *address);
    case SYSTEM_FOLD:
        return see_access(check, step, DEED_COMBINE, *address);
    case SYSTEM_HOST:
        return DEED_SYS;
    case SYSTEM_HALT:
        return DEED_HALT;
    case SYSTEM_HINT:
        return shint_number(instruction->constant) == SHINT_group_leave ? DEED_LEAVE : DEED_HINT;
    default:
        break;
    }
    if (instruction->kind == ISA_KIND_REALLOAD)
        return see_image(check, step, DEED_LOAD, *address);
    if (instruction->kind == ISA_KIND_REALSTORE)
        return see_image(check, step, DEED_STORE, *address);
    return DEED_NOTHING;
}

/* "stores to total (0x00001004)", "leaves a barrier", ... */
static const char *deed_text(const struct check *check, const struct observer_step *step, enum deed deed,
                             uint32_t address, char text[PLACE_SIZE])
{
    static const char *const hints[] = {
#define SHINT(number, name, text) [number] = #name,
#include "asm/tables/shint.def"
    };
    const uint32_t number = shint_number(check->machine->program.code[step->pc].constant);
    char cell[CELL_NAME_SIZE];
    if (deed >= DEED_LOAD)
        snprintf(text, PLACE_SIZE, "%s %s", deed_texts[deed], cell_name(check->machine, address, cell));
    else if (deed == DEED_HINT && number < sizeof hints / sizeof hints[0] && hints[number] != NULL)
        snprintf(text, PLACE_SIZE, "comes to %s", hints[number]);
    else
        snprintf(text, PLACE_SIZE, "%s", deed_texts[deed]);
    return text;
}

/* ---- where the members of groups are */

/* A member of a leaf group in a synchronous region: its steps have to be its group's. */
static struct group *synchronous_group(const struct check_pp *pp)
{
    return pp->membership == IN_GROUP && !pp->is_async ? pp->group : NULL;
}

static bool meet(struct group *group, const struct observer_step *step, uint64_t cycle)
{
    if (group->seen != cycle + 1) {
        if (!group->apart && group->seen != 0) {
            group->together_cycle = group->seen - 1;
            group->together_pc = group->pc;
        }
        group->seen = cycle + 1;
        group->pc = step->pc;
        group->pp = step->pp;
        group->apart = false;
        group->acted = false;
        return false;
    }
    if (group->pc != step->pc)
        group->apart = true;
    return group->apart;
}

static bool is_visible(enum deed deed)
{
    return deed != DEED_NOTHING && deed != DEED_LEAVE;
}

static uint32_t members_of(const struct check *check, const struct group *group)
{
    uint32_t members = 0;
    for (uint32_t pp = 0; pp < check->machine->config.pps; pp++)
        if (check->pps[pp].group == group && check->pps[pp].membership == IN_GROUP)
            members++;
    return members;
}

/* The hint of a failure of synchronicity: where the group was last together, and where the others went. */
static void explain(struct check *check, const struct group *group, uint64_t since, uint32_t since_pc,
                    uint32_t other, uint32_t other_pc, uint64_t other_cycle)
{
    const uint32_t members = members_of(check, group);
    char last[PLACE_SIZE];
    char there[PLACE_SIZE];
    fault_hint(&check->machine->fault,
               "its group (%u PP%s) was last together in cycle %llu at %s; in cycle %llu PP %u was at %s",
               members, plural(members), (unsigned long long)since, blame_place(check, since_pc, last),
               (unsigned long long)other_cycle, other, blame_place(check, other_pc, there));
}

/* A PP that parted from its group does something visible. */
static bool fail_parted(struct check *check, const struct observer_step *step, enum deed deed,
                        uint32_t address)
{
    const struct check_pp *pp = &check->pps[step->pp];
    char text[PLACE_SIZE];
    blame(check, step, "a PP that has fallen apart from its synchronous group %s",
          deed_text(check, step, deed, address, text));
    explain(check, pp->group, pp->parted_cycle, pp->parted_pc, pp->others_pp, pp->others_pc,
            pp->others_cycle);
    return false;
}

/* Members of a group stand apart in this cycle: those that act are the group, in one place only. */
static bool find_actor(struct check *check, const struct observer_step *step, enum deed deed,
                       uint32_t address)
{
    struct group *group = synchronous_group(&check->pps[step->pp]);
    if (group == NULL || (!group->apart && group->parted == 0) || !is_visible(deed))
        return true;
    if (check->pps[step->pp].parted)
        return fail_parted(check, step, deed, address);
    if (!group->acted) {
        group->acted = true;
        group->actor_pc = step->pc;
        group->actor_place = blame_pc(check, step);
        group->actor = step->pp;
        return true;
    }
    if (group->actor_pc == step->pc)
        return true;
    char text[PLACE_SIZE];
    blame(check, step, "a PP that has fallen apart from its synchronous group %s",
          deed_text(check, step, deed, address, text));
    explain(check, group, group->together_cycle, group->together_pc, group->actor, group->actor_place,
            check->cycle);
    return false;
}

static void mark_parted(struct check *check, const struct observer_step *step)
{
    struct check_pp *pp = &check->pps[step->pp];
    struct group *group = synchronous_group(pp);
    if (group == NULL || !group->apart || !group->acted || pp->parted || group->actor_pc == step->pc)
        return;
    pp->parted = true;
    pp->parted_cycle = group->together_cycle;
    pp->parted_pc = group->together_pc;
    pp->others_pc = group->actor_place;
    pp->others_pp = group->actor;
    pp->others_cycle = check->cycle;
    group->parted++;
}

/* ---- what follows */

/* A PP that has left its group, in a synchronous region: it may only count itself out and wait. */
static bool check_homeless(struct check *check, const struct observer_step *step, enum deed deed,
                           uint32_t address)
{
    const struct check_pp *pp = &check->pps[step->pp];
    bool is_size =
        deed == DEED_COMBINE && address == pp->group->gp + 1; /* GROUP_SIZE of asm/tables/group.def */
    if (deed < DEED_SYS || is_size || check->is_runtime[step->pc])
        return true;
    char text[PLACE_SIZE];
    char place[PLACE_SIZE];
    blame(check, step, "a PP that has left its synchronous group %s",
          deed_text(check, step, deed, address, text));
    fault_hint(&check->machine->fault,
               "it left the group with group_leave in cycle %llu at %s, and has to wait for the others in "
               "__fork_rejoin first",
               (unsigned long long)pp->left_cycle, blame_place(check, pp->left_pc, place));
    return false;
}

/* What an access means for those that race with it, word by word. */
static void watch_access(struct check *check, const struct observer_step *step, enum deed deed,
                         uint32_t address)
{
    const struct memory *memory = &check->machine->memory;
    struct observer_step one = *step;
    for (uint32_t word = 0; word < step->words; word++) {
        if (address + word - memory->guard >= memory->shared_span)
            continue;
        if (step->words > 1 && deed == DEED_STORE)
            one.datum = step->image[word];
        race_access(check, &one, deed, address + word);
    }
}

static bool carry_out(struct check *check, const struct observer_step *step, enum deed deed, uint32_t address)
{
    const struct check_pp *pp = &check->pps[step->pp];
    if (pp->membership == OUT_OF_IT && !check_homeless(check, step, deed, address))
        return false;
    switch (deed) {
    case DEED_NOTHING:
    case DEED_SYS:
        return true;
    case DEED_HINT:
    case DEED_LEAVE:
        return group_hint(check, step);
    case DEED_HALT:
        return group_halt(check, step);
    default:
        watch_access(check, step, deed, address);
        return true;
    }
}

static bool look_at_cycle(void *context, uint64_t cycle, const struct observer_step *steps, uint32_t count)
{
    struct check *check = context;
    bool has_apart = false;
    bool has_parted = false;
    check->cycle = cycle;
    for (uint32_t k = 0; k < count; k++) {
        const struct check_pp *pp = &check->pps[steps[k].pp];
        struct group *group = synchronous_group(pp);
        check->deeds[k] = (uint8_t)see(check, &steps[k], &check->addresses[k]);
        if (group != NULL) {
            has_apart |= meet(group, &steps[k], cycle);
            has_parted |= group->parted != 0;
        }
    }
    if (has_apart || has_parted)
        for (uint32_t k = 0; k < count; k++)
            if (!find_actor(check, &steps[k], (enum deed)check->deeds[k], check->addresses[k]))
                return false;
    if (has_apart)
        for (uint32_t k = 0; k < count; k++)
            mark_parted(check, &steps[k]);
    for (uint32_t k = 0; k < count; k++)
        if (!carry_out(check, &steps[k], (enum deed)check->deeds[k], check->addresses[k]))
            return false;
    return true;
}

/* ---- its life */

struct check *check_create(struct machine *machine)
{
    struct check *check = calloc(1, sizeof *check);
    if (check == NULL)
        return NULL;
    const uint32_t count = machine->config.pps;
    check->machine = machine;
    check->observer = (struct observer){.before_cycle = look_at_cycle, .context = check};
    check->pps = calloc(count, sizeof *check->pps);
    check->deeds = calloc(count, sizeof *check->deeds);
    check->addresses = calloc(count, sizeof *check->addresses);
    check->race = race_create(machine);
    if (check->pps == NULL || check->deeds == NULL || check->addresses == NULL || !check_survey(check) ||
        check->race == NULL) {
        check_destroy(check);
        return NULL;
    }
    return check;
}

void check_destroy(struct check *check)
{
    if (check == NULL)
        return;
    group_free(check);
    race_destroy(check->race);
    free(check->pps);
    free(check->deeds);
    free(check->addresses);
    free(check->is_runtime);
    free(check->is_waiting);
    free(check->places);
    free(check);
}

struct observer *check_observer(struct check *check)
{
    return &check->observer;
}
