/* inside.h - internal interface of sim/inject. */
#ifndef PRAM_INJECT_INSIDE_H
#define PRAM_INJECT_INSIDE_H

#include "sim/inject/inject.h"
#include "sim/machine/machine.h"
#include "sim/machine/pages.h"

#define INJECT_NEVER UINT64_MAX

/* An event or a chain of the file, for all its PPs. */
struct inject_line {
    bool is_chain;
    struct inject_event event;
    uint32_t first, last; /* PPs */
    double share;         /* share of these PPs, drawn for each */
    uint64_t from, to;    /* cycles, drawn for each PP from a range; for a chain: start, end */
    double breaks, mends; /* chain: probabilities in a step */
    uint64_t step;        /* chain: cycles */
    uint32_t number;      /* of the line in the file */
};

/* An event or chain for one PP, with its due cycle. */
struct inject_entry {
    uint64_t due;
    uint32_t pp;
    uint32_t line; /* index into lines */
    uint64_t ends; /* of a chain: the end of the pause that begins when it is due; 0: none begins */
    uint64_t step; /* of a chain: the first one after that pause */
};

struct inject_group {
    uint32_t gp;
    uint32_t size; /* that the waiting PPs wait for */
    uint32_t inside;
    uint32_t dead;
    uint32_t waiting;
};

struct inject_pp {
    bool is_held; /* in a barrier, or between two groups */
    bool is_dead;
    bool has_ended;
    uint8_t marks;              /* a bit for each enum inject_kind */
    uint64_t wakes;             /* it stands still up to this cycle; 0: it does not */
    uint64_t slept;             /* the first cycle of that pause */
    struct inject_group *waits; /* whose barrier it waits in; NULL: none */
    struct inject_group **in;   /* its groups, the innermost last */
    uint32_t depth, room;
};

/* The machine's arena owns it, and all that it points to. */
struct inject {
    struct machine *machine;
    const struct inject_listener *listener; /* NULL: none */
    struct inject_line *lines;
    uint32_t line_count, line_room;
    uint64_t seed;
    struct inject_entry *heap; /* sorted by cycle, then PP, then line */
    uint32_t heap_count, heap_room;
    struct inject_entry *held; /* due, but delayed by their PPs' state */
    uint32_t held_count, held_room;
    bool has_released; /* a PP with such events may have changed its state */
    struct inject_pp *pps;
    uint32_t *initial; /* a private area at the start */
    uint32_t dead_count;
    uint32_t marked;              /* PPs with marks */
    uint32_t asleep;              /* PPs that stand still */
    uint64_t next_wake;           /* the earliest end of a pause */
    struct pages groups;          /* by memory_slot: struct inject_group */
    struct inject_group **waited; /* groups in whose barriers a PP waits */
    uint32_t waited_count, waited_room;
};

/* read.c: fills lines and seed. */
bool inject_read(struct inject *inject, const char *path, const char *text, size_t size, char *error,
                 size_t error_size);

#endif
