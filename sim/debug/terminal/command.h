/* command.h - the table of commands, for faces that offer their names. */
#ifndef PRAM_DEBUG_TERMINAL_COMMAND_H
#define PRAM_DEBUG_TERMINAL_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct terminal;

/* A row of command.def. */
struct command {
    const char *name, *aliases, *group;
    void (*run)(struct terminal *terminal, char *rest);
    unsigned way;
    bool repeats;
    const char *usage, *help;
};

extern const struct command commands[];
extern const size_t command_count;

/* Whether a word is a command's name or alias, or a prefix of a name. */
bool command_is_known(const char *word);

enum { SET_SIZE = 160 };

/* A set of PPs as text: "0..7", "1, 3, 5..9", "0..510 step 2"; a long text is cut. Returns `text`. */
const char *value_set(const uint32_t *pps, uint32_t count, char text[SET_SIZE]);

#endif
