/* session.h - the core of the debugger: a run that can be led forward and back, and looked at.
 *
 * A library without input and output: faces (sim/debug/terminal) ask, and say in their own way what comes
 * back.
 *
 *   session.c     making a session
 *   invariant.c   what always holds (invariant.def)
 *   arrive.c      what is done wherever it comes to stand
 *   seat.c        the engine that holds the run now: a fast one, or one that a sentry listens to
 *   travel.c      running forward, going to a cycle, looking back
 *   step.c        steps of a team, forward and back
 *   timeline.c    snapshots, by which a run is put back
 *   patch.c       words that the user stores
 *   sentry.c      what stops a run: point.c (breakpoints), watcher.c (memory), stepper.c (lines and calls)
 *   team.c        PPs in teams
 *   inspect.c     values, changes, what is selected; frame.c   calls
 *   show.c, variable.c   values by their types
 *   source/       expressions, and what is known of the source
 *
 * A session is always at the start of a cycle. It stands on the interface of engines (sim/machine/machine.h),
 * snapshots and observers alone. All of a run is repeated exactly when it is put back: output that has been
 * shown is not shown again, and input that has been read is read again (sim/machine/host/link.h).
 */
#ifndef PRAM_DEBUG_SESSION_H
#define PRAM_DEBUG_SESSION_H

#include <stdio.h>

#include "point.h"
#include "sentry.h"
#include "sim/machine/host/link.h"
#include "sim/debug/source/symbols.h"
#include "team.h"
#include "timeline.h"

enum { SESSION_ERROR = 300, SESSION_CHANGES_WORDS = 1 << 16 };

/* What a session is made with. */
struct session_config {
    const struct engine *fast;    /* runs to stops that are plain */
    const struct engine *watched; /* shows each cycle; one of one thread */
    uint64_t memory;              /* bytes for snapshots */
    const char *program;          /* its path: the program under it does not write there */
    int input;                    /* descriptor of the program's standard input; -1: it is empty */
    /* What the program prints, the first time. */
    void (*show)(void *context, enum host_stream stream, const char *bytes, size_t count);
    /* The message of a point that logs; NULL: nobody reads it. */
    void (*log)(void *context, const char *text);
    /* Whether the user wants the run to stop; asked often, and taken back by the answer. */
    bool (*is_interrupted)(void *context);
    /* Puts a machine, and an engine's state that has not run, to where the session begins; NULL: it begins at
     * the beginning. False with one line in `error`. */
    bool (*resume)(void *context, struct machine *machine, const struct engine *engine, void *state,
                   char error[SESSION_ERROR]);
    void *resume_context; /* of the last one */
    void *context;        /* of all others */
    bool traps_at_once;   /* breakpoints become traps (seat_trap) after one cycle: for tests */
};

/* A word that the user has stored at the start of a cycle. */
struct patch {
    uint64_t cycle;
    uint32_t cell, word;
};

/* An instruction that is illegal while a trapped engine runs (seat_trap), and its opcode at other times. */
struct trap {
    uint32_t pc;
    uint8_t opcode;
};

struct session {
    struct session_config config;
    struct machine *machine; /* not owned */
    struct symbols *symbols; /* owned, as all below */
    char note[SYMBOLS_NOTE]; /* what is missing of the debug information; "" : nothing */
    size_t frame;            /* the selected one of the selected PP; 0: where it stands */
    struct host_link link;
    const struct engine *engine; /* that holds the run, */
    void *state;                 /* .. and its state */
    bool is_watched;             /* the sentry listens to it */
    struct trap *traps;          /* by pc; of this engine */
    uint32_t trap_count;
    size_t trap_room;
    struct sentry sentry;
    struct points points;
    struct timeline timeline;
    struct stepper stepper;
    struct teams teams;
    struct patch *patches; /* in the order in which they were made */
    size_t patch_count, patch_room;
    uint32_t *keys;          /* by pc: number of its line, if that is the user's; else 0 */
    bool was_interrupted;    /* since the last command began */
    uint64_t cycle;          /* where the session stands */
    struct debug_event stop; /* why */
    unsigned team;           /* the selected one; TEAM_NONE: no PP runs */
    uint32_t pp;             /* the selected PP: its lowest one, unless another was chosen */
    uint32_t *before;        /* words of shared variables at the stop before, */
    uint32_t before_first, before_count;
};

/* Makes a session of a machine that has not run; the machine's host becomes the session's. NULL with one line
 * in `error`. session_destroy leaves the machine, with its memory and host as at the last stop. */
struct session *session_create(struct machine *machine, const struct session_config *config,
                               char error[SESSION_ERROR]);
