/* stop.c - see stop.h. Signal handlers use atomics and async-signal-safe calls only. */
#include "common/stop.h"

#include "common/system/system.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000) /* nanoseconds */
#define SAME SECOND                /* signals so soon after the first one are the same request */
#define WAKE (SECOND / 20)         /* interval between interruptions of waits, after a request */
#define TICK (SECOND / 4)          /* interval between tests of the clock */
#define TICK_MEMORY (SECOND / 100) /* interval between tests of memory, if it is limited */
#define GRACE (2 * SECOND)         /* time for saving before the stop */
#define PATIENCE (SECOND / 2)      /* time for a reader that takes nothing */

/* The signals that ask to stop, and their texts. */
static const struct {
    int number;
    const char *name;
} signals[] = {
#define STOP_SIGNAL(name, text) {name, #name},
#include "common/stop.def"
};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

/* The one global variable of the project: a signal handler can use nothing else. */
static struct {
    atomic_int news;
    atomic_int reason; /* enum stop_reason */
    atomic_int number; /* of the signal */
    atomic_uint level;
    _Atomic int64_t asked;      /* time of the last request that counted */
    _Atomic int64_t second;     /* when STOP_NEWS_TIME was last set */
    atomic_bool interrupt_asks; /* stop_let_interrupt_ask was called */
    atomic_bool puts_off;       /* stop_put_off was called */
    atomic_int off_reason;      /* enum stop_reason of the request that was put off */
    atomic_int off_number;      /* the signal of that request */
    _Atomic int64_t off_time;   /* its time */
    pthread_t reader;           /* thread whose waits are interrupted */
    struct system_timer timer;
    bool has_timer;
    int64_t deadline; /* INT64_MAX: none */
    uint64_t memory_bytes;
    int resident; /* a descriptor; -1: memory is not bounded */
    const char *refused_message;
    int refused_status;
} stop = {.resident = -1, .deadline = INT64_MAX};

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * SECOND + time.tv_nsec;
}

/* ---- in handlers */

static void set_timer(int64_t first, int64_t every)
{
    if (stop.has_timer)
        system_set_timer(&stop.timer, first, every);
}

static void hear_alarm(int number);

/* With `wakes`, waits end when the timer fires. */
static void set_alarm(bool wakes)
{
    struct sigaction action = {.sa_handler = hear_alarm, .sa_flags = wakes ? 0 : (int)SA_RESTART};
    sigfillset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
}

/* A request to stop takes effect. Handlers of other threads may run at the same time. The news is stored
 * last: a thread that sees it sees everything else. */
static void ask_now(enum stop_reason reason, int number)
{
    const int64_t time = now();
    int nothing = STOP_NOTHING;
    if (atomic_compare_exchange_strong(&stop.reason, &nothing, (int)reason)) {
        atomic_store(&stop.number, number);
        atomic_store(&stop.asked, time);
        atomic_fetch_or(&stop.news, STOP_NEWS_ASKED);
        atomic_store(&stop.level, 1);
        set_alarm(true);
        set_timer(WAKE, WAKE);
    } else if (reason == STOP_SIGNAL && time - atomic_load(&stop.asked) > SAME) {
        atomic_store(&stop.asked, time);
        if (atomic_fetch_add(&stop.level, 1) > 1) {
            signal(number, SIG_DFL);
            raise(number); /* as soon as the handler has returned */
        }
    }
}

/* Whether a request can wait until the state is saved. */
static bool put_off(enum stop_reason reason, int number)
{
    int nothing = STOP_NOTHING;
    if (!atomic_load(&stop.puts_off) || reason == STOP_MEMORY || atomic_load(&stop.level) != 0)
        return false;
    if (!atomic_compare_exchange_strong(&stop.off_reason, &nothing, (int)reason)) {
        const int64_t since = now() - atomic_load(&stop.off_time);
        return since <= (reason == STOP_SIGNAL ? SAME : GRACE);
    }
    atomic_store(&stop.off_number, number);
    atomic_store(&stop.off_time, now());
    atomic_fetch_or(&stop.news, STOP_NEWS_PUT_OFF);
    return true;
}

static void ask(enum stop_reason reason, int number)
{
    if (!put_off(reason, number))
        ask_now(reason, number);
}

/* Whether a request that was put off has waited long enough. */
static bool is_grace_over(int64_t time)
{
    return stop_is_put_off() && time - atomic_load(&stop.off_time) >= GRACE;
}

