/* hostcall.h - serving the host calls of the program (`sys N`, asm/tables/hostcall.def).
 *
 * An engine calls hostcall_serve for each PP that executed `sys` in a cycle, after the cycle's stores, in
 * ascending PP order, from one thread; that alone makes output, files and random numbers the same in all
 * engines. Everything the host keeps for the program (output buffer, files, generators) is in struct host.
 * May use machine, memory and fault; knows no engine.
 */
#ifndef PRAM_HOSTCALL_H
#define PRAM_HOSTCALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/host/streams.h"

struct call;
struct machine;
struct snapshot;
struct snapshot_about;
struct snapshot_reader;

/* The limits of the run's host calls: bytes printed, files opened, bytes written to files, as in struct
 * bounds; bytes and words that calls may move, for --max-cycles. */
enum host_limit { HOST_OUTPUT, HOST_FILES, HOST_FILE_BYTES, HOST_WORK, HOST_LIMITS };

struct host {
    struct output output;
    struct output errors; /* standard error; written at the end of each call */
    struct host_input input;
    uint32_t words;               /* memory words that calls have used, modulo 2^32 */
    uint64_t limits[HOST_LIMITS]; /* UINT64_MAX: there is none */
    uint64_t used[HOST_LIMITS];   /* of each limit, and not more than that */
    struct known_format *formats;
    struct files *files;
    uint64_t *generators;  /* one a PP; NULL until the first random number */
    struct served *served; /* of a run of several ranks; NULL until the first call */
    int failed_open; /* exit code of a PP that uses the handle -1 of the last failed open; 0: none failed */
    char failed_text[200];
};

/* R3, R4, R5 of the calling PP: arguments in, results out. */
union hostcall_registers {
    struct {
        uint32_t r3, r4, r5;
    };
    uint32_t word[3];
};

/* A host call that waits for the stores of its cycle. */
struct hostcall_request {
    uint32_t pp, pc, number;
    union hostcall_registers registers;
    uint32_t late; /* a delayed value for this register lands in the same cycle and wins */
};

/* Serves host call `number` of PP `pp`, whose sys instruction at `pc` was executed in `cycle`. Reads and
 * writes machine->memory immediately. False: the run is over, by the program (machine->status is set) or with
 * a fault (machine->fault); machine->end says which. */
bool hostcall_serve(struct machine *machine, uint32_t number, uint32_t pp, uint32_t pc, uint64_t cycle,
                    union hostcall_registers *registers);

/* Calls that only describe the machine give each PP the same, or an arithmetic sequence: R3, R4, .. (as many
 * as there are results; others stay) of PP `pp` + n are base + n * stride. Serves such a call of `count` PPs
 * at once; false: it is another call, and nothing has happened. */
struct hostcall_even {
    unsigned results;
    union hostcall_registers base, stride;
};
bool hostcall_serve_even(struct machine *machine, uint32_t number, uint32_t pp, uint32_t count,
                         struct hostcall_even *even);

/* print_format of many PPs in one cycle with one format. hostcall_find_format looks the format up; NULL: it
 * is not a simple one (or another call). Then hostcall_serve_prints does the work of hostcall_serve, except
 * for counting the calls, for each of `count` PPs, with `arguments` as R4 and `printed` as R3, and returns
 * the number of served PPs: the next one must be left to hostcall_serve. */
struct known_print;
const struct known_format *hostcall_find_format(struct machine *machine, uint32_t number, uint32_t format);
uint32_t hostcall_serve_prints(struct machine *machine, const struct known_format *format,
                               struct known_print *prints, uint32_t count);

/* In a run of several ranks (sim/machine/ranks.h) all of them call hostcall_serve alike; rank 0 serves, and
 * the others get the results. All call this when the calls of a phase are over. */
void hostcall_end_phase(struct machine *machine);

/* Creates the host's state for machine->config. NULL with one line in `error` if memory is short or the
 * directory of --files cannot be opened. */
struct host *host_create(const struct machine *machine, char *error, size_t error_size);

/* After the run: flushes output. If the run ended well (`whole`), files still open for writing appear whole,
 * else they stay absent. False if an output could not be completed: machine->fault then describes it, unless
 * it already held a fault. */
bool host_finish(struct machine *machine, bool whole);

void host_destroy(struct host *host);

/* The section of a snapshot (sim/machine/snapshot.h): of a host whose output has been written. host_restore
 * puts it into a host that has done nothing yet, and refuses it if a file cannot be opened again, or standard
 * input is too short. host_describe only looks at it. */
void host_save(const struct machine *machine, struct snapshot *snapshot);
void host_restore(struct machine *machine, struct snapshot_reader *reader);
void host_describe(struct snapshot_reader *reader, struct snapshot_about *about);

/* The last noted snapshot is on disk (files_hold). False: machine->fault names a file that cannot appear. */
bool host_hold(struct machine *machine);

/* From now on standard output, standard error and standard input of the run use the link, which is not owned.
 * `errors`: bytes that the run has written to standard error before. Files that have to wait for a checkpoint
 * (files_note_checkpoint) appear only at the end, because the run may be put back to its last snapshot. */
void host_lead_to(struct machine *machine, struct host_link *link, uint64_t errors);

/* Bytes that have been read from standard input, those that the run has not used yet among them. */
uint64_t host_read(const struct machine *machine);

/* ---- what a host call is */

/* The numbers of the host calls. */
enum {
#define HOSTCALL(number, name, ...) NUMBER_##name = (number),
#include "asm/tables/hostcall.def"
};

/* What a call takes in a register, as asm/tables/hostcall.def says. From TAKES_STRING on it is an address,
 * from TAKES_ROOM on one of memory that the call writes to. */
enum hostcall_takes {
    TAKES_NONE,
    TAKES_VALUE,
    TAKES_READ_FILE,
    TAKES_WRITTEN_FILE,
    TAKES_STRING,
    TAKES_FORMAT,
    TAKES_VALUES,
    TAKES_WORDS,
    TAKES_ROOM,
    TAKES_TEXT,
    TAKES_LIMITED,
    TAKES_IMAGE
};

struct hostcall_row {
    const char *name; /* "print_int" */
    uint8_t takes[3]; /* of R3, R4, R5: enum hostcall_takes */
    const char *what; /* depends on these */
    bool (*serve)(struct call *call);
};

/* NULL: there is no such call. */
const struct hostcall_row *hostcall_find(uint32_t number);

/* Whether the call of that number, if there is one, reads memory of the machine, or writes to it. */
enum hostcall_access { HOSTCALL_KEEPS_AWAY, HOSTCALL_READS, HOSTCALL_WRITES };
enum hostcall_access hostcall_access(uint32_t number);

#endif
