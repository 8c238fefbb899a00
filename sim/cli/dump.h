/* dump.h - --dump: registers and words of memory, by address or by the program's own names, after a run.
 *
 * A list is parsed; its names become addresses before the run, and lines after it. Knows machine and struct
 * engine; no command line.
 */
#ifndef PRAM_DUMP_H
#define PRAM_DUMP_H

#include "sim/machine/machine.h"

#define DUMP_MAX_PARTS 16
#define DUMP_ALL_PPS 0xffffffffu

/* mem:ADDRESS:COUNT, or NAME[INDEX]@PP:COUNT, of which only the name is mandatory. */
struct dump_part {
    const char *name; /* `name_length` characters, not owned; NULL: mem */
    size_t name_length;
    uint32_t
        address;    /* of mem; else, after dump_resolve, of the name's first word, of PP 0 if it is private */
    uint32_t index; /* first word, counted from the name's */
    uint32_t count; /* words; before dump_resolve 0 means: all words of the name, or one with an index */
    uint32_t pp;    /* owner, if the name is private; DUMP_ALL_PPS: all */
    bool has_index;
    bool is_private; /* after dump_resolve */
    bool is_scalar;  /* the name has one word: printed without an index */
};

struct dump {
    struct dump_part parts[DUMP_MAX_PARTS];
    size_t count;
    bool registers;
};

/* Parses a part of the list, `length` characters; `part` must live as long as `dump`. False with one line in
 * `error`. */
bool dump_add(struct dump *dump, const char *part, size_t length, char *error, size_t error_size);

/* Looks the names up in the machine's program. False with one line in `error`, which begins with `option`,
 * for an unknown name or an address outside memory. */
bool dump_resolve(struct dump *dump, const struct machine *machine, const char *option, char *error,
                  size_t error_size);

/* Prints a line for each PP and each word (docs/statistics.md), as output of the run. A request to stop ends
 * it, and so does a reader that has closed the stream. */
void dump_print(const struct dump *dump, struct machine *machine, const struct engine *engine,
                const void *engine_state);

#endif