void session_destroy(struct session *session);

/* Lets the program read another file from its beginning on, or from where the session's beginning has read
 * to; the session goes back there. False: the file is shorter than that. */
bool session_set_input(struct session *session, int descriptor);

/* Makes a PP a team of its own, or no longer. */
void session_pin(struct session *session, uint32_t pp, bool is_pinned);

/* Whether the run has ended where the session stands. */
bool session_is_over(const struct session *session);

/* An invariant that does not hold (invariant.def); NULL: all hold. */
const char *session_broken(struct session *session);

/* ---- patch.c */

/* Stores words where the session stands, as PP `pp` addresses them; what lies behind, and what was stored
 * there, is forgotten. Repeated when the run comes here again. False with one line in `error`. */
bool session_write(struct session *session, uint32_t pp, uint32_t address, const uint32_t *words,
                   uint32_t count, char error[SESSION_ERROR]);

/* ---- travel.c. All change where the session stands; the event says why it stands there. */

/* Runs until a breakpoint, a watchpoint, the cycle `until` (0: none), an interrupt or the end. */
struct debug_event session_continue(struct session *session, uint64_t until);
/* Goes to a cycle, forward or back, past breakpoints. */
struct debug_event session_go(struct session *session, uint64_t cycle);
/* Goes back to the last cycle before this one in which a breakpoint or watchpoint stops the run; to the
 * beginning, if there is none. */
struct debug_event session_continue_back(struct session *session);
/* The events of `points` in the last cycle before `before` that has any, at most `room`; the session stands
 * where it stood. Returns how many there are. */
size_t session_find_before(struct session *session, struct points *points, uint64_t before,
                           struct debug_event *events, size_t room);

/* ---- step.c */

/* Runs until the selected team's leader (the selected PP) has done the step, or something else stops the run.
 * `start`: the session stands there, not anywhere, if it cannot be done; then one line is in `error`. */
bool session_step(struct session *session, enum step_kind kind, struct debug_event *event,
                  char error[SESSION_ERROR]);
/* Goes back to where such a step would begin. */
bool session_step_back(struct session *session, enum step_kind kind, struct debug_event *event,
                       char error[SESSION_ERROR]);

/* ---- inspect.c */

/* A PP as it stands. */
void session_view(const struct session *session, uint32_t pp, struct pp_view *view);
/* Values of an expression, for any number of PPs. */
void session_evaluate(const struct session *session, const struct expression *expression, const uint32_t *pps,
                      uint32_t count, bool as_address, uint32_t *values, uint8_t *faults);
/* Parses one for where the selected PP stands. */
bool session_parse(const struct session *session, const char *text, struct expression *expression,
                   char error[EXPRESSION_ERROR]);
/* The PPs of a team, in ascending order; free it. `number` TEAM_NONE: all running PPs. */
uint32_t *session_members(const struct session *session, unsigned number, uint32_t *count);
/* Where the function that a PP is in returns to, and with which stack. False: not known. */
bool session_return_place(const struct session *session, uint32_t pp, uint32_t *pc, uint32_t *sp);
/* Selects; false: no such team runs, or the PP has ended. */
bool session_select_team(struct session *session, unsigned number);
bool session_select_pp(struct session *session, uint32_t pp);

/* What shared variables hold here is what later stops are compared with. */
void session_note_variables(struct session *session);

/* A word of a shared variable that is another one than it was then. */
struct debug_change {
    struct debug_variable variable;
    uint32_t index; /* the word of it */
    uint32_t before, now;
};
/* The changes, at most `room`; *more: how many others there are. */
size_t session_changes(const struct session *session, struct debug_change *changes, size_t room,
                       uint64_t *more);

/* ---- seat.c, for travel.c */

/* Makes the run go on in an engine that a sentry listens to, or in the fast one. False: the run is over, or
 * memory is short, with one line in `error`. */
bool seat_use(struct session *session, bool watched, char error[SESSION_ERROR]);
/* Makes the run go on in a fast engine that does not look for breakpoints: a PP that comes to one of these
 * pcs ends the run by a fault in that cycle. `pcs` may repeat. False: as above. */
bool seat_trap(struct session *session, const uint32_t *pcs, uint32_t count, char error[SESSION_ERROR]);
/* Exchanges the opcodes of the program and of the traps: before and after the engine runs. */
void seat_exchange_traps(struct session *session);
/* Gives the run a new engine of the same kind. */
bool seat_renew(struct session *session, char error[SESSION_ERROR]);
/* Puts the run back to a moment, in such an engine. */
bool seat_restore(struct session *session, const struct moment *moment, bool watched,
                  char error[SESSION_ERROR]);

#endif
