/* machine.h - the machine that all engines drive: configuration, program, memory, host, counters, end. Each
 * engine keeps the registers in its own form, and shows them through struct engine. Knows memory, decode,
 * fault, policy, stats and objects; no engine and no command line.
 *
 * An engine starts every PP at program.entry with registers and cycle counter 0, executes machine.program on
 * machine.memory as docs/machine.md defines, serves `sys` through hostcall_serve, and counts in
 * machine.stats. It stops when all PPs have halted (END_HALTED), a host call ends the run (END_EXIT), at the
 * earliest fault (END_FAULT), or at config.max_cycles (fault runaway). Faults within a cycle: first those of
 * instructions (lowest PP; the cycle's requests then do not happen), then mixed requests and write conflicts
 * (lowest global address), then host calls in PP order. */
#ifndef PRAM_MACHINE_H
#define PRAM_MACHINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "asm/isa.h"
#include "asm/object.h"
#include "common/arena.h"
#include "common/stop.h"
#include "sim/machine/counts.h"
#include "sim/observe/record/marks.h"
#include "sim/isa/decode.h"
#include "sim/observe/record/journal.h"
#include "sim/machine/fault.h"
#include "sim/host/hostcall.h"
#include "sim/machine/memory.h"
#include "sim/machine/numbers.h"
#include "sim/machine/observer.h"
#include "sim/machine/lines.h"
#include "sim/machine/policy.h"
#include "sim/machine/ranks.h"
#include "sim/machine/stats.h"
#include "sim/machine/vectors.h"
#include "sim/observe/record/warning.h"

#define MACHINE_DEFAULT_PPS 64
#define MACHINE_SP 2   /* asm/tables/abi.def: sp */
#define MACHINE_A0 3   /* asm/tables/abi.def: a0 */
#define MACHINE_A1 4   /* asm/tables/abi.def: a1 */
#define MACHINE_FP 28  /* asm/tables/abi.def: fp */
#define MACHINE_T0 9   /* asm/tables/abi.def: t0 */
#define MACHINE_GP 29  /* asm/tables/abi.def: gp */
#define MACHINE_SSP 30 /* asm/tables/abi.def: ssp */
#define MACHINE_RA 31  /* asm/tables/abi.def: ra */

#define MACHINE_TICK (8u << 20) /* instructions between two readings of the clock */

/* Limits of the program; 0: none. */
struct bounds {
    uint64_t output;      /* bytes printed */
    uint64_t files;       /* opened */
    uint64_t file_bytes;  /* written, to all files together */
    uint64_t host_memory; /* resident bytes; tested from time to time (common/stop.h) */
    double seconds;       /* of wall time */
};

/* Whether the JIT compiles hot code. */
enum native_mode {
    NATIVE_OFF,
    NATIVE_AUTO, /* if possible, code that has been executed often, where it pays */
    NATIVE_ON    /* all of it */
};

/* machine_config.level of an exact run. It is no graining level: the engine chooses the method. */
enum { LEVEL_EXACT = 6 };

/* Settings for tests that do not change results. 0: the default. The command line sets none of these. */
struct test_knobs {
    unsigned tile_pps; /* parallel engine: PPs of a tile */
    uint32_t deals;    /* parallel engine: one thread deals its tiles to several workers; cycle engine: teams
                          of any size, ranges of any PPs; at random with this seed */
    uint32_t native_most; /* blocks in a piece of compiled code */
    bool examines_all;    /* --check: every step is examined (sift in sim/check/check.c) */
    uint32_t changes; /* auto engine: moves to the other engine after some cycles, at random with this seed */
};

