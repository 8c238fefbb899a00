/* native.h - native code for a run: where the program is hot, what has been translated, and who does it.
 *
 * One thread of the run looks at where PPs are now and then (native_watch), and asks for native code of the
 * region around a pc that it has met several times. A thread of low priority in the background has the plugin
 * translate it; that one is loaded only when the run has lasted a while, and with it LLVM. Whoever watches
 * takes what is ready and enters it. If there is no plugin, no LLVM or no memory, there is no native code:
 * that is all.
 *
 * What is executed natively is what the interpreter would execute; so nothing depends on when code becomes
 * ready. Knows operations and the plugin's interface; no tiles and no event core.
 */
#ifndef PRAM_NATIVE_H
#define PRAM_NATIVE_H

#include "sim/bsp/native/plugin.h"
#include "sim/machine/machine.h"

/* Who looks how often: a PP that goes on without stopping is stopped after so many cycles to be looked at. */
enum { NATIVE_WATCH_CYCLES = 4096 };

struct native_work; /* native.c */

struct native {
    /* by pc of the program, and one more; `code` is NULL where there is none */
    struct native_entry *entries[NATIVE_FORMS];
    bool *heads;   /* some form has an entry there */
    int64_t watch; /* cycles until the next look is due */
    struct native_work *work;
};

/* Whether there can be native code; false: with a line in `error`. Loads plugin and LLVM. */
bool native_is_available(char *error, size_t error_size);

/* NULL if there is to be no native code, or memory is short: both are no failure. `code` is copied. */
struct native *native_create(const struct machine *machine, const struct operation *code);

void native_destroy(struct native *native);

/* What has been done, for the statistics. NULL is no failure in any of these. */
void native_count(const struct native *native, struct machine *machine);

/* A PP is about to go on at a pc in a form where there is no entry. True if there are new entries: their pcs
 * are heads[]. */
bool native_look(struct native *native, uint32_t pc, enum native_form form);

/* Counts cycles that PPs have gone on. */
static inline bool native_is_due(struct native *native, uint32_t cycles)
{
    native->watch -= cycles;
    return native->watch <= 0;
}

/* ---- for whoever has the plugin: loaded.c of pramsim, or the plugin itself where it is a part of the
 * program */

/* The plugin; NULL, with a line in `error`, if there is none. */
const struct native_plugin *native_find_plugin(char *error, size_t error_size);

#endif
