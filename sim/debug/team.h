/* team.h - the threads of a debugger for PRAM programs: a team is all running PPs of one group at one source
 * line.
 *
 * Found anew at each stop. A team keeps its number as long as most of it lives on: of the teams that PPs of
 * an old one have become, the largest has its number. A PP that is pinned is a team of its own. PPs in the
 * library count as at the line of the user's that has called it. Knows machine and the engine's table.
 */
#ifndef PRAM_DEBUG_TEAM_H
#define PRAM_DEBUG_TEAM_H

#include "sim/machine/machine.h"

enum { TEAM_NONE = 0 }; /* of PPs that have ended */

struct team {
    unsigned number;
    uint32_t group; /* gp */
    uint32_t key;   /* of its line (struct session.keys), or of its function */
    uint32_t first; /* the lowest PP */
    uint32_t count;
    uint32_t waiting; /* PPs of it in a barrier */
    uint32_t pc;      /* of the first: in the user's code, if that is known */
    bool is_pinned;
};

struct teams {
    struct team *list; /* owned; by first PP */
    size_t count, room;
    uint32_t *of_pp; /* owned; by PP: number of its team */
    uint8_t *pinned; /* owned; by PP */
    unsigned last_number;
};

bool teams_create(struct teams *teams, uint32_t pps);
void teams_destroy(struct teams *teams);

/* Looks at all PPs. `keys`: by pc, what tells lines apart; 0: not known. */
void teams_find(struct teams *teams, const struct machine *machine, const struct engine *engine,
                const void *state, const uint32_t *keys);

/* The team of a number; NULL: none has it now. The team of a PP; NULL: it has ended. */
const struct team *teams_numbered(const struct teams *teams, unsigned number);
const struct team *teams_of_pp(const struct teams *teams, uint32_t pp);

/* Where a PP stands as the user sees it: in the user's code, calling the library or not. */
uint32_t teams_users_pc(const struct machine *machine, const struct pp_view *view, uint32_t pp);

#endif
