/* engines.h - a program of words on either engine, and its results: common to the fuzzers of the parallel
 * engine.
 *
 * struct generator makes a program; engines_run runs it, engines_differ compares two outcomes and prints what
 * differs. Knows machine and engines, no kind of program.
 */
#ifndef PRAM_TEST_ENGINES_H
#define PRAM_TEST_ENGINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/machine/machine.h"

enum { ENGINES_DATA = 256, ENGINES_MAX_TEXT = 600 };

/* A program in the making, and the random numbers that it is made of. */
struct program_text {
    uint64_t random;
    uint32_t words[ENGINES_MAX_TEXT];
    uint32_t count;
    uint32_t runtime; /* if it is not 0: instructions from there on are the runtime's, under a model */
};

uint32_t text_random(struct program_text *text);
uint32_t text_below(struct program_text *text, uint32_t limit);
bool text_chance(struct program_text *text, uint32_t percent);

/* Append an instruction; a full text does not change. `s` is the constant if `immediate`, else Rt.
 * text_emit_wide: one with a constant alone, as branches, whose constant is the distance. */
void text_emit(struct program_text *text, unsigned opcode, unsigned rs, bool immediate, int32_t s,
               unsigned rd);
void text_emit_wide(struct program_text *text, unsigned opcode, int32_t constant, unsigned rd);

/* Appends what gives a register any value. */
void text_set(struct program_text *text, uint32_t value, unsigned rd);

/* A branch whose distance is not known yet; text_land: it leads to the next instruction. */
uint32_t text_branch(struct program_text *text, unsigned opcode);
void text_land(struct program_text *text, uint32_t branch);

/* For the search of a failure's cause: PRAM_FUZZ_CUT=N ends the program after N instructions, PRAM_FUZZ_LIST
 * prints it. */
void text_dissect(struct program_text *text);

/* A number from the environment. */
uint64_t engines_number(const char *name, uint64_t otherwise);

/* An exact machine of one thread, with little memory. */
struct machine_config engines_small(uint32_t pps);

/* Makes a machine with the program; machine_destroy gives it back. */
void engines_load(const struct program_text *text, const struct machine_config *config,
                  struct machine *machine);

/* What came of a run; engines_forget frees it. */
struct outcome {
    enum machine_end end;
    int status;
    struct fault fault;
    bool has_model;
    struct stats stats;
    uint64_t hash;
    struct pp_view *views; /* one a PP */
    char *output;          /* ends with a 0 */
    struct arena arena;    /* owns the next two */
    struct counts *counts; /* what a profile is made of, of every second program; NULL: not of this one, nor
                              of runs of the parallel engine, which also have no marks and no journal */
    struct region_marks *marks; /* of that run, and of some other runs alone; else NULL */
    struct journal *journal;    /* timeline of every third run; else NULL */
    char *findings; /* of a run under --check or a --model, as pramsim would print them; else "" */
};

/* The level; of every other number the default in place of level 0: both are exact. */
unsigned engines_exact_or(unsigned level, uint64_t number);

/* Whether a random program runs at this level: all run at level 0, and each at two of levels 1 to 5. */
static inline bool engines_level_is_due(unsigned level, uint64_t seed)
{
    return level == 0 || (seed + level) % 5 < 2;
}

/* Whether dead flags are ignored, as in most runs of pramsim; else all flags are compared. */
static inline bool engines_skip_dead_flags(uint64_t number)
{
    return number / 2 % 2 != 0;
}

/* Tiles of several sizes, so that two and three threads have work on few PPs, too. For every other number
 * tiles change hands again and again. */
void engines_choose_tiles(struct machine_config *config, uint64_t number);

/* Native code from the beginning, in long pieces or short ones, or none. */
void engines_choose_native(struct machine_config *config, uint64_t number);

/* Whether this build has a number format: some need libraries that pramsim can do without. */
bool engines_has_format(const char *name);

void engines_run(const struct engine *engine, const struct program_text *text,
                 const struct machine_config *config, struct outcome *out);
void engines_forget(struct outcome *outcome);

/* As engines_run, without profile, marks and timeline: then the cycle engine may have several threads. */
void engines_run_unobserved(const struct engine *engine, const struct program_text *text,
                            const struct machine_config *config, struct outcome *out);

/* The same under --check. */
void engines_check(const struct engine *engine, const struct program_text *text,
                   const struct machine_config *config, struct outcome *out);

/* The same under a --model, which depends on the program. */
void engines_model(const struct engine *engine, const struct program_text *text,
                   const struct machine_config *config, struct outcome *out);

/* What is not compared. */
enum engines_except {
    EXCEPT_NOTHING = 0,
    EXCEPT_ROUNDS = 1, /* PPs that wait execute less: instructions and loads */
    EXCEPT_MEMORY = 2, /* some have run ahead of the end: memory and all that was counted */
    EXCEPT_TIME = 4    /* when the run ended */
};

/* Prints what differs; whether anything does. */
bool engines_differ(const struct outcome *a, const struct outcome *b, const struct machine_config *config,
                    uint64_t seed, unsigned except);

#endif