static void hear_signal(int number)
{
    const int error = errno;
    if (number == SIGUSR2 && atomic_load(&stop.puts_off))
        atomic_fetch_or(&stop.news, STOP_NEWS_SAVE);
    else
        ask(STOP_SIGNAL, number);
    if (!pthread_equal(pthread_self(), stop.reader))
        pthread_kill(stop.reader, SIGALRM);
    errno = error;
}

static void hear_where(int number)
{
    const int error = errno;
    atomic_fetch_or(&stop.news, STOP_NEWS_WHERE);
    if (number == SIGINT && !pthread_equal(pthread_self(), stop.reader))
        pthread_kill(stop.reader, SIGALRM);
    errno = error;
}

static bool is_too_large(void)
{
    return system_resident(stop.resident) > stop.memory_bytes;
}

static int64_t tick(void)
{
    return stop.resident >= 0 ? TICK_MEMORY : TICK;
}

static void hear_alarm(int number)
{
    (void)number;
    const int error = errno;
    const int64_t time = now();
    if (atomic_load(&stop.level) == 0) {
        if (is_grace_over(time))
            stop_now();
        else if (time >= stop.deadline)
            ask(STOP_SECONDS, 0);
        else if (stop.resident >= 0 && is_too_large())
            ask(STOP_MEMORY, 0);
        else if (stop.deadline - time < tick())
            set_timer(stop.deadline - time, tick());
        if (time - atomic_load(&stop.second) >= SECOND - TICK / 2) {
            atomic_store(&stop.second, time);
            atomic_fetch_or(&stop.news, STOP_NEWS_TIME);
        }
    }
    if (!pthread_equal(pthread_self(), stop.reader))
        pthread_kill(stop.reader, SIGALRM);
    errno = error;
}

static void hear_refused(int number, siginfo_t *info, void *context)
{
    char digits[16];
    char *first = digits + sizeof digits;
    (void)number, (void)context;
    *--first = '\n';
    for (unsigned rest = system_refused_call(info); rest != 0 || *first == '\n'; rest /= 10)
        *--first = (char)('0' + rest % 10);
    const size_t length = strlen(stop.refused_message);
    if (write(STDERR_FILENO, stop.refused_message, length) == (ssize_t)length &&
        write(STDERR_FILENO, first, (size_t)(digits + sizeof digits - first)) > 0)
        _exit(stop.refused_status);
    _exit(stop.refused_status);
}

/* ---- outside handlers */

static void make_timer(void)
{
    sigset_t alarm;
    stop.has_timer = system_make_timer(&stop.timer);
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &alarm, NULL); /* whatever the parent has blocked */
}

