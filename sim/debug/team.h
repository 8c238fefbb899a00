/* team.h - teams: all running PPs of one group at one source line. A team is what other debuggers call a
 * thread.
 *
 * Teams are found at each stop. A team keeps its number as long as most of its PPs stay together: if it
 * splits, the largest part keeps the number. A pinned PP is a team of its own. A PP in the library counts at
 * the user's line that called the library. Knows machine and engine.
 */
#ifndef PRAM_DEBUG_TEAM_H
#define PRAM_DEBUG_TEAM_H

#include "sim/machine/machine.h"

enum { TEAM_NONE = 0 }; /* PPs that have ended */

struct team {
    unsigned number;
    uint32_t group; /* gp */
    uint32_t key;   /* number of its line (struct session.keys), or of its function */
    uint32_t first; /* the lowest PP */
    uint32_t count;
    uint32_t waiting; /* number of its PPs in a barrier */
    uint32_t pc;      /* of the first PP, in the user's code if known */
    bool is_pinned;
};

struct teams {
    struct team *list; /* owned; by first PP */
    size_t count;
    uint32_t *of_pp; /* owned; by PP: number of its team */
    uint8_t *pinned; /* owned; by PP */
    unsigned last_number;
};

void teams_create(struct teams *teams, uint32_t pps);
void teams_destroy(struct teams *teams);

/* Finds the teams of all running PPs. `keys`: by pc, the number of the line; 0: unknown. */
void teams_find(struct teams *teams, const struct machine *machine, const struct engine *engine,
                const void *state, const uint32_t *keys);

/* The team with a number, or NULL. The team of a PP, or NULL if the PP has ended. */
const struct team *teams_numbered(const struct teams *teams, unsigned number);
const struct team *teams_of_pp(const struct teams *teams, uint32_t pp);

/* The pc of a PP in the user's code: of its call, if the PP is in the library. */
uint32_t teams_users_pc(const struct machine *machine, const struct pp_view *view, uint32_t pp);

#endif
