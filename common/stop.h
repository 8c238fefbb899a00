/* stop.h - requests to stop from outside: signals, a limit of time, a limit of host memory; also SIGUSR1,
 * which asks where the program is, and SIGUSR2, which may ask for a checkpoint. All handling of signals is
 * here.
 *
 * A signal (stop.def) only sets bits of the news, which long work polls. Calls that wait for input or for a
 * reader of output wake up: after a request, a timer interrupts them repeatedly, so that no call can begin to
 * wait between a poll and its wait. A second signal within a second is the same request (timeout sends two).
 * A later one asks to stop writing at once; a third one kills.
 *
 * Knows the operating system only.
 */
#ifndef PRAM_STOP_H
#define PRAM_STOP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum stop_reason { STOP_NOTHING, STOP_SIGNAL, STOP_SECONDS, STOP_MEMORY, STOP_CALLER };

/* Bits of the news. */
enum {
    STOP_NEWS_ASKED = 1,   /* to stop; stays set */
    STOP_NEWS_TIME = 2,    /* a second has passed; stop_take_time clears it */
    STOP_NEWS_WHERE = 4,   /* SIGUSR1 has come: where is the program? stop_take_where clears it */
    STOP_NEWS_SAVE = 8,    /* SIGUSR2 has come: write a checkpoint; stop_take_checkpoint clears it */
    STOP_NEWS_PUT_OFF = 16 /* to stop after saving (stop_put_off); stays set */
};

/* Requests to stop one run of a process, from any thread. All 0: none. */
struct stop_request {
    atomic_int news;   /* STOP_NEWS_ASKED */
    atomic_int reason; /* enum stop_reason: the first reason */
};

void stop_request_ask(struct stop_request *request, enum stop_reason reason);

/* Catches signals from now on. Call it once, early, in the thread that reads and writes, whose waits are
 * interrupted. Files beyond ulimit -f and closed pipes become errors of write. */
void stop_catch(void);

/* For programs that catch nothing: files that grow beyond ulimit -f become errors of write. */
void stop_ignore_file_limit(void);

/* Starts the clock: STOP_NEWS_TIME comes once a second. A run of more than `seconds`, or with more resident
 * memory than `memory_bytes`, measured a hundred times a second, is asked to stop; 0: no limit. False with
 * *missing, what the host lacks: a timer, or for `memory_bytes` /proc. */
bool stop_start_clock(double seconds, uint64_t memory_bytes, const char **missing);

/* A system call that a filter refuses (SIGSYS) ends the process with `status`, after `message`, which is not
 * copied, and the call's number on standard error. */
void stop_catch_refused(const char *message, int status);

/* The news, usually 0, for a load in a loop. An acquire load: the data of a request is stored before its
 * news. */
const atomic_int *stop_news(void);

/* Whether a second has passed since the last call. */
bool stop_take_time(void);

/* Whether SIGUSR1 has come since the last call; stop_asks_where does not clear it. */
bool stop_take_where(void);
bool stop_asks_where(void);

/* For interactive programs: from now on SIGINT asks where the program is, like SIGUSR1, instead of asking it
 * to stop. It also ends a wait for input. */
void stop_let_interrupt_ask(void);

/* For programs that save their state before they stop. From now on the first request to stop, except
 * STOP_MEMORY, is put off for two seconds, or until another signal comes a second later. SIGUSR2 asks for a
 * checkpoint instead of a stop. */
void stop_put_off(void);

/* Whether a request to stop is put off. */
bool stop_is_put_off(void);

/* The state is saved: the request that was put off takes effect. */
void stop_now(void);

/* Whether SIGUSR2 has come since the last call of stop_take_checkpoint. */
bool stop_has_checkpoint(void);
bool stop_take_checkpoint(void);

/* The reason of the request to stop; STOP_NOTHING: there is none. */
enum stop_reason stop_reason(void);

/* "SIGTERM" for STOP_SIGNAL. */
const char *stop_signal_name(void);

/* The urgency: 0 no request, 1 one request, 2 a second request later. */
unsigned stop_level(void);

/* As read(2), but the wait ends with -1 and EINTR after a request to stop, and after a SIGINT if
 * stop_let_interrupt_ask was called. */
ssize_t stop_read(int descriptor, void *bytes, size_t count);

/* As write(2), but after a request to stop a blocked write waits only half a second (after a second request
 * not at all) and returns -1 with EINTR. Also waits on descriptors in nonblocking mode. */
ssize_t stop_write(int descriptor, const void *bytes, size_t count);

/* Ends the process by SIGPIPE; returns if that signal is blocked. */
void stop_as_closed_pipe(void);

#endif