/* Does not end waits. A signal that was ignored stays ignored, as for the signals that ask to stop. */
static void catch_where(void)
{
    struct sigaction action = {.sa_handler = hear_where, .sa_flags = (int)SA_RESTART}, before;
    sigfillset(&action.sa_mask);
    if (sigaction(SIGUSR1, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGUSR1, &action, NULL);
}

void stop_catch(void)
{
    struct sigaction action = {.sa_handler = hear_signal};
    sigfillset(&action.sa_mask);
    stop.reader = pthread_self();
    set_alarm(false);
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction before;
        if (sigaction(signals[i].number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[i].number, &action, NULL);
    }
    catch_where();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    make_timer();
}

void stop_ignore_file_limit(void)
{
    signal(SIGXFSZ, SIG_IGN);
}

bool stop_start_clock(double seconds, uint64_t memory_bytes, const char **missing)
{
    const int64_t time = now();
    *missing = "a timer for this process";
    if (!stop.has_timer) {
        errno = EAGAIN;
        return false;
    }
    if (memory_bytes != 0) {
        *missing = system_resident_source;
        stop.memory_bytes = memory_bytes;
        stop.resident = system_open_resident();
        if (stop.resident < 0)
            return false;
    }
    if (seconds > 0 && seconds < (double)(INT64_MAX - time) / (double)SECOND)
        stop.deadline = time + (int64_t)(seconds * (double)SECOND);
    atomic_store(&stop.second, time);
    if (atomic_load(&stop.level) == 0)
        set_timer(stop.deadline - time < tick() ? stop.deadline - time : tick(), tick());
    if (atomic_load(&stop.level) != 0) /* a signal came in between */
        set_timer(WAKE, WAKE);
    return true;
}

void stop_catch_refused(const char *message, int status)
{
    struct sigaction action = {.sa_sigaction = hear_refused, .sa_flags = SA_SIGINFO};
    stop.refused_message = message;
    stop.refused_status = status;
    sigfillset(&action.sa_mask);
    sigaction(SIGSYS, &action, NULL);
}

void stop_request_ask(struct stop_request *request, enum stop_reason reason)
{
    int nothing = STOP_NOTHING;
    atomic_compare_exchange_strong(&request->reason, &nothing, (int)reason);
    atomic_fetch_or(&request->news, STOP_NEWS_ASKED);
}

const atomic_int *stop_news(void)
{
    return &stop.news;
}

bool stop_take_time(void)
{
    return (atomic_fetch_and(&stop.news, ~STOP_NEWS_TIME) & STOP_NEWS_TIME) != 0;
}

bool stop_take_where(void)
{
    return (atomic_fetch_and(&stop.news, ~STOP_NEWS_WHERE) & STOP_NEWS_WHERE) != 0;
}

bool stop_asks_where(void)
{
    return (atomic_load_explicit(&stop.news, memory_order_acquire) & STOP_NEWS_WHERE) != 0;
}

void stop_let_interrupt_ask(void)
{
    struct sigaction action = {.sa_handler = hear_where}; /* without SA_RESTART */
    sigfillset(&action.sa_mask);
    atomic_store(&stop.interrupt_asks, true);
    set_alarm(true);
    sigaction(SIGINT, &action, NULL);
}

void stop_put_off(void)
{
    atomic_store(&stop.puts_off, true);
}

bool stop_is_put_off(void)
{
    return (atomic_load(&stop.news) & STOP_NEWS_PUT_OFF) != 0;
}

void stop_now(void)
{
    if (atomic_load(&stop.level) == 0)
        ask_now((enum stop_reason)atomic_load(&stop.off_reason), atomic_load(&stop.off_number));
}

bool stop_has_checkpoint(void)
{
    return (atomic_load(&stop.news) & STOP_NEWS_SAVE) != 0;
}

bool stop_take_checkpoint(void)
{
    return (atomic_fetch_and(&stop.news, ~STOP_NEWS_SAVE) & STOP_NEWS_SAVE) != 0;
}

enum stop_reason stop_reason(void)
{
    return (atomic_load(&stop.news) & STOP_NEWS_ASKED) != 0 ? (enum stop_reason)atomic_load(&stop.reason)
                                                            : STOP_NOTHING;
}

const char *stop_signal_name(void)
{
    const int number = atomic_load(&stop.number);
    for (int i = 0; i < SIGNALS; i++)
        if (signals[i].number == number)
            return signals[i].name;
    return "none";
}

unsigned stop_level(void)
{
    return atomic_load(&stop.level);
}

/* ---- reading and writing */

/* Waits for a descriptor that others have set to nonblocking mode. */
static void wait_for(int descriptor, short events)
{
    struct pollfd wanted = {.fd = descriptor, .events = events};
    poll(&wanted, 1, -1);
}

ssize_t stop_read(int descriptor, void *bytes, size_t count)
{
    for (;;) {
        if (stop_level() > 0 || (atomic_load(&stop.interrupt_asks) && stop_asks_where())) {
            errno = EINTR;
            return -1;
        }
        const ssize_t got = read(descriptor, bytes, count);
        if (got >= 0 || (errno != EINTR && errno != EAGAIN))
            return got;
        if (errno == EAGAIN)
            wait_for(descriptor, POLLIN);
    }
}

/* After a request to stop, a program writes only as much as a reader takes soon, in small pieces. */
static ssize_t write_soon(int descriptor, const void *bytes, size_t count)
{
    const int64_t end = now() + PATIENCE;
    const size_t piece = count < PIPE_BUF ? count : PIPE_BUF;
    for (int64_t left = PATIENCE; left > 0 && stop_level() < 2; left = end - now()) {
        struct pollfd wanted = {.fd = descriptor, .events = POLLOUT};
        const int ready = poll(&wanted, 1, (int)(left / (SECOND / 1000)) + 1);
        if (ready <= 0)
            continue;
        const ssize_t done = write(descriptor, bytes, piece);
        if (done >= 0 || (errno != EINTR && errno != EAGAIN))
            return done;
    }
    errno = EINTR;
    return -1;
}

ssize_t stop_write(int descriptor, const void *bytes, size_t count)
{
    for (;;) {
        if (stop_level() > 0)
            return write_soon(descriptor, bytes, count);
        const ssize_t done = write(descriptor, bytes, count);
        if (done >= 0 || (errno != EINTR && errno != EAGAIN))
            return done;
        if (errno == EAGAIN)
            wait_for(descriptor, POLLOUT);
    }
}

void stop_as_closed_pipe(void)
{
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}
