/* command.h - the table of commands, for faces that offer their names. */
#ifndef PRAM_DEBUG_TERMINAL_COMMAND_H
#define PRAM_DEBUG_TERMINAL_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct session;
struct team;
struct terminal;

/* A row of command.def. */
struct command {
    const char *name, *aliases, *group;
    void (*run)(struct terminal *terminal);
    unsigned way;
    bool repeats;
    const char *usage, *help;
};

extern const struct command commands[];
extern const size_t command_count;

/* Whether a line begins with a command's name or alias, or a prefix of a name. */
bool command_is_known(const char *line);

enum { SET_SIZE = 160, PPS_SIZE = SET_SIZE + 8 };

/* A set of PPs as text: "0..7", "1, 3, 5..9", "0..510 step 2"; a long text is cut. Returns `text`. */
const char *value_set(const uint32_t *pps, uint32_t count, char text[SET_SIZE]);
/* As value_set, with the noun: "PP 3", "PPs 0..7"; of a list, or of the members of a team. */
const char *value_pps(const uint32_t *pps, uint32_t count, char text[PPS_SIZE]);
const char *value_members(const struct session *session, const struct team *team, char text[PPS_SIZE]);

#endif
