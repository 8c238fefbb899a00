/* session.h - the core of the debugger: moves a run forward and back, and inspects it.
 *
 * A library without input and output. Faces (sim/debug/terminal, sim/debug/dap) call it and present the
 * results.
 *
 *   session.c     creates a session
 *   invariant.c   invariants (invariant.def)
 *   arrive.c      selects a team after each move
 *   seat.c        the engine that holds the run: a fast one, or one with the sentry as observer
 *   travel.c      runs forward, goes to a cycle, searches backward
 *   step.c        steps of a team, forward and back
 *   timeline.c    snapshots for going back
 *   patch.c       words that the user stores
 *   sentry.c      observes stops: point.c (breakpoints), watcher.c (memory), stepper.c (lines and calls)
 *   team.c        groups PPs into teams
 *   inspect.c     values, changes, selection; frame.c   calls
 *   show.c, variable.c   values by their types
 *   source/       expressions and symbols
 *
 * A session is always at the start of a cycle. It uses engines through their interface
 * (sim/machine/machine.h), snapshots and observers. A run that goes back is repeated exactly: output is shown
 * once, and input that the program has read is read again (sim/host/streams.h).
 */
#ifndef PRAM_DEBUG_SESSION_H
#define PRAM_DEBUG_SESSION_H

#include <stdio.h>

#include "point.h"
#include "sentry.h"
#include "sim/host/streams.h"
#include "sim/debug/source/symbols.h"
#include "team.h"
#include "timeline.h"

enum { SESSION_ERROR = 300, SESSION_CHANGES_WORDS = 1 << 16 };

struct options;
struct session;

/* The configuration of a session. */
struct session_config {
    const struct engine *fast;    /* for runs that nothing is to stop, and to traps */
    const struct engine *watched; /* shows each cycle to observers; has one thread */
    uint64_t memory;              /* limit for snapshots, in bytes */
    const char *program;          /* path of the program file; the program cannot write to it */
    const char *image;            /* path of the file that has been loaded; NULL: `program` */
    int input;                    /* descriptor of the program's standard input; -1: it is empty */
    /* Receives the program's output, once. */
    void (*show)(void *context, enum host_stream stream, const char *bytes, size_t count);
    /* Receives the message of a logpoint; may be NULL. */
    void (*log)(void *context, const char *text);
    /* Whether the user has interrupted the run; called often. The call resets it. */
    bool (*is_interrupted)(void *context);
    void *context;                 /* first argument of these functions */
    bool traps_at_once;            /* for tests: sets traps (seat_trap) after one cycle */
    const struct options *options; /* of the run, for the next functions */
    /* Restores a machine and a new engine state to the beginning of the session, from a checkpoint. NULL:
     * the session begins at cycle 0. False with one line in `error`. */
    bool (*resume)(const struct options *options, struct machine *machine, const struct engine *engine,
                   void *state, char error[SESSION_ERROR]);
    /* The explanation of a fault, and what PPs wait for, in lines. The caller frees them. */
    char *(*explain)(const struct session *session);
    char *(*explain_waits)(const struct session *session);
    /* Checks the program by a rule ("race", "check", "model NAME") and lists its findings. False with one
     * line in `error`. */
    bool (*find)(struct session *session, const char *rule, struct point_findings *findings,
                 char error[SESSION_ERROR]);
};

/* A word that the user has stored at the start of a cycle. */
struct patch {
    uint64_t cycle;
    uint32_t cell, word;
};

/* An instruction that is illegal while a trapped engine runs (seat_trap). `other` is what is not in the
 * program: the illegal one, or, while the engine runs, that of the program. */
struct trap {
    uint32_t pc;
    struct instruction other;
};

struct session {
    struct session_config config;
    struct machine *machine; /* not owned */
    struct symbols *symbols; /* owned, like all members below */
    char *image;             /* the program's file; NULL: it cannot be read */
    size_t image_size;
    char note[SYMBOLS_NOTE]; /* why debug information is incomplete; "": it is complete */
    size_t frame;            /* number of the selected frame of the selected PP; 0: innermost */
    struct host_link link;
    const struct engine *engine; /* the engine that holds the run */
    void *state;                 /* its state */
    bool is_watched;             /* the sentry observes the run */
    struct trap *traps;          /* by pc; the traps of this engine */
    size_t trap_count, trap_room;
    struct sentry sentry;
    struct points points;
    struct timeline timeline;
    struct stepper stepper;
    struct teams teams;
    struct patch *patches; /* in the order of their stores */
    size_t patch_count, patch_room;
    uint32_t *keys;          /* by pc: the number of the user's source line; 0: not the user's code */
    uint32_t *steps;         /* the same, with 0 in prologues: their line is that of the call */
    bool was_interrupted;    /* the user has interrupted the current command */
    uint64_t cycle;          /* the cycle at which the session is */
    struct debug_event stop; /* the reason of the last stop */
    unsigned team;           /* number of the selected team; TEAM_NONE: no PP runs */
    uint32_t pp;             /* the selected PP; by default the lowest of the team */
    uint32_t *before;        /* words of shared variables at the previous stop */
    uint32_t before_first, before_count;
};

