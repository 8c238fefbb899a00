/* watch.c - see watch.h. */
#include "libpramsim/watch.h"

#include "common/start.h"
#include "common/system/system.h"

#include <errno.h>

enum { SECOND = 1000000000 }; /* nanoseconds */

/* Longer ones would not fit: about thirty years. */
#define MOST_SECONDS 1e9

static void *wait_for_deadline(void *context)
{
    struct watch *watch = context;
    pthread_mutex_lock(&watch->mutex);
    int result = 0;
    while (!watch->is_over && result != ETIMEDOUT)
        result = pthread_cond_timedwait(&watch->changed, &watch->mutex, &watch->deadline);
    if (!watch->is_over)
        stop_request_ask(watch->request, STOP_SECONDS);
    pthread_mutex_unlock(&watch->mutex);
    return NULL;
}

static void set_deadline(struct timespec *deadline, double seconds, clockid_t clock)
{
    clock_gettime(clock, deadline);
    if (seconds > MOST_SECONDS)
        seconds = MOST_SECONDS;
    const time_t whole = (time_t)seconds;
    deadline->tv_sec += whole;
    deadline->tv_nsec += (long)((seconds - (double)whole) * SECOND);
    if (deadline->tv_nsec >= SECOND) {
        deadline->tv_nsec -= SECOND;
        deadline->tv_sec++;
    }
}

bool watch_begin(struct watch *watch, double seconds, struct stop_request *request)
{
    pthread_attr_t stack;
    watch->request = request;
    watch->is_over = false;
    pthread_mutex_init(&watch->mutex, NULL);
    set_deadline(&watch->deadline, seconds, system_make_condition(&watch->changed));
    pthread_attr_init(&stack);
    pthread_attr_setstacksize(&stack, START_STACK);
    const bool is_there = pthread_create(&watch->thread, &stack, wait_for_deadline, watch) == 0;
    pthread_attr_destroy(&stack);
    if (!is_there) {
        pthread_cond_destroy(&watch->changed);
        pthread_mutex_destroy(&watch->mutex);
    }
    return is_there;
}

void watch_end(struct watch *watch)
{
    pthread_mutex_lock(&watch->mutex);
    watch->is_over = true;
    pthread_cond_signal(&watch->changed);
    pthread_mutex_unlock(&watch->mutex);
    pthread_join(watch->thread, NULL);
    pthread_cond_destroy(&watch->changed);
    pthread_mutex_destroy(&watch->mutex);
}