/* The user's choices. Strings and arrays are not owned. */
struct machine_config {
    uint32_t pps;           /* 1..MEMORY_MAX_PPS */
    uint64_t shared_words;  /* 0: default */
    uint64_t stack_words;   /* per PP, a power of two; 0: default */
    uint64_t private_words; /* per PP, a power of two; 0: default */
    uint64_t max_cycles;    /* 0: no limit */
    enum write_policy policy;
    uint64_t policy_seed; /* of POLICY_ARBITRARY */
    enum mixed_rule mixed;
    bool count_conflicts; /* count stats.write_conflicts (statistics are wanted) */
    uint64_t seed;        /* of the PPs' random generators */
    struct bounds bounds;
    const char *faults;     /* file of --faults; NULL: none */
    const char *files_in;   /* directory for the program's files to read; NULL: none */
    const char *files_out;  /* directory for the program's files to write; NULL: none */
    char *const *arguments; /* of the program; arguments[0] is its name */
    uint32_t argument_count;
    unsigned threads;        /* at least 1; of each rank */
    unsigned ranks;          /* processes that run the machine together; 0: one */
    unsigned level;          /* parallel engine: graining level 0..5, or LEVEL_EXACT */
    enum native_mode native; /* parallel engine */
    enum host_vectors vectors;
    bool skips_dead_flags; /* nobody reads flags after the run: those that no instruction reads may go */
    struct real_choice real;
    struct test_knobs tests;
};

/* The decoded program. */
struct program {
    struct instruction *code;     /* `count` of them; the machine's arena owns them, as the next three */
    uint32_t *functions;          /* by pc: the first instruction of its function; UINT32_MAX: unknown */
    uint8_t *origins;             /* of each of them: enum code_origin */
    struct caller_place *returns; /* by instruction: place of the return address (caller.h) */
    uint32_t count;
    uint32_t entry;
    uint32_t data_end;   /* first shared address after .data and .bss */
    bool uses_stack;     /* it has a stack_base hint: then sp and fp point into the PP's own stack */
    bool uses_real;      /* it has instructions of the precision unit */
    bool uses_sums;      /* and of its accumulator */
    uint32_t real_words; /* words per number that it was compiled for (symbol __real_words); 0: unknown */
};

/* Whether address 0 is the trap for calls of a null pointer, which prlink puts there. */
static inline bool program_has_trap(const struct program *program)
{
    return program->count > 0 && program->code[0].word == ISA_NULL_TRAP;
}

enum machine_end {
    END_RUNNING, /* not yet */
    END_HALTED,  /* all PPs halted */
    END_EXIT,    /* host call exit; status says how */
    END_FAULT    /* fault says why */
};

struct machine {
    struct machine_config config;
    struct object object; /* the linked program with lines and symbols; its words are freed after loading */
    struct program program;
    struct memory memory;
    struct host *host;
    struct numbers *numbers; /* of the run's format, for host calls; not owned; NULL: there is none */
    struct stats stats;
    struct fault fault;
    struct warnings warnings;          /* of --check */
    struct warnings findings;          /* of --model */
    struct warnings noticed;           /* data races that a run has come across by itself */
    struct warnings mishaps;           /* of --check in a run with --faults: effects of faults, not errors */
    struct inject *inject;             /* --faults; NULL: there are none */
    struct counts *counts;             /* filled during the run (--profile); not owned; NULL: not wanted */
    struct region_marks *marks;        /* as `counts`, of --profile-only-regions, too */
    struct journal *journal;           /* as `counts`, of --trace */
    struct region_names *region_names; /* NULL: not wanted */
    struct ranks *ranks;               /* the run's, if it has several; not owned; NULL: it is one process */
    struct allocations *allocations;   /* of words of shared memory; NULL: not wanted (allocations.h) */
    struct arena arena;         /* owns what observers and reports keep until the machine is destroyed */
    struct observer *observers; /* an engine shows each cycle to these; not owned; NULL: none */
    enum machine_end end;
    int status; /* the program's own exit status, 0..255 */

    /* progress: called at most a few times a second; NULL: not wanted. instructions: those executed so far,
     * about; of PPs that an engine lets sleep, none. */
    void (*progress)(void *context, uint64_t cycle, uint64_t instructions, uint32_t running);
    void *progress_context;
    /* Host calls change memory by it, if the engine must know of each cell; NULL: it need not. */
    void (*host_store)(void *context, uint32_t cell, uint32_t word);
    void *host_store_context;
    bool pause; /* set by `progress` or a listener: the engine's run returns soon, and can go on */
    uint64_t tick_instructions;         /* number of instructions at the next test of the clock */
    const atomic_int *news;             /* nonzero: machine_take_news has something to do */
    const struct stop_request *request; /* source of the news, not owned; NULL: the process's */
};

