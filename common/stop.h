/* stop.h - what asks a program to stop from outside: signals, a limit of time, a limit of host memory; and
 * SIGUSR1, which asks where it is, and SIGUSR2, which may ask for a checkpoint. The only code that knows
 * signals.
 *
 * A signal (stop.def) does nothing but leave news, which long work looks at. Calls that wait for input or for
 * a reader of output wake up: once a request is there, a timer interrupts them again and again, so that none
 * can slip in between a look at the news and its wait. A second signal right after the first is the same
 * request (timeout sends two). A second one later asks to leave at once what is still being written; a third
 * one kills, as if no signal were caught.
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

enum stop_reason { STOP_NOTHING, STOP_SIGNAL, STOP_SECONDS, STOP_MEMORY };

/* Bits of the news. */
enum {
    STOP_NEWS_ASKED = 1,   /* to stop; stays set */
    STOP_NEWS_TIME = 2,    /* a second has passed; stop_take_time takes it away */
    STOP_NEWS_WHERE = 4,   /* SIGUSR1 has come: where is the program? stop_take_where takes it away */
    STOP_NEWS_SAVE = 8,    /* SIGUSR2 has come: write a checkpoint; stop_take_checkpoint takes it away */
    STOP_NEWS_PUT_OFF = 16 /* to stop, when what is at hand is saved (stop_put_off); stays set */
};

/* From now on signals are requests. Once, early, from the thread that reads and writes: it is the one whose
 * waits are interrupted. Files that grow beyond ulimit -f and closed pipes become errors of write. */
void stop_catch(void);

/* For programs that catch nothing: files that grow beyond ulimit -f become errors of write. */
void stop_ignore_file_limit(void);

/* Starts the clock: STOP_NEWS_TIME comes once a second. With limits, a run of more than `seconds` (0: any),
 * or of more resident memory than `memory_bytes` (0: any; looked at a hundred times a second), is asked to
 * stop. False with *missing, what the host lacks: a
 * timer, or, for `memory_bytes`, /proc. */
bool stop_start_clock(double seconds, uint64_t memory_bytes, const char **missing);

/* A system call that a filter refuses (SIGSYS) ends the process with `status`, after `message`, which is not
 * copied, and the call's number on standard error. */
void stop_catch_refused(const char *message, int status);

/* The news, 0 mostly: one relaxed load in a loop. */
const atomic_int *stop_news(void);

/* Whether a second has passed since the last call. */
bool stop_take_time(void);

/* Whether SIGUSR1 has come since the last call; the second one leaves it so. */
bool stop_take_where(void);
bool stop_asks_where(void);

/* For programs that save what they have before they stop. From now on the first request to stop, but for that
 * of STOP_MEMORY, is only put off: for two seconds, or until another signal comes a second later. And SIGUSR2
 * asks for a checkpoint and not to stop. */
void stop_put_off(void);

/* Whether a request to stop is put off. */
bool stop_is_put_off(void);

/* What was saved is saved: the request that is put off holds from now on. */
void stop_now(void);

/* Whether SIGUSR2 has come since the last call of stop_take_checkpoint. */
bool stop_has_checkpoint(void);
bool stop_take_checkpoint(void);

/* Why one is asked to stop; STOP_NOTHING: one is not. */
enum stop_reason stop_reason(void);

/* "SIGTERM" for STOP_SIGNAL. */
const char *stop_signal_name(void);

/* How urgent it is: 0 not asked, 1 asked once, 2 asked again later. */
unsigned stop_level(void);

/* As read(2), but a request to stop ends the wait: -1 with EINTR. */
ssize_t stop_read(int descriptor, void *bytes, size_t count);

/* As write(2), but a program that is asked to stop waits for a reader that takes nothing for half a second
 * only (when asked again, not at all): then -1 with EINTR. Waits where others use the descriptor without
 * waiting. */
ssize_t stop_write(int descriptor, const void *bytes, size_t count);

/* Ends the process as a closed pipe ends those that do not catch SIGPIPE; returns if that signal is blocked.
 */
void stop_as_closed_pipe(void);

#endif
