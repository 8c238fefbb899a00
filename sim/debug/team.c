/* team.c - see team.h. */
#include "team.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/machine/caller.h"

enum { BUCKETS = 1024 };

void teams_create(struct teams *teams, uint32_t pps)
{
    *teams = (struct teams){.of_pp = memory_take(pps, sizeof *teams->of_pp), .pinned = memory_take(pps, 1)};
}

void teams_destroy(struct teams *teams)
{
    free(teams->list);
    free(teams->of_pp);
    free(teams->pinned);
}

uint32_t teams_users_pc(const struct machine *machine, const struct pp_view *view, uint32_t pp)
{
    return caller_find(machine, caller_registers(pp, view->pc, view->r)).pc;
}

/* A search for the teams of a stop. */
struct search {
    struct teams *teams;
    struct team *list;
    size_t count, room;
    uint32_t *of_pp;         /* by PP: 1 + index of its new team */
    uint32_t heads[BUCKETS]; /* by hash: 1 + index of the team found last */
    uint32_t *links;         /* by team: 1 + index of the previous team with that hash */
    size_t link_room;
};

/* The team for a PP with this group and key; a new one if there is none. */
static uint32_t find_team(struct search *search, uint32_t group, uint32_t key, uint32_t pp, uint32_t pc)
{
    const bool is_pinned = search->teams->pinned[pp] != 0;
    const uint32_t bucket = (group * 2654435761u ^ key * 40503u) >> 7 & (BUCKETS - 1);
    for (uint32_t k = search->heads[bucket]; k != 0 && !is_pinned && search->list != NULL;
         k = search->links[k - 1]) {
        const struct team *team = &search->list[k - 1];
        if (team->group == group && team->key == key && !team->is_pinned)
            return k - 1;
    }
    search->links = memory_grow(search->links, &search->link_room, search->count + 1, sizeof *search->links);
    search->links[search->count] = search->heads[bucket];
    *MEMORY_ADD(search->list, search->count, search->room) =
        (struct team){.group = group, .key = key, .first = pp, .pc = pc, .is_pinned = is_pinned};
    search->heads[bucket] = (uint32_t)search->count;
    return (uint32_t)search->count - 1;
}

/* The key of the line of a pc; without a line, of its function. */
static uint32_t key_of(const struct machine *machine, const uint32_t *keys, uint32_t pc)
{
    uint32_t offset = 0;
    if (pc >= machine->program.count)
        return pc;
    if (keys[pc] != 0)
        return keys[pc];
    object_find_function(&machine->object, pc, &offset);
    return UINT32_MAX - (pc - offset);
}

/* For each new team, counts the members that were in the old team of its first PP. */
static void count_kept(const struct search *search, uint32_t *kept, uint32_t pps)
{
    for (uint32_t pp = 0; pp < pps; pp++) {
        const uint32_t number = search->of_pp[pp];
        if (number != 0 && search->list != NULL &&
            search->teams->of_pp[pp] == search->teams->of_pp[search->list[number - 1].first])
            kept[number - 1]++;
    }
}

/* Gives each old number to the new team with most of its members, and new numbers to the other teams. */
static void number_teams(struct search *search, uint32_t pps)
{
    struct teams *teams = search->teams;
    uint32_t *kept = memory_take(search->count + 1, sizeof *kept);
    uint32_t *heirs =
        memory_take((size_t)teams->last_number + 1, sizeof *heirs); /* by old number: 1 + index */
    count_kept(search, kept, pps);
    for (uint32_t k = 0; k < search->count; k++) {
        const unsigned old = teams->of_pp[search->list[k].first];
        if (old != TEAM_NONE && (heirs[old] == 0 || kept[k] > kept[heirs[old] - 1]))
            heirs[old] = k + 1;
    }
    for (uint32_t k = 0; k < search->count; k++) {
        const unsigned old = teams->of_pp[search->list[k].first];
        search->list[k].number = old != TEAM_NONE && heirs[old] == k + 1 ? old : ++teams->last_number;
    }
    free(kept);
    free(heirs);
}

void teams_find(struct teams *teams, const struct machine *machine, const struct engine *engine,
                const void *state, const uint32_t *keys)
{
    const uint32_t pps = machine->config.pps;
    struct search search = {.teams = teams};
    search.of_pp = memory_take(pps, sizeof *search.of_pp);
    for (uint32_t pp = 0; pp < pps; pp++) {
        struct pp_view view;
        engine->view(state, pp, &view);
        if (!view.running)
            continue;
        const uint32_t pc = teams_users_pc(machine, &view, pp);
        const uint32_t number = find_team(&search, view.r[MACHINE_GP], key_of(machine, keys, pc), pp, pc);
        search.list[number].count++;
        search.list[number].waiting += view.in_barrier;
        search.of_pp[pp] = number + 1;
    }
    number_teams(&search, pps);
    for (uint32_t pp = 0; pp < pps; pp++)
        teams->of_pp[pp] = search.of_pp[pp] != 0 ? search.list[search.of_pp[pp] - 1].number : TEAM_NONE;
    free(search.of_pp);
    free(search.links);
    free(teams->list);
    teams->list = search.list;
    teams->count = search.count;
}

const struct team *teams_numbered(const struct teams *teams, unsigned number)
{
    for (size_t k = 0; k < teams->count; k++)
        if (teams->list[k].number == number)
            return &teams->list[k];
    return NULL;
}

const struct team *teams_of_pp(const struct teams *teams, uint32_t pp)
{
    return teams->of_pp[pp] != TEAM_NONE ? teams_numbered(teams, teams->of_pp[pp]) : NULL;
}