/* A PP as an engine shows it when `run` has returned. */
struct pp_view {
    uint32_t r[32];  /* r[0] is 0, r[1] is the pc */
    uint32_t pc;     /* the next instruction; of a halted PP its halt instruction */
    uint32_t status; /* status word, modulo bit included */
    bool running;
    bool is_busy;                     /* it is in the middle of an instruction of several cycles */
    bool in_barrier;                  /* it waits in a barrier */
    uint64_t since;                   /* the cycle in which it entered that barrier */
    uint32_t late_target, late_value; /* of a value pending until the next instruction; DECODE_SINK: none */
};

struct snapshot_state;

/* What an engine is to the command line; sim/cli/engine.def has a row for each, the first is the default.
 * `state` is what create returned.
 *
 * run goes on from where the last call stopped, and does nothing when the run is over. It returns with
 * machine->end: END_RUNNING if it has reached the requested end, else how the run has ended; then also
 * status, fault and all of stats are set. In the midst of a run stats.cycles says where it stands; the other
 * counters are right when it is over. An engine that is exact stops at the start of cycle `until`; 0: it has
 * no such limit. At graining levels 1 to 5 PPs are not all in one cycle: there only machine.pause stops a
 * run, at the end of a segment. The results of a run do not depend on its stops.
 */
struct engine {
    const char *name;
    const char *text;
    bool parallel;                            /* takes -g */
    bool threaded;                            /* takes -t */
    void *(*create)(struct machine *machine); /* NULL if memory is short */
    void (*run)(void *state, uint64_t until);
    void (*view)(const void *state, uint32_t pp, struct pp_view *view);
    /* For snapshot.h. save fills in everything except .stats, to which it adds its own counters, and .pps and
     * .units; false: no snapshot is possible at this level (NULL: only that is asked). save_pps: of the PPs
     * .first .. .first + .count - 1, which are whole blocks, or the last of them are the last PPs. load: into
     * a state that has not run, or has stopped and forgets its PPs and counters; false if memory is short, or
     * units have another size. */
    bool (*save)(const void *state, struct snapshot_state *snapshot);
    void (*save_pps)(const void *state, const struct snapshot_state *snapshot);
    bool (*load)(void *state, const struct snapshot_state *snapshot);
    void (*destroy)(void *state);
};

/* Whether a lost store by the instruction at `pc` is counted: if statistics are wanted and the instruction is
 * the user's, not of runtime or library (stats.def). */
static inline bool machine_counts_conflict(const struct machine *machine, uint32_t pc)
{
    return machine->config.count_conflicts && machine->program.origins[pc] == ORIGIN_USER;
}

/* `times` stores by the instruction at `pc` have lost against others. */
static inline void machine_count_lost(struct machine *machine, uint32_t pc, uint64_t times)
{
    if (!machine_counts_conflict(machine, pc))
        return;
    machine->stats.write_conflicts += times;
    if (machine->counts != NULL)
        machine->counts->lost[pc] += times;
}

/* Reads the program at `path` and makes a machine of it, with memory, .data, .bss and the copies of .private.
 * False with an EXIT_CODE_ in *code and one line in `error`; `machine` is then empty. */
bool machine_create(struct machine *machine, const struct machine_config *config, const char *path, int *code,
                    char *error, size_t error_size);

/* As above from an object in memory, which the machine takes over. */
bool machine_create_from(struct machine *machine, const struct machine_config *config, struct object *object,
                         int *code, char *error, size_t error_size);

void machine_destroy(struct machine *machine);

/* Shows a cycle to all listeners, in turn. False: one of them ends the run, and machine->end is set, or
 * pauses it; later ones are not called. */
bool machine_show(struct machine *machine, const struct observer_cycle *cycle);

/* Whether there is news for machine_take_news. Acquire load: the data of news is stored before it. */
static inline bool machine_has_news(const struct machine *machine)
{
    return machine->news != NULL && atomic_load_explicit(machine->news, memory_order_acquire) != 0;
}

/* Whether the run is asked to stop; any thread may ask. */
static inline bool machine_is_asked_to_stop(const struct machine *machine)
{
    return machine->news != NULL &&
           (atomic_load_explicit(machine->news, memory_order_acquire) & STOP_NEWS_ASKED) != 0;
}

