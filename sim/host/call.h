/* call.h - a host call under service, and common functions for all host calls.
 *
 * For the files of this folder only. text.c, file.c, number.c and run.c have the calls.
 */
#ifndef PRAM_HOSTCALL_CALL_H
#define PRAM_HOSTCALL_CALL_H

#include "sim/host/files.h"
#include "sim/host/format.h"
#include "sim/host/hostcall.h"
#include "sim/host/streams.h"
#include "sim/machine/machine.h"

#define CALL_LOOK 4096 /* words of memory between two checks of the news; a power of two */

struct call {
    struct machine *machine;
    struct host *host;
    uint32_t number;
    const struct hostcall_row *row; /* NULL: there is no such call */
    uint32_t pp;
    uint32_t pc;
    uint64_t cycle;
    union hostcall_registers *registers;
    const uint32_t *arguments; /* in the registers: those after a handle to print to */
    int handle;                /* which it reads or prints to: an open one, or of enum call_output */
    struct file *file;         /* of that handle, if it is open */
    uint32_t target, room;     /* of CALL_MEMORY: the rest of it */
};

/* Where a call prints, beside the files of the program. The last two are handles that are always open. */
enum call_output { CALL_MEMORY, CALL_STANDARD_OUTPUT, CALL_STANDARD_ERROR };

/* Stops the run: a fault with `code` at this call. Always false. */
bool call_fault(struct call *call, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The run has been asked to stop: a fault at this call. Always false. */
bool call_stop(struct call *call);

/* Whether the call may continue: the run has not been asked to stop. If not, the fault is set. */
bool call_goes_on(struct call *call);

/* Consumes `count` of a limit: if less is left, the run stops with its fault. */
bool call_spend(struct call *call, enum host_limit limit, uint64_t count);

/* One word of memory as this PP sees it; false: the fault is set. */
bool call_load(struct call *call, uint32_t address, uint32_t *word);
bool call_store(struct call *call, uint32_t address, uint32_t word);

/* The string at `address` (a character a word), cut to `size` - 1 characters. False: the fault is set. */
bool call_string(struct call *call, uint32_t address, char *text, size_t size);

/* Prints bytes, within the limits of the run. False: the fault is set. Bytes that standard error does not
 * accept are lost, as are those for which memory has no room. */
bool call_emit(struct call *call, const char *bytes, size_t count);

/* The call reads or prints to the handle in R3. False: it is not open in this mode; the fault is set. */
bool call_take_handle(struct call *call, bool to_write);

/* Reads up to `size` bytes of the call's file. False: the fault is set. */
bool call_read(struct call *call, void *bytes, size_t size, size_t *count);

/* Sets the fault of a run whose standard output cannot be written, for this PP, pc and cycle. If it was asked
 * to stop while the reader took nothing, that is the fault. */
void host_output_fault(struct machine *machine, uint32_t pp, uint32_t pc, uint64_t cycle);

/* A call in a run of several ranks (served.c): rank 0 serves it by `serve`, the others get the results. */
bool call_serve_for_all(struct call *call, bool (*serve)(struct call *call));

/* On rank 0: before a cell of an area is read; after one has been written. */
void call_fetch_cell(struct call *call, uint32_t index);
void call_note_store(struct call *call, uint32_t index, uint32_t word);

/* These print what their arguments say, wherever the call prints to. */
#define call_file_write_char call_print_char
#define call_file_write_string call_print_string
#define call_file_print_format call_print_format

/* The host calls. False: the run ends; the fault is set, or machine->end is END_EXIT. */
#define HOSTCALL(number, name, ...) bool call_##name(struct call *call);
#include "asm/tables/hostcall.def"

#endif
