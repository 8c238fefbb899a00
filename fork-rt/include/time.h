/* time.h - time by the cycle counter, which runs at a million cycles a second.
 *
 * The calendar begins with the run: time() is 0 in its first second, 1 January 1970, 00:00:00 UTC. The
 * counter has 32 bits and begins again after 4294 seconds. The local time is UTC.
 */
#ifndef FORK_TIME_H
#define FORK_TIME_H

#include <stddef.h>

typedef unsigned clock_t;
typedef int time_t;

#define CLOCKS_PER_SEC ((clock_t)1000000)
#define TIME_UTC 1

struct tm {
    int tm_sec;   /* 0 to 60 */
    int tm_min;   /* 0 to 59 */
    int tm_hour;  /* 0 to 23 */
    int tm_mday;  /* 1 to 31 */
    int tm_mon;   /* 0 to 11 */
    int tm_year;  /* since 1900 */
    int tm_wday;  /* since Sunday */
    int tm_yday;  /* since 1 January */
    int tm_isdst; /* 0 */
};

struct timespec {
    time_t tv_sec;
    int tv_nsec;
};

straight clock_t clock(void); /* the cycle */
straight time_t time(time_t *to);
straight float difftime(time_t end, time_t begin);
straight int timespec_get(struct timespec *to, int base);

/* POSIX: all clocks are the cycle counter; 0, -1 and errno: no such clock */
typedef int clockid_t;
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
int clock_gettime(clockid_t clock, struct timespec *to) __library__;
int clock_getres(clockid_t clock, struct timespec *to) __library__;

/* the calendar: asynchronous. The results of the functions without _r are overwritten by the next call of
 * this PP */
struct tm *gmtime(const time_t *from);
struct tm *gmtime_r(const time_t *from, struct tm *to) __library__;
struct tm *localtime(const time_t *from);
struct tm *localtime_r(const time_t *from, struct tm *to) __library__;
time_t mktime(struct tm *from); /* -1: no int is as large */
char *asctime(const struct tm *from);
char *ctime(const time_t *from);
size_t strftime(char *to, size_t words, const char *format, const struct tm *from);

#endif