/* The request to stop. */
static inline enum stop_reason machine_stop_reason(const struct machine *machine)
{
    return machine->request != NULL ? (enum stop_reason)atomic_load(&machine->request->reason)
                                    : stop_reason();
}

/* Handles the news, in the thread that serves host calls: once a second writes the program's output. True: a
 * request to stop, which must become a fault: fault_stopped. */
bool machine_take_news(struct machine *machine);

/* For invariants: if one is broken, which `broken` names, prints that with its place, and aborts. */
void machine_demand(const char *where, uint64_t number, const char *broken);

void machine_tick_slow(struct machine *machine, uint64_t cycle, uint64_t instructions, uint32_t running);

/* Call it regularly (at least once in some million instructions) from one thread: shows progress and turns a
 * request to stop into the fault `interrupted`: machine->end is then END_FAULT. */
static inline void machine_tick(struct machine *machine, uint64_t cycle, uint64_t instructions,
                                uint32_t running)
{
    if (instructions >= machine->tick_instructions || machine_has_news(machine))
        machine_tick_slow(machine, cycle, instructions, running);
}

/* Faults with the same text in every engine. Each sets machine-independent text into `fault` (fault_set). */

enum access_kind { ACCESS_LOAD, ACCESS_STORE, ACCESS_MULTIPREFIX };

/* The access of a PP to a word. base: the register of the address. */
struct pp_access {
    enum access_kind kind;
    unsigned base;
    uint32_t address, pp, pc;
    uint64_t cycle;
};

/* The host index of its cell; MEMORY_ILLEGAL, with the fault: no memory, or a store outside the own stack. */
uint32_t fault_or_cell(struct fault *fault, const struct machine *machine, const struct pp_access *access);

/* Whether a store or push with base register `base_register` to `address` of PP `pp` leaves the PP's own
 * stack: the program uses a stack (stack_base hint), the base register is sp or fp, and the address is after
 * shared memory, but neither in the PP's own stack nor, with bit 31 set, in its private area. Only for
 * addresses outside plain shared memory. */
static inline bool machine_stack_overflow(const struct machine *machine, unsigned base_register,
                                          uint32_t address, uint32_t pp)
{
    return machine->program.uses_stack && (base_register == MACHINE_SP || base_register == MACHINE_FP) &&
           memory_leaves_stack(&machine->memory, pp, address);
}

/* An area that another rank has. */
void fault_far(struct fault *fault, const struct machine *machine, const struct pp_access *access);

/* pc outside the program, or a word that is no instruction. */
void fault_instruction(struct fault *fault, const struct machine *machine, uint32_t pp, uint32_t pc,
                       uint64_t cycle);

/* div, divu, rem, remu by 0. */
void fault_division(struct fault *fault, uint32_t pp, uint32_t pc, uint64_t cycle);

/* A request of a PP to a cell in one cycle. */
struct cell_request {
    uint32_t pp, pc;
    uint32_t cell;   /* host index */
    uint32_t value;  /* datum of a store, contribution of multiprefix */
    uint8_t fold;    /* enum system_fold; SYSTEM_FOLD_NONE: a store */
    bool in_barrier; /* the PP waits in a barrier: a lost store is not counted */
    bool loses;      /* a store that does not take effect, because another one to the cell wins */
};

/* Two requests of a cycle to one cell that must not meet. */
struct clash {
    uint32_t address; /* global; UINT32_MAX: there are none */
    struct cell_request first, second;
};

/* Requests of two kinds: `first` is of the lowest PP of all requesters, `second` of the lowest PP whose
 * request is of another kind. */
void fault_mixed(struct fault *fault, const struct machine *machine, const struct clash *clash,
                 uint64_t cycle);

/* Different values for one cell under POLICY_COMMON: `first` is of the lowest PP that stores there, `second`
 * of the lowest one that stores something else. */
void fault_conflict(struct fault *fault, const struct machine *machine, const struct clash *clash,
                    uint64_t cycle);

/* A request to stop (common/stop.h) at an instruction of a PP; FAULT_NO_PP: no place is known. */
void fault_stopped(struct fault *fault, const struct machine *machine, uint32_t pp, uint32_t pc,
                   uint64_t cycle);

/* --max-cycles is reached with PPs still running: ends the run. The report finds the place. */
void fault_runaway(struct machine *machine);

#endif