/* Creates a session for a machine that has not run. The machine's host then belongs to the session. NULL
 * with one line in `error`. session_destroy leaves machine, memory and host as at the last stop. */
struct session *session_create(struct machine *machine, const struct session_config *config,
                               char error[SESSION_ERROR]);
void session_destroy(struct session *session);

/* Replaces the program's standard input, and goes to the beginning of the session. Bytes read before the
 * beginning are skipped. False: the file is too short. */
bool session_set_input(struct session *session, int descriptor);

/* Makes a PP a team of its own, or ends that. */
void session_pin(struct session *session, uint32_t pp, bool is_pinned);

/* Whether the run has ended. */
static inline bool session_is_over(const struct session *session)
{
    return session->machine->end != END_RUNNING;
}

/* The text of a violated invariant (invariant.def); NULL: all hold. */
const char *session_broken(struct session *session);

/* ---- patch.c */

/* Stores words at the current cycle, at an address as PP `pp` sees it. Forgets everything after this
 * cycle. The store is repeated whenever the run reaches this cycle again. False with one line in `error`. */
bool session_write(struct session *session, uint32_t pp, uint32_t address, const uint32_t *words,
                   uint32_t count, char error[SESSION_ERROR]);

/* ---- travel.c. All these functions move the session; the event is the reason of the stop. */

/* Runs until a breakpoint, a watchpoint, a finding of a catchpoint, the cycle `until` (0: none), an interrupt
 * or the end. */
struct debug_event session_continue(struct session *session, uint64_t until);
/* The next finding of a catchpoint in the present cycle, from *index on; *index then points after it. NULL:
 * none. */
const struct point_finding *session_finding(const struct session *session, unsigned number, size_t *index);
/* Goes to a cycle, forward or back, without stopping at breakpoints. */
struct debug_event session_go(struct session *session, uint64_t cycle);
/* Goes back to the last earlier cycle with a stop at a breakpoint, watchpoint or catchpoint; without one, to
 * the beginning. */
struct debug_event session_continue_back(struct session *session);
/* Finds the events of `points` in the last cycle before `before` that has any. The caller frees the list;
 * NULL: there are none. The session returns to where it was. */
struct debug_event *session_find_before(struct session *session, struct points *points, uint64_t before,
                                        size_t *count);

/* ---- step.c */

/* Runs until the selected PP has completed the step, or another stop. False with one line in `error`: the
 * step is impossible, and the session has not moved. */
bool session_step(struct session *session, enum step_kind kind, struct debug_event *event,
                  char error[SESSION_ERROR]);
/* Goes back to the cycle in which such a step would begin. */
bool session_step_back(struct session *session, enum step_kind kind, struct debug_event *event,
                       char error[SESSION_ERROR]);

/* ---- inspect.c */

/* The state of a PP. */
void session_view(const struct session *session, uint32_t pp, struct pp_view *view);
/* Evaluates an expression for any number of PPs, as debug_evaluate. */
void session_evaluate(const struct session *session, const struct expression *expression, const uint32_t *pps,
                      uint32_t count, bool as_address, uint32_t *values, uint8_t *faults);
/* Parses an expression in the selected frame of the selected PP. */
bool session_parse(const struct session *session, const char *text, struct expression *expression,
                   char error[EXPRESSION_ERROR]);
/* The pc of a PP, and the one in the user's code (teams_users_pc). */
uint32_t session_pc(const struct session *session, uint32_t pp);
uint32_t session_users_pc(const struct session *session, uint32_t pp);
/* The PPs of a team, in ascending order. The caller frees the list. */
uint32_t *session_members(const struct session *session, unsigned number, uint32_t *count);

/* A group with running PPs. */
struct debug_group {
    uint32_t frame;          /* gp */
    uint32_t *pps;           /* owned by the caller; in ascending order */
    uint32_t count, waiting; /* number of these PPs, and of those in the barrier */
    bool has_number, has_size;
    int32_t number; /* @ */
    uint32_t size;  /* # */
};
/* The next group, in the order of teams; *next is 0 for the first one. False: there are no more. */
bool session_next_group(const struct session *session, size_t *next, struct debug_group *group);
/* A word of the private block __fork_pp of a PP; `field` is its offset (asm/tables/group.def). False: the
 * program has no groups. */
bool session_own_word(const struct session *session, uint32_t pp, uint32_t field, uint32_t *word);
/* Selects a team or a PP. False: the team does not exist, or the PP has ended. */
bool session_select_team(struct session *session, unsigned number);
bool session_select_pp(struct session *session, uint32_t pp);

/* Saves the shared variables, so that the next stop can list their changes. */
void session_note_variables(struct session *session);

/* A word of a shared variable that has changed since the previous stop. */
struct debug_change {
    struct debug_variable variable;
    uint32_t index; /* number of the word in the variable */
    uint32_t before, now;
};
/* The changes, at most `room`. *more is the number of further changes. */
size_t session_changes(const struct session *session, struct debug_change *changes, size_t room,
                       uint64_t *more);

#endif
